//! `complex`: constants, and casts between complex numbers and as many bits of another type.

use tvmlike_define::{Hook, Instance};
use tvmlike_ir::{AttributeKind, Failure, Type, TypeKind};

use super::types::bit_width;

pub(super) const CHECKS: super::Table = &[
    ("complex.bitcast", Hook::Verify(bitcast)),
    ("complex.constant", Hook::Verify(constant)),
];

fn bitcast(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let (operand, result) = (instance.operand_type("operand"), instance.result_type("result"));
    if operand == result {
        return Ok(());
    }
    let element = |ty: Type| match ty.kind(context) {
        TypeKind::Complex(element) => Some(element),
        _ => None,
    };
    // The bits of a complex number are those of two numbers.
    let bits = |ty: Type| match element(ty) {
        Some(element) => bit_width(context, element).map(|width| 2 * width).or(Some(0)),
        None => bit_width(context, ty),
    };
    let Some(from) = bits(operand) else {
        return instance.refuse("operand must be int/float/complex");
    };
    let Some(to) = bits(result) else {
        return instance.refuse("result must be int/float/complex");
    };
    if element(operand).is_some() == element(result).is_some() {
        return instance.refuse("requires that either input or output has a complex type");
    }
    match from == to {
        true => Ok(()),
        false => instance.refuse("casting bitwidths do not match"),
    }
}

fn constant(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let [real, imaginary] = instance.elements("value")[..] else {
        let message = "requires 'value' to be a complex constant, represented as array of two values";
        return instance.refuse(message);
    };
    let number = |value: tvmlike_ir::Attribute| match value.kind(context) {
        AttributeKind::Integer { ty, .. } | AttributeKind::Float { ty, .. } => Some(ty),
        _ => None,
    };
    let (Some(real), Some(imaginary)) = (number(real), number(imaginary)) else {
        return instance.refuse("requires attribute's elements to be float or integer attributes");
    };
    let TypeKind::Complex(element) = instance.result_type("complex").kind(context) else {
        return Ok(());
    };
    if real == element && imaginary == element {
        return Ok(());
    }
    let (real, imaginary, element) = (
        instance.quote(real),
        instance.quote(imaginary),
        instance.quote(element),
    );
    instance.refuse(format!(
        "requires attribute's element types ({real}, {imaginary}) to match the element type of the op's return type \
         ({element})"
    ))
}
