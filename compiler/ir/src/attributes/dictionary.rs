//! Dictionaries: names with attributes.
//!
//! Invariant: entries are sorted by the bytes of their names, and no name occurs twice.

use crate::context::Context;
use crate::error::Error;
use crate::id::{Attribute, Identifier, Location};
use crate::list::Words;
use crate::unique::{Kind, bytes_are_equal};

/// An entry of a dictionary.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NamedAttribute {
    /// The name.
    pub name: Identifier,
    /// The value.
    pub value: Attribute,
}

/// The entries of a dictionary, sorted by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NamedAttributes<'a>(&'a [[u32; 2]]);

/// Dictionaries up to this length are searched entry by entry: comparing ids is cheaper than comparing names.
const SCANNED: usize = 16;

impl<'a> NamedAttributes<'a> {
    /// The entries in pairs of words.
    pub(crate) fn new(words: &'a [u32]) -> Self {
        Self(words.as_chunks().0)
    }

    /// The number of entries.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0.is_empty()
    }

    /// The entry at a position.
    #[inline]
    pub fn entry(self, index: usize) -> Option<NamedAttribute> {
        self.0.get(index).copied().map(named)
    }

    /// The entries in the order of their names.
    #[inline]
    pub fn iter(self) -> impl ExactSizeIterator<Item = NamedAttribute> + DoubleEndedIterator + Clone + 'a {
        self.0.iter().copied().map(named)
    }

    /// The value of a name.
    #[inline]
    pub fn get(self, context: &Context, name: Identifier) -> Option<Attribute> {
        let index = match self.len() <= SCANNED {
            true => self.0.iter().position(|entry| entry[0] == name.raw()),
            false => self.search(context, name.bytes(context)).ok(),
        };
        index.map(|index| named(self.0[index]).value)
    }

    /// The value of a name that may not be an identifier of the context yet.
    pub fn get_by_bytes(self, context: &Context, name: &[u8]) -> Option<Attribute> {
        let is_wanted = |entry: &[u32; 2]| bytes_are_equal(Identifier::new(entry[0]).bytes(context), name);
        let index = match self.len() <= SCANNED {
            true => self.0.iter().position(is_wanted),
            false => self.search(context, name).ok(),
        };
        index.map(|index| named(self.0[index]).value)
    }

    fn search(self, context: &Context, name: &[u8]) -> Result<usize, usize> {
        self.0
            .binary_search_by(|entry| Identifier::new(entry[0]).bytes(context).cmp(name))
    }
}

fn named([name, value]: [u32; 2]) -> NamedAttribute {
    NamedAttribute {
        name: Identifier::new(name),
        value: Attribute::new(value),
    }
}

impl Context {
    /// `{name = value, …}` from entries in any order.
    ///
    /// # Errors
    /// If a name occurs twice.
    pub fn dictionary_attribute(&self, entries: &[NamedAttribute]) -> Result<Attribute, Error> {
        let name = |entry: &NamedAttribute| entry.name.bytes(self);
        if entries.is_sorted_by(|a, b| name(a) < name(b)) {
            return Ok(self.sorted_dictionary(entries.iter().copied()));
        }
        let mut sorted = entries.to_vec();
        sorted.sort_by_key(name);
        if let Some(pair) = sorted.windows(2).find(|pair| pair[0].name == pair[1].name) {
            return Err(Error::new(format!(
                "duplicate key '{}' in dictionary attribute",
                pair[0].name.text(self)
            )));
        }
        Ok(self.sorted_dictionary(sorted.into_iter()))
    }

    /// `{}`.
    #[inline]
    pub fn empty_dictionary(&self) -> Attribute {
        self.common.empty_dictionary
    }

    fn sorted_dictionary(&self, entries: impl Iterator<Item = NamedAttribute>) -> Attribute {
        let words = Words::new().words(entries.flat_map(|entry| [entry.name.raw(), entry.value.raw()]));
        self.make_attribute(Kind::DictionaryAttribute, words.as_slice(), &[])
    }

    /// The dictionary with one entry added or replaced.
    pub fn dictionary_with(
        &self,
        dictionary: NamedAttributes<'_>,
        name: Identifier,
        value: Attribute,
    ) -> Attribute {
        let entry = NamedAttribute { name, value };
        let (before, after) = match dictionary.search(self, name.bytes(self)) {
            Ok(index) => (index, index + 1),
            Err(index) => (index, index),
        };
        let entries = dictionary.iter();
        self.sorted_dictionary(
            entries
                .clone()
                .take(before)
                .chain([entry])
                .chain(entries.skip(after)),
        )
    }

    /// The dictionary without one entry.
    pub fn dictionary_without(&self, dictionary: NamedAttributes<'_>, name: Identifier) -> Attribute {
        self.sorted_dictionary(dictionary.iter().filter(|entry| entry.name != name))
    }
}

impl Attribute {
    /// The entries of a dictionary.
    #[inline]
    pub fn entries(self, context: &Context) -> Option<NamedAttributes<'_>> {
        if Location::is_lazy(self.raw()) {
            return None;
        }
        let node = context.uniquer.node(self.raw());
        (node.kind() == Kind::DictionaryAttribute).then(|| NamedAttributes::new(node.words()))
    }
}
