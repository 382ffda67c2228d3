//! Aliases in printed text: which attributes and types get one, its name, and where its definition stands.
//!
//! An [`AliasBuilder`] visits everything that a text will contain, in the order of MLIR's printer, and gives an
//! [`AliasMap`]. Invariant: a definition uses only aliases that are defined before it, because aliases are sorted by
//! their depth; definitions that only locations behind operations use stand at the end of the text.

mod build;

use tvmlike_ir::{Attribute, Context, Location, SideTable, Type};

pub use build::AliasBuilder;
pub(crate) use build::is_identity;

use crate::printer::{Elision, Printer};

/// What has an alias.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Aliased {
    Attribute(Attribute),
    Type(Type),
}

#[derive(Debug, Clone)]
struct Alias {
    aliased: Aliased,
    /// With its sigil: `#map1`.
    text: Box<[u8]>,
    is_deferred: bool,
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

impl Printer<'_> {
    /// Writes the definitions of aliases, one a line: those at the start of the text, or the `deferred` ones at its end.
    pub fn print_alias_definitions(&mut self, out: &mut Vec<u8>, deferred: bool) {
        for index in 0..self.aliases.aliases.len() {
            let alias = &self.aliases.aliases[index];
            if alias.is_deferred != deferred {
                continue;
            }
            out.extend_from_slice(&alias.text);
            out.extend_from_slice(b" = ");
            match alias.aliased {
                Aliased::Attribute(attribute) => {
                    self.print_attribute_body(out, attribute, Elision::Never);
                }
                Aliased::Type(ty) => self.print_type_body(out, ty),
            }
            out.push(b'\n');
        }
    }
}
