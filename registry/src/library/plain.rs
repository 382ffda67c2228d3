//! Loaded libraries on other systems, whose loaders are not asked: nothing is known of them.

use std::ffi::c_void;
use std::ops::Range;
use std::path::PathBuf;

/// Not known.
pub(crate) fn range_of(_: *const c_void) -> Option<Range<usize>> {
    None
}

/// Not known.
pub(crate) fn first_with_name_of(_: *const c_void) -> Option<PathBuf> {
    None
}
