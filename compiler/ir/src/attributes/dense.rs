//! Dense elements: all values of a tensor, vector or memref in one buffer.
//!
//! Invariant: the buffer is laid out as MLIR's: little-endian, whole bytes per element, complex numbers in two halves,
//! single bits packed from the lowest bit of the first byte. A splat stores one element (a bit as 0x00 or 0xFF).
//! Elements whose bytes are equal are always a splat; so are packed bits that are equal, if those behind the last one
//! are zero.

use crate::attributes::{FloatValue, IntegerValue};
use crate::context::Context;
use crate::error::Error;
use crate::id::{Attribute, Type};
use crate::list::{Words, int};
use crate::types::{FloatKind, TypeKind};
use crate::unique::Kind;

/// One element of a dense attribute.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Element<'a> {
    /// An integer or index.
    Integer(IntegerValue<'a>),
    /// A float.
    Float(FloatValue),
    /// A complex number of integers: real and imaginary part.
    ComplexInteger([IntegerValue<'a>; 2]),
    /// A complex number of floats.
    ComplexFloat([FloatValue; 2]),
}

/// How the bytes of an element are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ElementFormat {
    /// An integer of a width.
    Integer(u32),
    /// A float.
    Float(FloatKind),
    /// Two integers.
    ComplexInteger(u32),
    /// Two floats.
    ComplexFloat(FloatKind),
}

impl ElementFormat {
    /// The format of elements of a type; `None` for types that dense attributes cannot have.
    pub fn of(context: &Context, ty: Type) -> Option<Self> {
        Some(match ty.kind(context) {
            TypeKind::Integer { width, .. } => Self::Integer(width),
            TypeKind::Index => Self::Integer(64),
            TypeKind::Float(kind) => Self::Float(kind),
            TypeKind::Complex(part) => match part.kind(context) {
                TypeKind::Integer { width, .. } => Self::ComplexInteger(width),
                TypeKind::Float(kind) => Self::ComplexFloat(kind),
                _ => return None,
            },
            _ => return None,
        })
    }

    /// The size of an element in bytes, when it is not packed.
    pub const fn size(self) -> usize {
        match self {
            Self::Integer(width) => width.div_ceil(8) as usize,
            Self::Float(kind) => kind.width().div_ceil(8) as usize,
            Self::ComplexInteger(width) => 2 * width.div_ceil(8) as usize,
            Self::ComplexFloat(kind) => 2 * kind.width().div_ceil(8) as usize,
        }
    }

    /// Whether elements are bits, eight to a byte.
    pub const fn is_packed(self) -> bool {
        matches!(self, Self::Integer(1))
    }

    /// Reads an element from its bytes.
    pub fn read(self, bytes: &[u8]) -> Element<'_> {
        let halves = bytes.split_at(bytes.len() / 2);
        match self {
            Self::Integer(width) => Element::Integer(IntegerValue::new(bytes, width)),
            Self::Float(kind) => Element::Float(float(kind, bytes)),
            Self::ComplexInteger(width) => Element::ComplexInteger([
                IntegerValue::new(halves.0, width),
                IntegerValue::new(halves.1, width),
            ]),
            Self::ComplexFloat(kind) => Element::ComplexFloat([float(kind, halves.0), float(kind, halves.1)]),
        }
    }
}

fn float(kind: FloatKind, bytes: &[u8]) -> FloatValue {
    let bits = bytes
        .iter()
        .rev()
        .fold(0, |bits, byte| bits << 8 | u128::from(*byte));
    FloatValue::new(kind, bits)
}

/// Integers, floats or complex numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DenseElements<'a> {
    ty: Type,
    len: usize,
    splat: bool,
    bytes: &'a [u8],
}

impl<'a> DenseElements<'a> {
    pub(crate) fn new(words: &[u32], bytes: &'a [u8]) -> Self {
        Self {
            ty: Type::new(words[0]),
            splat: words[1] != 0,
            len: int(&words[2..]) as usize,
            bytes,
        }
    }

    /// The shaped type.
    pub const fn ty(self) -> Type {
        self.ty
    }

    /// The number of elements.
    pub const fn len(self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub const fn is_empty(self) -> bool {
        self.len == 0
    }

    /// Whether all elements are equal and one is stored.
    pub const fn is_splat(self) -> bool {
        self.splat
    }

    /// The buffer: all elements, or one for a splat.
    pub const fn bytes(self) -> &'a [u8] {
        self.bytes
    }

    /// How to read the elements.
    pub fn format(self, context: &Context) -> ElementFormat {
        self.ty
            .element_type(context)
            .and_then(|element| ElementFormat::of(context, element))
            .expect("the constructor checked the element type")
    }

    /// The stored elements: all, or one for a splat, even of a type without elements.
    pub fn stored(self, context: &Context) -> impl ExactSizeIterator<Item = Element<'a>> + Clone + use<'a> {
        let format = self.format(context);
        let count = if self.splat { 1 } else { self.len };
        (0..count).map(move |index| self.read(format, index))
    }

    /// The element at a position.
    pub fn get(self, context: &Context, index: usize) -> Option<Element<'a>> {
        let index_of = if self.splat { 0 } else { index };
        (index < self.len).then(|| self.read(self.format(context), index_of))
    }

    fn read(self, format: ElementFormat, index: usize) -> Element<'a> {
        if format.is_packed() {
            let set = self.bytes[index / 8] >> (index % 8) & 1 == 1;
            return Element::Integer(IntegerValue::new(if set { &[1] } else { &[0] }, 1));
        }
        let size = format.size();
        format.read(&self.bytes[index * size..][..size])
    }
}

/// Strings as elements of a tensor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DenseStrings<'a> {
    ty: Type,
    len: usize,
    splat: bool,
    ends: &'a [u32],
    bytes: &'a [u8],
}

impl<'a> DenseStrings<'a> {
    pub(crate) fn new(words: &'a [u32], bytes: &'a [u8]) -> Self {
        Self {
            ty: Type::new(words[0]),
            splat: words[1] != 0,
            len: int(&words[2..]) as usize,
            ends: &words[4..],
            bytes,
        }
    }

    /// The shaped type.
    pub const fn ty(self) -> Type {
        self.ty
    }

    /// The number of elements.
    pub const fn len(self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub const fn is_empty(self) -> bool {
        self.len == 0
    }

    /// Whether all elements are equal and one is stored.
    pub const fn is_splat(self) -> bool {
        self.splat
    }

    /// The stored strings: all, or one for a splat.
    pub fn stored(self) -> impl ExactSizeIterator<Item = &'a [u8]> + Clone {
        (0..self.ends.len()).map(move |index| self.read(index))
    }

    /// The string at a position.
    pub fn get(self, index: usize) -> Option<&'a [u8]> {
        let index_of = if self.splat { 0 } else { index };
        (index < self.len).then(|| self.read(index_of))
    }

    fn read(self, index: usize) -> &'a [u8] {
        let start = index
            .checked_sub(1)
            .map_or(0, |before| self.ends[before] as usize);
        &self.bytes[start..self.ends[index] as usize]
    }
}

impl Context {
    /// The number of elements of a shaped type whose elements an attribute can list.
    fn dense_count(&self, ty: Type) -> Result<usize, Error> {
        if !ty.is_shaped(self) {
            return Err(Error::new("elements literal must be a shaped type"));
        }
        if !ty.has_static_shape(self) {
            return Err(Error::new("elements literal type must have static shape"));
        }
        let count = ty
            .num_elements(self)
            .and_then(|count| usize::try_from(count).ok());
        count.ok_or_else(|| Error::new("elements literal type has too many elements"))
    }

    /// Dense elements from a buffer of all elements, or of one that all are.
    ///
    /// A buffer for several bits that has one byte is a splat if it is 0x00 or 0xFF. One bit is set if its byte is not
    /// zero.
    ///
    /// # Errors
    /// If the type has no static shape, its elements are neither integers nor floats nor complex, or the buffer has
    /// another size.
    pub fn dense_elements_attribute(&self, ty: Type, bytes: &[u8]) -> Result<Attribute, Error> {
        let count = self.dense_count(ty)?;
        let format = ty
            .element_type(self)
            .and_then(|element| ElementFormat::of(self, element))
            .ok_or_else(|| Error::new("expected floating-point, integer, or complex element type"))?;
        let all = match format.is_packed() {
            true => Some(count.div_ceil(8)),
            false => count.checked_mul(format.size()),
        };
        let one = match format.is_packed() {
            true => matches!(bytes, [0 | 0xFF]),
            false => bytes.len() == format.size(),
        };
        if !one && Some(bytes.len()) != all {
            return Err(Error::new(format!(
                "elements data size is invalid for provided type: expected {} bytes, or {} for a splat, got {}",
                all.map_or("too many".to_owned(), |all| all.to_string()),
                format.size(),
                bytes.len()
            )));
        }
        let splat = match bytes {
            // Nothing is stored: either there is no element, or elements have no bits.
            [] => (count > 0 || format.size() == 0).then_some(bytes),
            [0] if format.is_packed() && (one || count == 1) => Some(&[0][..]),
            [_] if format.is_packed() && (one || count == 1) => Some(&[0xFF][..]),
            _ if format.is_packed() => packed_splat(bytes, count),
            _ if one => Some(bytes),
            _ => {
                let first = &bytes[..format.size()];
                bytes
                    .chunks_exact(format.size())
                    .all(|chunk| chunk == first)
                    .then_some(first)
            }
        };
        let words = Words::new()
            .word(ty.raw())
            .word(u32::from(splat.is_some()))
            .int(count as i64);
        Ok(self.make_attribute(Kind::DenseElements, words.as_slice(), splat.unwrap_or(bytes)))
    }

    /// Dense elements from one string per element, or one that all are.
    ///
    /// # Errors
    /// If the type has no static shape, or there is another number of strings.
    pub fn dense_strings_attribute(&self, ty: Type, strings: &[&[u8]]) -> Result<Attribute, Error> {
        let count = self.dense_count(ty)?;
        if strings.len() != 1 && strings.len() != count {
            return Err(Error::new(format!(
                "elements data size is invalid for provided type: expected {count} strings, or 1 for a splat, got {}",
                strings.len()
            )));
        }
        let splat = strings
            .first()
            .is_some_and(|first| strings.iter().all(|string| string == first));
        let stored = if splat { &strings[..1] } else { strings };
        let bytes = stored.concat();
        if u32::try_from(bytes.len()).is_err() {
            return Err(Error::new("elements literal: strings exceed 4 GiB"));
        }
        let mut end = 0;
        let ends = stored.iter().map(|string| {
            end += string.len() as u32;
            end
        });
        let words = Words::new()
            .word(ty.raw())
            .word(u32::from(splat))
            .int(count as i64)
            .words(ends);
        Ok(self.make_attribute(Kind::DenseStrings, words.as_slice(), &bytes))
    }
}

/// The one byte that stands for packed bits if they are all equal, and those behind the last one are zero.
fn packed_splat(bytes: &[u8], count: usize) -> Option<&'static [u8]> {
    let (whole, rest) = bytes.split_at(count / 8);
    let all_are = |byte: u8| {
        let last = byte & ((1 << (count % 8)) - 1);
        whole.iter().all(|found| *found == byte) && rest.iter().all(|found| *found == last)
    };
    match bytes[0] & 1 {
        0 => all_are(0).then_some(&[0]),
        _ => all_are(0xFF).then_some(&[0xFF]),
    }
}
