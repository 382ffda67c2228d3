//! Converts elements of arrays to numbers and back.
//!
//! Invariant: a number is written if the element type represents it; otherwise the write fails and changes nothing. Elements
//! are read and written bytewise, so their alignment does not matter.

use half::{bf16, f16};
use tvmlike_runtime::DataType;

use super::scalar::{Number, Scalar};

/// How elements of a type are read and written.
#[derive(Debug, Clone, Copy)]
pub(super) struct Codec {
    /// The size of an element, in bytes.
    pub(super) size: usize,
    family: Family,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Family {
    Bool,
    Int { bits: u8, signed: bool },
    Float(Scalar),
    Complex { half: usize },
}

/// The lossy conversions that are allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Loss {
    /// None.
    None,
    /// Rounding to a shorter float, but not to infinity: for numbers from text or from Python, which has only one width.
    Rounding,
    /// C's casts.
    Cast,
}

/// Why an element cannot represent a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unfit {
    /// It is of another kind, such as a float for an int.
    Kind,
    /// It is out of range.
    Range,
    /// The element would be a different number.
    Inexact,
}

impl Codec {
    /// The codec of a data type, if numbers can be converted to and from it.
    pub(super) fn of(dtype: DataType) -> Option<Self> {
        let family = match (dtype.code, dtype.bits, dtype.lanes) {
            (6, 8, 1) => Family::Bool,
            (0 | 1, bits @ (8 | 16 | 32 | 64), 1) => Family::Int {
                bits,
                signed: dtype.code == 0,
            },
            (2, 16, 1) => Family::Float(Scalar::F16),
            (4, 16, 1) => Family::Float(Scalar::Bf16),
            (2, 32, 1) => Family::Float(Scalar::F32),
            (2, 64, 1) => Family::Float(Scalar::F64),
            (5, bits @ (64 | 128), 1) => Family::Complex {
                half: usize::from(bits) / 16,
            },
            _ => return None,
        };
        Some(Self {
            size: usize::from(dtype.bits) / 8,
            family,
        })
    }

    /// Reads an element.
    pub(super) fn read(self, element: &[u8]) -> Number {
        match self.family {
            Family::Bool => Number::Int(i128::from(element[0] != 0)),
            Family::Int { bits, signed } => Number::Int(read_int(element, bits, signed)),
            Family::Float(scalar) => Number::Float(read_float(element, scalar)),
            Family::Complex { half } => {
                let scalar = if half == 4 { Scalar::F32 } else { Scalar::F64 };
                Number::Complex(
                    read_float(&element[..half], scalar),
                    read_float(&element[half..], scalar),
                )
            }
        }
    }

    /// Writes a number.
    pub(super) fn write(self, number: Number, element: &mut [u8], loss: Loss) -> Result<(), Unfit> {
        match (self.family, number) {
            (Family::Bool, Number::Int(int @ (0 | 1))) => element[0] = int as u8,
            // An int from a Python list is converted to its truth value. An int from an array must be 0 or 1, and a float is
            // refused.
            (Family::Bool, Number::Int(int)) if loss != Loss::None => element[0] = u8::from(int != 0),
            (Family::Bool, Number::Int(_)) => return Err(Unfit::Inexact),
            (Family::Bool, Number::Float(float)) if loss == Loss::Cast => element[0] = u8::from(float != 0.0),
            (Family::Int { bits, signed }, Number::Int(int)) => {
                let (least, most) = Scalar::range(bits, signed);
                if !(least..=most).contains(&int) && loss != Loss::Cast {
                    return Err(Unfit::Range);
                }
                element.copy_from_slice(&int.to_le_bytes()[..self.size]);
            }
            (Family::Int { bits, signed }, Number::Float(float)) if loss == Loss::Cast => {
                let scalar = Scalar::Int {
                    bits,
                    signed,
                    index: false,
                };
                let cut = scalar.wrapped(Number::Float(float));
                element.copy_from_slice(&cut.to_le_bytes()[..self.size]);
            }
            (Family::Float(scalar), Number::Int(int)) => {
                let rounded = scalar.round(int as f64);
                if rounded as i128 != int && loss != Loss::Cast {
                    return Err(Unfit::Inexact);
                }
                write_float(element, scalar, rounded);
            }
            (Family::Float(scalar), Number::Float(float)) => {
                let rounded = scalar.round(float);
                if rounded != float && !float.is_nan() && loss == Loss::None {
                    return Err(Unfit::Inexact);
                }
                if rounded.is_infinite() && float.is_finite() && loss != Loss::Cast {
                    return Err(Unfit::Range);
                }
                write_float(element, scalar, rounded);
            }
            (Family::Complex { half }, _) => {
                let (real, imaginary) = match number {
                    Number::Complex(real, imaginary) => (Number::Float(real), imaginary),
                    real => (real, 0.0),
                };
                let part = Self {
                    size: half,
                    family: Family::Float(if half == 4 { Scalar::F32 } else { Scalar::F64 }),
                };
                part.write(real, &mut element[..half], loss)?;
                part.write(Number::Float(imaginary), &mut element[half..], loss)?;
            }
            (Family::Float(_), Number::Complex(real, _)) if loss == Loss::Cast => {
                self.write(Number::Float(real), element, loss)?;
            }
            _ => return Err(Unfit::Kind),
        }
        Ok(())
    }
}

fn read_int(element: &[u8], bits: u8, signed: bool) -> i128 {
    let mut octets = [0; 8];
    octets[..element.len()].copy_from_slice(element);
    let number = u64::from_le_bytes(octets);
    let spare = 64 - u32::from(bits);
    if signed {
        i128::from((number << spare) as i64 >> spare)
    } else {
        i128::from(number)
    }
}

/// The bytes as an array.
fn octets<const N: usize>(element: &[u8]) -> [u8; N] {
    let mut octets = [0; N];
    octets.copy_from_slice(element);
    octets
}

fn read_float(element: &[u8], scalar: Scalar) -> f64 {
    match scalar {
        Scalar::F16 => f16::from_le_bytes(octets(element)).to_f64(),
        Scalar::Bf16 => bf16::from_le_bytes(octets(element)).to_f64(),
        Scalar::F32 => f64::from(f32::from_le_bytes(octets(element))),
        _ => f64::from_le_bytes(octets(element)),
    }
}

fn write_float(element: &mut [u8], scalar: Scalar, number: f64) {
    match scalar {
        Scalar::F16 => element.copy_from_slice(&f16::from_f64(number).to_le_bytes()),
        Scalar::Bf16 => element.copy_from_slice(&bf16::from_f64(number).to_le_bytes()),
        Scalar::F32 => element.copy_from_slice(&(number as f32).to_le_bytes()),
        _ => element.copy_from_slice(&number.to_le_bytes()),
    }
}
