//! Ranges of integers: bounds in unsigned and in signed order, with the calculations of MLIR's `ConstantIntRanges`.
//!
//! Invariant: all bounds have one width, which is not 0. A bound that is not known is the least or the greatest number.

use num_bigint::BigInt;

use super::Int;

/// The numbers that a value can be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IntRange {
    /// The least number in unsigned order.
    pub umin: Int,
    /// The greatest number in unsigned order.
    pub umax: Int,
    /// The least number in signed order.
    pub smin: Int,
    /// The greatest number in signed order.
    pub smax: Int,
}

/// The numbers that a signed or an unsigned number of a width can be at most.
fn limits(width: u32, signed: bool) -> [Int; 2] {
    let top = Int::new(width, -1);
    if !signed {
        return [Int::new(width, 0), top];
    }
    let max = Int::wrap(width, &((BigInt::from(1) << (width - 1)) - 1));
    [max.not(), max]
}

/// A number in a width. One that does not fit is the nearest that does, if `saturate`, else there is none.
pub(crate) fn fit(width: u32, value: &BigInt, signed: bool, saturate: bool) -> Option<Int> {
    let wrapped = Int::wrap(width, value);
    if wrapped.to_big(signed) == *value {
        return Some(wrapped);
    }
    let [min, max] = limits(width, signed);
    saturate.then_some(if *value < min.to_big(signed) { min } else { max })
}

/// The lesser or the greater of two numbers.
fn pick(a: &Int, b: &Int, signed: bool, greater: bool) -> Int {
    let order = if signed {
        a.cmp_signed(b)
    } else {
        a.cmp_unsigned(b)
    };
    let is_first = if greater { order.is_ge() } else { order.is_le() };
    if is_first { a.clone() } else { b.clone() }
}

impl IntRange {
    /// All numbers of a width; `None` if the width is 0.
    pub fn all(width: u32) -> Option<Self> {
        (width > 0).then(|| Self::full(width))
    }

    /// All numbers of a width that is not 0.
    pub(crate) fn full(width: u32) -> Self {
        let ([umin, umax], [smin, smax]) = (limits(width, false), limits(width, true));
        Self {
            umin,
            umax,
            smin,
            smax,
        }
    }

    /// One number; `None` if it has no bits.
    pub fn constant(value: &Int) -> Option<Self> {
        (value.width() > 0).then(|| Self {
            umin: value.clone(),
            umax: value.clone(),
            smin: value.clone(),
            smax: value.clone(),
        })
    }

    /// The numbers between two in one order.
    pub(crate) fn between(min: Int, max: Int, signed: bool) -> Self {
        // Within numbers of one sign both orders are the same.
        let other = match min.is_negative() == max.is_negative() {
            true => [pick(&min, &max, !signed, false), pick(&min, &max, !signed, true)],
            false => limits(min.width(), !signed),
        };
        let given = [min, max];
        let ([umin, umax], [smin, smax]) = if signed { (other, given) } else { (given, other) };
        Self {
            umin,
            umax,
            smin,
            smax,
        }
    }

    /// The numbers between two in unsigned order; `None` if they have no bits.
    pub fn unsigned(min: Int, max: Int) -> Option<Self> {
        (min.width() > 0).then(|| Self::between(min, max, false))
    }

    /// The numbers between two in signed order; `None` if they have no bits.
    pub fn signed(min: Int, max: Int) -> Option<Self> {
        (min.width() > 0).then(|| Self::between(min, max, true))
    }

    /// The number of bits.
    pub fn width(&self) -> u32 {
        self.umin.width()
    }

    /// The bounds in one order.
    pub(crate) fn bounds(&self, signed: bool) -> [&Int; 2] {
        match signed {
            true => [&self.smin, &self.smax],
            false => [&self.umin, &self.umax],
        }
    }

    /// The numbers of both, and those between them.
    pub fn union(&self, other: &Self) -> Self {
        self.combine(other, false)
    }

    /// The numbers that are in both.
    pub(crate) fn intersection(&self, other: &Self) -> Self {
        self.combine(other, true)
    }

    fn combine(&self, other: &Self, narrow: bool) -> Self {
        Self {
            umin: pick(&self.umin, &other.umin, false, narrow),
            umax: pick(&self.umax, &other.umax, false, !narrow),
            smin: pick(&self.smin, &other.smin, true, narrow),
            smax: pick(&self.smax, &other.smax, true, !narrow),
        }
    }

    /// The number, if there is only one.
    pub fn constant_value(&self) -> Option<&Int> {
        [false, true].into_iter().find_map(|signed| {
            let [min, max] = self.bounds(signed);
            (min == max).then_some(min)
        })
    }

    /// The ranges after an extension of the numbers.
    pub(crate) fn extend(&self, width: u32, signed: bool) -> Self {
        let [min, max] = self.bounds(signed);
        match signed {
            true => Self::between(min.resize_signed(width), max.resize_signed(width), true),
            false => Self::between(min.resize_unsigned(width), max.resize_unsigned(width), false),
        }
    }

    /// The range of the numbers' low bits.
    pub(crate) fn truncate(&self, width: u32) -> Self {
        let high = |value: &Int, signed: bool, bits: u32| value.to_big(signed) >> bits;
        let mut all = Self::full(width);
        // If the high bits differ, the low bits go through all numbers.
        if high(&self.umin, false, width) == high(&self.umax, false, width) {
            all.umin = self.umin.resize_unsigned(width);
            all.umax = self.umax.resize_unsigned(width);
        }
        let [low, top] = [&self.smin, &self.smax].map(|value| high(value, true, width - 1));
        let is_contiguous = low == top || (low == BigInt::from(-1) && top == BigInt::ZERO);
        if is_contiguous {
            all.smin = self.smin.resize_unsigned(width);
            all.smax = self.smax.resize_unsigned(width);
        }
        all
    }

    /// Whether a comparison of a number in this range with one in another is known.
    pub(crate) fn compare(&self, predicate: i64, other: &Self) -> Option<bool> {
        // The inverse predicates: eq-ne, slt-sge, sle-sgt, ult-uge, ule-ugt.
        let inverse = [1, 0, 5, 4, 3, 2, 9, 8, 7, 6];
        if self.always(predicate, other) {
            return Some(true);
        }
        let inverse = *inverse.get(usize::try_from(predicate).ok()?)?;
        self.always(inverse, other).then_some(false)
    }

    /// Whether a comparison always holds.
    fn always(&self, predicate: i64, other: &Self) -> bool {
        match predicate {
            0 => matches!((self.constant_value(), other.constant_value()), (Some(a), Some(b)) if a == b),
            // No interpretation may leave a number that is in both.
            1 => {
                (self.always(2, other) || self.always(4, other))
                    && (self.always(6, other) || self.always(8, other))
            }
            2 => self.smax.cmp_signed(&other.smin).is_lt(),
            3 => self.smax.cmp_signed(&other.smin).is_le(),
            6 => self.umax.cmp_unsigned(&other.umin).is_lt(),
            7 => self.umax.cmp_unsigned(&other.umin).is_le(),
            4 | 5 | 8 | 9 => other.always(predicate - 2, self),
            _ => false,
        }
    }
}
