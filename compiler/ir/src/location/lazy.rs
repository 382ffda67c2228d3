//! Locations that are places in a text until a caller reads their file, line and column.

use std::sync::{Arc, PoisonError};

use crate::context::Context;
use crate::id::{Identifier, Location};
use crate::source::{LAZY, Lines};

/// A text that a context knows, for making locations in it.
#[derive(Clone, Debug)]
pub struct SourceText {
    lines: Arc<Lines>,
    lazy: bool,
    /// Whether no earlier text shares the places.
    is_new: bool,
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
    /// Makes a text known under the name of its file. A text like an earlier one, with lines of the same lengths, shares
    /// that one's places.
    pub fn add_source(&self, file: Identifier, text: &[u8]) -> SourceText {
        self.add_source_part(file, text, (1, 1))
    }

    /// As [`add_source`](Self::add_source), for a part of a file, with the line and the column, from 1, at which it begins.
    pub fn add_source_part(&self, file: Identifier, text: &[u8], begin: (u32, u32)) -> SourceText {
        let newlines = memchr::memchr_iter(b'\n', text).map(|at| at as u32 + 1);
        let starts = std::iter::once(0).chain(newlines).collect();
        let mut sources = self.sources.0.write().unwrap_or_else(PoisonError::into_inner);
        let (base, len) = (sources.end, text.len() as u32);
        let lines = Lines {
            file,
            base,
            len,
            begin,
            starts,
        };
        let end = u64::from(base) + text.len() as u64 + 1;
        let key = lines.key();
        let known = sources.by_key.get(&key).filter(|known| known.is_like(&lines));
        if let Some(known) = known {
            return SourceText {
                lines: Arc::clone(known),
                lazy: true,
                is_new: false,
            };
        }
        let lines = Arc::new(lines);
        let lazy = end <= u64::from(LAZY);
        if lazy {
            sources.end = end as u32;
            sources.texts.push(Arc::clone(&lines));
            sources.by_key.insert(key, Arc::clone(&lines));
        }
        SourceText {
            lines,
            lazy,
            is_new: lazy,
        }
    }

    /// Forgets a text of which no [`SourceText::location`] is left. Does nothing if another text shares its places, or was
    /// added later.
    pub fn forget_source(&self, source: &SourceText) {
        let mut sources = self.sources.0.write().unwrap_or_else(PoisonError::into_inner);
        let is_last = sources
            .texts
            .last()
            .is_some_and(|last| Arc::ptr_eq(last, &source.lines));
        if source.is_new && is_last {
            sources.texts.pop();
            sources.by_key.remove(&source.lines.key());
            sources.end = source.lines.base;
        }
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
