//! Conversions of numbers and pointers.

use tvmlike_define::{Instance, enum_keyword};
use tvmlike_ir::{Context, Failure, Type, TypeKind};

use super::super::types::element_or_self;
use super::scopes::is_logical;
use crate::spirv::{is, pointee};

/// The number of bits of a number or a vector of numbers.
pub(super) fn bits(context: &Context, ty: Type) -> Option<i64> {
    match ty.kind(context) {
        TypeKind::Vector { shape, element, .. } => {
            Some(shape.iter().product::<i64>() * i64::from(element.bit_width(context)?))
        }
        _ => ty.bit_width(context).map(i64::from),
    }
}

fn both(instance: &Instance<'_>) -> Option<(Type, Type)> {
    let context = instance.context;
    let (operand, result) = (instance.op.operand(context, 0)?, instance.op.result(context, 0)?);
    Some((operand.ty(context), result.ty(context)))
}

/// The element type of a cooperative matrix, as of other composites of numbers.
pub(super) fn element(context: &Context, ty: Type) -> Type {
    match is(context, ty, "coopmatrix") {
        true => tvmlike_define::type_parameter(context, ty, 0).unwrap_or(ty),
        false => element_or_self(context, ty),
    }
}

/// The number of bits must change.
pub(super) fn resize(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let Some((operand, result)) = both(instance) else {
        return Ok(());
    };
    let is_matrix = |ty: Type| is(context, ty, "coopmatrix");
    if is_matrix(operand) != is_matrix(result) {
        return instance.refuse("incompatible operand and result types");
    }
    let (operand, result) = (element(context, operand), element(context, result));
    match operand.bit_width(context) == result.bit_width(context) {
        false => Ok(()),
        true => instance.refuse(format!(
            "expected the different bit widths for operand type and result type, but provided {} and {}",
            instance.quote(operand),
            instance.quote(result)
        )),
    }
}

pub(super) fn bitcast(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let Some((operand, result)) = both(instance) else {
        return Ok(());
    };
    if operand == result {
        return instance.refuse_plainly("result type must be different from operand type");
    }
    let is_pointer = |ty: Type| is(context, ty, "ptr");
    match (is_pointer(operand), is_pointer(result)) {
        (true, true) => return Ok(()),
        (true, false) => {
            let message = "unhandled bit cast conversion from pointer type to non-pointer type";
            return instance.refuse_plainly(message);
        }
        (false, true) => {
            let message = "unhandled bit cast conversion from non-pointer type to pointer type";
            return instance.refuse_plainly(message);
        }
        (false, false) => {}
    }
    match (bits(context, operand), bits(context, result)) {
        (Some(from), Some(to)) if from != to => instance.refuse(format!(
            "mismatch in result type bitwidth {to} and operand type bitwidth {from}"
        )),
        _ => Ok(()),
    }
}

/// The storage class of a pointer.
fn class(context: &Context, ty: Type) -> Option<&str> {
    enum_keyword(context, pointee(context, ty)?.1)
}

pub(super) fn from_pointer(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let Some((operand, result)) = both(instance) else {
        return Ok(());
    };
    if !is_signless(context, result) {
        return instance.refuse_plainly("result must be a scalar type of unsigned integer");
    }
    match is_logical(instance, class(context, operand)) {
        true => instance.refuse_plainly("operand must be a physical pointer"),
        false => Ok(()),
    }
}

pub(super) fn to_pointer(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let Some((operand, result)) = both(instance) else {
        return Ok(());
    };
    if !is_signless(context, operand) {
        return instance.refuse_plainly("result must be a scalar type of unsigned integer");
    }
    match is_logical(instance, class(context, result)) {
        true => instance.refuse_plainly("result must be a physical pointer"),
        false => Ok(()),
    }
}

fn is_signless(context: &Context, ty: Type) -> bool {
    matches!(ty.kind(context), TypeKind::Integer { signedness, .. }
        if signedness == tvmlike_ir::Signedness::Signless)
}

/// Whether pointers of a storage class can become generic.
fn has_generic(class: Option<&str>) -> bool {
    matches!(class, Some("Workgroup" | "CrossWorkgroup" | "Function"))
}

/// Both pointers must point to one type.
fn same_pointee(instance: &Instance<'_>, operand: Type, result: Type) -> Result<(), Failure> {
    let context = instance.context;
    match (pointee(context, operand), pointee(context, result)) {
        (Some((one, _)), Some((other, _))) if one != other => instance.refuse(format!(
            "pointer operand's pointee type must have the same as the op result type, but found {} vs {}",
            instance.quote(one),
            instance.quote(other)
        )),
        _ => Ok(()),
    }
}

pub(super) fn to_generic(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let Some((operand, result)) = both(instance) else {
        return Ok(());
    };
    if !has_generic(class(context, operand)) {
        let message = "pointer must point to the Workgroup, CrossWorkgroup, or Function Storage Class";
        return instance.refuse_plainly(message);
    }
    if class(context, result) != Some("Generic") {
        return instance.refuse_plainly("result type must be of storage class Generic");
    }
    same_pointee(instance, operand, result)
}

pub(super) fn from_generic(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let Some((operand, result)) = both(instance) else {
        return Ok(());
    };
    if class(context, operand) != Some("Generic") {
        return instance.refuse_plainly("pointer type must be of storage class Generic");
    }
    if !has_generic(class(context, result)) {
        let message = "result must point to the Workgroup, CrossWorkgroup, or Function Storage Class";
        return instance.refuse_plainly(message);
    }
    same_pointee(instance, operand, result)
}
