//! The float formats of MLIR, and exact conversions between their bits and numbers.
//!
//! Invariant: bits are right-aligned in a `u128`, and a conversion to a format rounds once, to the nearest value and
//! ties to even. Integer arithmetic does it for all formats alike: the crate rustc_apfloat has eight of the eighteen.

/// A float format.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[expect(missing_docs, reason = "the names of the types are their description")]
pub enum FloatKind {
    F4E2M1FN,
    F6E2M3FN,
    F6E3M2FN,
    F8E5M2,
    F8E4M3,
    F8E4M3FN,
    F8E5M2FNUZ,
    F8E4M3FNUZ,
    F8E4M3B11FNUZ,
    F8E3M4,
    F8E8M0FNU,
    BF16,
    F16,
    TF32,
    F32,
    F64,
    F80,
    F128,
}

/// What the bit patterns at the end of a format's range mean.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Special {
    /// The largest exponent is for infinities and NaNs.
    Ieee,
    /// NaN has all bits of exponent and mantissa set; no infinity.
    NanAllOnes,
    /// NaN is the pattern of negative zero; no infinity.
    NanNegativeZero,
    /// Neither NaN nor infinity.
    Finite,
}

/// The layout of a format: a sign unless it is [`FloatKind::F8E8M0FNU`], the exponent, then the mantissa.
struct Format {
    name: &'static str,
    exponent_bits: u32,
    /// Without the leading bit, even where it is stored (f80).
    mantissa_bits: u32,
    bias: i32,
    special: Special,
}

const fn format(
    name: &'static str,
    exponent_bits: u32,
    mantissa_bits: u32,
    bias: i32,
    special: Special,
) -> Format {
    Format {
        name,
        exponent_bits,
        mantissa_bits,
        bias,
        special,
    }
}

/// A number in a float format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unpacked {
    /// `significand * 2^exponent`; zero has the significand 0.
    Finite {
        /// The sign.
        negative: bool,
        /// The significand, not normalised.
        significand: u128,
        /// The exponent of the significand's last bit.
        exponent: i32,
    },
    /// An infinity.
    Infinity {
        /// The sign.
        negative: bool,
    },
    /// Not a number.
    Nan {
        /// The sign.
        negative: bool,
    },
}

impl FloatKind {
    /// All formats, in the order of MLIR's documentation.
    pub const ALL: [Self; 18] = [
        Self::F4E2M1FN,
        Self::F6E2M3FN,
        Self::F6E3M2FN,
        Self::F8E5M2,
        Self::F8E4M3,
        Self::F8E4M3FN,
        Self::F8E5M2FNUZ,
        Self::F8E4M3FNUZ,
        Self::F8E4M3B11FNUZ,
        Self::F8E3M4,
        Self::F8E8M0FNU,
        Self::BF16,
        Self::F16,
        Self::TF32,
        Self::F32,
        Self::F64,
        Self::F80,
        Self::F128,
    ];

    const fn format(self) -> Format {
        use Special::{Finite, Ieee, NanAllOnes, NanNegativeZero};
        match self {
            Self::F4E2M1FN => format("f4E2M1FN", 2, 1, 1, Finite),
            Self::F6E2M3FN => format("f6E2M3FN", 2, 3, 1, Finite),
            Self::F6E3M2FN => format("f6E3M2FN", 3, 2, 3, Finite),
            Self::F8E5M2 => format("f8E5M2", 5, 2, 15, Ieee),
            Self::F8E4M3 => format("f8E4M3", 4, 3, 7, Ieee),
            Self::F8E4M3FN => format("f8E4M3FN", 4, 3, 7, NanAllOnes),
            Self::F8E5M2FNUZ => format("f8E5M2FNUZ", 5, 2, 16, NanNegativeZero),
            Self::F8E4M3FNUZ => format("f8E4M3FNUZ", 4, 3, 8, NanNegativeZero),
            Self::F8E4M3B11FNUZ => format("f8E4M3B11FNUZ", 4, 3, 11, NanNegativeZero),
            Self::F8E3M4 => format("f8E3M4", 3, 4, 3, Ieee),
            Self::F8E8M0FNU => format("f8E8M0FNU", 8, 0, 127, NanAllOnes),
            Self::BF16 => format("bf16", 8, 7, 127, Ieee),
            Self::F16 => format("f16", 5, 10, 15, Ieee),
            Self::TF32 => format("tf32", 8, 10, 127, Ieee),
            Self::F32 => format("f32", 8, 23, 127, Ieee),
            Self::F64 => format("f64", 11, 52, 1023, Ieee),
            Self::F80 => format("f80", 15, 63, 16383, Ieee),
            Self::F128 => format("f128", 15, 112, 16383, Ieee),
        }
    }

    /// The exponent of the greatest number.
    pub const fn max_exponent(self) -> i32 {
        let format = self.format();
        let last = (1 << format.exponent_bits) - 1;
        let is_reserved = match format.special {
            Special::Ieee => true,
            Special::NanAllOnes => format.mantissa_bits == 0,
            Special::NanNegativeZero | Special::Finite => false,
        };
        last - is_reserved as i32 - format.bias
    }

    /// The exponent of the least number with all its bits.
    pub const fn min_exponent(self) -> i32 {
        let format = self.format();
        // A format without a mantissa has no numbers of fewer bits.
        1 - format.bias - (format.mantissa_bits == 0) as i32
    }

    /// Whether all numbers of the format are numbers of another one.
    pub const fn is_within(self, other: Self) -> bool {
        self.max_exponent() <= other.max_exponent()
            && self.min_exponent() >= other.min_exponent()
            && self.precision() <= other.precision()
    }

    /// The bit of a NaN that says that it is quiet; `None` if the format has one NaN, or none.
    pub const fn quiet_bit(self) -> Option<u32> {
        let format = self.format();
        match format.special {
            Special::Ieee => Some(format.mantissa_bits - 1),
            _ => None,
        }
    }

    pub(crate) fn from_word(word: u32) -> Self {
        Self::ALL[word as usize]
    }

    /// The keyword of the type: `f8E4M3FN`.
    pub const fn name(self) -> &'static str {
        self.format().name
    }

    /// The format with a keyword.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// The number of bits.
    pub const fn width(self) -> u32 {
        let format = self.format();
        format.exponent_bits
            + format.mantissa_bits
            + (self.is_signed() as u32)
            + (self.stores_leading_bit() as u32)
    }

    /// The number of bits of a normal significand, with the leading one.
    pub const fn precision(self) -> u32 {
        self.format().mantissa_bits + 1
    }

    /// Whether the format has a sign; only f8E8M0FNU, which is an exponent, has none.
    pub const fn is_signed(self) -> bool {
        !matches!(self, Self::F8E8M0FNU)
    }

    /// Whether the leading bit of the significand is stored.
    const fn stores_leading_bit(self) -> bool {
        matches!(self, Self::F80)
    }

    /// The number that bits mean. Bits beyond the width are ignored.
    pub fn unpack(self, bits: u128) -> Unpacked {
        let format = self.format();
        let negative = self.is_signed() && bits >> (self.width() - 1) & 1 == 1;
        let stored_bits = format.mantissa_bits + u32::from(self.stores_leading_bit());
        let field_max = (1u32 << format.exponent_bits) - 1;
        let field = (bits >> stored_bits) as u32 & field_max;
        let mantissa = bits & ((1 << format.mantissa_bits) - 1);
        let nan = match format.special {
            Special::Ieee => field == field_max && mantissa != 0,
            Special::NanAllOnes => field == field_max && mantissa == (1 << format.mantissa_bits) - 1,
            Special::NanNegativeZero => negative && field == 0 && mantissa == 0,
            Special::Finite => false,
        };
        if nan {
            return Unpacked::Nan { negative };
        }
        if format.special == Special::Ieee && field == field_max {
            return Unpacked::Infinity { negative };
        }
        let leading = match self {
            Self::F8E8M0FNU => 1,
            Self::F80 => bits >> format.mantissa_bits & 1,
            _ => u128::from(field != 0),
        };
        // Subnormal numbers have the exponent of the smallest normal ones. f8E8M0FNU has no subnormal numbers.
        let field = if self.is_signed() { field.max(1) } else { field };
        Unpacked::Finite {
            negative,
            significand: leading << format.mantissa_bits | mantissa,
            exponent: field.cast_signed() - format.bias - format.mantissa_bits.cast_signed(),
        }
    }

    /// The bits of the value nearest to a number; ties go to the even one.
    ///
    /// Too large numbers become infinity, NaN where there is no infinity, and the largest number where there is
    /// neither. `None` if the format has nothing like it: NaN in a finite format, negative numbers in f8E8M0FNU.
    pub fn pack(self, number: Unpacked) -> Option<u128> {
        match number {
            Unpacked::Nan { negative } => self.nan(negative),
            Unpacked::Infinity { negative } => self.overflow(negative),
            Unpacked::Finite {
                negative,
                significand,
                exponent,
            } => self.round(negative, significand, exponent),
        }
    }

    fn round(self, negative: bool, significand: u128, exponent: i32) -> Option<u128> {
        let format = self.format();
        if negative && !self.is_signed() {
            return None;
        }
        if significand == 0 {
            return Some(
                match self.is_signed() && format.special != Special::NanNegativeZero {
                    true => self.sign(negative),
                    false => 0,
                },
            );
        }
        let mantissa_bits = format.mantissa_bits.cast_signed();
        let leading = exponent + significand.ilog2().cast_signed();
        let smallest = if self.is_signed() {
            1 - format.bias
        } else {
            -format.bias
        };
        // The exponent of the last bit that the format can store.
        let mut last = leading.max(smallest) - mantissa_bits;
        let mut rounded = shift_right_to_nearest(significand, last - exponent);
        if rounded >> (format.mantissa_bits + 1) != 0 {
            rounded >>= 1;
            last += 1;
        }
        if !self.is_signed() && rounded == 0 {
            return Some(0);
        }
        let hidden = 1u128 << format.mantissa_bits;
        let field = match rounded >= hidden {
            true => last + mantissa_bits + format.bias,
            false => 0,
        };
        let field_max = (1 << format.exponent_bits) - 1;
        let too_large = match format.special {
            Special::Ieee => field >= field_max,
            Special::NanAllOnes => {
                field > field_max || field == field_max && rounded & (hidden - 1) == hidden - 1
            }
            Special::NanNegativeZero | Special::Finite => field > field_max,
        };
        if too_large {
            return self.overflow(negative);
        }
        let stored = match self.stores_leading_bit() {
            true => (field.unsigned_abs() as u128) << (format.mantissa_bits + 1) | rounded,
            false => (field.unsigned_abs() as u128) << format.mantissa_bits | rounded & (hidden - 1),
        };
        // A negative number can round to zero, and the pattern of negative zero can be NaN.
        if stored == 0 && format.special == Special::NanNegativeZero {
            return Some(0);
        }
        Some(stored | self.sign(negative))
    }

    const fn sign(self, negative: bool) -> u128 {
        (negative as u128) << (self.width() - 1)
    }

    fn nan(self, negative: bool) -> Option<u128> {
        let format = self.format();
        let exponent = (1u128 << format.exponent_bits) - 1;
        match format.special {
            // The quiet NaN without payload. f80 stores the leading bit, too.
            Special::Ieee if self.stores_leading_bit() => {
                Some(self.sign(negative) | exponent << 64 | 0b11 << 62)
            }
            Special::Ieee => {
                Some(self.sign(negative) | exponent << format.mantissa_bits | 1 << (format.mantissa_bits - 1))
            }
            Special::NanAllOnes if !self.is_signed() => Some(exponent),
            Special::NanAllOnes => {
                Some(self.sign(negative) | ((1 << (format.exponent_bits + format.mantissa_bits)) - 1))
            }
            Special::NanNegativeZero => Some(self.sign(true)),
            Special::Finite => None,
        }
    }

    fn overflow(self, negative: bool) -> Option<u128> {
        let format = self.format();
        let exponent = (1u128 << format.exponent_bits) - 1;
        match format.special {
            Special::Ieee if self.stores_leading_bit() => {
                Some(self.sign(negative) | exponent << 64 | 1 << 63)
            }
            Special::Ieee => Some(self.sign(negative) | exponent << format.mantissa_bits),
            Special::NanAllOnes if negative && !self.is_signed() => None,
            Special::NanAllOnes | Special::NanNegativeZero => self.nan(negative),
            Special::Finite => {
                Some(self.sign(negative) | ((1 << (format.exponent_bits + format.mantissa_bits)) - 1))
            }
        }
    }

    /// The bits of the value nearest to a double; see [`FloatKind::pack`].
    pub fn from_f64(self, value: f64) -> Option<u128> {
        match self {
            Self::F64 => Some(u128::from(value.to_bits())),
            _ => self.pack(Self::F64.unpack(u128::from(value.to_bits()))),
        }
    }

    /// The double nearest to the number that bits mean. Exact but for f80 and f128.
    pub fn to_f64(self, bits: u128) -> f64 {
        let bits = match self {
            Self::F64 => Some(bits),
            _ => Self::F64.pack(self.unpack(bits)),
        };
        f64::from_bits(bits.expect("f64 has infinities and NaN") as u64)
    }
}

/// Shifts right by a number of bits, or left if it is negative, and rounds to nearest, ties to even.
fn shift_right_to_nearest(value: u128, bits: i32) -> u128 {
    if bits <= 0 {
        return value << bits.unsigned_abs();
    }
    let bits = bits.unsigned_abs();
    if bits > 128 {
        return 0;
    }
    let kept = value.checked_shr(bits).unwrap_or(0);
    let half = 1u128 << (bits - 1);
    let rest = value & (half | (half - 1));
    kept + u128::from(rest > half || rest == half && kept & 1 == 1)
}
