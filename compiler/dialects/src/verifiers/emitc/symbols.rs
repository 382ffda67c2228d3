//! Functions, globals, classes and what refers to them.

use tvmlike_define::{Instance, is_emitc_type, type_parameter};
use tvmlike_ir::{AttributeKind, Failure, Op, SymbolTables};
use tvmlike_text::quote_attribute;

use super::{is, is_opaque, sizes};
use crate::verifiers::function;

pub(super) fn func(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let Some((inputs, results)) = function::signature(context, instance.op) else {
        return Ok(());
    };
    if inputs.iter().any(|ty| is(context, ty, &["lvalue"])) {
        return instance.refuse("cannot have lvalue type as argument");
    }
    if results.len() > 1 {
        let message = format!("requires zero or exactly one result, but has {}", results.len());
        return instance.refuse(message);
    }
    match results.iter().any(|ty| is(context, ty, &["array"])) {
        true => instance.refuse("cannot return array type"),
        false => Ok(()),
    }
}

pub(super) fn get_global(instance: &Instance<'_>, tables: &mut SymbolTables) -> Result<(), Failure> {
    let context = instance.context;
    let (global, name) = function::callee(instance, "name", tables, "emitc.global");
    let Some(global) = global else {
        return instance.refuse(format!("'{name}' does not reference a valid emitc.global"));
    };
    let ty = global
        .property(context, context.identifier("type"))
        .map(|ty| ty.kind(context));
    let Some(AttributeKind::Type(ty)) = ty else {
        return Ok(());
    };
    let result = instance.result_type("result");
    let (is_array, inner) = match is(context, ty, &["array"]) {
        true => (true, Some(result)),
        false => (
            false,
            type_parameter(context, result, 0).filter(|_| is(context, result, &["lvalue"])),
        ),
    };
    if inner == Some(ty) {
        return Ok(());
    }
    let (ty, inner) = (instance.quote(ty), inner.map(|inner| instance.quote(inner)));
    let inner = inner.unwrap_or_else(|| "<<NULL TYPE>>".to_owned());
    instance.refuse(match is_array {
        true => format!("on array type expects result type {inner} to match type {ty} of the global @{name}"),
        false => {
            format!(
                "on non-array type expects result inner type {inner} to match type {ty} of the global @{name}"
            )
        }
    })
}

pub(super) fn global(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let Some(ty) = instance.type_in("type") else {
        return Ok(());
    };
    if !is_emitc_type(context, ty) {
        return instance.refuse("expected valid emitc type");
    }
    if let Some(value) = instance.attribute("initial_value") {
        use AttributeKind as A;
        let wanted = match value.kind(context) {
            A::Integer { .. } | A::Float { .. } => Some(ty),
            A::DenseElements(_) | A::DenseStrings(_) | A::DenseResource { .. } | A::Sparse { .. } => {
                if !is(context, ty, &["array"]) {
                    return instance.refuse(format!("expected array type, but got {}", instance.quote(ty)));
                }
                let element = type_parameter(context, ty, 0);
                element.and_then(|element| {
                    context
                        .ranked_tensor_type(&sizes(context, ty), element, None)
                        .ok()
                })
            }
            _ if is_opaque(context, value) => Some(value.ty(context)),
            _ => {
                let value = quote_attribute(context, value);
                return instance.refuse(format!(
                    "initial value should be a integer, float, elements or opaque attribute, but got {value}"
                ));
            }
        };
        let given = value.ty(context);
        if wanted != Some(given) {
            let (ty, given) = (instance.quote(ty), instance.quote(given));
            return instance.refuse(format!(
                "initial value expected to be of type {ty}, but was of type {given}"
            ));
        }
    }
    match instance.has("static_specifier") && instance.has("extern_specifier") {
        true => instance.refuse("cannot have both static and extern specifiers"),
        false => Ok(()),
    }
}

pub(super) fn returns(instance: &Instance<'_>) -> Result<(), Failure> {
    let (context, op) = (instance.context, instance.op);
    let Some(function) = op.parent_op(context) else {
        return Ok(());
    };
    let Some((_, results)) = function::signature(context, function) else {
        return Ok(());
    };
    let name = String::from_utf8_lossy(function.symbol_name(context).unwrap_or_default());
    let given = op.num_operands(context);
    if given != results.len() {
        return instance.refuse(format!(
            "has {given} operands, but enclosing function (@{name}) returns {}",
            results.len()
        ));
    }
    let operand = op.operand(context, 0).map(|operand| operand.ty(context));
    match (operand, results.get(0)) {
        (Some(operand), Some(result)) if operand != result => instance.refuse_plainly(format!(
            "type of the return operand ({}) doesn't match function result type ({}) in function @{name}",
            instance.quote(operand),
            instance.quote(result)
        )),
        _ => Ok(()),
    }
}

pub(super) fn declare_func(instance: &Instance<'_>, tables: &mut SymbolTables) -> Result<(), Failure> {
    match function::callee(instance, "sym_name", tables, "emitc.func") {
        (Some(_), _) => Ok(()),
        (None, name) => instance.refuse(format!("'{name}' does not reference a valid function")),
    }
}

pub(super) fn call(instance: &Instance<'_>, tables: &mut SymbolTables) -> Result<(), Failure> {
    function::verify_call(instance, tables, "emitc.func", "function")
}

/// The class around an operation.
fn class_around(instance: &Instance<'_>) -> Option<Op> {
    let context = instance.context;
    let mut parents = std::iter::successors(instance.op.parent_op(context), |op| op.parent_op(context));
    parents.find(|op| op.is_named(context, "emitc.class"))
}

pub(super) fn field(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    if instance
        .type_in("type")
        .is_some_and(|ty| !is_emitc_type(context, ty))
    {
        return instance.refuse("expected valid emitc type");
    }
    match class_around(instance) == instance.op.parent_op(context) && class_around(instance).is_some() {
        true => Ok(()),
        false => instance.refuse("field must be nested within an emitc.class operation"),
    }
}

pub(super) fn get_field(instance: &Instance<'_>, tables: &mut SymbolTables) -> Result<(), Failure> {
    let context = instance.context;
    if class_around(instance).is_none() {
        return instance.refuse(" must be nested within an emitc.class operation");
    }
    let (field, name) = function::callee(instance, "field_name", tables, "emitc.field");
    let Some(field) = field else {
        return instance.refuse(format!("field '@{name}' not found in the class"));
    };
    let ty = field
        .property(context, context.identifier("type"))
        .map(|ty| ty.kind(context));
    let result = instance.result_type("result");
    match ty {
        Some(AttributeKind::Type(ty)) if ty != result => instance.refuse(format!(
            "result type {} does not match field '@{name}' type {}",
            instance.quote(result),
            instance.quote(ty)
        )),
        _ => Ok(()),
    }
}
