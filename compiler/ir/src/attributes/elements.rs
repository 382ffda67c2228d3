//! Dense elements from attributes, and attributes from elements.

use crate::attributes::dense::{Element, ElementFormat};
use crate::attributes::{AttributeKind, FloatValue, IntegerValue};
use crate::context::Context;
use crate::error::Error;
use crate::id::{Attribute, Type};

impl Element<'_> {
    /// The element as an attribute: an integer, a float, or an array of real and imaginary part.
    ///
    /// # Errors
    /// If the type is not that of the element.
    pub fn to_attribute(self, context: &Context, ty: Type) -> Result<Attribute, Error> {
        let pair = |parts: [Element<'_>; 2]| {
            let part = ty.element_type(context).ok_or_else(wrong_element)?;
            let [real, imaginary] = parts.map(|element| element.to_attribute(context, part));
            Ok(context.array_attribute(&[real?, imaginary?]))
        };
        match self {
            Self::Integer(value) => context.integer_attribute_from_bytes(ty, value.bytes()),
            Self::Float(value) => context.float_attribute_from_bits(ty, value.bits()),
            Self::ComplexInteger(parts) => pair(parts.map(Element::Integer)),
            Self::ComplexFloat(parts) => pair(parts.map(Element::Float)),
        }
    }
}

impl Context {
    /// Dense elements from one attribute per element, or one that all are.
    ///
    /// Elements are integers, floats, arrays of two for complex numbers, or strings.
    ///
    /// # Errors
    /// If an attribute is not of the element type, or as [`Context::dense_elements_attribute`].
    pub fn dense_elements_from_attributes(&self, ty: Type, values: &[Attribute]) -> Result<Attribute, Error> {
        let element = ty
            .element_type(self)
            .ok_or_else(|| Error::new("elements literal must be a shaped type"))?;
        let Some(format) = ElementFormat::of(self, element) else {
            let text = |value: &Attribute| match value.kind(self) {
                AttributeKind::String { bytes, .. } => Ok(bytes),
                _ => Err(wrong_element()),
            };
            let strings = values.iter().map(text).collect::<Result<Vec<&[u8]>, Error>>()?;
            return self.dense_strings_attribute(ty, &strings);
        };
        if format.is_packed() {
            let bit = |value: &Attribute| Ok(!self.integer_of(*value, element)?.is_zero());
            let bits = values.iter().map(bit).collect::<Result<Vec<bool>, Error>>()?;
            return self.dense_bool_elements_attribute(ty, &bits);
        }
        let mut bytes = Vec::with_capacity(values.len() * format.size());
        for value in values {
            self.append_element(&mut bytes, *value, element)?;
        }
        self.dense_elements_attribute(ty, &bytes)
    }

    /// Dense elements of type `i1`, `si1` or `ui1` from one value per element, or one that all are.
    ///
    /// # Errors
    /// If the element type is another, or as [`Context::dense_elements_attribute`].
    pub fn dense_bool_elements_attribute(&self, ty: Type, values: &[bool]) -> Result<Attribute, Error> {
        if !ty.element_type(self).is_some_and(|element| element.is_bit(self)) {
            return Err(wrong_element());
        }
        let bytes: Vec<u8> = match values {
            [value] => vec![if *value { 0xFF } else { 0 }],
            _ => values.chunks(8).map(packed).collect(),
        };
        if values.len() > 1 && ty.num_elements(self) != i64::try_from(values.len()).ok() {
            return Err(Error::new(format!(
                "elements data size is invalid for provided type: got {} values",
                values.len()
            )));
        }
        self.dense_elements_attribute(ty, &bytes)
    }

    fn append_element(&self, bytes: &mut Vec<u8>, value: Attribute, ty: Type) -> Result<(), Error> {
        match value.kind(self) {
            AttributeKind::Integer { .. } => bytes.extend(self.integer_of(value, ty)?.bytes()),
            AttributeKind::Float { value, ty: found } if found == ty => bytes.extend(float_bytes(value)),
            AttributeKind::Array(parts) if parts.len() == 2 => {
                let part = ty.element_type(self).ok_or_else(wrong_element)?;
                for value in parts {
                    self.append_element(bytes, value, part)?;
                }
            }
            _ => return Err(wrong_element()),
        }
        Ok(())
    }

    fn integer_of(&self, value: Attribute, ty: Type) -> Result<IntegerValue<'_>, Error> {
        match value.kind(self) {
            AttributeKind::Integer { value, ty: found } if found == ty => Ok(value),
            _ => Err(wrong_element()),
        }
    }
}

fn float_bytes(value: FloatValue) -> impl Iterator<Item = u8> {
    let size = value.kind().width().div_ceil(8) as usize;
    value.bits().to_le_bytes().into_iter().take(size)
}

/// Up to eight bits in a byte, the first one lowest.
fn packed(bits: &[bool]) -> u8 {
    bits.iter().rev().fold(0, |byte, bit| byte << 1 | u8::from(*bit))
}

fn wrong_element() -> Error {
    Error::new("expected attribute value to have element type")
}
