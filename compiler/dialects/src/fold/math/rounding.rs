//! Folds that are exact in all formats of floats: signs, rounding, kinds of numbers.

use tvmlike_ir::{Folded, Folding};

use super::super::elementwise::{binary, unary_to};
use crate::number::{Float, Int, Rounding};

fn fold(folding: &Folding<'_, '_>, calculate: impl Fn(Float) -> Option<Float>) -> Option<Folded> {
    let value = folding.constant(0)?;
    let function = |value: &Float| calculate(*value);
    unary_to(folding.context(), value, folding.result_type(), function).map(Folded::from)
}

/// `absf`: constants.
pub(super) fn absf(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    fold(folding, |value| Some(value.abs()))
}

/// `copysign`: constants.
pub(super) fn copysign(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    let function = |value: &Float, sign: &Float| {
        let is_same = value.is_negative() == sign.is_negative();
        Some(if is_same { *value } else { value.neg() })
    };
    binary(folding, function).map(Folded::from)
}

/// `ceil`: constants.
pub(super) fn ceil(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    fold(folding, |value| value.to_integral(Rounding::Up))
}

/// `floor`: constants.
pub(super) fn floor(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    fold(folding, |value| value.to_integral(Rounding::Down))
}

/// `roundeven`: constants.
pub(super) fn roundeven(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    fold(folding, |value| value.to_integral(Rounding::NearestEven))
}

/// Folds a question about the kind of a number.
fn fold_kind(folding: &Folding<'_, '_>, holds: impl Fn(Float) -> bool) -> Option<Folded> {
    let value = folding.constant(0)?;
    let function = |value: &Float| Some(Int::new(1, i64::from(holds(*value))));
    unary_to(folding.context(), value, folding.result_type(), function).map(Folded::from)
}

/// `isfinite`: constants.
pub(super) fn isfinite(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    fold_kind(folding, |value| !value.is_nan() && !value.is_infinite())
}

/// `isinf`: constants.
pub(super) fn isinf(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    fold_kind(folding, Float::is_infinite)
}

/// `isnan`: constants.
pub(super) fn isnan(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    fold_kind(folding, Float::is_nan)
}

/// `isnormal`: constants.
pub(super) fn isnormal(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    fold_kind(folding, |value| {
        let exponent = value.exponent();
        let is_number = !value.is_nan() && !value.is_infinite();
        is_number && exponent.is_some_and(|exponent| exponent >= value.kind().min_exponent())
    })
}
