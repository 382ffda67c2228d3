//! Exceptions that end a program, such as KeyboardInterrupt, in functions that verify operations and infer types: they are
//! raised where the verification was begun, and do not become diagnostics.
//!
//! Invariant: what is kept on a thread is taken by the call that failed because of it.

use std::cell::RefCell;

use crate::api::*;

/// The kinds of these exceptions.
const KINDS: [&str; 3] = ["KeyboardInterrupt", "SystemExit", "GeneratorExit"];

thread_local! {
    /// What a function raised that the current call has to raise.
    static KEPT: RefCell<Option<Error>> = const { RefCell::new(None) };
}

/// Keeps an error for the call that began the verification, if it is of such a kind. Returns the message for the diagnostic.
pub(crate) fn keep(error: Error) -> String {
    let message = error.message().into_owned();
    if KINDS.contains(&&*error.kind()) {
        KEPT.set(Some(error));
    }
    message
}

/// The error that was kept, or another one.
pub(crate) fn or(error: impl FnOnce() -> Error) -> Error {
    KEPT.take().unwrap_or_else(error)
}

/// Raises the error that was kept, if there is one.
pub(crate) fn raise() -> Result<()> {
    KEPT.take().map_or(Ok(()), Err)
}
