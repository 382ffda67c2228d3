//! Locations that are places in a text until their file, line and column are asked for.

use std::sync::{Arc, PoisonError};

use crate::context::Context;
use crate::id::{Identifier, Location};
use crate::source::{LAZY, Lines};

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
