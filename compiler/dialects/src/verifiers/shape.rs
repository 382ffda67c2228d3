//! `shape`: which results can hold errors, and the bodies of reductions.

use tvmlike_define::{Hook, Instance};
use tvmlike_ir::{Failure, Type};

use super::{function, region_branch};

pub(super) const CHECKS: super::Table = &[
    ("shape.add", Hook::Verify(size)),
    (
        "shape.assuming",
        Hook::InterfaceRegions("RegionBranchOpInterface", assuming),
    ),
    ("shape.assuming_all", Hook::Verify(assuming_all)),
    ("shape.broadcast", Hook::Verify(shape)),
    ("shape.cstr_broadcastable", Hook::Verify(cstr_broadcastable)),
    ("shape.div", Hook::Verify(size)),
    (
        "shape.func",
        Hook::Interface("FunctionOpInterface", function::verify_declared_private),
    ),
    ("shape.get_extent", Hook::Verify(size)),
    ("shape.mul", Hook::Verify(size)),
    ("shape.num_elements", Hook::Verify(size)),
    ("shape.rank", Hook::Verify(size)),
    ("shape.reduce", Hook::Verify(reduce)),
    ("shape.shape_of", Hook::Verify(shape)),
    ("shape.size_to_index", Hook::ImpliedInterface("CastOpInterface")),
    (
        "shape.to_extent_tensor",
        Hook::ImpliedInterface("CastOpInterface"),
    ),
    ("shape.yield", Hook::Verify(shape_yield)),
];

fn is(instance: &Instance<'_>, ty: Type, name: &str) -> bool {
    ty.is_symbol(instance.context, "shape", name)
}

/// Checks that the result is of the type `name` if an operand can hold an error.
fn verify_errors(instance: &Instance<'_>, name: &str) -> Result<(), Failure> {
    let context = instance.context;
    let can_hold_errors = |ty: Type| {
        ["size", "shape", "value_shape"]
            .iter()
            .any(|name| is(instance, ty, name))
    };
    let mut operands = instance.op.operands(context).map(|operand| operand.ty(context));
    let mut results = instance.op.results(context).map(|result| result.ty(context));
    if !operands.any(can_hold_errors) || results.all(|result| is(instance, result, name)) {
        return Ok(());
    }
    instance.refuse(format!(
        "if at least one of the operands can hold error values then the result must be of type `{name}` to propagate them"
    ))
}

fn size(instance: &Instance<'_>) -> Result<(), Failure> {
    verify_errors(instance, "size")
}

fn shape(instance: &Instance<'_>) -> Result<(), Failure> {
    verify_errors(instance, "shape")
}

fn assuming_all(instance: &Instance<'_>) -> Result<(), Failure> {
    match instance.op.num_operands(instance.context) {
        0 => instance.refuse("no operands specified"),
        _ => Ok(()),
    }
}

fn cstr_broadcastable(instance: &Instance<'_>) -> Result<(), Failure> {
    match instance.op.num_operands(instance.context) {
        0 | 1 => instance.refuse("required at least 2 input shapes"),
        _ => Ok(()),
    }
}

fn reduce(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let initial: Vec<Type> = instance
        .operands("initVals")
        .map(|value| value.ty(context))
        .collect();
    let block = instance
        .op
        .region(context, 0)
        .and_then(|region| region.first_block(context));
    let arguments: Vec<Type> = block
        .into_iter()
        .flat_map(|block| block.arguments(context))
        .map(|argument| argument.ty(context))
        .collect();
    let expected = initial.len() + 2;
    let [position, extent, values @ ..] = &arguments[..] else {
        return instance.refuse(format!("ReduceOp body is expected to have {expected} arguments"));
    };
    if arguments.len() != expected {
        return instance.refuse(format!("ReduceOp body is expected to have {expected} arguments"));
    }
    if !position.is_index(context) {
        return instance.refuse("argument 0 of ReduceOp body is expected to be of IndexType");
    }
    let is_shape = is(instance, instance.operand_type("shape"), "shape");
    if is_shape && !is(instance, *extent, "size") {
        return instance.refuse(
            "argument 1 of ReduceOp body is expected to be of SizeType if the ReduceOp operates on a ShapeType",
        );
    }
    if !is_shape && !extent.is_index(context) {
        return instance.refuse(
            "argument 1 of ReduceOp body is expected to be of IndexType if the ReduceOp operates on an extent tensor",
        );
    }
    match values
        .iter()
        .zip(&initial)
        .position(|(value, initial)| value != initial)
    {
        Some(at) => instance.refuse(format!(
            "type mismatch between argument {} of ReduceOp body and initial value {at}",
            at + 2
        )),
        None => Ok(()),
    }
}

fn shape_yield(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let Some(parent) = instance.op.parent_op(context) else {
        return Ok(());
    };
    if parent.num_results(context) != instance.op.num_operands(context) {
        return instance.refuse("number of operands does not match number of results of its parent");
    }
    let results = parent.results(context).map(|result| result.ty(context));
    let operands = instance.op.operands(context).map(|operand| operand.ty(context));
    match results.eq(operands) {
        true => Ok(()),
        false => instance.refuse("types mismatch between yield op and its parent"),
    }
}

fn assuming(instance: &Instance<'_>) -> Result<(), Failure> {
    let edges = instance.regions("doRegion");
    region_branch::verify(
        instance,
        edges.flat_map(|region| region_branch::to_results(instance, region)),
    )
}
