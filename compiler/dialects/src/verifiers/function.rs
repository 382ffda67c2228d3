//! The check of operations with the interface `FunctionOpInterface`: attributes of arguments and results, and the arguments
//! of the body.

use tvmlike_define::Instance;
use tvmlike_ir::{AttributeKind, AttributeOwner, Context, Failure, Op, SymbolTables, Type, TypeKind, Types};
use tvmlike_text::{quote_attribute, quote_type};

/// The argument and result types of a function, from its attribute `function_type`.
pub(super) fn signature(context: &Context, op: Op) -> Option<(Types<'_>, Types<'_>)> {
    let ty = op.property(context, context.identifier("function_type"))?;
    let AttributeKind::Type(ty) = ty.kind(context) else {
        return None;
    };
    match ty.kind(context) {
        TypeKind::Function { inputs, results } => Some((inputs, results)),
        _ => None,
    }
}

/// Checks a function with a builtin function type. `is_declared_private` tells whether a function without a body must not
/// be public.
pub(super) fn verify(instance: &Instance<'_>, is_declared_private: bool) -> Result<(), Failure> {
    let (context, op) = (instance.context, instance.op);
    let Some((inputs, results)) = signature(context, op) else {
        return Ok(());
    };
    let entry = op.region(context, 0).and_then(|body| body.first_block(context));
    let name = context.identifier("sym_visibility");
    let discardable = || op.attributes(context)?.entries(context)?.get(context, name);
    let visibility = op.property(context, name).or_else(discardable);
    let is_public = visibility.is_none_or(|visibility| {
        matches!(
            visibility.kind(context),
            AttributeKind::String { bytes: b"public", .. }
        )
    });
    if is_declared_private && entry.is_none() && is_public {
        return instance.refuse("symbol declaration cannot have public visibility");
    }
    let (inputs, results): (Vec<Type>, Vec<Type>) = (inputs.iter().collect(), results.iter().collect());
    verify_signature(instance, &inputs, &results)
}

/// Checks the attributes of arguments and results, and the arguments of the body.
pub(super) fn verify_signature(
    instance: &Instance<'_>,
    inputs: &[Type],
    results: &[Type],
) -> Result<(), Failure> {
    verify_attributes(instance, inputs, results)?;
    verify_body(instance, inputs, "function")
}

/// Checks the arguments of the body, if there is one. `what` names the operation.
pub(super) fn verify_body(instance: &Instance<'_>, inputs: &[Type], what: &str) -> Result<(), Failure> {
    let (context, op) = (instance.context, instance.op);
    let entry = op.region(context, 0).and_then(|body| body.first_block(context));
    let Some(entry) = entry else {
        return Ok(());
    };
    let count = inputs.len();
    if entry.num_arguments(context) != count {
        return instance.refuse(format!(
            "entry block must have {count} arguments to match {what} signature"
        ));
    }
    let arguments = entry.arguments(context).map(|argument| argument.ty(context));
    for (index, (argument, input)) in arguments.zip(inputs.iter().copied()).enumerate() {
        if argument != input {
            let quote = |ty: Type| instance.quote(ty);
            return instance.refuse(format!(
                "type of entry block argument #{index}({}) must match the type of the corresponding argument in \
                 {what} signature({})",
                quote(argument),
                quote(input)
            ));
        }
    }
    Ok(())
}

/// Checks the attributes of arguments and results.
pub(super) fn verify_attributes(
    instance: &Instance<'_>,
    inputs: &[Type],
    results: &[Type],
) -> Result<(), Failure> {
    attributes(
        instance,
        "arg_attrs",
        "argument",
        inputs,
        AttributeOwner::Argument,
    )?;
    attributes(instance, "res_attrs", "result", results, AttributeOwner::Result)
}

/// Checks the dictionaries of arguments or results.
fn attributes(
    instance: &Instance<'_>,
    attribute: &str,
    what: &str,
    types: &[Type],
    owner: fn(Type) -> AttributeOwner,
) -> Result<(), Failure> {
    let (context, count) = (instance.context, types.len());
    if !instance.has(attribute) {
        return Ok(());
    }
    let all = instance.elements(attribute);
    if all.len() != count {
        return instance.refuse(format!(
            "expects {what} attribute array to have the same number of elements as the number of function {what}s, \
             got {}, but expected {count}",
            all.len()
        ));
    }
    for (one, ty) in all.into_iter().zip(types.iter().copied()) {
        let Some(entries) = one.entries(context) else {
            let one = quote_attribute(context, one);
            return instance.refuse(format!(
                "expects {what} attribute dictionary to be a DictionaryAttr, but got `{one}`"
            ));
        };
        if entries
            .iter()
            .any(|entry| !entry.name.bytes(context).contains(&b'.'))
        {
            return instance.refuse(format!("{what}s may only have dialect attributes"));
        }
        for entry in entries.iter() {
            context.verify_dialect_attribute(instance.op, owner(ty), entry)?;
        }
    }
    Ok(())
}

/// The function that a symbol reference names, if an operation of this name, with the name.
pub(super) fn callee(
    instance: &Instance<'_>,
    attribute: &str,
    tables: &mut SymbolTables,
    function: &str,
) -> (Option<Op>, String) {
    let context = instance.context;
    let Some(reference) = instance.attribute(attribute) else {
        return (None, String::new());
    };
    let name = match reference.kind(context) {
        AttributeKind::SymbolRef { root, .. } => root.text(context).into_owned(),
        _ => String::new(),
    };
    let found = tables.lookup_nearest(context, instance.op, reference);
    let is_function = |op: &Op| op.is_named(context, function);
    (found.filter(is_function), name)
}

/// Checks a call of a function of this operation, with the words for it.
pub(super) fn verify_call(
    instance: &Instance<'_>,
    tables: &mut SymbolTables,
    function: &str,
    words: &str,
) -> Result<(), Failure> {
    let (context, op) = (instance.context, instance.op);
    let (function, name) = callee(instance, "callee", tables, function);
    let Some(function) = function else {
        return instance.refuse(format!("'{name}' does not reference a valid {words}"));
    };
    let Some((inputs, results)) = signature(context, function) else {
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
fn list(context: &Context, types: impl Iterator<Item = Type>) -> String {
    let types: Vec<String> = types.map(|ty| format!("'{}'", quote_type(context, ty))).collect();
    types.join(", ")
}

/// Checks a function that must not be public without a body.
pub(super) fn verify_declared_private(instance: &Instance<'_>) -> Result<(), Failure> {
    verify(instance, true)
}
