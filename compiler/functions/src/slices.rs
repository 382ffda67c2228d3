//! Indices into lists, and slices of them.

use crate::api::*;

/// Which items of a list a slice of it has.
#[derive(Clone, Copy)]
pub(crate) struct Part {
    start: usize,
    /// `None` for all items, however many there are.
    count: Option<usize>,
    step: isize,
}

impl Part {
    pub(crate) const ALL: Self = Self {
        start: 0,
        count: None,
        step: 1,
    };

    pub(crate) fn len(self, all: usize) -> usize {
        self.count.unwrap_or(all)
    }

    /// The index in the whole list.
    pub(crate) fn index(self, index: usize) -> usize {
        self.start.wrapping_add_signed(index as isize * self.step)
    }

    /// A part of this part.
    pub(crate) fn slice(self, start: usize, count: usize, step: i64) -> Self {
        Self {
            start: self.index(start),
            count: Some(count),
            step: self.step * step as isize,
        }
    }
}

/// The start of a slice.
pub(crate) fn position(index: i64) -> usize {
    usize::try_from(index).unwrap_or(0)
}

/// An index into a list, which can count from the end.
pub(crate) fn checked_index(index: i64, len: usize, what: &str) -> Result<usize> {
    let at = if index < 0 { index + len as i64 } else { index };
    usize::try_from(at).ok().filter(|at| *at < len).ok_or_else(|| {
        Error::index_error(format!(
            "attempt to access out of bounds {what}: {index} of {len}"
        ))
    })
}
