//! The printer: a context, options, aliases, and the numbers of distinct attributes. Each kind of thing has its methods
//! in a module of its own; they append to a buffer.
//!
//! Invariant: while the aliases stay the same, a type or attribute has the same text each time, so callers can keep it.

use std::collections::HashMap;

use foldhash::fast::FixedState;
use tvmlike_ir::{Attribute, Context, Identifier, SideTable};

use crate::alias::AliasMap;
use crate::brackets::PrintedBodies;
use crate::error::TooLarge;
use crate::options::PrintOptions;
use crate::parser::with_stack;

/// Whether the type after an attribute is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Elision {
    /// Always: `1 : i64`.
    Never,
    /// Not if reading the text gives the same type without it: `1`.
    May,
    /// Never write it: the reader knows it.
    Must,
}

/// Writes types, attributes and locations.
pub struct Printer<'c> {
    context: &'c Context,
    options: PrintOptions,
    /// The aliases that the text defines.
    pub aliases: AliasMap,
    distinct: HashMap<Attribute, u64, FixedState>,
    /// The keys of the resources that were printed, in this order.
    resources: Vec<Identifier>,
    /// Whether a key is among them.
    is_printed: SideTable<Identifier, bool>,
    nesting: Nesting,
    pub(crate) bodies: PrintedBodies,
}

/// What is being printed inside of what.
#[derive(Default)]
struct Nesting {
    depth: u32,
    /// Where the outermost thing begins.
    start: usize,
    /// Whether something exceeded the limit. Nothing with parts is written from then on.
    is_too_large: bool,
}

impl<'c> Printer<'c> {
    /// A printer without aliases.
    pub fn new(context: &'c Context, options: PrintOptions) -> Self {
        Self {
            context,
            options,
            aliases: AliasMap::default(),
            distinct: HashMap::default(),
            resources: Vec::new(),
            is_printed: SideTable::new(),
            nesting: Nesting::default(),
            bodies: PrintedBodies::default(),
        }
    }

    /// The context of what is printed.
    #[inline]
    pub fn context(&self) -> &'c Context {
        self.context
    }

    /// The options.
    #[inline]
    pub fn options(&self) -> &PrintOptions {
        &self.options
    }

    /// Writes something that can contain others of its kind, on a larger stack if need be. If the whole becomes too large,
    /// the text is of no use, as [`finish`](Self::finish) reports.
    pub(crate) fn print_compound_part(
        &mut self,
        out: &mut Vec<u8>,
        print: impl FnOnce(&mut Self, &mut Vec<u8>),
    ) {
        if self.nesting.depth == 0 {
            self.nesting.start = out.len();
        } else if self.nesting.depth > 1 && out.len() - self.nesting.start > self.options.most_nested_bytes {
            self.nesting.is_too_large = true;
        }
        if self.nesting.is_too_large {
            return;
        }
        self.nesting.depth += 1;
        with_stack(|| print(self, out));
        self.nesting.depth -= 1;
    }

    /// Whether everything was written.
    ///
    /// # Errors
    /// Something has more text than [`PrintOptions::most_nested_bytes`].
    pub fn finish(&self) -> Result<(), TooLarge> {
        match self.nesting.is_too_large {
            true => Err(TooLarge {
                limit: self.options.most_nested_bytes,
            }),
            false => Ok(()),
        }
    }

    /// The number of a distinct attribute in this text: they count in the order of printing.
    pub(crate) fn distinct_number(&mut self, attribute: Attribute) -> u64 {
        let next = self.distinct.len() as u64;
        *self.distinct.entry(attribute).or_insert(next)
    }

    /// Remembers that the text names a resource.
    pub(crate) fn note_resource(&mut self, key: Identifier) {
        if !std::mem::replace(self.is_printed.entry(key), true) {
            self.resources.push(key);
        }
    }

    /// The keys of the resources that the text names, in this order.
    pub(crate) fn printed_resources(&self) -> impl Iterator<Item = Identifier> + '_ {
        self.resources.iter().copied()
    }
}
