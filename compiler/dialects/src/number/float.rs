//! Floats of all of MLIR's formats, with the arithmetic of LLVM's APFloat.
//!
//! The formats of rustc_apfloat are computed in themselves. The other ones have at most 11 bits of precision: the sum, product
//! and quotient of two of their numbers is computed as f64 and rounded again, which gives the same as rounding once, as f64 has
//! more than twice as many bits and two. Invariant: bits beyond the format's width are zero.

use std::cmp::Ordering;

use num_bigint::{BigInt, Sign};
use rustc_apfloat::Float as _;
use rustc_apfloat::ieee::{BFloat, Double, Float8E4M3FN, Float8E5M2, Half, Quad, Single, X87DoubleExtended};
use tvmlike_ir::{Attribute, Context, FloatKind, FloatValue, Type, Unpacked};

use super::Int;

/// A number of a float format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Float {
    kind: FloatKind,
    bits: u128,
}

/// Where a number is rounded to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rounding {
    /// To the next integer that is not greater.
    Down,
    /// To the next integer that is not less.
    Up,
    /// To the nearest integer, and to the even one of two that are as near.
    NearestEven,
}

/// Evaluates an expression with a type of rustc_apfloat, or another one for formats that it does not have.
macro_rules! with_format {
    ($kind:expr, $format:ident => $native:expr, else $other:expr) => {
        match $kind {
            FloatKind::BF16 => {
                type $format = BFloat;
                $native
            }
            FloatKind::F16 => {
                type $format = Half;
                $native
            }
            FloatKind::F32 => {
                type $format = Single;
                $native
            }
            FloatKind::F64 => {
                type $format = Double;
                $native
            }
            FloatKind::F80 => {
                type $format = X87DoubleExtended;
                $native
            }
            FloatKind::F128 => {
                type $format = Quad;
                $native
            }
            FloatKind::F8E5M2 => {
                type $format = Float8E5M2;
                $native
            }
            FloatKind::F8E4M3FN => {
                type $format = Float8E4M3FN;
                $native
            }
            _ => $other,
        }
    };
}

/// An operation of two floats, by the methods of rustc_apfloat.
macro_rules! binary {
    ($($(#[$doc:meta])* $name:ident = |$a:ident, $b:ident| $compute:expr;)*) => {$(
        $(#[$doc])*
        pub fn $name(self, other: Self) -> Option<Self> {
            let bits = with_format!(self.kind, Format => {
                let ($a, $b) = (Format::from_bits(self.bits), Format::from_bits(other.bits));
                Some($compute.to_bits())
            }, else {
                let ($a, $b) = (self.to_double(), other.to_double());
                self.kind.pack(FloatKind::F64.unpack($compute.to_bits()))
            })?;
            Some(Self { kind: self.kind, bits })
        }
    )*};
}

#[expect(
    clippy::should_implement_trait,
    reason = "the operations of some formats have no result, so they are no operators"
)]
impl Float {
    /// The value of an attribute.
    pub fn of(value: FloatValue) -> Self {
        Self {
            kind: value.kind(),
            bits: value.bits(),
        }
    }

    /// The attribute with this value; `None` if the type is another format.
    pub fn to_attribute(self, context: &Context, ty: Type) -> Option<Attribute> {
        context.float_attribute_from_bits(ty, self.bits).ok()
    }

    /// The number nearest to a double; `None` if the format has nothing like it.
    pub fn from_f64(kind: FloatKind, value: f64) -> Option<Self> {
        kind.from_f64(value).map(|bits| Self { kind, bits })
    }

    /// The double nearest to the number.
    pub fn to_f64(self) -> f64 {
        self.kind.to_f64(self.bits)
    }

    fn to_double(self) -> Double {
        Double::from_bits(u128::from(self.to_f64().to_bits()))
    }

    /// The number nearest to a number of another format, and whether they are different; `None` if the format has nothing
    /// like it.
    pub fn convert(self, kind: FloatKind) -> Option<(Self, bool)> {
        let from = self.kind.unpack(self.bits);
        if let Unpacked::Nan { negative } = from {
            return self.convert_nan(negative, kind);
        }
        let converted = Self {
            kind,
            bits: kind.pack(from)?,
        };
        let is_same = match (from, kind.unpack(converted.bits)) {
            (Unpacked::Finite { .. }, Unpacked::Finite { .. }) => converted.exact() == self.exact(),
            (from, to) => std::mem::discriminant(&from) == std::mem::discriminant(&to),
        };
        Some((converted, !is_same))
    }

    /// As [`convert`](Self::convert), of a NaN: its upper bits stay, if the other format has more than one NaN.
    fn convert_nan(self, negative: bool, kind: FloatKind) -> Option<(Self, bool)> {
        // A NaN in place of negative zero has no sign.
        let is_in_place_of_zero = self.bits == 1 << (self.kind.width() - 1);
        let negative = negative && !is_in_place_of_zero;
        let bits = kind.pack(Unpacked::Nan { negative })?;
        if kind.quiet_bit().is_none() {
            return Some((Self { kind, bits }, self.kind.quiet_bit().is_some()));
        }
        let (from, to) = (self.kind.precision() - 1, kind.precision() - 1);
        let payload = self.bits & ((1 << from) - 1);
        let lost = from.saturating_sub(to);
        let kept = payload >> lost << to.saturating_sub(from);
        let bits = bits | kept;
        Some((Self { kind, bits }, payload & ((1 << lost) - 1) != 0))
    }

    /// The significand and the exponent of a finite number, the significand odd.
    fn exact(self) -> (bool, u128, i32) {
        match self.kind.unpack(self.bits) {
            Unpacked::Finite {
                negative,
                significand,
                exponent,
            } if significand != 0 => {
                let zeros = significand.trailing_zeros();
                (negative, significand >> zeros, exponent + zeros.cast_signed())
            }
            Unpacked::Finite { negative, .. } => (negative, 0, 0),
            _ => (false, 0, i32::MAX),
        }
    }

    binary! {
        /// The sum.
        add = |a, b| a.add_r(b, rustc_apfloat::Round::NearestTiesToEven).value;
        /// The difference.
        sub = |a, b| a.sub_r(b, rustc_apfloat::Round::NearestTiesToEven).value;
        /// The product.
        mul = |a, b| a.mul_r(b, rustc_apfloat::Round::NearestTiesToEven).value;
        /// The quotient.
        div = |a, b| a.div_r(b, rustc_apfloat::Round::NearestTiesToEven).value;
        /// The remainder of a division that was rounded towards zero, as C's `fmod`.
        rem = |a, b| a.c_fmod(b).value;
    }

    /// Whether the number is less, or, of zeros, has the sign and the other one does not.
    fn is_below(self, other: Self) -> bool {
        match self.is_zero() && other.is_zero() {
            true => self.is_negative() && !other.is_negative(),
            false => self.compare(other) == Some(Ordering::Less),
        }
    }

    /// The smaller one; a number rather than a quiet NaN. Negative zero is less than zero.
    pub fn minnum(self, other: Self) -> Self {
        self.number_of(other)
            .unwrap_or_else(|| if other.is_below(self) { other } else { self })
    }

    /// The greater one; a number rather than a quiet NaN. Negative zero is less than zero.
    pub fn maxnum(self, other: Self) -> Self {
        self.number_of(other)
            .unwrap_or_else(|| if self.is_below(other) { other } else { self })
    }

    /// What `minnum` and `maxnum` give if one is NaN.
    fn number_of(self, other: Self) -> Option<Self> {
        match (self, other) {
            (nan, _) | (_, nan) if nan.is_signaling() => Some(nan.quiet()),
            (a, b) if a.is_nan() => Some(b),
            (a, b) if b.is_nan() => Some(a),
            _ => None,
        }
    }

    /// The smaller one; NaN if one is NaN. Negative zero is less than zero.
    pub fn minimum(self, other: Self) -> Self {
        self.nan_of(other)
            .unwrap_or_else(|| if other.is_below(self) { other } else { self })
    }

    /// The greater one; NaN if one is NaN. Negative zero is less than zero.
    pub fn maximum(self, other: Self) -> Self {
        self.nan_of(other)
            .unwrap_or_else(|| if self.is_below(other) { other } else { self })
    }

    fn nan_of(self, other: Self) -> Option<Self> {
        let mut both = [self, other].into_iter();
        both.find(|number| number.is_nan()).map(Self::quiet)
    }

    /// Whether the number is a NaN that an operation reports.
    pub fn is_signaling(self) -> bool {
        let is_quiet = |bit: u32| self.bits >> bit & 1 == 1;
        self.is_nan() && self.kind.quiet_bit().is_some_and(|bit| !is_quiet(bit))
    }

    /// The number, or the quiet NaN of a NaN.
    pub fn quiet(self) -> Self {
        match self.kind.quiet_bit() {
            Some(bit) if self.is_nan() => Self {
                bits: self.bits | 1 << bit,
                ..self
            },
            _ => self,
        }
    }

    /// The exponent of the highest bit of a finite number that is not zero.
    pub fn exponent(self) -> Option<i32> {
        match self.exact() {
            (_, 0, _) => None,
            (_, significand, exponent) => Some(exponent + significand.ilog2().cast_signed()),
        }
    }

    /// The bits.
    pub const fn bits(self) -> u128 {
        self.bits
    }

    /// The format.
    pub const fn kind(self) -> FloatKind {
        self.kind
    }

    /// A number by its bits, of which those beyond the format's width are dropped.
    pub const fn from_bits(kind: FloatKind, bits: u128) -> Self {
        let unused = 128 - kind.width();
        Self {
            kind,
            bits: bits << unused >> unused,
        }
    }

    /// The number with the other sign.
    pub fn neg(self) -> Self {
        match self.kind.is_signed() && !(self.is_zero() && self.kind.from_f64(-0.0) == Some(0)) {
            true => Self {
                bits: self.bits ^ 1 << (self.kind.width() - 1),
                ..self
            },
            false => self,
        }
    }

    /// The number without its sign.
    pub fn abs(self) -> Self {
        match self.is_negative() {
            true => self.neg(),
            false => self,
        }
    }

    /// The number rounded to an integer, with its sign; a quiet NaN of NaN. `None` if the format has nothing like it.
    pub fn to_integral(self, rounding: Rounding) -> Option<Self> {
        let Unpacked::Finite {
            negative,
            significand,
            exponent: exponent @ ..0,
        } = self.kind.unpack(self.bits)
        else {
            return Some(self.quiet());
        };
        let shift = exponent.unsigned_abs();
        let whole = significand.checked_shr(shift).unwrap_or(0);
        let rest = significand - whole.checked_shl(shift).unwrap_or(0);
        // A half is no number if all bits are far below it.
        let half = 1_u128.checked_shl(shift - 1);
        let above_half = half.map_or(Ordering::Less, |half| rest.cmp(&half));
        let is_away = match rounding {
            Rounding::Down => negative && rest != 0,
            Rounding::Up => !negative && rest != 0,
            Rounding::NearestEven => above_half.is_gt() || above_half.is_eq() && whole & 1 == 1,
        };
        let bits = self.kind.pack(Unpacked::Finite {
            negative,
            significand: whole + u128::from(is_away),
            exponent: 0,
        })?;
        Some(Self { bits, ..self })
    }

    /// Compares two numbers; `None` if one is NaN.
    pub fn compare(self, other: Self) -> Option<Ordering> {
        with_format!(self.kind, Format => {
            Format::from_bits(self.bits).partial_cmp(&Format::from_bits(other.bits))
        }, else self.to_f64().partial_cmp(&other.to_f64()))
    }

    /// Whether the number is NaN.
    pub fn is_nan(self) -> bool {
        matches!(self.kind.unpack(self.bits), Unpacked::Nan { .. })
    }

    /// Whether the number is infinite.
    pub fn is_infinite(self) -> bool {
        matches!(self.kind.unpack(self.bits), Unpacked::Infinity { .. })
    }

    /// Whether the number is zero, of either sign.
    pub fn is_zero(self) -> bool {
        matches!(
            self.kind.unpack(self.bits),
            Unpacked::Finite { significand: 0, .. }
        )
    }

    /// Whether the sign bit is set.
    pub fn is_negative(self) -> bool {
        match self.kind.unpack(self.bits) {
            Unpacked::Finite { negative, .. }
            | Unpacked::Infinity { negative }
            | Unpacked::Nan { negative } => negative,
        }
    }

    /// The number nearest to an integer; `None` if the format has nothing like it.
    pub fn from_int(kind: FloatKind, value: &Int, signed: bool) -> Option<Self> {
        let exact = value.to_big(signed);
        let (sign, magnitude) = exact.into_parts();
        let excess = u32::try_from(magnitude.bits()).ok()?.saturating_sub(127);
        // A bit for what is shifted out keeps ties apart.
        let shifted = &magnitude >> excess;
        let is_inexact = (&shifted << excess) != magnitude;
        let significand = u128::try_from(&shifted).ok()? | u128::from(is_inexact);
        let bits = kind.pack(Unpacked::Finite {
            negative: sign == Sign::Minus,
            significand,
            exponent: i32::try_from(excess).ok()?,
        })?;
        Some(Self { kind, bits })
    }

    /// The number rounded towards zero, in a width; `None` if it does not fit, or is NaN or infinite.
    pub fn to_int(self, width: u32, signed: bool) -> Option<Int> {
        let Unpacked::Finite {
            negative,
            significand,
            exponent,
        } = self.kind.unpack(self.bits)
        else {
            return None;
        };
        let magnitude = match exponent {
            // Far more than any width.
            _ if significand != 0 && exponent > 1 << 25 => return None,
            0.. => BigInt::from(significand) << exponent,
            _ => BigInt::from(significand) >> exponent.unsigned_abs(),
        };
        let value = if negative { -magnitude } else { magnitude };
        let wrapped = Int::wrap(width, &value);
        (wrapped.to_big(signed) == value).then_some(wrapped)
    }
}
