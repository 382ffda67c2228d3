//! Functions and what they return.

use std::collections::HashSet;

use tvmlike_define::{Instance, is_llvm_type};
use tvmlike_ir::{Context, Failure, Op, WalkOrder, WalkResult};

use super::invokes::enclosing_function;
use super::symbols::{linkage, verify_comdat};
use crate::llvm::{FunctionType, type_in};
use crate::verifiers::function;

/// The type of a function.
fn function_type(context: &Context, op: Op) -> Option<FunctionType> {
    let ty = op.property(context, context.identifier("function_type"));
    FunctionType::of(context, type_in(context, ty)?)
}

pub(super) fn interface(instance: &Instance<'_>) -> Result<(), Failure> {
    match function_type(instance.context, instance.op) {
        Some(ty) if ty.is_void(instance.context) => function::verify_signature(instance, &ty.inputs, &[]),
        Some(ty) => function::verify_signature(instance, &ty.inputs, &[ty.result]),
        None => Ok(()),
    }
}

pub(super) fn verify(instance: &Instance<'_>) -> Result<(), Failure> {
    let (context, op) = (instance.context, instance.op);
    let linkage = linkage(context, op);
    if linkage == "common" {
        return instance.refuse("functions cannot have 'common' linkage");
    }
    verify_comdat(instance)?;
    if op.region(context, 0).is_none_or(|body| body.is_empty(context)) {
        return match linkage {
            "external" | "extern_weak" => Ok(()),
            _ => instance.refuse("external functions must have 'external' or 'extern_weak' linkage"),
        };
    }
    if instance.has("no_inline") && instance.has("always_inline") {
        return instance.refuse_plainly("no_inline and always_inline attributes are incompatible");
    }
    if instance.has("optimize_none") && !instance.has("no_inline") {
        return instance.refuse("with optimize_none must also be no_inline");
    }
    landing_pads(instance)?;
    block_tags(instance)
}

/// Checks that all landing pads have the same type.
fn landing_pads(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let (mut first, mut wrong) = (None, None);
    instance.op.walk(context, WalkOrder::PostOrder, |op| {
        let (ty, message) = match op.name(context).bytes(context) {
            b"llvm.landingpad" => (
                op.result(context, 0).map(|result| result.ty(context)),
                "'llvm.landingpad' should have a consistent result type inside a function",
            ),
            b"llvm.resume" => (
                op.operand(context, 0).map(|operand| operand.ty(context)),
                "'llvm.resume' should have a consistent input type inside a function",
            ),
            _ => return WalkResult::Advance,
        };
        if ty.is_some() && *first.get_or_insert(ty) != ty {
            wrong = Some(message);
            return WalkResult::Interrupt;
        }
        WalkResult::Advance
    });
    match wrong {
        Some(message) => instance.refuse_plainly(message),
        None => Ok(()),
    }
}

/// Checks that no two blocks have the same tag.
fn block_tags(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let mut seen = HashSet::new();
    let body = instance.op.region(context, 0);
    let blocks = body.into_iter().flat_map(|body| body.blocks(context));
    for op in blocks.flat_map(|block| block.operations(context)) {
        if !op.is_named(context, "llvm.blocktag") {
            continue;
        }
        let tag = op.property(context, context.identifier("tag"));
        if !seen.insert(tag) {
            let number = tag
                .and_then(|tag| tag.symbol(context))
                .and_then(|(_, parameters)| crate::llvm::keywords::integer(context, parameters.get(0)?));
            let number = number.unwrap_or_default();
            let message = format!("duplicate block tag '{number}' in the same function: ");
            return Err(op.emit_error(context, message).emit());
        }
    }
    Ok(())
}

pub(super) fn verify_regions(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let entry = instance
        .op
        .region(context, 0)
        .and_then(|body| body.first_block(context));
    let arguments = entry.into_iter().flat_map(|entry| entry.arguments(context));
    for (index, argument) in arguments.enumerate() {
        if !is_llvm_type(context, argument.ty(context)) {
            return instance.refuse(format!("entry block argument #{index} is not of LLVM type"));
        }
    }
    Ok(())
}

pub(super) fn returns(instance: &Instance<'_>) -> Result<(), Failure> {
    let (context, op) = (instance.context, instance.op);
    let Some(function) = enclosing_function(context, op) else {
        return Ok(());
    };
    let Some(ty) = function_type(context, function) else {
        return Ok(());
    };
    let message = match op.operand(context, 0) {
        Some(_) if ty.is_void(context) => "expected no operands",
        None if !ty.is_void(context) => "expected 1 operand",
        Some(operand) if operand.ty(context) != ty.result => "mismatching result types",
        _ => return Ok(()),
    };
    let error = op.emit_op_error(context, message);
    let place = function.location(context);
    Err(error
        .note(place, "when returning from function".to_owned())
        .emit())
}
