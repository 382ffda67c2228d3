//! Folds of integer arithmetic: sums, products, quotients, minima and maxima.

use std::cmp::Ordering;

use num_bigint::BigInt;
use tvmlike_define::enum_number;
use tvmlike_ir::{Context, FoldResult, Folded, Folding, Op, Value};

use super::super::elementwise::{binary, binary_to, is_poison, splat, uniform, zero};
use super::super::rewrite::defined_by;
use crate::number::Int;

/// The number that the second operand is.
fn right(folding: &Folding<'_, '_>) -> Option<Int> {
    splat::<Int>(folding.context(), folding.constant(1))
}

/// The other operand of an operation that has a value as one of two.
fn other_operand(context: &Context, op: Op, value: Value) -> Option<Value> {
    let (first, second) = (op.operand(context, 0)?, op.operand(context, 1)?);
    match value {
        _ if value == first => Some(second),
        _ if value == second => Some(first),
        _ => None,
    }
}

/// `addi`: x + 0 is x; (x - y) + y is x; constants are added.
pub(super) fn addi(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    let context = folding.context();
    if right(folding).is_some_and(|value| value.is_zero()) {
        return Some(folding.operand(0).into());
    }
    let (left, right) = (folding.operand(0), folding.operand(1));
    for (difference, other) in [(left, right), (right, left)] {
        if let Some(sub) = defined_by(context, difference, "arith.subi")
            && sub.operand(context, 1) == Some(other)
        {
            return sub.operand(context, 0).map(Folded::from);
        }
    }
    binary(folding, |a: &Int, b| Some(a.add(b))).map(Folded::from)
}

/// `subi`: x - x is 0; x - 0 is x; (x + y) - y is x; constants are subtracted.
pub(super) fn subi(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    let context = folding.context();
    let (left, other) = (folding.operand(0), folding.operand(1));
    let ty = folding.result_type();
    if left == other && (!ty.is_shaped(context) || ty.has_static_shape(context)) {
        return zero(context, ty).map(Folded::from);
    }
    if right(folding).is_some_and(|value| value.is_zero()) {
        return Some(left.into());
    }
    if let Some(sum) = defined_by(context, left, "arith.addi")
        && let Some(rest) = other_operand(context, sum, other)
    {
        return Some(rest.into());
    }
    binary(folding, |a: &Int, b| Some(a.sub(b))).map(Folded::from)
}

/// `muli`: x * 0 is 0; x * 1 is x; constants are multiplied.
pub(super) fn muli(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    match right(folding) {
        Some(value) if value.is_zero() => return Some(folding.operand(1).into()),
        Some(value) if value.is_one() => return Some(folding.operand(0).into()),
        _ => {}
    }
    binary(folding, |a: &Int, b| Some(a.mul(b))).map(Folded::from)
}

/// Two results, in this order.
fn pair(results: [FoldResult; 2]) -> Option<Folded> {
    Some(Folded::Results(results.into_iter().collect()))
}

/// A constant that both results are, if an operand is poison.
fn poison_pair(folding: &Folding<'_, '_>) -> Option<Folded> {
    let context = folding.context();
    let mut known = folding.constants().iter().flatten();
    let poison = known.find(|value| is_poison(context, **value))?;
    pair([FoldResult::Attribute(*poison), FoldResult::Attribute(*poison)])
}

/// `addui_extended`: x + 0 has no overflow; constants are added.
pub(super) fn addui_extended(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    let context = folding.context();
    let carry = folding.op().result(context, 1)?.ty(context);
    if right(folding).is_some_and(|value| value.is_zero()) {
        let none = uniform(context, carry, &Int::new(1, 0))?;
        return pair([FoldResult::Value(folding.operand(0)), FoldResult::Attribute(none)]);
    }
    if let Some(poison) = poison_pair(folding) {
        return Some(poison);
    }
    let sum = binary(folding, |a: &Int, b| Some(a.add(b)))?;
    let operands = [sum, folding.constant(0)?];
    let overflow = binary_to(context, operands, carry, |sum: &Int, a| {
        Some(Int::new(1, i64::from(sum.cmp_unsigned(a) == Ordering::Less)))
    })?;
    pair([FoldResult::Attribute(sum), FoldResult::Attribute(overflow)])
}

/// The high half of a product.
fn high_product(a: &Int, b: &Int, signed: bool) -> Int {
    let product: BigInt = a.to_big(signed) * b.to_big(signed);
    Int::wrap(a.width(), &(product >> a.width()))
}

/// The halves of the product of constants.
fn extended_product(folding: &Folding<'_, '_>, signed: bool) -> Option<Folded> {
    if let Some(poison) = poison_pair(folding) {
        return Some(poison);
    }
    let low = binary(folding, |a: &Int, b| Some(a.mul(b)))?;
    let high = binary(folding, |a: &Int, b| Some(high_product(a, b, signed)))?;
    pair([FoldResult::Attribute(low), FoldResult::Attribute(high)])
}

/// `mulsi_extended`: x * 0 is 0; constants are multiplied.
pub(super) fn mulsi_extended(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    if right(folding).is_some_and(|value| value.is_zero()) {
        let zero = FoldResult::Attribute(folding.constant(1)?);
        return pair([zero, zero]);
    }
    extended_product(folding, true)
}

/// `mului_extended`: x * 0 is 0; x * 1 is x; constants are multiplied.
pub(super) fn mului_extended(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    let context = folding.context();
    match right(folding) {
        Some(value) if value.is_zero() => {
            let zero = FoldResult::Attribute(folding.constant(1)?);
            return pair([zero, zero]);
        }
        Some(value) if value.is_one() => {
            let high = zero(context, folding.result_type())?;
            return pair([FoldResult::Value(folding.operand(0)), FoldResult::Attribute(high)]);
        }
        _ => {}
    }
    extended_product(folding, false)
}

/// Folds a quotient: x / 1 is x.
fn quotient(folding: &Folding<'_, '_>, calculate: impl FnMut(&Int, &Int) -> Option<Int>) -> Option<Folded> {
    if right(folding).is_some_and(|value| value.is_one()) {
        return Some(folding.operand(0).into());
    }
    binary(folding, calculate).map(Folded::from)
}

/// `(a * b) / b` is `a`, if the product promises not to overflow.
fn undone_product(folding: &Folding<'_, '_>, promise: u64) -> Option<Folded> {
    let context = folding.context();
    if right(folding).is_some_and(|value| value.is_one()) {
        return None;
    }
    let product = defined_by(context, folding.operand(0), "arith.muli")?;
    let flags = product.property(context, context.identifier("overflowFlags"))?;
    if enum_number(context, flags)? & promise == 0 {
        return None;
    }
    // The second operand of the product is looked at last.
    other_operand(context, product, folding.operand(1)).map(Folded::from)
}

/// The flag `nsw` of `#arith.overflow`.
const NO_SIGNED_WRAP: u64 = 1;
/// The flag `nuw` of `#arith.overflow`.
const NO_UNSIGNED_WRAP: u64 = 2;

/// `divui`.
pub(super) fn divui(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    let undone = undone_product(folding, NO_UNSIGNED_WRAP);
    undone.or_else(|| quotient(folding, Int::div_unsigned))
}

/// `divsi`.
pub(super) fn divsi(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    let undone = undone_product(folding, NO_SIGNED_WRAP);
    undone.or_else(|| quotient(folding, exact_div_signed))
}

/// The quotient of signed numbers, if there is one and it fits.
fn exact_div_signed(a: &Int, b: &Int) -> Option<Int> {
    let (quotient, overflows) = a.div_signed(b)?;
    (!overflows).then_some(quotient)
}

/// `ceildivui`.
pub(super) fn ceildivui(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    quotient(folding, |a, b| {
        let quotient = a.div_unsigned(b)?;
        match a.rem_unsigned(b)?.is_zero() {
            true => Some(quotient),
            false => Some(quotient.add(&Int::new(a.width(), 1))),
        }
    })
}

/// `ceildivsi`. The least number is neither negated as dividend nor as divisor.
pub(super) fn ceildivsi(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    quotient(folding, |a, b| match () {
        () if b.is_zero() => None,
        () if a.is_zero() => Some(a.clone()),
        () if a.is_signed_min() || b.is_signed_min() => None,
        () => {
            let (x, y) = (a.to_big(true), b.to_big(true));
            let exact = &x / &y;
            let is_above = &exact * &y != x && a.is_negative() == b.is_negative();
            Some(Int::wrap(a.width(), &(exact + i32::from(is_above))))
        }
    })
}

/// `floordivsi`. Of several elements only the last one decides whether the quotient is folded, as in MLIR.
pub(super) fn floordivsi(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    let mut fails = false;
    let folded = quotient(folding, |a, b| {
        let Some((quotient, overflows)) = a.div_signed(b) else {
            fails = true;
            return Some(a.clone());
        };
        fails = overflows;
        let is_inexact = quotient.mul(b) != *a;
        match is_inexact && a.is_negative() != b.is_negative() {
            true => Some(quotient.sub(&Int::new(a.width(), 1))),
            false => Some(quotient),
        }
    });
    folded.filter(|_| !fails)
}

/// Folds a remainder: x % 1 is 0.
fn remainder(folding: &Folding<'_, '_>, calculate: impl FnMut(&Int, &Int) -> Option<Int>) -> Option<Folded> {
    if right(folding).is_some_and(|value| value.is_one()) {
        return zero(folding.context(), folding.result_type()).map(Folded::from);
    }
    binary(folding, calculate).map(Folded::from)
}

/// `remui`.
pub(super) fn remui(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    remainder(folding, Int::rem_unsigned)
}

/// `remsi`.
pub(super) fn remsi(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    remainder(folding, Int::rem_signed)
}

/// Folds a minimum or maximum, of which one number is the result, and another one leaves the other operand.
fn extreme(
    folding: &Folding<'_, '_>,
    decides: fn(&Int) -> bool,
    is_neutral: fn(&Int) -> bool,
    is_first: impl Fn(&Int, &Int) -> bool,
) -> Option<Folded> {
    if folding.operand(0) == folding.operand(1) {
        return Some(folding.operand(1).into());
    }
    match right(folding) {
        Some(value) if decides(&value) => return Some(folding.operand(1).into()),
        Some(value) if is_neutral(&value) => return Some(folding.operand(0).into()),
        _ => {}
    }
    let pick = |a: &Int, b: &Int| Some(if is_first(a, b) { a.clone() } else { b.clone() });
    binary(folding, pick).map(Folded::from)
}

fn is_signed_max(value: &Int) -> bool {
    value.not().is_signed_min()
}

/// `maxsi`.
pub(super) fn maxsi(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    extreme(folding, is_signed_max, Int::is_signed_min, |a, b| {
        a.cmp_signed(b).is_ge()
    })
}

/// `maxui`.
pub(super) fn maxui(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    extreme(folding, Int::is_all_ones, Int::is_zero, |a, b| {
        a.cmp_unsigned(b).is_ge()
    })
}

/// `minsi`.
pub(super) fn minsi(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    extreme(folding, Int::is_signed_min, is_signed_max, |a, b| {
        a.cmp_signed(b).is_le()
    })
}

/// `minui`.
pub(super) fn minui(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    extreme(folding, Int::is_zero, Int::is_all_ones, |a, b| {
        a.cmp_unsigned(b).is_le()
    })
}
