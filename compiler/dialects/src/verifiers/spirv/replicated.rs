//! Composites of specialization constants, and composites whose parts are all the same.

use tvmlike_define::Instance;
use tvmlike_ir::{Attribute, AttributeKind, Context, DYNAMIC, Failure, Op, Type};
use tvmlike_text::{quote_attribute, quote_type};

use super::constants::type_of;
use crate::spirv::{count, element_of, is, is_composite};

/// The type of a composite in the attribute `type`.
fn composite(instance: &Instance<'_>) -> Result<Option<Type>, Failure> {
    let Some(ty) = instance.type_in("type") else {
        return Ok(None);
    };
    if is_composite(instance.context, ty) {
        return Ok(Some(ty));
    }
    let ty = instance.quote(ty);
    instance
        .refuse_plainly(format!("result type must be a composite type, but provided {ty}"))
        .map(|()| None)
}

/// The type of a specialization constant.
fn constant_type(instance: &Instance<'_>, op: Option<Op>) -> Option<Type> {
    type_of(instance, op, "spirv.SpecConstant", "default_value")
}

/// The operation that a symbol names from the nearest symbol table on.
fn find(instance: &Instance<'_>, reference: Attribute) -> Option<Op> {
    let parent = instance.op.parent_op(instance.context)?;
    parent.lookup_nearest_symbol(instance.context, reference)
}

/// The number of parts of a composite; MLIR counts none if it is not known.
fn parts(context: &Context, ty: Type) -> i64 {
    if !is(context, ty, "arm.tensor") {
        return count(context, ty).unwrap_or_default();
    }
    let shape = ty.parameter(context, context.identifier("shape"));
    let Some(AttributeKind::Array(sizes)) = shape.map(|shape| shape.kind(context)) else {
        return 0;
    };
    let size = |size: Attribute| match size.kind(context) {
        AttributeKind::Integer { value, .. } => value.to_i64(),
        _ => None,
    };
    let sizes: Option<Vec<i64>> = sizes.iter().map(size).collect();
    let is_known = |sizes: &Vec<i64>| !sizes.contains(&DYNAMIC);
    sizes.filter(is_known).map_or(0, |sizes| sizes.iter().product())
}

pub(super) fn spec_composite(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let Some(ty) = composite(instance)? else {
        return Ok(());
    };
    if is(context, ty, "coopmatrix") {
        let ty = instance.quote(ty);
        return instance.refuse_plainly(format!("unsupported composite type  {ty}"));
    }
    let constituents = instance.elements("constituents");
    let expected = parts(context, ty);
    if constituents.len() as i64 != expected {
        return instance.refuse_plainly(format!(
            "has incorrect number of operands: expected {expected}, but provided {}",
            constituents.len()
        ));
    }
    for (index, reference) in (0..).zip(constituents) {
        // mlir-opt crashes if the symbol is none of a specialization constant.
        let Some(found) = constant_type(instance, find(instance, reference)) else {
            let name = quote_attribute(context, reference);
            return instance.refuse(format!(
                "constituent {name} is not a spec constant: expected the symbol of a spirv.SpecConstant"
            ));
        };
        let Ok(wanted) = element_of(context, ty, index) else {
            return Ok(());
        };
        if found != wanted {
            let [wanted, found] = [wanted, found].map(|ty| instance.quote(ty));
            return instance.refuse_plainly(format!(
                "has incorrect types of operands: expected {wanted}, but provided {found}"
            ));
        }
    }
    Ok(())
}

pub(super) fn spec_replicated(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let (Some(ty), Some(constituent)) = (composite(instance)?, instance.attribute("constituent")) else {
        return Ok(());
    };
    let Some(op) = find(instance, constituent) else {
        return instance.refuse_plainly("splat spec constant reference defining constituent not found");
    };
    let Some(found) = constant_type(instance, Some(op)) else {
        return instance.refuse_plainly("constituent is not a spec constant");
    };
    match element_of(context, ty, 0) {
        Ok(wanted) if wanted != found => {
            let [wanted, found] = [wanted, found].map(|ty| instance.quote(ty));
            instance.refuse_plainly(format!(
                "constituent has incorrect type: expected {wanted}, but provided {found}"
            ))
        }
        Ok(_) => Ok(()),
        // mlir-opt crashes.
        Err(message) => instance.refuse_plainly(message),
    }
}

/// The type of a constant as a message shows it: an array has that of its first element.
fn value_type(context: &Context, value: Attribute) -> Option<String> {
    let AttributeKind::Array(values) = value.kind(context) else {
        return typed(context, value).map(|ty| quote_type(context, ty));
    };
    let element = value_type(context, values.iter().next()?)?;
    Some(format!("!spirv.array<{} x {element}>", values.len()))
}

/// The type of an attribute that has one.
fn typed(context: &Context, value: Attribute) -> Option<Type> {
    match value.kind(context) {
        AttributeKind::Integer { .. }
        | AttributeKind::Float { .. }
        | AttributeKind::String { .. }
        | AttributeKind::DenseElements(_) => Some(value.ty(context)),
        _ => None,
    }
}

pub(super) fn replicated(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let Some(value) = instance.attribute("value") else {
        return Ok(());
    };
    let Some(found) = value_type(context, value) else {
        return instance.refuse_plainly("unknown value attribute type");
    };
    let mut wanted = Vec::new();
    let mut ty = instance.result_type("replicated_constant");
    while is_composite(context, ty) {
        let Ok(element) = element_of(context, ty, 0) else {
            break;
        };
        wanted.push(quote_type(context, element));
        ty = element;
    }
    if wanted.contains(&found) {
        return Ok(());
    }
    let wanted: Vec<String> = wanted.iter().map(|ty| format!("'{ty}'")).collect();
    instance.refuse_plainly(format!(
        "expected value attribute type {}, but got: '{found}'",
        wanted.join(" or ")
    ))
}
