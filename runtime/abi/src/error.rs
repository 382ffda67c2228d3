//! The cell of an error object.

use crate::object::{TVMLikeObject, TVMLikeObjectHandle};
use crate::value::TVMLikeByteArray;

/// Mode of `update_backtrace`: replaces the text.
pub const TVMLIKE_BACKTRACE_REPLACE: i32 = 0;
/// Mode of `update_backtrace`: appends to the text.
pub const TVMLIKE_BACKTRACE_APPEND: i32 = 1;

/// The cell of an error.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct TVMLikeErrorCell {
    /// The kind, which front ends map to a class: `ValueError`, `TypeError`, ….
    pub kind: TVMLikeByteArray,
    /// What went wrong.
    pub message: TVMLikeByteArray,
    /// One frame a line in Python's form, the most recent call first; may be empty.
    pub backtrace: TVMLikeByteArray,
    /// Replaces or extends `backtrace`, by a `TVMLIKE_BACKTRACE_*` mode; the text is copied. No other thread may read the
    /// backtrace meanwhile.
    pub update_backtrace:
        Option<unsafe extern "C" fn(error: *mut TVMLikeObject, text: *const TVMLikeByteArray, mode: i32)>,
    /// The error that caused this one, or NULL. Owned by this error.
    pub cause: TVMLikeObjectHandle,
    /// An object that a front end attached, for example one that holds the Python exception; or NULL. Owned by this error.
    pub context: TVMLikeObjectHandle,
}
