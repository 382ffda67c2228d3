//! Aliases in printed text: which attributes and types get one, its name, and where its definition stands.
//!
//! An [`AliasBuilder`] visits everything that a text will contain, in the order of MLIR's printer, and gives an
//! [`AliasMap`]. Invariant: a definition uses only aliases that are defined before it, because aliases are sorted by
//! their depth; definitions that only locations behind operations use stand at the end of the text.

mod build;

use tvmlike_ir::{Attribute, Context, Location, SideTable, Type};

pub use build::AliasBuilder;
pub(crate) use build::is_identity;

/// What has an alias.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Aliased {
    Attribute(Attribute),
    Type(Type),
}

/// A definition.
#[derive(Debug, Clone)]
pub(crate) struct Alias {
    pub(crate) aliased: Aliased,
    /// The name with its sigil: `#map1`.
    pub(crate) text: Box<[u8]>,
    /// Whether the definition stands at the end of the text.
    pub(crate) is_deferred: bool,
}

/// The aliases of a text.
#[derive(Debug, Clone, Default)]
pub struct AliasMap {
    aliases: Vec<Alias>,
    /// One more than an index of `aliases`; 0 for none.
    attributes: SideTable<Attribute, u32>,
    types: SideTable<Type, u32>,
}

impl AliasMap {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.aliases.is_empty()
    }

    /// The alias of an attribute, with its `#`.
    #[inline]
    pub fn of_attribute(&self, attribute: Attribute) -> Option<&[u8]> {
        self.text(self.attributes.get(attribute))
    }

    /// The alias of a type, with its `!`.
    #[inline]
    pub fn of_type(&self, ty: Type) -> Option<&[u8]> {
        self.text(self.types.get(ty))
    }

    /// The alias of a location, with its `#`.
    #[inline]
    pub fn of_location(&self, context: &Context, location: Location) -> Option<&[u8]> {
        self.of_attribute(context.location_attribute(location))
    }

    #[inline]
    fn text(&self, place: u32) -> Option<&[u8]> {
        let index = (place as usize).checked_sub(1)?;
        Some(&self.aliases[index].text)
    }

    /// The definition at a position, in the order of the text.
    pub(crate) fn definition(&self, index: usize) -> Option<&Alias> {
        self.aliases.get(index)
    }

    fn add(&mut self, alias: Alias) {
        let aliased = alias.aliased;
        self.aliases.push(alias);
        let place = self.aliases.len() as u32;
        match aliased {
            Aliased::Attribute(attribute) => self.attributes.set(attribute, place),
            Aliased::Type(ty) => self.types.set(ty, place),
        }
    }
}
