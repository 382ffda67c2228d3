//! What the pass refuses by name, before it changes anything: what it would bufferize to other memory than was asked for.

use tvmlike_ir::{Context, Failure, Op, Type, TypeKind, WalkOrder, WalkResult};

use super::driver::has_tensors;
use super::options::BufferizeOptions;
use super::signatures::{has_body, returns, signature};
use super::values::argument_attribute;
use crate::make::property;

/// Checks all operations of a module.
///
/// # Errors
/// There is something that the pass does not support; the error was emitted.
pub(super) fn check(context: &Context, module: Op, options: &BufferizeOptions) -> Result<(), Failure> {
    let mut outcome = Ok(());
    module.walk(context, WalkOrder::PreOrder, |op| {
        if options.allows(context, op) {
            outcome = check_spaces(context, op);
        }
        if outcome.is_ok() && options.function_boundaries && op.is_named(context, "func.func") {
            outcome = check_function(context, op);
        }
        match outcome {
            Ok(()) => WalkResult::Advance,
            Err(_) => WalkResult::Interrupt,
        }
    });
    outcome
}

fn check_spaces(context: &Context, op: Op) -> Result<(), Failure> {
    let has_space = |ty: Option<Type>| {
        matches!(
            ty.map(|ty| ty.kind(context)),
            Some(TypeKind::MemRef { space: Some(_), .. } | TypeKind::UnrankedMemRef { space: Some(_), .. })
        )
    };
    let ty = |value: Option<tvmlike_ir::Value>| value.map(|value| value.ty(context));
    let is_elsewhere = match &*op.name(context).text(context) {
        "bufferization.alloc_tensor" => property(context, op, "memory_space").is_some(),
        "bufferization.to_tensor" => has_space(ty(op.operand(context, 0))),
        "bufferization.to_buffer" => has_space(ty(op.result(context, 0))),
        "bufferization.materialize_in_destination" => has_space(ty(op.operand(context, 1))),
        _ => false,
    };
    match is_elsewhere {
        true => Err(op
            .emit_op_error(
                context,
                "has a memory space, which has no bufferization yet; use the default memory space",
            )
            .emit()),
        false => Ok(()),
    }
}

fn check_function(context: &Context, function: Op) -> Result<(), Failure> {
    let inputs = signature(context, function).map_or(0, |(inputs, _)| inputs.len());
    let layout = "bufferization.buffer_layout";
    if (0..inputs).any(|index| argument_attribute(context, function, index, layout).is_some()) {
        let message = format!("has an argument with '{layout}', which has no bufferization yet; remove it");
        return Err(function.emit_op_error(context, message).emit());
    }
    if has_body(context, function) && has_tensors(context, function) && returns(context, function).is_empty()
    {
        return Err(function
            .emit_error(context, "cannot bufferize func.func without func.return")
            .emit());
    }
    Ok(())
}
