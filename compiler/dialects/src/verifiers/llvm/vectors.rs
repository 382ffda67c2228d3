//! Vectors.

use tvmlike_define::{Instance, with_element_type};
use tvmlike_ir::{AttributeKind, Context, Failure, Type, TypeKind};

use crate::llvm::type_in;

/// The number of elements of a vector, and whether it is scalable.
fn count(context: &Context, ty: Type) -> Option<(i64, bool)> {
    match ty.kind(context) {
        TypeKind::Vector { shape, scalable, .. } => Some((shape.iter().product(), scalable.any())),
        _ => None,
    }
}

pub(super) fn shuffle(instance: &Instance<'_>) -> Result<(), Failure> {
    let is_scalable =
        count(instance.context, instance.operand_type("v1")).is_some_and(|(_, scalable)| scalable);
    match is_scalable && instance.integers("mask").iter().any(|index| *index != 0) {
        true => instance.refuse("expected a splat operation for scalable vectors"),
        false => Ok(()),
    }
}

/// Checks that a vector of pointers has as many elements as another vector.
fn pointers(instance: &Instance<'_>, value: Type, number: usize) -> Result<(), Failure> {
    let context = instance.context;
    let pointers = instance.operand_type("ptrs");
    let element = pointers.element_type(context);
    match element.and_then(|element| with_element_type(context, value, element)) {
        Some(expected) if expected != pointers => {
            let expected = instance.quote(expected);
            instance.refuse(format!("expected operand #{number} type to be {expected}"))
        }
        _ => Ok(()),
    }
}

pub(super) fn gather(instance: &Instance<'_>) -> Result<(), Failure> {
    pointers(instance, instance.result_type("res"), 1)
}

pub(super) fn scatter(instance: &Instance<'_>) -> Result<(), Failure> {
    pointers(instance, instance.operand_type("value"), 2)
}

pub(super) fn sincos(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let operand = instance.operand_type("val");
    let result = instance.result_type("res");
    let body = result
        .symbol(context)
        .filter(|(info, _)| info.is_named(context, "llvm", "struct"))
        .and_then(|(_, parameters)| parameters.get(1));
    let is_right = match body.map(|body| body.kind(context)) {
        Some(AttributeKind::Array(body)) => {
            body.len() == 2 && body.iter().all(|ty| type_in(context, Some(ty)) == Some(operand))
        }
        _ => false,
    };
    if is_right {
        return Ok(());
    }
    let result = instance.quote(result);
    instance.refuse(format!(
        "expected result type to be an homogeneous struct with two elements matching the operand type, but got {result}"
    ))
}

/// The largest size of vectors that can be put together.
const MOST_BITS: i64 = 1 << 17;

fn parts(instance: &Instance<'_>, whole: Type, part: Type, verb: &str) -> Result<(), Failure> {
    let context = instance.context;
    let bits = |ty: Type| {
        let width = ty
            .element_type(context)
            .and_then(|element| element.bit_width(context));
        let (count, _) = count(context, ty).unwrap_or_default();
        count.saturating_mul(i64::from(width.unwrap_or(64)))
    };
    if bits(whole) > MOST_BITS || bits(part) > MOST_BITS {
        return instance.refuse("failed to verify that vectors are not bigger than 2^17 bits.");
    }
    let is_scalable = |ty: Type| count(context, ty).is_some_and(|(_, scalable)| scalable);
    match is_scalable(part) && !is_scalable(whole) {
        true => instance.refuse(format!(
            "failed to verify that it is not {verb} fixed-length vectors."
        )),
        false => Ok(()),
    }
}

pub(super) fn extract(instance: &Instance<'_>) -> Result<(), Failure> {
    let (whole, part) = (instance.operand_type("srcvec"), instance.result_type("res"));
    parts(instance, whole, part, "extracting scalable from")
}

pub(super) fn insert(instance: &Instance<'_>) -> Result<(), Failure> {
    let (whole, part) = (instance.operand_type("dstvec"), instance.operand_type("srcvec"));
    parts(instance, whole, part, "inserting scalable into")
}

pub(super) fn interleave(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let (one, result) = (instance.operand_type("vec1"), instance.result_type("res"));
    let double = count(context, one).map(|(count, scalable)| (count * 2, scalable));
    match double == count(context, result) && one.element_type(context) == result.element_type(context) {
        true => Ok(()),
        false => instance.refuse("failed to verify that result has twice as many elements as 'vec1'"),
    }
}
