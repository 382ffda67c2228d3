//! Regions that compute elements of a result from elements of operands.

use tvmlike_define::Instance;
use tvmlike_ir::{AttributeKind, Block, Failure, Op, Region, Type, ValueOwner};

use super::Tensor;

/// The region of a name, if it has a block.
fn filled(instance: &Instance<'_>, name: &str) -> Option<(Region, Block)> {
    let region = instance.regions(name).next()?;
    Some((region, region.first_block(instance.context)?))
}

/// Checks the arguments of a region, and what it yields. Returns what ends its first block.
fn verify_region(
    instance: &Instance<'_>,
    block: Block,
    name: &str,
    inputs: &[Type],
    output: Type,
) -> Result<Option<Op>, Failure> {
    let context = instance.context;
    let refuse = |message: String| {
        instance
            .refuse_plainly(format!("{name} region {message}"))
            .map(|()| None)
    };
    if block.num_arguments(context) != inputs.len() {
        return refuse(format!("must have exactly {} arguments", inputs.len()));
    }
    let mut pairs = block.arguments(context).zip(inputs);
    if let Some(index) = pairs.position(|(argument, ty)| argument.ty(context) != *ty) {
        return refuse(format!("argument {} type mismatch", index + 1));
    }
    let last = block.last_op(context);
    let Some(last) = last.filter(|last| last.is_named(instance.context, "sparse_tensor.yield")) else {
        return refuse("must end with sparse_tensor.yield".to_owned());
    };
    let yielded = last.operands(context).map(|value| value.ty(context));
    match yielded.eq([output]) {
        true => Ok(Some(last)),
        false => refuse("yield type mismatch".to_owned()),
    }
}

pub(super) fn binary(instance: &Instance<'_>) -> Result<(), Failure> {
    let (left, right) = (instance.operand_type("x"), instance.operand_type("y"));
    let output = instance.result_type("output");
    if let Some((_, block)) = filled(instance, "overlapRegion") {
        verify_region(instance, block, "overlap", &[left, right], output)?;
    }
    for (side, region, identity, ty, ordinal) in [
        ("left", "leftRegion", "left_identity", left, "first"),
        ("right", "rightRegion", "right_identity", right, "second"),
    ] {
        match filled(instance, region) {
            Some((_, block)) => {
                verify_region(instance, block, side, &[ty], output)?;
            }
            None if instance.has(identity) && ty != output => {
                return instance.refuse_plainly(format!(
                    "{side}=identity requires {ordinal} argument to have the same type as the output"
                ));
            }
            None => {}
        }
    }
    Ok(())
}

pub(super) fn unary(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let (input, output) = (instance.operand_type("x"), instance.result_type("output"));
    if let Some((_, block)) = filled(instance, "presentRegion") {
        verify_region(instance, block, "present", &[input], output)?;
    }
    let Some((_, block)) = filled(instance, "absentRegion") else {
        return Ok(());
    };
    let last = verify_region(instance, block, "absent", &[], output)?;
    // An absent element is the same everywhere.
    let around = instance.op.block(context);
    match last
        .and_then(|last| last.operand(context, 0))
        .map(|value| value.owner(context))
    {
        Some(ValueOwner::Argument { block, .. }) if Some(block) == around => {
            instance.refuse_plainly("absent region cannot yield linalg argument")
        }
        Some(ValueOwner::Result { op, .. })
            if !op.is_named(instance.context, "arith.constant")
                && [Some(block), around].contains(&op.block(context)) =>
        {
            instance.refuse_plainly("absent region cannot yield locally computed value")
        }
        _ => Ok(()),
    }
}

pub(super) fn reduce(instance: &Instance<'_>) -> Result<(), Failure> {
    let input = instance.operand_type("x");
    match filled(instance, "region") {
        Some((_, block)) => verify_region(instance, block, "reduce", &[input, input], input).map(drop),
        None => Ok(()),
    }
}

pub(super) fn select(instance: &Instance<'_>) -> Result<(), Failure> {
    let input = instance.operand_type("x");
    match filled(instance, "region") {
        Some((_, block)) => {
            verify_region(instance, block, "select", &[input], instance.context.i1()).map(drop)
        }
        None => Ok(()),
    }
}

pub(super) fn foreach(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let tensor = Tensor::operand(instance, "tensor");
    let Some((_, body)) = filled(instance, "region") else {
        return Ok(());
    };
    if let Some(AttributeKind::AffineMap(order)) =
        instance.attribute("order").map(|order| order.kind(context))
        && order.num_dims(context) as usize != tensor.level_rank()
    {
        return instance.refuse_plainly("Level traverse order does not match tensor's level rank");
    }
    let rank = tensor.shape.len();
    let initial = instance.operands("initArgs").map(|value| value.ty(context));
    let results = instance.op.results(context).map(|value| value.ty(context));
    let arguments: Vec<Type> = body.arguments(context).map(|value| value.ty(context)).collect();
    if rank + 1 + initial.len() != arguments.len() {
        return instance.refuse_plainly("Unmatched number of arguments in the block");
    }
    if results.len() != initial.len() {
        return instance.refuse_plainly("Mismatch in number of init arguments and results");
    }
    if !results.clone().eq(initial) {
        return instance.refuse_plainly("Mismatch in types of init arguments and results");
    }
    let last = body.last_op(context);
    let yielded = last.into_iter().flat_map(|last| last.operands(context));
    if !yielded.map(|value| value.ty(context)).eq(results) {
        return instance.refuse_plainly("Mismatch in types of yield values and results");
    }
    let index = context.index_type();
    if let Some(dim) = arguments[..rank].iter().position(|ty| *ty != index) {
        return instance.refuse_plainly(format!("Expecting Index type for argument at index {dim}"));
    }
    if arguments[rank] == tensor.element {
        return Ok(());
    }
    instance.refuse_plainly(format!(
        "Unmatched element type between input tensor and block argument, expected:{}, got: {}",
        tvmlike_text::quote_type(context, tensor.element),
        tvmlike_text::quote_type(context, arguments[rank])
    ))
}
