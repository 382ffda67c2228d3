//! A cache of what follows the operands of operations in generic form: properties, attributes and types.
//!
//! Most operations of a text repeat what an earlier one has from there to the end of the line. The key is that text, up
//! to a trailing location; the value is what it was read as. Invariant: a text is remembered only when reading it ended
//! exactly at its end and it contains no region and no successor, so that its meaning depends on nothing but the
//! aliases, which a text defines once. What becomes of its properties and attributes depends on the operation as well, so
//! that is remembered for one operation, and only if it was allowed.

use std::collections::HashMap;
use std::ops::Range;

use foldhash::fast::FixedState;
use tvmlike_ir::{Attribute, Identifier, Trial, Type};

use super::properties::Settled;

/// The most texts that are remembered.
const CAPACITY: usize = 1 << 16;

/// What follows the operands of an operation.
#[derive(Clone)]
pub(crate) struct Tail {
    pub(crate) properties: Option<Attribute>,
    pub(crate) attributes: Option<Attribute>,
    pub(crate) operand_types: Range<usize>,
    pub(crate) result_types: Range<usize>,
    /// Where the types begin in the text.
    pub(crate) signature: u32,
    /// What the operation of this name makes of the properties and attributes.
    pub(super) settled: Option<(Identifier, Settled)>,
}

/// Texts and what they were read as.
#[derive(Default)]
pub(crate) struct Tails<'s> {
    /// Numbers of tails.
    known: HashMap<&'s [u8], u32, FixedState>,
    tails: Vec<Tail>,
    /// The types of all tails, one after the other.
    pub(crate) types: Vec<Type>,
    trial: Trial,
}

/// The rest of a line, up to a trailing location.
#[inline]
pub(crate) fn rest_of_line(text: &[u8], from: usize) -> &[u8] {
    let rest = &text[from..];
    let line = &rest[..memchr::memchr(b'\n', rest).unwrap_or(rest.len())];
    let line = line.trim_ascii_end();
    match line {
        // No location ends like that, but most signatures without results do.
        [.., b'(', b')'] => line,
        [.., b')'] => before_location(line),
        _ => line,
    }
}

fn before_location(line: &[u8]) -> &[u8] {
    match memchr::memmem::find(line, b" loc(") {
        Some(location) => line[..location].trim_ascii_end(),
        None => line,
    }
}

impl<'s> Tails<'s> {
    #[inline]
    pub(crate) fn is_on(&self) -> bool {
        self.trial.is_on()
    }

    /// The tail with a number.
    #[inline]
    pub(crate) fn get(&self, number: u32) -> &Tail {
        &self.tails[number as usize]
    }

    /// The number of the tail with a text.
    #[inline]
    pub(crate) fn find(&mut self, text: &[u8]) -> Option<u32> {
        let found = self.known.get(text).copied();
        self.trial.count(found.is_some());
        found
    }

    /// Remembers the tail with these types. Returns its number.
    pub(crate) fn insert(
        &mut self,
        text: &'s [u8],
        (properties, attributes): (Option<Attribute>, Option<Attribute>),
        signature: u32,
        (operand_types, result_types): (&[Type], &[Type]),
    ) -> Option<u32> {
        let number = self.tails.len();
        if number == CAPACITY {
            return None;
        }
        let first = self.types.len();
        self.types.extend_from_slice(operand_types);
        let middle = self.types.len();
        self.types.extend_from_slice(result_types);
        self.tails.push(Tail {
            properties,
            attributes,
            operand_types: first..middle,
            result_types: middle..self.types.len(),
            signature,
            settled: None,
        });
        self.known.insert(text, number as u32);
        Some(number as u32)
    }

    /// Remembers what an operation makes of the properties and attributes of a tail.
    pub(super) fn settle(&mut self, number: u32, op: Identifier, settled: Settled) {
        self.tails[number as usize].settled = Some((op, settled));
    }
}
