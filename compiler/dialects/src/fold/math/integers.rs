//! Folds of integers.

use tvmlike_ir::{Folded, Folding};

use super::super::elementwise::{binary, unary_to};
use crate::number::Int;

fn fold(folding: &Folding<'_, '_>, calculate: impl Fn(&Int) -> Int) -> Option<Folded> {
    let value = folding.constant(0)?;
    let function = |value: &Int| Some(calculate(value));
    unary_to(folding.context(), value, folding.result_type(), function).map(Folded::from)
}

/// `absi`: constants.
pub(super) fn absi(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    fold(folding, |value| {
        if value.is_negative() {
            value.neg()
        } else {
            value.clone()
        }
    })
}

/// `ctlz`: constants.
pub(super) fn ctlz(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    fold(folding, |value| {
        Int::new(value.width(), i64::from(value.leading_zeros()))
    })
}

/// `cttz`: constants.
pub(super) fn cttz(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    fold(folding, |value| {
        Int::new(value.width(), i64::from(value.trailing_zeros()))
    })
}

/// `ctpop`: constants.
pub(super) fn ctpop(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    fold(folding, |value| {
        Int::new(value.width(), i64::from(value.count_ones()))
    })
}

/// `ipowi`: constants.
pub(super) fn ipowi(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    binary(folding, power).map(Folded::from)
}

/// The power of two integers, modulo 2^width. A negative exponent gives what the fraction is rounded to.
fn power(base: &Int, exponent: &Int) -> Option<Int> {
    let width = base.width();
    let one = Int::new(width, 1);
    if exponent.is_zero() {
        return Some(one);
    }
    if exponent.is_negative() {
        let is_even = exponent.trailing_zeros() > 0;
        return match () {
            () if base.is_zero() => None,
            () if *base == one => Some(one),
            () if !base.is_all_ones() => Some(Int::new(width, 0)),
            () if is_even => Some(one),
            () => Some(Int::new(width, -1)),
        };
    }
    let (mut result, mut square, mut rest) = (one.clone(), base.clone(), exponent.clone());
    while !rest.is_zero() {
        if rest.trailing_zeros() == 0 {
            result = result.mul(&square);
        }
        square = square.mul(&square);
        rest = rest.shr_unsigned(&one).unwrap_or_else(|| Int::new(width, 0));
    }
    Some(result)
}
