//! Source texts: what lazy locations refer to.
//!
//! A parser gives each operation a place in its text. To make an attribute of file, line and column for each would take
//! longer than everything else, and few are ever asked for. So a place is the offset of a byte in the space of all texts
//! that a context has read, and becomes file, line and column when it is asked for. Of a text only the starts of its
//! lines are kept. Invariant: offsets of different texts never overlap; when they are used up, places of further texts
//! are made at once.

use std::sync::{Arc, PoisonError, RwLock};

use crate::context::Context;
use crate::id::{Identifier, Location};
use crate::location::LAZY;

/// The lines of one text.
#[derive(Debug)]
struct Lines {
    file: Identifier,
    /// The offset of the text in the space of all texts.
    base: u32,
    /// The offset of each line in the text.
    starts: Box<[u32]>,
}

impl Lines {
    /// The line and the column, from 1, of an offset in the text.
    fn place(&self, offset: u32) -> (u32, u32) {
        let line = self.starts.partition_point(|start| *start <= offset);
        let start = line.checked_sub(1).map_or(0, |line| self.starts[line]);
        (line as u32, offset - start + 1)
    }
}

/// The texts of a context.
#[derive(Default)]
pub(crate) struct Sources(RwLock<Texts>);

#[derive(Default)]
struct Texts {
    texts: Vec<Arc<Lines>>,
    /// The offset after the last text.
    end: u32,
}

/// A text that a context knows, for making locations in it.
#[derive(Clone, Debug)]
pub struct SourceText {
    lines: Arc<Lines>,
    lazy: bool,
}

impl SourceText {
    /// The location of a byte of the text.
    #[inline]
    pub fn location(&self, context: &Context, offset: u32) -> Location {
        if self.lazy {
            return Location::new(LAZY | (self.lines.base + offset));
        }
        self.known_location(context, offset)
    }

    /// The location of a byte of the text, as file, line and column.
    pub fn known_location(&self, context: &Context, offset: u32) -> Location {
        let (line, column) = self.lines.place(offset);
        context.file_line_col_location(self.lines.file, line, column)
    }
}

impl Context {
    /// Makes a text known under the name of its file.
    pub fn add_source(&self, file: Identifier, text: &[u8]) -> SourceText {
        let newlines = memchr::memchr_iter(b'\n', text).map(|at| at as u32 + 1);
        let starts = std::iter::once(0).chain(newlines).collect();
        let mut sources = self.sources.0.write().unwrap_or_else(PoisonError::into_inner);
        let base = sources.end;
        let lines = Arc::new(Lines { file, base, starts });
        let end = u64::from(base) + text.len() as u64 + 1;
        let lazy = end <= u64::from(LAZY);
        if lazy {
            sources.end = end as u32;
            sources.texts.push(Arc::clone(&lines));
        }
        SourceText { lines, lazy }
    }

    /// The file, line and column that a lazy location stands for.
    pub(crate) fn materialize(&self, location: Location) -> Location {
        let offset = location.raw() & !LAZY;
        let sources = self.sources.0.read().unwrap_or_else(PoisonError::into_inner);
        let after = sources.texts.partition_point(|lines| lines.base <= offset);
        let Some(lines) = after.checked_sub(1).map(|index| &sources.texts[index]) else {
            return self.unknown_location();
        };
        let (line, column) = lines.place(offset - lines.base);
        self.file_line_col_location(lines.file, line, column)
    }
}
