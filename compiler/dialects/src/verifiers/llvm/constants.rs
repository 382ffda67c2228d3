//! Constants.

use tvmlike_define::Instance;
use tvmlike_ir::{Attribute, AttributeKind, Context, Failure, Type, TypeKind};

use super::pointers::target_type;
use crate::llvm::{keywords, type_in};
use crate::verifiers::types;

pub(super) fn zero(instance: &Instance<'_>) -> Result<(), Failure> {
    let target = target_type(instance.context, instance.result_type("res"));
    match target.is_some_and(|name| !name.starts_with(b"spirv.") && name != b"aarch64.svcount") {
        true => instance.refuse("target extension type does not support zero-initializer"),
        false => Ok(()),
    }
}

/// An array of LLVM: its element type and their number.
pub(super) fn array(context: &Context, ty: Type) -> Option<(Type, u64)> {
    let (_, parameters) = ty
        .symbol(context)
        .filter(|(info, _)| info.is_named(context, "llvm", "array"))?;
    let count = keywords::integer(context, parameters.get(1)?)?;
    Some((type_in(context, parameters.get(0))?, count))
}

/// The element types of a struct of LLVM.
fn body(context: &Context, ty: Type) -> Option<Vec<Type>> {
    let (_, parameters) = ty
        .symbol(context)
        .filter(|(info, _)| info.is_named(context, "llvm", "struct"))?;
    match parameters.get(1).map(|body| body.kind(context)) {
        Some(AttributeKind::Array(body)) => body.iter().map(|ty| type_in(context, Some(ty))).collect(),
        _ => Some(Vec::new()),
    }
}

fn is_integer(context: &Context, ty: Type) -> bool {
    matches!(ty.kind(context), TypeKind::Integer { .. })
}

pub(super) fn constant(instance: &Instance<'_>) -> Result<(), Failure> {
    let (context, ty) = (instance.context, instance.result_type("res"));
    let Some(value) = instance.attribute("value") else {
        return Ok(());
    };
    let kind = value.kind(context);
    if let AttributeKind::String { bytes, .. } = kind {
        let wanted = Some((context.i8(), bytes.len() as u64));
        return match array(context, ty) == wanted {
            true => Ok(()),
            false => instance.refuse(format!(
                "expected array type of {} i8 elements for the string constant",
                bytes.len()
            )),
        };
    }
    if let Some(body) = body(context, ty) {
        return in_struct(instance, kind, &body);
    }
    if target_type(context, ty).is_some() {
        return instance.refuse("does not support target extension type.");
    }
    match kind {
        AttributeKind::Integer { .. } => match is_integer(context, ty) {
            true => Ok(()),
            false => instance.refuse("expected integer type"),
        },
        AttributeKind::Float { ty: float, .. } => semantics(instance, float, ty),
        AttributeKind::Array(_) => match array(context, ty) {
            Some(_) => nested(instance, value, ty, 0, 0),
            None => instance.refuse("expected array or struct type for array attribute"),
        },
        _ => match Some(value.ty(context)).filter(|ty| ty.is_shaped(context)) {
            Some(shaped) => elements(instance, value, shaped, ty),
            None => instance.refuse("only supports integer, float, string or elements attributes"),
        },
    }
}

/// Checks a constant of a struct.
fn in_struct(instance: &Instance<'_>, value: AttributeKind<'_>, body: &[Type]) -> Result<(), Failure> {
    let context = instance.context;
    let AttributeKind::Array(all) = value else {
        return instance.refuse("expected array attribute for struct type");
    };
    if all.len() != body.len() {
        return instance.refuse(format!("expected array attribute of size {}", body.len()));
    }
    for (index, (value, ty)) in all.iter().zip(body).enumerate() {
        let is_number = match ty.kind(context) {
            TypeKind::Integer { signedness, .. } => signedness == tvmlike_ir::Signedness::Signless,
            TypeKind::Float(_) | TypeKind::Index => true,
            _ => false,
        };
        if !is_number {
            return instance
                .refuse("expected struct element types to be floating point type or integer type");
        }
        let (AttributeKind::Integer { ty: own, .. } | AttributeKind::Float { ty: own, .. }) =
            value.kind(context)
        else {
            return instance.refuse("expected element of array attribute to be floating point or integer");
        };
        if own != *ty {
            return instance.refuse(format!("struct element at index {index} is of wrong type"));
        }
    }
    Ok(())
}

/// Checks that a constant can have the format of a float.
fn semantics(instance: &Instance<'_>, float: Type, ty: Type) -> Result<(), Failure> {
    let context = instance.context;
    match ty.kind(context) {
        TypeKind::Float(_) if ty != float => {
            instance.refuse("attribute and type have different float semantics")
        }
        TypeKind::Integer { .. } if ty.bit_width(context) != float.bit_width(context) => {
            let width = float.bit_width(context).unwrap_or_default();
            instance.refuse(format!("expected integer type of width {width}"))
        }
        _ => Ok(()),
    }
}

/// The innermost element type of vectors and arrays, and the number of elements.
fn innermost(context: &Context, ty: Type) -> (Type, i64) {
    match array(context, ty) {
        Some((element, count)) => {
            let (element, inner) = innermost(context, element);
            (
                element,
                inner.saturating_mul(i64::try_from(count).unwrap_or(i64::MAX)),
            )
        }
        None => match ty.is_shaped(context) {
            true => (
                types::element_or_self(context, ty),
                types::num_elements(context, ty).unwrap_or_default(),
            ),
            false => (ty, 1),
        },
    }
}

/// Whether a type is a scalable vector, or arrays of them.
fn is_scalable(context: &Context, ty: Type) -> bool {
    match (array(context, ty), ty.kind(context)) {
        (Some((element, _)), _) => is_scalable(context, element),
        (None, TypeKind::Vector { scalable, .. }) => scalable.any(),
        _ => false,
    }
}

fn elements(instance: &Instance<'_>, value: Attribute, shaped: Type, ty: Type) -> Result<(), Failure> {
    let context = instance.context;
    if is_scalable(context, ty) {
        let is_splat = matches!(value.kind(context), AttributeKind::DenseElements(all) if all.is_splat());
        return match is_splat {
            true => Ok(()),
            false => instance.refuse("scalable vector type requires a splat attribute"),
        };
    }
    if !types::is_vector(context, ty) && array(context, ty).is_none() {
        return instance.refuse("expected vector or array type");
    }
    let ((element, given), (own, count)) = (innermost(context, shaped), innermost(context, ty));
    if given != count {
        return instance.refuse(format!(
            "type and attribute have a different number of elements: {count} vs. {given}"
        ));
    }
    match element.kind(context) {
        TypeKind::Float(_) => semantics(instance, element, own),
        TypeKind::Integer { .. } if !is_integer(context, own) => {
            instance.refuse("expected integer element type for integer elements attribute")
        }
        _ => Ok(()),
    }
}

/// Checks an array of constants of an array, which is in others.
fn nested(
    instance: &Instance<'_>,
    value: Attribute,
    ty: Type,
    dimension: usize,
    index: usize,
) -> Result<(), Failure> {
    let context = instance.context;
    let Some((element, count)) = array(context, ty) else {
        return Ok(());
    };
    let all = match value.kind(context) {
        AttributeKind::Array(all) => all,
        _ => {
            let is_empty_value = ["zero", "undef", "poison"]
                .iter()
                .any(|name| value.is_symbol(context, "llvm", name));
            return match is_empty_value || dimension == 0 {
                true => Ok(()),
                false => instance.refuse(format!(
                    "nested attribute for sub-array in dimension {} at index {index} must be a zero, or \
                     undef, or array attribute",
                    dimension - 1
                )),
            };
        }
    };
    if all.len() as u64 != count {
        return instance.refuse(format!(
            "array attribute size does not match array type size in dimension {dimension}: {} vs. {count}",
            all.len()
        ));
    }
    if array(context, element).is_some() {
        for (index, one) in all.iter().enumerate() {
            nested(instance, one, element, dimension + 1, index)?;
        }
        return Ok(());
    }
    let Some(body) = body(context, element) else {
        return instance.refuse("for array with an array attribute must have a struct element type");
    };
    for (index, one) in all.iter().enumerate() {
        let is_empty_value = ["zero", "undef", "poison"]
            .iter()
            .any(|name| one.is_symbol(context, "llvm", name));
        match one.kind(context) {
            _ if is_empty_value => {}
            AttributeKind::Array(members) if members.len() == body.len() => {}
            AttributeKind::Array(members) => {
                return instance.refuse(format!(
                    "nested array attribute size for struct element at index {index} must match struct size: {} vs. {}",
                    members.len(),
                    body.len()
                ));
            }
            _ => {
                return instance.refuse(format!(
                    "nested attribute for struct element at index {index} must be a zero, or undef, or array attribute"
                ));
            }
        }
    }
    Ok(())
}
