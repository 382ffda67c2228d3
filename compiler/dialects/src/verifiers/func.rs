//! `func`: bodies and what they return, and calls of functions by name.

use tvmlike_define::{Hook, Instance};
use tvmlike_ir::{AttributeKind, Failure, SymbolTables, TypeKind};

use super::function;

pub(super) const CHECKS: super::Table = &[
    ("func.call", Hook::SymbolUses(call)),
    ("func.call_indirect", Hook::Interface("Unknown", call_indirect)),
    ("func.constant", Hook::SymbolUses(constant)),
    ("func.func", Hook::Interface("FunctionOpInterface", func)),
    ("func.return", Hook::Verify(returns)),
];

fn func(instance: &Instance<'_>) -> Result<(), Failure> {
    function::verify(instance, true)
}

pub(super) fn returns(instance: &Instance<'_>) -> Result<(), Failure> {
    verify_returned(instance, ["returns", "return"])
}

/// Checks what an operation returns from the function around it, with the words for it.
pub(super) fn verify_returned(instance: &Instance<'_>, [returns, noun]: [&str; 2]) -> Result<(), Failure> {
    let (context, op) = (instance.context, instance.op);
    let Some(function) = op.parent_op(context) else {
        return Ok(());
    };
    let Some((_, results)) = function::signature(context, function) else {
        return Ok(());
    };
    let name = String::from_utf8_lossy(function.symbol_name(context).unwrap_or_default());
    let (given, wanted) = (op.num_operands(context), results.len());
    if given != wanted {
        return instance.refuse(format!(
            "has {given} operands, but enclosing function (@{name}) {returns} {wanted}"
        ));
    }
    for (index, (operand, result)) in op.operands(context).zip(results.iter()).enumerate() {
        let operand = operand.ty(context);
        if operand != result {
            let (operand, result) = (instance.quote(operand), instance.quote(result));
            return instance.refuse_plainly(format!(
                "type of {noun} operand {index} ({operand}) doesn't match function result type ({result}) in function \
                 @{name}"
            ));
        }
    }
    Ok(())
}

fn call(instance: &Instance<'_>, tables: &mut SymbolTables) -> Result<(), Failure> {
    function::verify_call(instance, tables, "func.func", "function")
}

fn call_indirect(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let TypeKind::Function { inputs, results } = instance.operand_type("callee").kind(context) else {
        return Ok(());
    };
    let operands = instance
        .operands("callee_operands")
        .map(|operand| operand.ty(context));
    if !operands.eq(inputs.iter()) {
        return instance.refuse("failed to verify that callee input types match argument types");
    }
    let given = instance.results("results").map(|result| result.ty(context));
    if !given.eq(results.iter()) {
        return instance.refuse("failed to verify that callee result types match result types");
    }
    Ok(())
}

fn constant(instance: &Instance<'_>, tables: &mut SymbolTables) -> Result<(), Failure> {
    let context = instance.context;
    let (function, name) = function::callee(instance, "value", tables, "func.func");
    let Some(function) = function else {
        return instance.refuse(format!("reference to undefined function '{name}'"));
    };
    let ty = function.property(context, context.identifier("function_type"));
    match ty.map(|ty| ty.kind(context)) {
        Some(AttributeKind::Type(ty)) if instance.op.results(context).all(|one| one.ty(context) == ty) => {
            Ok(())
        }
        _ => instance.refuse("reference to function with mismatched type"),
    }
}
