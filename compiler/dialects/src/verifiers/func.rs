//! `func`: bodies and what they return, and calls of functions by name.

use tvmlike_define::{Hook, Instance};
use tvmlike_ir::{AttributeKind, Context, Failure, Op, SymbolTables, TypeKind};
use tvmlike_text::quote_type;

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

fn returns(instance: &Instance<'_>) -> Result<(), Failure> {
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
            "has {given} operands, but enclosing function (@{name}) returns {wanted}"
        ));
    }
    for (index, (operand, result)) in op.operands(context).zip(results.iter()).enumerate() {
        let operand = operand.ty(context);
        if operand != result {
            let (operand, result) = (instance.quote(operand), instance.quote(result));
            return instance.refuse_plainly(format!(
                "type of return operand {index} ({operand}) doesn't match function result type ({result}) in function \
                 @{name}"
            ));
        }
    }
    Ok(())
}

/// The function that a symbol reference names, with the name.
fn callee(instance: &Instance<'_>, attribute: &str, tables: &mut SymbolTables) -> (Option<Op>, String) {
    let context = instance.context;
    let Some(reference) = instance.attribute(attribute) else {
        return (None, String::new());
    };
    let name = match reference.kind(context) {
        AttributeKind::SymbolRef { root, .. } => root.text(context).into_owned(),
        _ => String::new(),
    };
    let found = tables.lookup_nearest(context, instance.op, reference);
    let is_function = |op: &Op| op.name(context).bytes(context) == b"func.func";
    (found.filter(is_function), name)
}

fn call(instance: &Instance<'_>, tables: &mut SymbolTables) -> Result<(), Failure> {
    let (context, op) = (instance.context, instance.op);
    let (function, name) = callee(instance, "callee", tables);
    let Some(function) = function else {
        return instance.refuse(format!("'{name}' does not reference a valid function"));
    };
    let Some((inputs, results)) = function::signature(context, function) else {
        return Ok(());
    };
    if op.num_operands(context) != inputs.len() {
        return instance.refuse("incorrect number of operands for callee");
    }
    for (index, (operand, input)) in op.operands(context).zip(inputs.iter()).enumerate() {
        let operand = operand.ty(context);
        if operand != input {
            let (operand, input) = (instance.quote(operand), instance.quote(input));
            return instance.refuse(format!(
                "operand type mismatch: expected operand type {input}, but provided {operand} for operand number \
                 {index}"
            ));
        }
    }
    if op.num_results(context) != results.len() {
        return instance.refuse("incorrect number of results for callee");
    }
    let given = op.results(context).map(|result| result.ty(context));
    if let Some(index) = given
        .clone()
        .zip(results.iter())
        .position(|(one, other)| one != other)
    {
        let message = format!("result type mismatch at index {index}");
        let place = op.location(context);
        let error = op.emit_op_error(context, message);
        let error = error.note(place, format!("      op result types: {}", list(context, given)));
        let wanted = list(context, results.iter());
        return Err(error
            .note(place, format!("function result types: {wanted}"))
            .emit());
    }
    Ok(())
}

/// Types in quotes, with commas.
fn list(context: &Context, types: impl Iterator<Item = tvmlike_ir::Type>) -> String {
    let types: Vec<String> = types.map(|ty| format!("'{}'", quote_type(context, ty))).collect();
    types.join(", ")
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
    let (function, name) = callee(instance, "value", tables);
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
