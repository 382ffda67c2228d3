//! Errors without diagnostics that several modules raise.

use std::fmt::Display;

use crate::api::*;

/// A ValueError with a message of the IR.
pub(crate) fn value_error(message: impl Display) -> Error {
    Error::value_error(message.to_string())
}

/// The error of a handle that a call cannot use with the other ones.
pub(crate) fn other_context(what: &str) -> Error {
    value_error(format_args!("the {what} belongs to another context"))
}

/// The end of an iteration.
pub(crate) fn stop_iteration() -> Error {
    Error::new("StopIteration", "")
}
