//! Indices into lists, slices of them, and limits of sizes.

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

/// The most dimensions, symbols and strides that a number can ask for: the memory for more may not exist.
const MOST: usize = 1 << 20;

/// Refuses a size that is only a number, without the items that it counts.
pub(crate) fn check_size(what: &str, size: usize) -> Result<()> {
    if size > MOST {
        return Err(Error::value_error(format!(
            "{what}: {size} exceeds the limit of {MOST}"
        )));
    }
    Ok(())
}

/// Checks the numbers of dimensions and symbols of an affine map or integer set.
pub(crate) fn check_inputs(dims: u32, symbols: u32) -> Result<()> {
    check_size("dimensions", dims as usize)?;
    check_size("symbols", symbols as usize)
}
