//! Attributes without arithmetic: strings, arrays, symbol references, types, unit, affine maps and sets, opaque ones.

use crate::context::Context;
use crate::dialect_text;
use crate::error::Error;
use crate::id::{AffineMap, Attribute, Identifier, IntegerSet, Location, Type};
use crate::list::Words;
use crate::unique::Kind;

impl Context {
    /// A string without a type.
    pub fn string_attribute(&self, text: impl AsRef<[u8]>) -> Attribute {
        self.typed_string_attribute(text, self.none_type())
    }

    /// A string with a type: `"text" : type`.
    pub fn typed_string_attribute(&self, text: impl AsRef<[u8]>, ty: Type) -> Attribute {
        self.make_attribute(Kind::StringAttribute, &[ty.raw()], text.as_ref())
    }

    /// `[elements…]`.
    pub fn array_attribute(&self, elements: &[Attribute]) -> Attribute {
        let words = Words::new().words(elements.iter().map(|element| element.raw()));
        self.make_attribute(Kind::ArrayAttribute, words.as_slice(), &[])
    }

    /// `@root::@nested…`.
    pub fn symbol_ref_attribute(&self, root: Identifier, nested: &[Identifier]) -> Attribute {
        let words = Words::new()
            .word(root.raw())
            .words(nested.iter().map(|name| name.raw()));
        self.make_attribute(Kind::SymbolRefAttribute, words.as_slice(), &[])
    }

    /// A type as an attribute.
    pub fn type_attribute(&self, ty: Type) -> Attribute {
        self.make_attribute(Kind::TypeAttribute, &[ty.raw()], &[])
    }

    /// `unit`: its presence is its value.
    #[inline]
    pub fn unit_attribute(&self) -> Attribute {
        self.common.unit
    }

    /// `affine_map<…>`.
    pub fn affine_map_attribute(&self, map: AffineMap) -> Attribute {
        self.make_attribute(Kind::AffineMapAttribute, &[map.raw()], &[])
    }

    /// `affine_set<…>`.
    pub fn integer_set_attribute(&self, set: IntegerSet) -> Attribute {
        self.make_attribute(Kind::IntegerSetAttribute, &[set.raw()], &[])
    }

    /// An attribute of a dialect that is not known: `#dialect.data` or `#dialect<data>`, with the type `none` unless
    /// the text gives one.
    ///
    /// # Errors
    /// If the dialect's namespace is invalid, or the text could not be read again: brackets and strings must be closed.
    pub fn opaque_attribute(
        &self,
        dialect: Identifier,
        data: impl AsRef<[u8]>,
        ty: Type,
    ) -> Result<Attribute, Error> {
        self.check_namespace(dialect)?;
        dialect_text::check(data.as_ref())?;
        let words = [dialect.raw(), ty.raw()];
        Ok(self.make_attribute(Kind::OpaqueAttribute, &words, data.as_ref()))
    }

    /// A location as an attribute.
    #[inline]
    pub fn location_attribute(&self, location: Location) -> Attribute {
        Attribute::new(location.canonical(self).raw())
    }
}
