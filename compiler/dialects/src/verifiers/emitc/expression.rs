//! `emitc.expression`: what one C++ expression can contain.

use std::collections::HashSet;

use tvmlike_define::{Instance, is_emitc_type};
use tvmlike_ir::{AttributeKind, Context, Failure, Op, Type, TypeKind};

use super::is;
use crate::verifiers::types::has_trait;

const INTERFACE: &str = "CExpressionInterface";

/// Whether C++ passes values of a type as they are: numbers and pointers.
fn is_fundamental(context: &Context, ty: Type) -> bool {
    let is_number = matches!(
        ty.kind(context),
        TypeKind::Index | TypeKind::Integer { .. } | TypeKind::Float(_)
    );
    is_number && is_emitc_type(context, ty) || is(context, ty, &["ptr", "size_t", "ssize_t", "ptrdiff_t"])
}

/// Whether to evaluate an operation twice can differ from once.
fn has_side_effects(context: &Context, op: Op) -> bool {
    let name = op.name(context);
    match name.bytes(context) {
        b"emitc.address_of" | b"emitc.call" | b"emitc.cast" | b"emitc.conditional" => false,
        b"emitc.apply" => {
            let operator = op.property(context, context.identifier("applicableOperator"));
            let operator = operator.map(|operator| operator.kind(context));
            matches!(operator, Some(AttributeKind::String { bytes: b"*", .. }))
        }
        b"emitc.call_opaque"
        | b"emitc.dereference"
        | b"emitc.load"
        | b"emitc.member"
        | b"emitc.member_of_ptr"
        | b"emitc.subscript" => true,
        b"emitc.constant" => !op
            .results(context)
            .all(|result| is_fundamental(context, result.ty(context))),
        _ => !op
            .operands(context)
            .all(|operand| is_fundamental(context, operand.ty(context))),
    }
}

pub(super) fn expression(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let body = instance.regions("region").next();
    let Some(block) = body.and_then(|body| body.first_block(context)) else {
        return Ok(());
    };
    let is_yield = |op: &Op| op.is_named(context, "emitc.yield");
    let last = block.last_op(context).filter(is_yield);
    let Some((last, value)) = last.and_then(|last| Some((last, last.operand(context, 0)?))) else {
        return instance.refuse("must yield a value at termination");
    };
    let Some(root) = value.defining_op(context) else {
        return instance.refuse("yielded value has no defining op");
    };
    if root.parent_op(context) != Some(instance.op) {
        return instance.refuse("yielded value not defined within expression");
    }
    if instance.result_type("result") != value.ty(context) {
        return instance.refuse("requires yielded type to match return type");
    }
    for op in block.operations(context).filter(|op| *op != last) {
        if !has_trait(context, op, INTERFACE) {
            return instance.refuse("contains an unsupported operation");
        }
        let Some(result) = op.result(context, 0).filter(|_| op.num_results(context) == 1) else {
            return instance.refuse("requires exactly one result for each operation");
        };
        if result.uses(context).next().is_none() {
            return instance.refuse("contains an unused operation");
        }
    }
    verify_effects(instance, root)
}

/// Checks that an operation with effects is needed only once.
fn verify_effects(instance: &Instance<'_>, root: Op) -> Result<(), Failure> {
    let context = instance.context;
    let (mut seen, mut open) = (HashSet::new(), vec![root]);
    while let Some(op) = open.pop() {
        if !seen.insert(op) {
            if has_side_effects(context, op) {
                return instance.refuse("requires exactly one use for operations with side effects");
            }
            continue;
        }
        let operands = op
            .operands(context)
            .filter_map(|operand| operand.defining_op(context));
        open.extend(operands.filter(|op| op.parent_op(context) == Some(instance.op)));
    }
    Ok(())
}
