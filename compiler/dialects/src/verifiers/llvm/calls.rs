//! Calls: the function by name, the type of a variadic function, bundles of operands.

use tvmlike_define::Instance;
use tvmlike_ir::{AttributeKind, Context, Failure, Location, LocationKind, Op, SymbolTables, Value};

use crate::llvm::{FunctionType, keywords, string, type_in};

pub(super) fn bundles(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let tags = instance.elements("op_bundle_tags");
    if tags.iter().any(|tag| string(context, Some(*tag)).is_none()) {
        return instance.refuse_plainly("operand bundle tag must be a StringAttr");
    }
    let (count, tags) = (instance.integers("op_bundle_sizes").len(), tags.len());
    if count != tags {
        return instance.refuse_plainly(format!(
            "expected {count} operand bundle tags, but actually got {tags}"
        ));
    }
    Ok(())
}

pub(super) fn intrinsic(instance: &Instance<'_>) -> Result<(), Failure> {
    let name = string(instance.context, instance.attribute("intrin"));
    if !name.is_some_and(|name| name.starts_with(b"llvm.")) {
        return instance.refuse("intrinsic name must start with 'llvm.'");
    }
    bundles(instance)
}

/// `musttail` among the kinds of tail calls.
const MUST_TAIL: u64 = 2;

pub(super) fn assembly(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let kind = instance
        .attribute("tail_call_kind")
        .and_then(|kind| kind.symbol(context));
    let kind = kind.and_then(|(_, parameters)| keywords::integer(context, parameters.get(0)?));
    match kind == Some(MUST_TAIL) {
        true => instance.refuse("tail call kind 'musttail' is not supported by this operation"),
        false => Ok(()),
    }
}

/// The operands that become arguments: without the pointer to the function.
fn arguments(instance: &Instance<'_>) -> Vec<Value> {
    let skipped = usize::from(!instance.has("callee"));
    instance.operands("callee_operands").skip(skipped).collect()
}

/// Checks the type of a variadic function.
pub(super) fn variadic(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let ty = instance.type_in("var_callee_type");
    let Some(function) = ty.and_then(|ty| FunctionType::of(context, ty)) else {
        return Ok(());
    };
    if !function.is_variadic {
        return instance.refuse("expected var_callee_type to be a variadic function type");
    }
    let arguments = arguments(instance);
    if function.inputs.len() > arguments.len() {
        let count = arguments.len();
        return instance.refuse(format!(
            "expected var_callee_type to have at most {count} parameters"
        ));
    }
    for (input, argument) in function.inputs.iter().zip(&arguments) {
        if *input != argument.ty(context) {
            let (input, argument) = (instance.quote(*input), instance.quote(argument.ty(context)));
            return instance.refuse(format!(
                "var_callee_type parameter type mismatch: {input} != {argument}"
            ));
        }
    }
    match instance.results("result").next().map(|result| result.ty(context)) {
        None if !function.is_void(context) => instance.refuse("expected var_callee_type to return void"),
        Some(result) if result != function.result => {
            let (returned, result) = (instance.quote(function.result), instance.quote(result));
            instance.refuse(format!(
                "var_callee_type return type mismatch: {returned} != {result}"
            ))
        }
        _ => Ok(()),
    }
}

pub(super) fn call(instance: &Instance<'_>, tables: &mut SymbolTables) -> Result<(), Failure> {
    let (context, op) = (instance.context, instance.op);
    variadic(instance)?;
    let Some(callee) = instance.attribute("callee") else {
        let Some(pointer) = op.operand(context, 0) else {
            return instance.refuse("must have either a `callee` attribute or at least an operand");
        };
        let ty = pointer.ty(context);
        return match ty.is_symbol(context, "llvm", "ptr") {
            true => Ok(()),
            false => instance.refuse(format!(
                "indirect call expects a pointer as callee: {}",
                instance.quote(ty)
            )),
        };
    };
    let name = match callee.kind(context) {
        AttributeKind::SymbolRef { root, .. } => root.text(context).into_owned(),
        _ => String::new(),
    };
    let Some(found) = tables.lookup_nearest(context, op, callee) else {
        return instance.refuse(format!(
            "'{name}' does not reference a symbol in the current scope"
        ));
    };
    let attribute = match found.name(context).bytes(context) {
        b"llvm.func" => "function_type",
        b"llvm.mlir.ifunc" => "i_func_type",
        _ => {
            return instance.refuse(format!(
                "'{name}' does not reference a valid LLVM function or IFunc"
            ));
        }
    };
    if attribute == "function_type" {
        debug_location(instance, found)?;
    }
    let ty = type_in(context, found.property(context, context.identifier(attribute)));
    let Some(ty) = ty else {
        return Ok(());
    };
    match FunctionType::of(context, ty) {
        Some(function) => types(instance, &function),
        None => instance.refuse(format!(
            "callee does not have a functional type: {}",
            instance.quote(ty)
        )),
    }
}

/// Checks what a call passes and what it gets.
fn types(instance: &Instance<'_>, function: &FunctionType) -> Result<(), Failure> {
    let context = instance.context;
    if function.is_variadic && !instance.has("var_callee_type") {
        return instance.refuse("missing var_callee_type attribute for vararg call");
    }
    let (given, wanted) = (instance.operands("callee_operands").len(), function.inputs.len());
    if !function.is_variadic && given != wanted {
        return instance.refuse(format!(
            "incorrect number of operands ({given}) for callee (expecting: {wanted})"
        ));
    }
    if given < wanted {
        return instance.refuse(format!(
            "incorrect number of operands ({given}) for varargs callee (expecting at least: {wanted})"
        ));
    }
    let operands = instance.operands("callee_operands");
    for (index, (operand, input)) in operands.zip(&function.inputs).enumerate() {
        if operand.ty(context) != *input {
            let (operand, input) = (instance.quote(operand.ty(context)), instance.quote(*input));
            return instance.refuse(format!(
                "operand type mismatch for operand {index}: {operand} != {input}"
            ));
        }
    }
    match instance.results("result").next().map(|result| result.ty(context)) {
        None if !function.is_void(context) => instance.refuse("expected function call to produce a value"),
        Some(_) if function.is_void(context) => {
            instance.refuse("calling function with void result must not produce values")
        }
        Some(result) if result != function.result => {
            let (result, returned) = (instance.quote(result), instance.quote(function.result));
            instance.refuse(format!("result type mismatch: {result} != {returned}"))
        }
        _ => Ok(()),
    }
}

/// Checks that a call has a location if it can be inlined into a function with debug information.
fn debug_location(instance: &Instance<'_>, callee: Op) -> Result<(), Failure> {
    let (context, op) = (instance.context, instance.op);
    let has_body = callee
        .region(context, 0)
        .is_some_and(|body| !body.is_empty(context));
    let mut caller = op.parent_op(context);
    while let Some(at) = caller.filter(|at| !at.name(context).bytes(context).ends_with(b".func")) {
        caller = at.parent_op(context);
    }
    let has_debug = |op: Op| has_subprogram(context, op.location(context));
    let is_unknown = matches!(op.location(context).kind(context), LocationKind::Unknown);
    match is_unknown && has_body && caller.is_some_and(has_debug) && has_debug(callee) {
        true => instance.refuse_plainly(
            "inlinable function call in a function with a DISubprogram location must have a debug location",
        ),
        false => Ok(()),
    }
}

fn has_subprogram(context: &Context, location: Location) -> bool {
    match location.kind(context) {
        LocationKind::Fused { metadata, locations } => {
            metadata.is_some_and(|data| data.is_symbol(context, "llvm", "di_subprogram"))
                || locations.iter().any(|location| has_subprogram(context, location))
        }
        LocationKind::Name { child, .. } => has_subprogram(context, child),
        LocationKind::CallSite { callee, caller } => {
            has_subprogram(context, callee) || has_subprogram(context, caller)
        }
        _ => false,
    }
}
