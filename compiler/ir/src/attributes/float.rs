//! Float attributes.

use crate::context::Context;
use crate::error::Error;
use crate::id::{Attribute, Type};
use crate::list::Words;
use crate::types::{FloatKind, TypeKind};
use crate::unique::Kind;

/// A number in a float format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FloatValue {
    kind: FloatKind,
    bits: u128,
}

impl FloatValue {
    /// The number with these bits; bits beyond the format's width are ignored.
    ///
    /// The 80-bit format has encodings that its hardware does not use; they become what LLVM's `APFloat` makes of them.
    pub const fn new(kind: FloatKind, bits: u128) -> Self {
        let bits = within(kind, bits);
        let bits = match (kind, bits >> 64 & 0x7fff, bits >> 63 & 1) {
            (FloatKind::F80, 0, 1) => bits | 1 << 64,
            (FloatKind::F80, 1..0x7fff, 0) => bits | 0x7fff << 64,
            _ => bits,
        };
        Self { kind, bits }
    }

    /// The words of an attribute: the type, the format, then the bits without high zero words.
    pub(crate) fn from_words(words: &[u32]) -> Self {
        let bits = words[2..]
            .iter()
            .rev()
            .fold(0, |bits, word| bits << 32 | u128::from(*word));
        Self {
            kind: FloatKind::from_word(words[1]),
            bits,
        }
    }

    /// The format.
    pub const fn kind(self) -> FloatKind {
        self.kind
    }

    /// The bits, right-aligned.
    pub const fn bits(self) -> u128 {
        self.bits
    }

    /// The nearest double; exact but for f80 and f128.
    pub fn to_f64(self) -> f64 {
        self.kind.to_f64(self.bits)
    }
}

/// The bits that a format has.
const fn within(kind: FloatKind, bits: u128) -> u128 {
    // No format has 128 bits less than it has, so the shift is in range.
    bits << (128 - kind.width()) >> (128 - kind.width())
}

impl Context {
    /// The float attribute nearest to a double.
    ///
    /// # Errors
    /// If the type is not a float, or its format has neither the number nor an infinity or NaN for it.
    pub fn float_attribute(&self, ty: Type, value: f64) -> Result<Attribute, Error> {
        let kind = self.float_kind(ty)?;
        let bits = kind
            .from_f64(value)
            .ok_or_else(|| Error::new(format!("{} cannot represent {value:?}", kind.name())))?;
        self.float_attribute_from_bits(ty, bits)
    }

    /// The float attribute with these bits.
    ///
    /// # Errors
    /// If the type is not a float, or bits beyond its width are set.
    pub fn float_attribute_from_bits(&self, ty: Type, bits: u128) -> Result<Attribute, Error> {
        let kind = self.float_kind(ty)?;
        if within(kind, bits) != bits {
            return Err(Error::new("float constant out of range for type"));
        }
        let bits = FloatValue::new(kind, bits).bits;
        let used = kind.width().div_ceil(32);
        let words = Words::new()
            .word(ty.raw())
            .word(kind as u32)
            .words((0..used).map(|index| (bits >> (index * 32)) as u32));
        Ok(self.make_attribute(Kind::FloatAttribute, words.as_slice(), &[]))
    }

    fn float_kind(&self, ty: Type) -> Result<FloatKind, Error> {
        match ty.kind(self) {
            TypeKind::Float(kind) => Ok(kind),
            _ => Err(Error::new("expected floating point type")),
        }
    }
}
