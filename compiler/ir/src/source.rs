//! Source texts: what lazy locations refer to.
//!
//! A parser gives each operation a place in its text. To make an attribute of file, line and column for each would take
//! longer than everything else, and few are ever read. So a place is the offset of a byte in the space of all texts
//! that a context has read, and becomes file, line and column when a caller reads it. Of a text only the starts of its
//! lines are kept, four bytes a line, and only once if it is read again; a text of which no place was kept is forgotten.
//! Invariant: offsets of different texts never overlap; when they are used up, places of further texts
//! are made at once.

use std::collections::HashMap;
use std::hash::BuildHasher;
use std::sync::{Arc, RwLock};

use foldhash::fast::FixedState;

use crate::id::Identifier;

/// Set in the number of a location that is a place in a text; the other bits are the offset.
pub(crate) const LAZY: u32 = 1 << 31;

/// The lines of one text.
#[derive(Debug)]
pub(crate) struct Lines {
    pub(crate) file: Identifier,
    /// The offset of the text in the space of all texts.
    pub(crate) base: u32,
    /// The number of bytes.
    pub(crate) len: u32,
    /// The line and the column, from 1, at which the text begins in the file.
    pub(crate) begin: (u32, u32),
    /// The offset of each line in the text.
    pub(crate) starts: Box<[u32]>,
}

impl Lines {
    /// What two texts have in common if their places are the same.
    pub(crate) fn key(&self) -> u64 {
        FixedState::default().hash_one((self.file, self.len, self.begin, &self.starts))
    }

    /// Whether the places of two texts are the same.
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        (self.file, self.len, self.begin, &self.starts) == (other.file, other.len, other.begin, &other.starts)
    }

    /// The line and the column, from 1, of an offset in the text.
    pub(crate) fn place(&self, offset: u32) -> (u32, u32) {
        let (line, column) = self.begin;
        match self.starts.partition_point(|start| *start <= offset) {
            0 | 1 => (line, column.saturating_add(offset)),
            lines => (
                line.saturating_add(lines as u32 - 1),
                offset - self.starts[lines - 1] + 1,
            ),
        }
    }
}

/// The texts of a context.
#[derive(Default)]
pub(crate) struct Sources(pub(crate) RwLock<Texts>);

#[derive(Default)]
pub(crate) struct Texts {
    pub(crate) texts: Vec<Arc<Lines>>,
    /// Texts by [`Lines::key`]; of those with one key, the last.
    pub(crate) by_key: HashMap<u64, Arc<Lines>, FixedState>,
    /// The offset after the last text.
    pub(crate) end: u32,
}
