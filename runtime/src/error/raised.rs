//! The error that is raised on this thread.
//!
//! A callee that fails stores its error here for its caller. In a plugin the host stores it, so that both see the same
//! one.

use std::cell::Cell;
use std::ffi::c_int;
use std::ptr::{self, NonNull};

use super::{Error, ErrorKind, ErrorParts};
use crate::host;

thread_local! {
    static RAISED: Cell<Option<Error>> = const { Cell::new(None) };
}

/// Raises an error on this thread; replaces an earlier one.
#[cold]
pub fn set_raised(error: Error) {
    if let Some(table) = host::connected() {
        // SAFETY: a live error object; the host takes a reference of its own.
        unsafe { (table.error_set_raised)(error.as_object().as_raw()) };
        return;
    }
    // While a thread exits, its storage may be gone already; the error is then dropped.
    let _ = RAISED.try_with(|raised| drop(raised.replace(Some(error))));
}

/// Takes the error that is raised on this thread.
#[cold]
pub fn take_raised() -> Option<Error> {
    if let Some(table) = host::connected() {
        let mut error = ptr::null_mut();
        // SAFETY: a valid place; the call stores an owned error object or NULL.
        unsafe {
            (table.error_move_from_raised)(&mut error);
            return NonNull::new(error).map(|error| Error::from_owned_object(error));
        }
    }
    RAISED.try_with(Cell::take).ok().flatten()
}

/// Clears the error that is raised on this thread.
pub fn clear_raised() {
    drop(take_raised());
}

/// Converts a status to a result: 0 is success, anything else takes the raised error.
///
/// # Errors
/// The raised error; InternalError if the call raised none.
#[inline]
pub fn status(status: c_int) -> super::Result<()> {
    if status == 0 {
        Ok(())
    } else {
        Err(raised_or_unknown(status))
    }
}

#[cold]
fn raised_or_unknown(status: c_int) -> Error {
    take_raised().unwrap_or_else(|| {
        Error::from_parts(ErrorParts {
            kind: Some(ErrorKind::INTERNAL_ERROR),
            message: format!("call returned status {status} without raising an error").into(),
            ..ErrorParts::default()
        })
    })
}
