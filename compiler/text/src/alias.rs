//! Aliases in printed text: which attributes and types get one, its name, and where its definition stands.
//!
//! An [`AliasBuilder`] visits everything that a text will contain, in the order of MLIR's printer, and gives an
//! [`AliasMap`]. Invariant: a definition uses only aliases that are defined before it, because aliases are sorted by
//! their depth; definitions that only locations behind operations use stand at the end of the text.

mod build;

use std::collections::HashMap;

use foldhash::fast::FixedState;
use tvmlike_ir::{Attribute, Context, Location, Type};

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
    attributes: HashMap<Attribute, usize, FixedState>,
    types: HashMap<Type, usize, FixedState>,
}

impl AliasMap {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.aliases.is_empty()
    }

    /// The alias of an attribute, with its `#`.
    #[inline]
    pub fn of_attribute(&self, attribute: Attribute) -> Option<&[u8]> {
        if self.attributes.is_empty() {
            return None;
        }
        self.attributes
            .get(&attribute)
            .map(|index| &*self.aliases[*index].text)
    }

    /// The alias of a type, with its `!`.
    #[inline]
    pub fn of_type(&self, ty: Type) -> Option<&[u8]> {
        if self.types.is_empty() {
            return None;
        }
        self.types.get(&ty).map(|index| &*self.aliases[*index].text)
    }

    /// The alias of a location, with its `#`.
    #[inline]
    pub fn of_location(&self, context: &Context, location: Location) -> Option<&[u8]> {
        self.of_attribute(context.location_attribute(location))
    }

    fn add(&mut self, alias: Alias) {
        let index = self.aliases.len();
        match alias.aliased {
            Aliased::Attribute(attribute) => {
                self.attributes.insert(attribute, index);
            }
            Aliased::Type(ty) => {
                self.types.insert(ty, index);
            }
        }
        self.aliases.push(alias);
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
