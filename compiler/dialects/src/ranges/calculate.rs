//! What operations make of ranges of integers: MLIR's `intrange` functions.
//!
//! Invariant: a result contains each number that the operation can give for numbers of the ranges.

use num_bigint::BigInt;

use crate::number::{Int, IntRange, fit};

/// What an operation promises not to do: wrap as a signed number, wrap as an unsigned number.
#[derive(Clone, Copy, Default)]
pub(super) struct Promises {
    pub(super) signed: bool,
    pub(super) unsigned: bool,
}

impl Promises {
    const fn of(self, signed: bool) -> bool {
        if signed { self.signed } else { self.unsigned }
    }
}

/// A calculation with two numbers in one order; `None`: it overflows, or is not defined.
type Calculate<'a> = &'a dyn Fn(&Int, &Int) -> Option<Int>;

/// The range of the results for all pairs of bounds.
fn by_corners(calculate: Calculate<'_>, a: [&Int; 2], b: [&Int; 2], signed: bool) -> IntRange {
    let width = a[0].width();
    let mut found: Option<IntRange> = None;
    for left in a {
        for right in b {
            let Some(result) = calculate(left, right) else {
                return IntRange::full(width);
            };
            let one = IntRange::between(result.clone(), result, signed);
            found = Some(match found {
                None => one,
                Some(found) => found.union(&one),
            });
        }
    }
    let all = found.unwrap_or_else(|| IntRange::full(width));
    let [min, max] = all.bounds(signed);
    IntRange::between(min.clone(), max.clone(), signed)
}

/// The range between the results for the least and for the greatest numbers.
fn by_ends(calculate: Calculate<'_>, least: [&Int; 2], greatest: [&Int; 2], signed: bool) -> IntRange {
    match (calculate(least[0], least[1]), calculate(greatest[0], greatest[1])) {
        (Some(min), Some(max)) => IntRange::between(min, max, signed),
        _ => IntRange::full(least[0].width()),
    }
}

/// A calculation with exact numbers that has to fit.
fn exact(
    signed: bool,
    promises: Promises,
    calculate: impl Fn(BigInt, BigInt) -> BigInt,
) -> impl Fn(&Int, &Int) -> Option<Int> {
    move |a, b| {
        let value = calculate(a.to_big(signed), b.to_big(signed));
        fit(a.width(), &value, signed, promises.of(signed))
    }
}

/// What holds in both orders.
fn both(calculate: impl Fn(bool) -> IntRange) -> IntRange {
    calculate(false).intersection(&calculate(true))
}

pub(super) fn add(a: &IntRange, b: &IntRange, promises: Promises) -> IntRange {
    both(|signed| {
        let ([a0, a1], [b0, b1]) = (a.bounds(signed), b.bounds(signed));
        by_ends(&exact(signed, promises, |a, b| a + b), [a0, b0], [a1, b1], signed)
    })
}

pub(super) fn sub(a: &IntRange, b: &IntRange, promises: Promises) -> IntRange {
    both(|signed| {
        let ([a0, a1], [b0, b1]) = (a.bounds(signed), b.bounds(signed));
        by_ends(&exact(signed, promises, |a, b| a - b), [a0, b1], [a1, b0], signed)
    })
}

pub(super) fn mul(a: &IntRange, b: &IntRange, promises: Promises) -> IntRange {
    both(|signed| {
        let calculate = exact(signed, promises, |a, b| a * b);
        let (left, right) = (a.bounds(signed), b.bounds(signed));
        match signed {
            true => by_corners(&calculate, left, right, true),
            false => by_ends(&calculate, [left[0], right[0]], [left[1], right[1]], false),
        }
    })
}

pub(super) fn shl(a: &IntRange, b: &IntRange, promises: Promises) -> IntRange {
    both(|signed| {
        let calculate = |value: &Int, distance: &Int| {
            let width = value.width();
            // A distance that is too great overflows even for 0.
            let distance = distance.to_u64().and_then(|it| u32::try_from(it).ok());
            let Some(distance) = distance.filter(|it| *it < width) else {
                let far = match signed && value.is_negative() {
                    true => BigInt::from(-1),
                    false => BigInt::from(1),
                };
                return fit(width, &(far << width), signed, promises.of(signed));
            };
            fit(
                width,
                &(value.to_big(signed) << distance),
                signed,
                promises.of(signed),
            )
        };
        by_corners(&calculate, a.bounds(signed), b.bounds(false), signed)
    })
}

pub(super) fn shrs(a: &IntRange, b: &IntRange) -> IntRange {
    by_corners(&|a, b| a.shr_signed(b), a.bounds(true), b.bounds(false), true)
}

pub(super) fn shru(a: &IntRange, b: &IntRange) -> IntRange {
    by_corners(&|a, b| a.shr_unsigned(b), a.bounds(false), b.bounds(false), false)
}

/// Corrects a quotient of two numbers; `None`: the result overflows.
type Correct = fn(&Int, &Int, Int) -> Option<Int>;

fn quotient_unsigned(a: &IntRange, b: &IntRange, correct: Correct) -> IntRange {
    if !b.umin.is_zero() {
        let calculate = |a: &Int, b: &Int| correct(a, b, a.div_unsigned(b)?);
        return by_corners(&calculate, a.bounds(false), b.bounds(false), false);
    }
    // A quotient is not greater than what is divided.
    let min = match a.umin.cmp_unsigned(&b.umax).is_ge() {
        true => a.umin.div_unsigned(&b.umax),
        false => None,
    };
    let min = min.unwrap_or_else(|| Int::new(a.width(), 0));
    IntRange::between(min, a.umax.clone(), false)
}

/// Whether a number is above 0.
fn is_positive(value: &Int) -> bool {
    !value.is_zero() && !value.is_negative()
}

fn quotient_signed(a: &IntRange, b: &IntRange, correct: Correct) -> IntRange {
    if !is_positive(&b.smin) && !b.smax.is_negative() {
        return IntRange::full(a.width());
    }
    let calculate = |a: &Int, b: &Int| match a.div_signed(b)? {
        (_, true) => None,
        (quotient, false) => correct(a, b, quotient),
    };
    by_corners(&calculate, a.bounds(true), b.bounds(true), true)
}

pub(super) fn divu(a: &IntRange, b: &IntRange) -> IntRange {
    quotient_unsigned(a, b, |_, _, quotient| Some(quotient))
}

pub(super) fn divs(a: &IntRange, b: &IntRange) -> IntRange {
    quotient_signed(a, b, |_, _, quotient| Some(quotient))
}

/// A quotient and 1 or -1, unless the division has no remainder.
fn step(quotient: Int, is_exact: bool, step: i32, signed: bool) -> Option<Int> {
    match is_exact {
        true => Some(quotient),
        false => fit(quotient.width(), &(quotient.to_big(signed) + step), signed, false),
    }
}

pub(super) fn ceildivu(a: &IntRange, b: &IntRange) -> IntRange {
    quotient_unsigned(a, b, |a, b, quotient| {
        step(quotient, a.rem_unsigned(b)?.is_zero(), 1, false)
    })
}

pub(super) fn ceildivs(a: &IntRange, b: &IntRange) -> IntRange {
    let up: Correct = |a, b, quotient| {
        let is_done = a.rem_signed(b)?.is_zero() || a.is_negative() != b.is_negative();
        let result = step(quotient, is_done, 1, true)?;
        // MLIR negates twice, and the least number has no negative: its quotient is positive.
        let wraps = a.is_signed_min() && is_positive(b) && !b.is_one();
        Some(if wraps { result.neg() } else { result })
    };
    let all = quotient_signed(a, b, up);
    // The least number can become a positive one, beyond the quotients of the others.
    if !a.smin.is_signed_min() || a.smin == a.smax {
        return all;
    }
    let above = a.smin.add(&Int::new(a.width(), 1));
    let others = IntRange::between(above, a.smax.clone(), true);
    all.union(&quotient_signed(&others, b, up))
}

pub(super) fn floordivs(a: &IntRange, b: &IntRange) -> IntRange {
    quotient_signed(a, b, |a, b, quotient| {
        let is_done = a.rem_signed(b)?.is_zero() || a.is_negative() == b.is_negative();
        step(quotient, is_done, -1, true)
    })
}

/// The remainders of the ends of a range, if the range goes through the remainders once at most.
fn sweep(
    ends: [&Int; 2],
    divisor: &Int,
    rem: impl Fn(&Int) -> Option<Int>,
    signed: bool,
) -> Option<[Int; 2]> {
    if ends[1].sub(ends[0]).cmp_unsigned(divisor).is_ge() {
        return None;
    }
    let (min, max) = (rem(ends[0])?, rem(ends[1])?);
    let order = match signed {
        true => min.cmp_signed(&max),
        false => min.cmp_unsigned(&max),
    };
    order.is_le().then_some([min, max])
}

pub(super) fn rems(a: &IntRange, b: &IntRange) -> IntRange {
    let width = a.width();
    if !is_positive(&b.smin) && !b.smax.is_negative() {
        return IntRange::full(width);
    }
    let greatest = match is_positive(&b.smin) {
        true => b.smax.clone(),
        false => b.smin.neg(),
    };
    let zero = Int::new(width, 0);
    let max = greatest.sub(&Int::new(width, 1));
    let mut bounds = [
        if a.smin.is_negative() {
            max.neg()
        } else {
            zero.clone()
        },
        if is_positive(&a.smax) { max } else { zero },
    ];
    if b.smin == b.smax
        && let Some(found) = sweep(a.bounds(true), &greatest, |it| it.rem_signed(&greatest), true)
    {
        bounds = found;
    }
    let [min, max] = bounds;
    IntRange::between(min, max, true)
}

pub(super) fn remu(a: &IntRange, b: &IntRange) -> IntRange {
    let width = a.width();
    let below = b.umax.sub(&Int::new(width, 1));
    let max = if below.cmp_unsigned(&a.umax).is_le() {
        below
    } else {
        a.umax.clone()
    };
    let mut bounds = [Int::new(width, 0), max];
    if !b.umin.is_zero()
        && b.umin == b.umax
        && let Some(found) = sweep(a.bounds(false), &b.umax, |it| it.rem_unsigned(&b.umax), false)
    {
        bounds = found;
    }
    let [min, max] = bounds;
    IntRange::between(min, max, false)
}

/// The greater or lesser numbers of two ranges, in one order.
pub(super) fn extreme(a: &IntRange, b: &IntRange, signed: bool, greater: bool) -> IntRange {
    let pick = |a: &Int, b: &Int| {
        let order = if signed {
            a.cmp_signed(b)
        } else {
            a.cmp_unsigned(b)
        };
        if order.is_gt() == greater {
            a.clone()
        } else {
            b.clone()
        }
    };
    let ([a0, a1], [b0, b1]) = (a.bounds(signed), b.bounds(signed));
    IntRange::between(pick(a0, b0), pick(a1, b1), signed)
}

/// The bits below the highest one in which the bounds of a range differ, with that one.
fn varying(range: &IntRange) -> Int {
    let differing = range.umin.xor(&range.umax);
    let bits = range.width() - differing.leading_zeros();
    Int::wrap(range.width(), &((BigInt::from(1) << bits) - 1))
}

/// The range with all numbers whose fixed bits are those of a range.
fn widened(range: &IntRange) -> [Int; 2] {
    let mask = varying(range);
    [range.umin.and(&mask.not()), range.umax.or(&mask)]
}

pub(super) fn and(a: &IntRange, b: &IntRange) -> IntRange {
    let (a, b) = (widened(a), widened(b));
    by_corners(&|a, b| Some(a.and(b)), a.each_ref(), b.each_ref(), false)
}

pub(super) fn or(a: &IntRange, b: &IntRange) -> IntRange {
    let (a, b) = (widened(a), widened(b));
    by_corners(&|a, b| Some(a.or(b)), a.each_ref(), b.each_ref(), false)
}

pub(super) fn xor(a: &IntRange, b: &IntRange) -> IntRange {
    let mask = varying(a).or(&varying(b));
    let some = a.umin.xor(&b.umin);
    IntRange::between(some.and(&mask.not()), some.or(&mask), false)
}
