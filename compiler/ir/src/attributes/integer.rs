//! Integer attributes and values of any width.
//!
//! Invariant: the bytes of a value are little-endian, as many as its bits need, and its unused bits are zero.

use num_bigint::{BigInt, BigUint, Sign};
use smallvec::SmallVec;

use crate::context::Context;
use crate::error::Error;
use crate::id::{Attribute, Type};
use crate::types::{Signedness, TypeKind};
use crate::unique::Kind;

/// The bits of an integer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IntegerValue<'a> {
    bytes: &'a [u8],
    width: u32,
}

impl<'a> IntegerValue<'a> {
    /// The value of `width` bits in `bytes`, little-endian and `width / 8` rounded up long. Unused bits are ignored.
    pub const fn new(bytes: &'a [u8], width: u32) -> Self {
        Self { bytes, width }
    }

    /// The number of bits.
    pub const fn width(self) -> u32 {
        self.width
    }

    /// The bytes, little-endian.
    pub const fn bytes(self) -> &'a [u8] {
        self.bytes
    }

    /// The byte at an index with unused bits cleared; 0 beyond the last.
    fn byte(self, index: usize) -> u8 {
        let Some(byte) = self.bytes.get(index) else {
            return 0;
        };
        let used = (self.width as usize).saturating_sub(index * 8).min(8);
        (u16::from(*byte) & ((1 << used) - 1)) as u8
    }

    /// Whether the highest bit is set.
    pub fn sign_bit(self) -> bool {
        self.width != 0 && {
            let last = self.width as usize - 1;
            self.byte(last / 8) >> (last % 8) & 1 == 1
        }
    }

    /// Whether no bit is set.
    pub fn is_zero(self) -> bool {
        (0..self.bytes.len()).all(|index| self.byte(index) == 0)
    }

    /// The value in two's complement, if it fits.
    pub fn to_i64(self) -> Option<i64> {
        if self.width <= 64 {
            let bits = self.low_bits();
            return Some(match self.width {
                0 => 0,
                width => (bits << (64 - width)).cast_signed() >> (64 - width),
            });
        }
        i64::try_from(self.to_big(true)).ok()
    }

    /// The value as an unsigned number, if it fits.
    pub fn to_u64(self) -> Option<u64> {
        if self.width <= 64 {
            return Some(self.low_bits());
        }
        u64::try_from(self.to_big(false)).ok()
    }

    /// The low bits, of which those beyond the width are zero.
    #[inline]
    fn low_bits(self) -> u64 {
        let bits = match *self.bytes {
            [] => 0,
            [one] => u64::from(one),
            [one, two, three, four] => u64::from(u32::from_le_bytes([one, two, three, four])),
            _ => {
                let mut low = [0; 8];
                match self.bytes.first_chunk() {
                    Some(all) => low = *all,
                    None => low[..self.bytes.len()].copy_from_slice(self.bytes),
                }
                u64::from_le_bytes(low)
            }
        };
        match self.width {
            64.. => bits,
            width => bits & ((1 << width) - 1),
        }
    }

    /// The value, in two's complement if `signed`.
    pub fn to_big(self, signed: bool) -> BigInt {
        let bytes: Vec<u8> = (0..self.bytes.len()).map(|index| self.byte(index)).collect();
        let unsigned = BigInt::from_bytes_le(Sign::Plus, &bytes);
        match signed && self.sign_bit() {
            true => unsigned - (BigInt::from(1) << self.width),
            false => unsigned,
        }
    }

    /// The value in decimal, in two's complement if `signed`.
    pub fn to_decimal(self, signed: bool) -> String {
        let small = match signed {
            true => self.to_i64().map(|value| value.to_string()),
            false => self.to_u64().map(|value| value.to_string()),
        };
        small.unwrap_or_else(|| self.to_big(signed).to_string())
    }
}

/// The bytes of a number in `width` bits; `None` if it does not fit.
///
/// With [`Signedness::Signless`] both readings of the bits fit: -128 to 255 in 8 bits.
pub(crate) fn encode(value: &BigInt, width: u32, signedness: Signedness) -> Option<Vec<u8>> {
    let negative = value.sign() == Sign::Minus;
    let bits = match negative {
        // -2^(n-1) takes n bits, so the magnitude less one tells.
        true => (value + 1u8).bits() + 1,
        false => value.bits() + u64::from(signedness == Signedness::Signed && value.sign() == Sign::Plus),
    };
    if negative && (signedness == Signedness::Unsigned || width == 0) || bits > u64::from(width) {
        return None;
    }
    let unsigned = match negative {
        true => (BigInt::from(1) << width) + value,
        false => value.clone(),
    };
    let mut bytes = BigUint::try_from(unsigned).ok()?.to_bytes_le();
    bytes.resize(width.div_ceil(8) as usize, 0);
    Some(bytes)
}

/// As [`encode`] for at most 64 bits, without big numbers.
fn encode_small(value: i64, width: u32, signedness: Signedness) -> Option<[u8; 8]> {
    let (wide, half, all) = (i128::from(value), (1i128 << width) / 2, 1i128 << width);
    let fits = match signedness {
        _ if width == 0 => value == 0,
        Signedness::Signed => (-half..half).contains(&wide),
        Signedness::Unsigned => (0..all).contains(&wide),
        Signedness::Signless => (-half..all).contains(&wide),
    };
    let mask = (all - 1) as u64;
    fits.then(|| (value.cast_unsigned() & mask).to_le_bytes())
}

impl Context {
    /// The width and signedness of the values of an integer type or `index`.
    fn integer_layout(&self, ty: Type) -> Result<(u32, Signedness), Error> {
        match ty.kind(self) {
            TypeKind::Integer { width, signedness } => Ok((width, signedness)),
            TypeKind::Index => Ok((64, Signedness::Signed)),
            _ => Err(Error::new("expected integer or index type")),
        }
    }

    fn integer_from_bytes(&self, ty: Type, width: u32, bytes: &[u8]) -> Attribute {
        self.make_attribute(Kind::IntegerAttribute, &[ty.raw(), width], bytes)
    }

    /// An integer attribute.
    ///
    /// # Errors
    /// If the type is neither an integer nor `index`, or the value does not fit. A signless type accepts both
    /// readings of its bits: -128 to 255 for i8.
    pub fn integer_attribute(&self, ty: Type, value: i64) -> Result<Attribute, Error> {
        let (width, signedness) = self.integer_layout(ty)?;
        if width > 64 {
            return self.big_integer_attribute(ty, &BigInt::from(value));
        }
        let bytes = encode_small(value, width, signedness).ok_or_else(out_of_range)?;
        Ok(self.integer_from_bytes(ty, width, &bytes[..width.div_ceil(8) as usize]))
    }

    /// An integer attribute of any width.
    ///
    /// # Errors
    /// As [`Context::integer_attribute`].
    pub fn big_integer_attribute(&self, ty: Type, value: &BigInt) -> Result<Attribute, Error> {
        let (width, signedness) = self.integer_layout(ty)?;
        let bytes = encode(value, width, signedness).ok_or_else(out_of_range)?;
        Ok(self.integer_from_bytes(ty, width, &bytes))
    }

    /// An integer attribute from the little-endian bytes of its bits; unused bits are ignored.
    ///
    /// # Errors
    /// If the type is neither an integer nor `index`, or needs another number of bytes.
    pub fn integer_attribute_from_bytes(&self, ty: Type, bytes: &[u8]) -> Result<Attribute, Error> {
        let (width, _) = self.integer_layout(ty)?;
        if bytes.len() != width.div_ceil(8) as usize {
            return Err(Error::new(format!(
                "integer type bit width ({width}) doesn't match value bit width ({})",
                bytes.len() * 8
            )));
        }
        let mut used: SmallVec<[u8; 16]> = SmallVec::from_slice(bytes);
        if let Some(last) = used.last_mut() {
            *last = IntegerValue::new(bytes, width).byte(bytes.len() - 1);
        }
        Ok(self.integer_from_bytes(ty, width, &used))
    }

    /// `true` or `false`, of type `i1`.
    #[inline]
    pub fn bool_attribute(&self, value: bool) -> Attribute {
        match value {
            true => self.common.true_,
            false => self.common.false_,
        }
    }

    /// An integer attribute of type `i64`.
    pub fn i64_attribute(&self, value: i64) -> Attribute {
        self.integer_from_bytes(self.i64(), 64, &value.to_le_bytes())
    }

    /// An integer attribute of type `i32`.
    pub fn i32_attribute(&self, value: i32) -> Attribute {
        self.integer_from_bytes(self.i32(), 32, &value.to_le_bytes())
    }

    /// An integer attribute of type `index`.
    pub fn index_attribute(&self, value: i64) -> Attribute {
        self.integer_from_bytes(self.index_type(), 64, &value.to_le_bytes())
    }
}

fn out_of_range() -> Error {
    Error::new("integer constant out of range for attribute")
}
