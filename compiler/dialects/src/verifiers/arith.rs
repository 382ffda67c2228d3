//! `arith`: which types can be cast, and what constants and conditions can be.

use tvmlike_define::{Hook, Instance};
use tvmlike_ir::{AttributeKind, Context, Failure, Signedness, Type, TypeKind};

use super::cast;
use super::types::{bit_width, element_or_self, is_compatible, is_tensor, is_vector};

pub(super) const CHECKS: super::Table = &[
    ("arith.bitcast", Hook::Interface("CastOpInterface", bitcast)),
    ("arith.constant", Hook::Verify(constant)),
    ("arith.extf", Hook::Interface("CastOpInterface", wider_float)),
    ("arith.extf", Hook::Implied),
    ("arith.extsi", Hook::Interface("CastOpInterface", wider_integer)),
    ("arith.extsi", Hook::Implied),
    ("arith.extui", Hook::Interface("CastOpInterface", wider_integer)),
    ("arith.extui", Hook::Implied),
    (
        "arith.fptosi",
        Hook::Interface("CastOpInterface", float_to_integer),
    ),
    (
        "arith.fptoui",
        Hook::Interface("CastOpInterface", float_to_integer),
    ),
    ("arith.index_cast", Hook::Interface("CastOpInterface", index_cast)),
    (
        "arith.index_castui",
        Hook::Interface("CastOpInterface", index_cast),
    ),
    (
        "arith.scaling_extf",
        Hook::Interface("CastOpInterface", wider_float),
    ),
    ("arith.scaling_extf", Hook::Implied),
    (
        "arith.scaling_truncf",
        Hook::Interface("CastOpInterface", narrower_float),
    ),
    ("arith.scaling_truncf", Hook::Implied),
    ("arith.select", Hook::Verify(select)),
    (
        "arith.sitofp",
        Hook::Interface("CastOpInterface", integer_to_float),
    ),
    ("arith.truncf", Hook::Interface("CastOpInterface", narrower_float)),
    ("arith.truncf", Hook::Implied),
    (
        "arith.trunci",
        Hook::Interface("CastOpInterface", narrower_integer),
    ),
    ("arith.trunci", Hook::Implied),
    (
        "arith.uitofp",
        Hook::Interface("CastOpInterface", integer_to_float),
    ),
];

fn is_integer(context: &Context, ty: Type) -> bool {
    matches!(ty.kind(context), TypeKind::Integer { .. })
}

fn is_float(context: &Context, ty: Type) -> bool {
    matches!(ty.kind(context), TypeKind::Float(_))
}

/// The type itself, or that of the elements of a vector or a tensor.
fn scalar(context: &Context, ty: Type) -> Type {
    match is_vector(context, ty) || is_tensor(context, ty) {
        true => element_or_self(context, ty),
        false => ty,
    }
}

/// Checks a cast by the types of scalars.
fn scalars(
    instance: &Instance<'_>,
    is_allowed: impl FnOnce(&Context, Type, Type) -> bool,
) -> Result<(), Failure> {
    cast::verify(instance, |context, from, to| {
        is_compatible(context, from, to) && is_allowed(context, scalar(context, from), scalar(context, to))
    })
}

fn wider_float(instance: &Instance<'_>) -> Result<(), Failure> {
    scalars(instance, |context, from, to| {
        is_float(context, from) && is_float(context, to) && bit_width(context, from) < bit_width(context, to)
    })
}

fn narrower_float(instance: &Instance<'_>) -> Result<(), Failure> {
    scalars(instance, |context, from, to| {
        is_float(context, from) && is_float(context, to) && bit_width(context, from) > bit_width(context, to)
    })
}

fn wider_integer(instance: &Instance<'_>) -> Result<(), Failure> {
    scalars(instance, |context, from, to| {
        is_integer(context, from)
            && is_integer(context, to)
            && bit_width(context, from) < bit_width(context, to)
    })
}

fn narrower_integer(instance: &Instance<'_>) -> Result<(), Failure> {
    scalars(instance, |context, from, to| {
        is_integer(context, from)
            && is_integer(context, to)
            && bit_width(context, from) > bit_width(context, to)
    })
}

fn float_to_integer(instance: &Instance<'_>) -> Result<(), Failure> {
    scalars(instance, |context, from, to| {
        is_float(context, from) && is_integer(context, to)
    })
}

fn integer_to_float(instance: &Instance<'_>) -> Result<(), Failure> {
    scalars(instance, |context, from, to| {
        is_integer(context, from) && is_float(context, to)
    })
}

fn index_cast(instance: &Instance<'_>) -> Result<(), Failure> {
    cast::verify(instance, |context, from, to| {
        let (one, other) = (element_or_self(context, from), element_or_self(context, to));
        let is_signless = |ty: Type| {
            matches!(
                ty.kind(context),
                TypeKind::Integer {
                    signedness: Signedness::Signless,
                    ..
                }
            )
        };
        is_compatible(context, from, to)
            && ((one.is_index(context) && is_signless(other))
                || (is_signless(one) && other.is_index(context)))
    })
}

fn bitcast(instance: &Instance<'_>) -> Result<(), Failure> {
    cast::verify(instance, |context, from, to| {
        let width = |ty: Type| bit_width(context, element_or_self(context, ty));
        is_compatible(context, from, to) && width(from).is_some() && width(from) == width(to)
    })
}

fn constant(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let ty = instance.result_type("result");
    let kind = ty.kind(context);
    if matches!(kind, TypeKind::Integer { signedness, .. } if signedness != Signedness::Signless) {
        return instance.refuse("integer return type must be signless");
    }
    let is_splat = match instance.attribute("value").map(|value| value.kind(context)) {
        Some(AttributeKind::Integer { .. } | AttributeKind::Float { .. }) => false,
        Some(AttributeKind::DenseElements(elements)) => elements.is_splat(),
        Some(AttributeKind::DenseStrings(strings)) => strings.is_splat(),
        Some(AttributeKind::DenseResource { .. } | AttributeKind::Sparse { .. }) => false,
        _ => return instance.refuse("value must be an integer, float, or elements attribute"),
    };
    if !is_splat && matches!(kind, TypeKind::Vector { scalable, .. } if scalable.any()) {
        // MLIR's spelling.
        let message = "intializing scalable vectors with elements attribute is not supported unless it's a vector \
                       splat";
        return instance.refuse(message);
    }
    Ok(())
}

fn select(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let condition = instance.operand_type("condition");
    if condition == context.i1() {
        return Ok(());
    }
    let result = instance.result_type("result");
    if !is_vector(context, result) && !is_tensor(context, result) {
        let condition = instance.quote(condition);
        return instance.refuse(format!(
            "expected condition to be a signless i1, but got {condition}"
        ));
    }
    let expected = tvmlike_define::with_element_type(context, result, context.i1());
    if Some(condition) == expected {
        return Ok(());
    }
    let expected = expected
        .map(|expected| instance.quote(expected))
        .unwrap_or_default();
    instance.refuse(format!(
        "expected condition type to have the same shape as the result type, expected {expected}, but got {}",
        instance.quote(condition)
    ))
}
