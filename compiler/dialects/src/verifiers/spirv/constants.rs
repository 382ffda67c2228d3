//! Constants, variables of modules and references to them, and weights of branches.

use tvmlike_define::{Instance, enum_keyword};
use tvmlike_ir::{Attribute, AttributeKind, Failure, Op, Type, TypeKind};

use crate::spirv::{count, element_of, is, pointee};

/// The default of a specialization constant must be a scalar of an allowed width, and its number not negative.
pub(super) fn spec_constant(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let number = instance.op.attribute(context, context.identifier("spec_id"));
    if let Some(AttributeKind::Integer { value, .. }) = number.map(|number| number.kind(context))
        && value.to_i64().is_some_and(|value| value < 0)
    {
        return instance.refuse("SpecId cannot be negative");
    }
    let value = instance.attribute("default_value");
    let widths: &[u32] = match value.map(|value| value.kind(context)) {
        Some(AttributeKind::Integer { .. }) => &[1, 8, 16, 32, 64],
        Some(AttributeKind::Float { .. }) => &[16, 32, 64],
        _ => return instance.refuse("default value can only be a bool, integer, or float scalar"),
    };
    let width = value.and_then(|value| value.ty(context).bit_width(context));
    match width.is_some_and(|width| widths.contains(&width)) {
        true => Ok(()),
        false => instance.refuse("default value bitwidth disallowed"),
    }
}

pub(super) fn constant(instance: &Instance<'_>) -> Result<(), Failure> {
    match instance.attribute("value") {
        Some(value) => check_constant(instance, value, instance.result_type("constant")),
        None => Ok(()),
    }
}

/// Checks a constant, or an element of one, whose type is `ty`.
fn check_constant(instance: &Instance<'_>, value: Attribute, ty: Type) -> Result<(), Failure> {
    let context = instance.context;
    let quote = |ty: Type| instance.quote(ty);
    match value.kind(context) {
        AttributeKind::Integer { ty: own, .. } | AttributeKind::Float { ty: own, .. } => match own == ty {
            true => Ok(()),
            false => instance.refuse(format!(
                "result type ({}) does not match value type ({})",
                quote(ty),
                quote(own)
            )),
        },
        AttributeKind::DenseElements(elements) => check_elements(instance, elements.ty(), ty),
        AttributeKind::Array(values) => {
            if !is(context, ty, "array") {
                return instance.refuse("must have spirv.array result type for array value");
            }
            let Ok(element) = element_of(context, ty, 0) else {
                return Ok(());
            };
            values
                .iter()
                .try_for_each(|value| check_constant(instance, value, element))
        }
        _ => {
            let value = tvmlike_text::quote_attribute(context, value);
            instance.refuse(format!("cannot have attribute: {value}"))
        }
    }
}

/// Checks dense elements of a shaped type `own` as a constant of a type.
fn check_elements(instance: &Instance<'_>, own: Type, ty: Type) -> Result<(), Failure> {
    let context = instance.context;
    if own == ty {
        return Ok(());
    }
    if !is(context, ty, "array") {
        return instance.refuse(format!(
            "result or element type ({}) does not match value type ({}), must be the same or spirv.array",
            instance.quote(ty),
            instance.quote(own)
        ));
    }
    let mut total = 1;
    let mut element = ty;
    while is(context, element, "array") {
        total *= count(context, element).unwrap_or(1);
        let Ok(inner) = element_of(context, element, 0) else {
            return Ok(());
        };
        element = inner;
    }
    if let TypeKind::Vector {
        shape,
        element: inner,
        ..
    } = element.kind(context)
    {
        total *= shape.iter().product::<i64>();
        element = inner;
    }
    if let Some(inner) = own.element_type(context).filter(|inner| *inner != element) {
        return instance.refuse(format!(
            "result element type ({}) does not match value element type ({})",
            instance.quote(element),
            instance.quote(inner)
        ));
    }
    match own.num_elements(context) {
        Some(given) if given != total => instance.refuse(format!(
            "result number of elements ({total}) does not match value number of elements ({given})"
        )),
        _ => Ok(()),
    }
}

/// The operation that a symbol names from the nearest symbol table on.
fn symbol(instance: &Instance<'_>, name: &str) -> Option<Op> {
    let reference = instance.attribute(name)?;
    instance.op.lookup_nearest_symbol(instance.context, reference)
}

/// The type in a property of an operation with one of these names.
pub(super) fn type_of(instance: &Instance<'_>, op: Option<Op>, name: &str, property: &str) -> Option<Type> {
    let context = instance.context;
    let op = op.filter(|op| op.is_named(context, name))?;
    let value = op.property(context, context.identifier(property))?;
    match value.kind(context) {
        AttributeKind::Type(ty) => Some(ty),
        _ => Some(value.ty(context)),
    }
}

pub(super) fn address(instance: &Instance<'_>) -> Result<(), Failure> {
    let variable = symbol(instance, "variable");
    match type_of(instance, variable, "spirv.GlobalVariable", "type") {
        None => instance.refuse("expected spirv.GlobalVariable symbol"),
        Some(ty) if ty != instance.result_type("pointer") => {
            instance.refuse("result type mismatch with the referenced global variable's type")
        }
        Some(_) => Ok(()),
    }
}

pub(super) fn reference(instance: &Instance<'_>) -> Result<(), Failure> {
    let constant = symbol(instance, "spec_const");
    let ty = type_of(instance, constant, "spirv.SpecConstant", "default_value")
        .or_else(|| type_of(instance, constant, "spirv.SpecConstantComposite", "type"));
    match ty {
        None => instance.refuse("expected spirv.SpecConstant or spirv.SpecConstantComposite symbol"),
        Some(ty) if ty != instance.result_type("reference") => {
            instance.refuse("result type mismatch with the referenced specialization constant's type")
        }
        Some(_) => Ok(()),
    }
}

pub(super) fn global_variable(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let Some((_, class)) = instance.type_in("type").and_then(|ty| pointee(context, ty)) else {
        return instance.refuse("result must be of a !spv.ptr type");
    };
    if let Some(class @ ("Generic" | "Function")) = enum_keyword(context, class) {
        return instance.refuse(format!("storage class cannot be '{class}'"));
    }
    if instance.attribute("initializer").is_none() {
        return Ok(());
    }
    let initializer = symbol(instance, "initializer").map(|op| op.name(context).bytes(context));
    match initializer {
        Some(b"spirv.GlobalVariable" | b"spirv.SpecConstant" | b"spirv.SpecConstantComposite") => Ok(()),
        _ => instance
            .refuse("initializer must be result of a spirv.SpecConstant or spirv.SpecConstantCompositeOp op"),
    }
}

pub(super) fn weights(instance: &Instance<'_>) -> Result<(), Failure> {
    if instance.attribute("branch_weights").is_none() {
        return Ok(());
    }
    let context = instance.context;
    let weights = instance.elements("branch_weights");
    if weights.len() != 2 {
        return instance.refuse("must have exactly two branch weights");
    }
    let is_zero = |weight: &Attribute| matches!(weight.kind(context), AttributeKind::Integer { value, .. } if value.to_i64() == Some(0));
    match weights.iter().all(is_zero) {
        true => instance.refuse("branch weights cannot both be zero"),
        false => Ok(()),
    }
}

/// The block must not be entered: it is not the first one, and has no predecessors.
pub(super) fn unreachable(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let block = instance.op.block(context);
    let is_first = block.is_some_and(|block| block.previous(context).is_none());
    match is_first {
        true => instance.refuse("cannot be used in reachable block"),
        false => Ok(()),
    }
}
