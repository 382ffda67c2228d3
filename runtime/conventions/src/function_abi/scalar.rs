//! Numbers in slots, checked against the range of the record's type.
//!
//! An integer slot accepts ints and bools, a float slot any number. A float is rounded to the slot's precision by IEEE 754, and
//! refused beyond the range; an int that a float slot cannot represent exactly is refused. Results follow the same rules.
//! Invariant: the result is plain data that the callee can convert to the slot's C type without a change.

use std::fmt;

use half::{bf16, f16};
use tvmlike_runtime::abi::{TVMLikePayload, TVMLikeValue};
use tvmlike_runtime::{Any, AnyView, DataType, TypeIndex};

use super::fault::Fault;

/// The type of a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Scalar {
    /// `i1`
    Bool,
    /// `i8`…`i64`, `u8`…`u64`, `index`
    Int { bits: u8, signed: bool, index: bool },
    /// `f16`
    F16,
    /// `bf16`
    Bf16,
    /// `f32`
    F32,
    /// `f64`
    F64,
}

/// A number.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Number {
    Int(i128),
    Float(f64),
    Complex(f64, f64),
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Int(number) => write!(f, "{number}"),
            Self::Float(number) => write!(f, "{number:?}"),
            Self::Complex(real, imaginary) => write!(f, "{real:?}{imaginary:+?}j"),
        }
    }
}

impl Scalar {
    /// The type with a name in records.
    pub(super) fn from_word(word: &str) -> Option<Self> {
        let int = |bits, signed| {
            Some(Self::Int {
                bits,
                signed,
                index: false,
            })
        };
        match word {
            "i1" => Some(Self::Bool),
            "i8" => int(8, true),
            "i16" => int(16, true),
            "i32" => int(32, true),
            "i64" => int(64, true),
            "u8" => int(8, false),
            "u16" => int(16, false),
            "u32" => int(32, false),
            "u64" => int(64, false),
            "index" => Some(Self::Int {
                bits: 64,
                signed: true,
                index: true,
            }),
            "f16" => Some(Self::F16),
            "bf16" => Some(Self::Bf16),
            "f32" => Some(Self::F32),
            "f64" => Some(Self::F64),
            _ => None,
        }
    }

    /// The data type of elements of this type.
    pub(super) fn dtype(self) -> DataType {
        match self {
            Self::Bool => DataType::BOOL,
            Self::Int { bits, signed, .. } => DataType::new(u8::from(!signed), bits, 1),
            Self::F16 => DataType::FLOAT16,
            Self::Bf16 => DataType::BFLOAT16,
            Self::F32 => DataType::FLOAT32,
            Self::F64 => DataType::FLOAT64,
        }
    }

    /// The width in bits.
    pub(super) fn bits(self) -> u8 {
        match self {
            Self::Bool => 1,
            Self::Int { bits, .. } => bits,
            Self::F16 | Self::Bf16 => 16,
            Self::F32 => 32,
            Self::F64 => 64,
        }
    }

    pub(super) fn is_int(self) -> bool {
        matches!(self, Self::Int { .. })
    }

    /// The minimum and maximum of an integer type.
    pub(super) fn range(bits: u8, signed: bool) -> (i128, i128) {
        if signed {
            (-(1 << (bits - 1)), (1 << (bits - 1)) - 1)
        } else {
            (0, (1 << bits) - 1)
        }
    }

    /// Rounds a float to the precision of a float type.
    pub(super) fn round(self, number: f64) -> f64 {
        match self {
            Self::F16 => f16::from_f64(number).to_f64(),
            Self::Bf16 => bf16::from_f64(number).to_f64(),
            Self::F32 => f64::from(number as f32),
            _ => number,
        }
    }

    /// As [`Scalar::round`]; `None` if a finite number becomes infinite.
    pub(super) fn round_in_range(self, number: f64) -> Option<f64> {
        let rounded = self.round(number);
        (rounded.is_finite() || !number.is_finite()).then_some(rounded)
    }

    /// Converts an argument. `cast` allows lossy conversions: a float is truncated to an int, an int wraps.
    #[inline]
    pub(super) fn argument(self, value: &AnyView<'_>, cast: bool) -> Result<TVMLikeValue, Fault> {
        // The most frequent case.
        if let Self::Int { bits, signed, .. } = self
            && let TypeIndex::INT | TypeIndex::BOOL = value.type_index()
        {
            let number = bits_of(value);
            if fits(number, bits, signed) {
                return Ok(int_value(number));
            }
        }
        match number_of(value) {
            Some(number) => self.number(number, cast),
            None => Err(Fault::wrong_type(self, value)),
        }
    }

    #[inline(never)]
    fn number(self, number: Number, cast: bool) -> Result<TVMLikeValue, Fault> {
        match (self, number) {
            (Self::Bool, Number::Int(truth @ (0 | 1))) => Ok(bool_value(truth == 1)),
            (Self::Bool, _) if cast => Ok(bool_value(
                !matches!(number, Number::Int(0)) && number != Number::Float(0.0),
            )),
            (Self::Bool, Number::Int(_)) => Err(self.out_of_range(number)),
            (Self::Int { .. }, _) if cast => Ok(int_value(self.wrapped(number))),
            (Self::Int { .. }, Number::Int(_)) => Err(self.out_of_range(number)),
            (Self::Bool | Self::Int { .. }, _) => {
                Err(Fault::type_error(format!("expected {self}, got float")))
            }
            (_, Number::Int(int)) => {
                let float = self.round(int as f64);
                if float as i128 == int || cast {
                    Ok(float_value(float))
                } else {
                    Err(self.out_of_range(number))
                }
            }
            (_, Number::Float(float)) if cast => Ok(float_value(self.round(float))),
            (_, Number::Float(float)) => match self.round_in_range(float) {
                Some(rounded) => Ok(float_value(rounded)),
                None => Err(self.out_of_range(number)),
            },
            (_, Number::Complex(..)) => Err(Fault::type_error(format!("expected {self}, got complex"))),
        }
    }

    /// The number wrapped to an integer type, as C's conversions do.
    pub(super) fn wrapped(self, number: Number) -> i64 {
        let whole = match number {
            Number::Int(int) => int,
            Number::Float(float) | Number::Complex(float, _) => float as i128,
        };
        let Self::Int { bits, signed, .. } = self else {
            return whole as i64;
        };
        let cut = whole & ((1 << bits) - 1);
        let negative = signed && cut >> (bits - 1) != 0;
        (if negative { cut - (1 << bits) } else { cut }) as i64
    }

    #[cold]
    pub(super) fn out_of_range(self, number: Number) -> Fault {
        Fault::overflow(format!("{number} is out of range for {self}"))
    }

    /// Whether a value has this type and needs no conversion.
    #[inline]
    pub(super) fn is(self, value: &AnyView<'_>) -> bool {
        match (self, value.type_index()) {
            (Self::Int { bits, signed, .. }, TypeIndex::INT) => fits(bits_of(value), bits, signed),
            (Self::Bool, TypeIndex::BOOL) | (Self::F64, TypeIndex::FLOAT) => true,
            (Self::F32, TypeIndex::FLOAT) => {
                // SAFETY: the payload of a float is an f64.
                let float = unsafe { value.as_raw().payload.v_float64 };
                f64::from(float as f32).to_bits() == float.to_bits()
            }
            _ => false,
        }
    }

    /// Checks a result.
    #[inline]
    pub(super) fn result(self, value: Any) -> Result<Any, Fault> {
        let view = value.view();
        match (self, view.type_index()) {
            (Self::Int { bits, signed, .. }, TypeIndex::INT) => {
                let number = bits_of(view);
                if fits(number, bits, signed) {
                    Ok(value)
                } else {
                    Err(self.out_of_range(Number::Int(i128::from(number))))
                }
            }
            (Self::Bool, TypeIndex::BOOL) | (Self::F64, TypeIndex::FLOAT) => Ok(value),
            (Self::F16 | Self::Bf16 | Self::F32, TypeIndex::FLOAT) => {
                // SAFETY: the payload of a float is an f64.
                let float = unsafe { view.as_raw().payload.v_float64 };
                match self.round_in_range(float) {
                    // SAFETY: a float refers to no memory.
                    Some(rounded) => Ok(unsafe { Any::from_raw(float_value(rounded)) }),
                    None => Err(self.out_of_range(Number::Float(float))),
                }
            }
            (Self::Bool, TypeIndex::INT) => match bits_of(view) {
                // SAFETY: a bool refers to no memory.
                truth @ (0 | 1) => Ok(unsafe { Any::from_raw(bool_value(truth == 1)) }),
                other => Err(self.out_of_range(Number::Int(i128::from(other)))),
            },
            _ => Err(Fault::wrong_type(self, view)),
        }
    }
}

#[inline(always)]
fn fits(number: i64, bits: u8, signed: bool) -> bool {
    if signed {
        let spare = 64 - u32::from(bits);
        number << spare >> spare == number
    } else {
        number >= 0 && (bits >= 63 || number >> bits == 0)
    }
}

/// The payload of an int or a bool.
#[inline(always)]
fn bits_of(value: &AnyView<'_>) -> i64 {
    // SAFETY: every bit pattern is an i64.
    unsafe { value.as_raw().payload.v_int64 }
}

/// The value as a number.
pub(super) fn number_of(value: &AnyView<'_>) -> Option<Number> {
    match value.type_index() {
        TypeIndex::INT => Some(Number::Int(i128::from(bits_of(value)))),
        TypeIndex::BOOL => Some(Number::Int(i128::from(bits_of(value) != 0))),
        // SAFETY: the payload of a float is an f64.
        TypeIndex::FLOAT => Some(Number::Float(unsafe { value.as_raw().payload.v_float64 })),
        _ => None,
    }
}

fn plain(index: TypeIndex, payload: TVMLikePayload) -> TVMLikeValue {
    TVMLikeValue {
        type_index: index.0,
        small_len: 0,
        payload,
    }
}

#[inline(always)]
fn int_value(number: i64) -> TVMLikeValue {
    plain(TypeIndex::INT, TVMLikePayload { v_int64: number })
}

fn bool_value(truth: bool) -> TVMLikeValue {
    plain(
        TypeIndex::BOOL,
        TVMLikePayload {
            v_int64: i64::from(truth),
        },
    )
}

fn float_value(number: f64) -> TVMLikeValue {
    plain(TypeIndex::FLOAT, TVMLikePayload { v_float64: number })
}

impl fmt::Display for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bool => f.write_str("i1"),
            Self::Int { index: true, .. } => f.write_str("index"),
            Self::Int { bits, signed, .. } => write!(f, "{}{bits}", if *signed { 'i' } else { 'u' }),
            Self::F16 => f.write_str("f16"),
            Self::Bf16 => f.write_str("bf16"),
            Self::F32 => f.write_str("f32"),
            Self::F64 => f.write_str("f64"),
        }
    }
}
