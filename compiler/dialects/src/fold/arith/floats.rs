//! Folds and patterns of floating-point arithmetic.

use tvmlike_define::enum_number;
use tvmlike_ir::{Context, Folded, Folding, Op, Rewriter, Value};

use super::super::elementwise::{binary, splat, unary_to};
use super::super::rewrite::{Make, defined_by, operand};
use crate::number::Float;

/// The number that the second operand is.
fn right(folding: &Folding<'_, '_>) -> Option<Float> {
    splat::<Float>(folding.context(), folding.constant(1))
}

/// The first operand, if the second one is a number that leaves it as it is, or the folded constants.
fn neutral_or(
    folding: &Folding<'_, '_>,
    is_neutral: impl Fn(Float) -> bool,
    calculate: impl FnMut(&Float, &Float) -> Option<Float>,
) -> Option<Folded> {
    match right(folding) {
        Some(value) if is_neutral(value) => Some(folding.operand(0).into()),
        _ => binary(folding, calculate).map(Folded::from),
    }
}

fn is_one(value: Float) -> bool {
    Float::from_f64(value.kind(), 1.0) == Some(value)
}

/// `addf`: x + -0 is x; constants are added.
pub(super) fn addf(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    let is_neutral = |value: Float| value.is_zero() && value.is_negative();
    neutral_or(folding, is_neutral, |a, b| a.add(*b))
}

/// `subf`: x - 0 is x; constants are subtracted.
pub(super) fn subf(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    let is_neutral = |value: Float| value.is_zero() && !value.is_negative();
    neutral_or(folding, is_neutral, |a, b| a.sub(*b))
}

/// The flags `nnan` and `nsz` of `#arith.fastmath`.
const NO_NAN_NO_SIGNED_ZERO: u64 = 2 | 8;
/// The flag `contract` of `#arith.fastmath`.
const CONTRACT: u64 = 32;

/// The fast-math flags of an operation.
pub(super) fn flags(context: &Context, op: Op) -> u64 {
    let flags = op.property(context, context.identifier("fastmath"));
    flags
        .and_then(|flags| enum_number(context, flags))
        .unwrap_or_default()
}

/// Whether an operation can be contracted.
pub(super) fn is_contractible(context: &Context, op: Op) -> bool {
    flags(context, op) & CONTRACT != 0
}

/// `mulf`: x * 1 is x; x * 0 is 0 if neither NaN nor the sign of zero counts; constants are multiplied.
pub(super) fn mulf(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    let is_fast = flags(folding.context(), folding.op()) & NO_NAN_NO_SIGNED_ZERO == NO_NAN_NO_SIGNED_ZERO;
    if is_fast && right(folding).is_some_and(Float::is_zero) {
        return Some(folding.operand(1).into());
    }
    neutral_or(folding, is_one, |a, b| a.mul(*b))
}

/// `divf`: x / 1 is x; constants are divided.
pub(super) fn divf(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    neutral_or(folding, is_one, |a, b| a.div(*b))
}

/// `remf`: constants.
pub(super) fn remf(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    binary(folding, |a: &Float, b| a.rem(*b)).map(Folded::from)
}

/// Folds a minimum or maximum of floats: of equal values, and with a number that leaves the other one.
fn extreme(
    folding: &Folding<'_, '_>,
    is_neutral: impl Fn(Float) -> bool,
    pick: fn(Float, Float) -> Float,
) -> Option<Folded> {
    if folding.operand(0) == folding.operand(1) {
        return Some(folding.operand(1).into());
    }
    neutral_or(folding, is_neutral, |a, b| Some(pick(*a, *b)))
}

/// `maximumf`.
pub(super) fn maximumf(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    extreme(
        folding,
        |value| value.is_infinite() && value.is_negative(),
        Float::maximum,
    )
}

/// `maxnumf`.
pub(super) fn maxnumf(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    extreme(folding, Float::is_nan, Float::maxnum)
}

/// `minimumf`.
pub(super) fn minimumf(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    extreme(
        folding,
        |value| value.is_infinite() && !value.is_negative(),
        Float::minimum,
    )
}

/// `minnumf`.
pub(super) fn minnumf(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    extreme(folding, Float::is_nan, Float::minnum)
}

/// `negf`: -(-x) is x; a constant changes its sign.
pub(super) fn negf(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    let context = folding.context();
    if let Some(inner) = defined_by(context, folding.operand(0), "arith.negf") {
        return inner.operand(context, 0).map(Folded::from);
    }
    let value = folding.constant(0)?;
    unary_to(context, value, folding.result_type(), |a: &Float| Some(a.neg())).map(Folded::from)
}

/// `-x * -y` is `x * y`, and `-x / -y` is `x / y`.
pub(super) fn drop_negations(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let inner = |index| -> Option<Value> {
        let negation = defined_by(context, operand(context, op, index)?, "arith.negf")?;
        operand(context, negation, 0)
    };
    let operands = [inner(0)?, inner(1)?];
    let flags = op.property(context, context.identifier("fastmath"))?;
    let name = std::str::from_utf8(op.name(context).bytes(context)).ok()?;
    let ty = op.result(context, 0)?.ty(context);
    Make::new(name, &operands, &[ty])
        .with(&[("fastmath", flags)])
        .replace(rewriter, op)
}
