//! Integers of any width in two's complement.
//!
//! Invariant: a value is less than 2^width. Widths up to 64 are computed in 128 bits, wider ones by big numbers.

use std::cmp::Ordering;

use num_bigint::{BigInt, BigUint, Sign};
use tvmlike_ir::{Attribute, Context, IntegerValue, Type};

/// An integer of a width.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Int {
    width: u32,
    bits: Bits,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Bits {
    /// Of at most 64 bits.
    Small(u64),
    /// Of more.
    Big(BigUint),
}

/// The bits of a number that are in a width of at most 64.
const fn low(value: u64, width: u32) -> u64 {
    match width {
        64.. => value,
        _ => value & ((1 << width) - 1),
    }
}

impl Int {
    /// The width of small numbers.
    const SMALL: u32 = 64;

    fn small(width: u32, value: u64) -> Self {
        Self {
            width,
            bits: Bits::Small(low(value, width)),
        }
    }

    /// A number, of which the bits beyond the width are dropped.
    pub fn wrap(width: u32, value: &BigInt) -> Self {
        let modulus = BigInt::from(1) << width;
        let rest = ((value % &modulus) + &modulus) % &modulus;
        let rest = rest.to_biguint().unwrap_or_default();
        let bits = match width <= Self::SMALL {
            true => Bits::Small(u64::try_from(&rest).unwrap_or_default()),
            false => Bits::Big(rest),
        };
        Self { width, bits }
    }

    /// A number, of which the bits beyond the width are dropped; a wider one has the sign of the number.
    pub fn new(width: u32, value: i64) -> Self {
        match width <= Self::SMALL {
            true => Self::small(width, value.cast_unsigned()),
            false => Self::wrap(width, &BigInt::from(value)),
        }
    }

    /// A number by its bits, of which those beyond the width are dropped.
    pub fn from_bits(width: u32, bits: u128) -> Self {
        Self::wrap(width, &BigInt::from(bits))
    }

    /// The bits, if they are few.
    pub fn to_u128(&self) -> Option<u128> {
        match &self.bits {
            Bits::Small(value) => Some(u128::from(*value)),
            Bits::Big(value) => u128::try_from(value).ok(),
        }
    }

    /// The value of an attribute.
    pub fn of(value: IntegerValue<'_>) -> Self {
        let width = value.width();
        match value.to_u64().filter(|_| width <= Self::SMALL) {
            Some(small) => Self::small(width, small),
            None => Self::wrap(width, &value.to_big(false)),
        }
    }

    /// The bytes, little-endian, with unused bits zero.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = match &self.bits {
            Bits::Small(value) => value.to_le_bytes().to_vec(),
            Bits::Big(value) => value.to_bytes_le(),
        };
        bytes.resize(self.width.div_ceil(8) as usize, 0);
        bytes
    }

    /// The attribute with this value; `None` if the type has another width or is no integer.
    pub fn to_attribute(&self, context: &Context, ty: Type) -> Option<Attribute> {
        let made = match &self.bits {
            Bits::Small(bits) => {
                let bytes = &bits.to_le_bytes()[..self.width.div_ceil(8) as usize];
                context.integer_attribute_from_bytes(ty, bytes)
            }
            Bits::Big(_) => context.integer_attribute_from_bytes(ty, &self.to_bytes()),
        };
        made.ok()
    }

    /// The number of bits.
    pub const fn width(&self) -> u32 {
        self.width
    }

    /// Whether the value is 0.
    pub fn is_zero(&self) -> bool {
        match &self.bits {
            Bits::Small(value) => *value == 0,
            Bits::Big(value) => value.bits() == 0,
        }
    }

    /// Whether the value is 1.
    pub fn is_one(&self) -> bool {
        match &self.bits {
            Bits::Small(value) => *value == 1,
            Bits::Big(value) => *value == BigUint::from(1_u8),
        }
    }

    /// Whether all bits are set. Of no bits, none is.
    pub fn is_all_ones(&self) -> bool {
        self.width == 0 || self.not().is_zero()
    }

    /// Whether the sign bit is set.
    pub fn is_negative(&self) -> bool {
        self.width > 0
            && match &self.bits {
                Bits::Small(value) => value >> (self.width - 1) & 1 == 1,
                Bits::Big(value) => value.bit(u64::from(self.width) - 1),
            }
    }

    /// Whether only the sign bit is set.
    pub fn is_signed_min(&self) -> bool {
        self.is_negative() && self.count_ones() == 1
    }

    /// The number of one bits.
    pub fn count_ones(&self) -> u32 {
        match &self.bits {
            Bits::Small(value) => value.count_ones(),
            Bits::Big(value) => value.count_ones() as u32,
        }
    }

    /// The number of zero bits above the highest one bit.
    pub fn leading_zeros(&self) -> u32 {
        match &self.bits {
            Bits::Small(value) => value.leading_zeros() + self.width - 64,
            Bits::Big(value) => self.width - value.bits() as u32,
        }
    }

    /// The number of zero bits below the lowest one bit.
    pub fn trailing_zeros(&self) -> u32 {
        match &self.bits {
            Bits::Small(value) => value.trailing_zeros().min(self.width),
            Bits::Big(value) => value.trailing_zeros().map_or(self.width, |count| count as u32),
        }
    }

    /// The value as an unsigned number, if it is small.
    pub fn to_u64(&self) -> Option<u64> {
        match &self.bits {
            Bits::Small(value) => Some(*value),
            Bits::Big(value) => u64::try_from(value).ok(),
        }
    }

    /// The value in two's complement, if it is small.
    pub fn to_i64(&self) -> Option<i64> {
        match &self.bits {
            Bits::Small(_) => i64::try_from(self.signed()).ok(),
            Bits::Big(_) => i64::try_from(self.to_big(true)).ok(),
        }
    }

    /// The value of a small number in two's complement.
    fn signed(&self) -> i128 {
        match &self.bits {
            Bits::Small(value) if self.is_negative() => i128::from(*value) - (1 << self.width),
            Bits::Small(value) => i128::from(*value),
            Bits::Big(_) => 0,
        }
    }

    /// The value as an exact number, in two's complement if `signed`.
    pub fn to_big(&self, signed: bool) -> BigInt {
        let unsigned = match &self.bits {
            Bits::Small(value) => BigInt::from(*value),
            Bits::Big(value) => BigInt::from_biguint(Sign::Plus, value.clone()),
        };
        match signed && self.is_negative() {
            true => unsigned - (BigInt::from(1) << self.width),
            false => unsigned,
        }
    }

    /// Combines two numbers of one width modulo 2^width.
    fn modular(
        &self,
        other: &Self,
        small: impl Fn(u64, u64) -> u64,
        big: impl Fn(&BigInt, &BigInt) -> BigInt,
    ) -> Self {
        debug_assert_eq!(self.width, other.width, "operands of one width");
        match (&self.bits, &other.bits) {
            (Bits::Small(a), Bits::Small(b)) => Self::small(self.width, small(*a, *b)),
            _ => Self::wrap(self.width, &big(&self.to_big(false), &other.to_big(false))),
        }
    }

    /// The sum modulo 2^width.
    pub fn add(&self, other: &Self) -> Self {
        self.modular(other, u64::wrapping_add, |a, b| a + b)
    }

    /// The difference modulo 2^width.
    pub fn sub(&self, other: &Self) -> Self {
        self.modular(other, u64::wrapping_sub, |a, b| a - b)
    }

    /// The product modulo 2^width.
    pub fn mul(&self, other: &Self) -> Self {
        self.modular(other, u64::wrapping_mul, |a, b| a * b)
    }

    /// The bits that both have.
    pub fn and(&self, other: &Self) -> Self {
        self.modular(other, |a, b| a & b, |a, b| a & b)
    }

    /// The bits that one of them has.
    pub fn or(&self, other: &Self) -> Self {
        self.modular(other, |a, b| a | b, |a, b| a | b)
    }

    /// The bits that only one of them has.
    pub fn xor(&self, other: &Self) -> Self {
        self.modular(other, |a, b| a ^ b, |a, b| a ^ b)
    }

    /// The other bits.
    pub fn not(&self) -> Self {
        self.xor(&Self::new(self.width, -1))
    }

    /// The negative number modulo 2^width.
    pub fn neg(&self) -> Self {
        Self::new(self.width, 0).sub(self)
    }

    /// The quotient of unsigned numbers; `None` if the divisor is zero.
    pub fn div_unsigned(&self, other: &Self) -> Option<Self> {
        (!other.is_zero()).then(|| self.modular(other, |a, b| a / b, |a, b| a / b))
    }

    /// The remainder of unsigned numbers; `None` if the divisor is zero.
    pub fn rem_unsigned(&self, other: &Self) -> Option<Self> {
        (!other.is_zero()).then(|| self.modular(other, |a, b| a % b, |a, b| a % b))
    }

    /// The quotient of signed numbers, rounded towards zero, and whether it does not fit; `None` if the divisor is zero.
    pub fn div_signed(&self, other: &Self) -> Option<(Self, bool)> {
        if other.is_zero() {
            return None;
        }
        let overflows = self.is_signed_min() && other.is_all_ones();
        Some((
            Self::wrap(self.width, &(self.to_big(true) / other.to_big(true))),
            overflows,
        ))
    }

    /// The remainder of signed numbers, with the sign of the first; `None` if the divisor is zero.
    pub fn rem_signed(&self, other: &Self) -> Option<Self> {
        (!other.is_zero()).then(|| Self::wrap(self.width, &(self.to_big(true) % other.to_big(true))))
    }

    /// The number shifted to the left; `None` if the distance is not below the width.
    pub fn shl(&self, distance: &Self) -> Option<Self> {
        let distance = self.distance(distance)?;
        Some(match &self.bits {
            Bits::Small(value) => Self::small(self.width, value << distance),
            Bits::Big(_) => Self::wrap(self.width, &(self.to_big(false) << distance)),
        })
    }

    /// The unsigned number shifted to the right; `None` if the distance is not below the width.
    pub fn shr_unsigned(&self, distance: &Self) -> Option<Self> {
        let distance = self.distance(distance)?;
        Some(Self::wrap(self.width, &(self.to_big(false) >> distance)))
    }

    /// The signed number shifted to the right; `None` if the distance is not below the width.
    pub fn shr_signed(&self, distance: &Self) -> Option<Self> {
        let distance = self.distance(distance)?;
        Some(Self::wrap(self.width, &(self.to_big(true) >> distance)))
    }

    fn distance(&self, distance: &Self) -> Option<u32> {
        let distance = u32::try_from(distance.to_u64()?).ok()?;
        (distance < self.width).then_some(distance)
    }

    /// Compares unsigned numbers of one width.
    pub fn cmp_unsigned(&self, other: &Self) -> Ordering {
        match (&self.bits, &other.bits) {
            (Bits::Small(a), Bits::Small(b)) => a.cmp(b),
            _ => self.to_big(false).cmp(&other.to_big(false)),
        }
    }

    /// Compares signed numbers of one width.
    pub fn cmp_signed(&self, other: &Self) -> Ordering {
        match (&self.bits, &other.bits) {
            (Bits::Small(_), Bits::Small(_)) => self.signed().cmp(&other.signed()),
            _ => self.to_big(true).cmp(&other.to_big(true)),
        }
    }

    /// The low bits, or with zeros above.
    pub fn resize_unsigned(&self, width: u32) -> Self {
        match &self.bits {
            Bits::Small(value) if width <= Self::SMALL => Self::small(width, *value),
            _ => Self::wrap(width, &self.to_big(false)),
        }
    }

    /// The low bits, or with copies of the sign above.
    pub fn resize_signed(&self, width: u32) -> Self {
        Self::wrap(width, &self.to_big(true))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Widths around those at which the representation changes.
    const WIDTHS: [u32; 9] = [1, 2, 7, 8, 63, 64, 65, 128, 129];

    fn values(width: u32) -> Vec<Int> {
        let mut all: Vec<Int> = [0, 1, -1, 2, 3, -2]
            .iter()
            .map(|value| Int::new(width, *value))
            .collect();
        let top = BigInt::from(1) << (width - 1);
        all.extend([Int::wrap(width, &top), Int::wrap(width, &(top - 1))]);
        all
    }

    #[test]
    fn operations_agree_with_exact_arithmetic_at_all_widths() {
        for width in WIDTHS {
            for a in values(width) {
                assert_eq!(Int::wrap(width, &a.to_big(true)), a);
                assert_eq!(a.is_all_ones(), a.to_big(true) == BigInt::from(-1));
                assert_eq!(a.is_zero(), a.to_big(false) == BigInt::from(0));
                for b in values(width) {
                    let (x, y) = (a.to_big(true), b.to_big(true));
                    assert_eq!(a.add(&b), Int::wrap(width, &(&x + &y)));
                    assert_eq!(a.sub(&b), Int::wrap(width, &(&x - &y)));
                    assert_eq!(a.mul(&b), Int::wrap(width, &(&x * &y)));
                    assert_eq!(a.cmp_signed(&b), x.cmp(&y));
                    assert_eq!(a.cmp_unsigned(&b), a.to_big(false).cmp(&b.to_big(false)));
                    match a.div_signed(&b) {
                        None => assert!(b.is_zero()),
                        Some((quotient, overflows)) => {
                            let exact = &x / &y;
                            assert_eq!(overflows, quotient.to_big(true) != exact);
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn bits_are_counted_within_the_width() {
        for width in WIDTHS {
            let one = Int::new(width, 1);
            assert_eq!(one.leading_zeros(), width - 1);
            assert_eq!(one.trailing_zeros(), 0);
            let zero = Int::new(width, 0);
            assert_eq!((zero.leading_zeros(), zero.trailing_zeros()), (width, width));
            assert_eq!(Int::new(width, -1).count_ones(), width);
            assert!(
                one.shl(&Int::new(width, -1))
                    .is_none_or(|_| width == 1 || i64::from(width) > -1_i64.rem_euclid(1 << width.min(62)))
            );
        }
    }
}
