//! A cache of what follows the operands of operations in generic form: properties, attributes and types.
//!
//! Most operations of a text repeat what an earlier one has from there to the end of the line. The key is that text, up
//! to a trailing location; the value is what it was read as. Invariant: a text is remembered only when reading it ended
//! exactly at its end and it contains no region and no successor, so that its meaning depends on nothing but the
//! aliases, which a text defines once.

use std::collections::HashMap;
use std::ops::Range;

use foldhash::fast::FixedState;
use tvmlike_ir::{Attribute, Type};

/// The most texts that are remembered.
const CAPACITY: usize = 1 << 16;

/// Look-ups after which the cache is given up if it serves fewer than one in eight.
const TRIAL: u32 = 4096;

/// What follows the operands of an operation.
#[derive(Clone)]
pub(crate) struct Tail {
    pub(crate) properties: Option<Attribute>,
    pub(crate) attributes: Option<Attribute>,
    pub(crate) operand_types: Range<usize>,
    pub(crate) result_types: Range<usize>,
    /// Where the types begin in the text.
    pub(crate) signature: u32,
}

/// Texts and what they were read as.
#[derive(Default)]
pub(crate) struct Tails<'s> {
    known: HashMap<&'s [u8], Tail, FixedState>,
    /// The types of all tails, one after the other.
    pub(crate) types: Vec<Type>,
    hits: u32,
    misses: u32,
}

/// The rest of a line, up to a trailing location or comment.
pub(crate) fn rest_of_line(text: &[u8], from: usize) -> &[u8] {
    let rest = &text[from..];
    let line = &rest[..memchr::memchr(b'\n', rest).unwrap_or(rest.len())];
    let line = match memchr::memmem::find(line, b" loc(") {
        Some(location) => &line[..location],
        None => line,
    };
    line.trim_ascii_end()
}

impl<'s> Tails<'s> {
    pub(crate) fn is_on(&self) -> bool {
        self.hits >= self.misses / 8 || self.misses < TRIAL
    }

    #[inline]
    pub(crate) fn find(&mut self, text: &'s [u8]) -> Option<Tail> {
        let found = self.known.get(text).cloned();
        match found {
            Some(_) => self.hits += 1,
            None => self.misses += 1,
        }
        found
    }

    /// Remembers the tail with these types.
    pub(crate) fn insert(
        &mut self,
        text: &'s [u8],
        (properties, attributes): (Option<Attribute>, Option<Attribute>),
        signature: u32,
        (operand_types, result_types): (&[Type], &[Type]),
    ) {
        if self.known.len() == CAPACITY {
            return;
        }
        let first = self.types.len();
        self.types.extend_from_slice(operand_types);
        let middle = self.types.len();
        self.types.extend_from_slice(result_types);
        let tail = Tail {
            properties,
            attributes,
            operand_types: first..middle,
            result_types: middle..self.types.len(),
            signature,
        };
        self.known.insert(text, tail);
    }
}
