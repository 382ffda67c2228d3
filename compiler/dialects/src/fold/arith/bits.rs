//! Folds of bits: `andi`, `ori`, `xori`, shifts.

use std::cmp::Ordering;

use tvmlike_ir::{Attribute, Context, Folded, Folding, Op, Rewriter, Value};

use super::super::elementwise::{binary, splat, zero};
use super::super::rewrite::{Make, defined_by, operand};
use crate::number::Int;

fn right(folding: &Folding<'_, '_>) -> Option<Int> {
    splat::<Int>(folding.context(), folding.constant(1))
}

/// The mask of all ones with which one value is another one inverted.
fn inverting_mask(context: &Context, inverted: Value, of: Value) -> Option<Value> {
    let xor = defined_by(context, inverted, "arith.xori")?;
    let mask = xor.operand(context, 1)?;
    let is_inverse = xor.operand(context, 0) == Some(of)
        && splat::<Int>(context, mask.constant_value(context))?.is_all_ones();
    is_inverse.then_some(mask)
}

/// The mask with which one operand is the other one inverted.
fn inverse_operands(folding: &Folding<'_, '_>) -> Option<Value> {
    let (left, right) = (folding.operand(0), folding.operand(1));
    inverting_mask(folding.context(), right, left).or_else(|| inverting_mask(folding.context(), left, right))
}

/// `andi`: x & 0 is 0; x & all ones is x; x & !x is 0; x & (x & y) is x & y; constants.
pub(super) fn andi(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    let context = folding.context();
    match right(folding) {
        Some(value) if value.is_zero() => return Some(folding.operand(1).into()),
        Some(value) if value.is_all_ones() => return Some(folding.operand(0).into()),
        _ => {}
    }
    if inverse_operands(folding).is_some() {
        return zero(context, folding.result_type()).map(Folded::from);
    }
    let (left, right) = (folding.operand(0), folding.operand(1));
    for (inner, other) in [(left, right), (right, left)] {
        if let Some(and) = defined_by(context, inner, "arith.andi")
            && and.operands(context).any(|operand| operand == other)
        {
            return Some(inner.into());
        }
    }
    binary(folding, |a: &Int, b| Some(a.and(b))).map(Folded::from)
}

/// `ori`: x | 0 is x; x | all ones is all ones; x | !x is all ones; constants.
pub(super) fn ori(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    match right(folding) {
        Some(value) if value.is_zero() => return Some(folding.operand(0).into()),
        Some(value) if value.is_all_ones() => return folding.constant(1).map(Folded::from),
        _ => {}
    }
    if let Some(ones) = inverse_operands(folding) {
        return Some(ones.into());
    }
    binary(folding, |a: &Int, b| Some(a.or(b))).map(Folded::from)
}

/// `xori`: x ^ 0 is x; x ^ x is 0; (x ^ y) ^ y is x; constants.
pub(super) fn xori(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    let context = folding.context();
    if right(folding).is_some_and(|value| value.is_zero()) {
        return Some(folding.operand(0).into());
    }
    let (left, right) = (folding.operand(0), folding.operand(1));
    if left == right {
        return zero(context, folding.result_type()).map(Folded::from);
    }
    for (inner, other) in [(left, right), (right, left)] {
        let Some(xor) = defined_by(context, inner, "arith.xori") else {
            continue;
        };
        let (first, second) = (xor.operand(context, 0)?, xor.operand(context, 1)?);
        if second == other {
            return Some(first.into());
        }
        if first == other {
            return Some(second.into());
        }
    }
    binary(folding, |a: &Int, b| Some(a.xor(b))).map(Folded::from)
}

/// Folds a shift of constants. Of several elements only the last one decides whether the distance is too long, as in MLIR;
/// a distance that is too long gives what `beyond` says.
fn shift(
    folding: &Folding<'_, '_>,
    within: fn(&Int, &Int) -> Option<Int>,
    beyond: fn(&Int) -> Int,
) -> Option<Attribute> {
    let mut fits = false;
    let shifted = binary(folding, |a: &Int, b| {
        let width = Int::new(65.max(b.width()), i64::from(b.width()));
        fits = b.resize_unsigned(width.width()).cmp_unsigned(&width) == Ordering::Less;
        Some(within(a, b).unwrap_or_else(|| beyond(a)))
    });
    shifted.filter(|_| fits)
}

/// x shifted by 0.
fn unshifted(folding: &Folding<'_, '_>) -> Option<Folded> {
    right(folding)?.is_zero().then(|| folding.operand(0).into())
}

fn all_zeros(value: &Int) -> Int {
    Int::new(value.width(), 0)
}

/// `shli`.
pub(super) fn shli(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    unshifted(folding).or_else(|| shift(folding, Int::shl, all_zeros).map(Folded::from))
}

/// `shrui`.
pub(super) fn shrui(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    unshifted(folding).or_else(|| shift(folding, Int::shr_unsigned, all_zeros).map(Folded::from))
}

/// `shrsi`.
pub(super) fn shrsi(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    let sign = |value: &Int| Int::new(value.width(), if value.is_negative() { -1 } else { 0 });
    unshifted(folding).or_else(|| shift(folding, Int::shr_signed, sign).map(Folded::from))
}

/// Combines bits before they are extended, if both operands are extended alike from one type.
fn combine_before(rewriter: &mut Rewriter<'_, '_>, op: Op, extension: &str) -> Option<()> {
    let context = rewriter.context();
    let inner = |index| {
        let extended = defined_by(context, operand(context, op, index)?, extension)?;
        operand(context, extended, 0)
    };
    let operands: [Value; 2] = [inner(0)?, inner(1)?];
    let from = operands[0].ty(context);
    if from != operands[1].ty(context) {
        return None;
    }
    let name = std::str::from_utf8(op.name(context).bytes(context)).ok()?;
    let ty = op.result(context, 0)?.ty(context);
    let combined = Make::new(name, &operands, &[from]).value(rewriter, op)?;
    Make::new(extension, &[combined], &[ty]).replace(rewriter, op)
}

/// Bits of what was extended by zeros.
pub(super) fn combine_extui(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    combine_before(rewriter, op, "arith.extui")
}

/// Bits of what was extended by copies of its sign.
pub(super) fn combine_extsi(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    combine_before(rewriter, op, "arith.extsi")
}
