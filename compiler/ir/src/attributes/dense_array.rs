//! Dense arrays: `array<i32: 1, 2>`, a list of numbers of one type without a shape.

use crate::attributes::dense::{Element, ElementFormat};
use crate::context::Context;
use crate::error::Error;
use crate::id::{Attribute, Type};
use crate::list::{Words, int};
use crate::types::TypeKind;
use crate::unique::Kind;

/// Numbers of one type. Booleans take a byte each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DenseArray<'a> {
    element: Type,
    len: usize,
    bytes: &'a [u8],
}

impl<'a> DenseArray<'a> {
    pub(crate) fn new(words: &[u32], bytes: &'a [u8]) -> Self {
        Self {
            element: Type::new(words[0]),
            len: int(&words[1..]) as usize,
            bytes,
        }
    }

    /// The type of the elements.
    pub const fn element_type(self) -> Type {
        self.element
    }

    /// The number of elements.
    pub const fn len(self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub const fn is_empty(self) -> bool {
        self.len == 0
    }

    /// The elements, little-endian.
    pub const fn bytes(self) -> &'a [u8] {
        self.bytes
    }

    /// The elements in order.
    pub fn iter(self, context: &Context) -> impl ExactSizeIterator<Item = Element<'a>> + Clone + use<'a> {
        let format =
            ElementFormat::of(context, self.element).expect("the constructor checked the element type");
        let size = format.size();
        (0..self.len).map(move |index| format.read(&self.bytes[index * size..][..size]))
    }

    /// The element at a position.
    pub fn get(self, context: &Context, index: usize) -> Option<Element<'a>> {
        self.iter(context).nth(index)
    }
}

impl Context {
    /// `array<element: …>` from `len` elements, little-endian.
    ///
    /// # Errors
    /// If the type is neither a float nor an integer of whole bytes nor one of one bit, or the buffer has another size.
    pub fn dense_array_attribute(&self, element: Type, len: usize, bytes: &[u8]) -> Result<Attribute, Error> {
        let width = match element.kind(self) {
            TypeKind::Integer { width, .. } => width,
            TypeKind::Float(kind) => kind.width(),
            _ => return Err(Error::new("expected integer or floating point element type")),
        };
        if width != 1 && width % 8 != 0 {
            return Err(Error::new("element type bitwidth must be a multiple of 8"));
        }
        let size = width.div_ceil(8) as usize;
        if len.checked_mul(size) != Some(bytes.len()) {
            return Err(Error::new(format!(
                "expected data size ({len} elements, {size} bytes each) does not match: {} bytes",
                bytes.len()
            )));
        }
        Ok(self.make_dense_array(element, len, bytes))
    }

    fn make_dense_array(&self, element: Type, len: usize, bytes: &[u8]) -> Attribute {
        let words = Words::new().word(element.raw()).int(len as i64);
        self.make_attribute(Kind::DenseArray, words.as_slice(), bytes)
    }

    /// `array<i1: …>`.
    pub fn dense_bool_array(&self, values: &[bool]) -> Attribute {
        let bytes: Vec<u8> = values.iter().map(|value| u8::from(*value)).collect();
        self.make_dense_array(self.i1(), values.len(), &bytes)
    }
}

macro_rules! dense_arrays {
    ($($(#[$doc:meta])* $name:ident($value:ty): $element:ident;)*) => {
        impl Context {$(
            $(#[$doc])*
            pub fn $name(&self, values: &[$value]) -> Attribute {
                let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
                self.make_dense_array(self.$element(), values.len(), &bytes)
            }
        )*}
    };
}

dense_arrays! {
    /// `array<i8: …>`.
    dense_i8_array(i8): i8;
    /// `array<i16: …>`.
    dense_i16_array(i16): i16;
    /// `array<i32: …>`.
    dense_i32_array(i32): i32;
    /// `array<i64: …>`.
    dense_i64_array(i64): i64;
    /// `array<f32: …>`.
    dense_f32_array(f32): f32;
    /// `array<f64: …>`.
    dense_f64_array(f64): f64;
}
