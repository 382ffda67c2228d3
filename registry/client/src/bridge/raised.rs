//! Moves raised errors between tvmlike and tvm-ffi, each of which has its own thread-local place for them.
//!
//! The same error object is passed on, with its kind, message, backtrace, cause and a front end's exception. So a Python exception
//! that passes through tvm-ffi comes back as the same object.

use std::ffi::c_int;
use std::ptr;
use std::ptr::NonNull;

use tvmlike_runtime::error::take_raised;
use tvmlike_runtime::{Error, TypeIndex};

use super::library::{Library, library};
use super::python;

/// Takes the error that is raised in tvm-ffi.
fn take(library: &Library) -> Option<Error> {
    let mut raised = ptr::null_mut();
    // SAFETY: the place is valid; the result is an owned error object or NULL.
    unsafe { (library.move_from_raised)(&mut raised) };
    let raised = NonNull::new(raised)?;
    // SAFETY: alive, since we own a reference.
    if unsafe { raised.as_ref() }.type_index != TypeIndex::ERROR.0 {
        // SAFETY: owned, and released once.
        unsafe { tvmlike_runtime::object::release(raised.as_ptr()) };
        return None;
    }
    // SAFETY: an owned error object.
    Some(python::exception_or(unsafe { Error::from_owned_object(raised) }))
}

/// The error with which a function of tvm-ffi failed.
#[cold]
pub(super) fn take_theirs(library: &Library, status: c_int) -> Error {
    take(library).unwrap_or_else(|| {
        Error::internal_error(format!(
            "a function of tvm-ffi returned the status {status} without raising an error"
        ))
    })
}

/// The error that is raised in tvm-ffi, or `otherwise` if there is none.
#[cold]
pub(super) fn theirs_or(library: &Library, otherwise: Error) -> Error {
    take(library).unwrap_or(otherwise)
}

/// The error of a failed look-up while the library is still being found.
#[cold]
pub(super) fn of_no_library(name: &str) -> Error {
    Error::runtime_error(format!("tvm-ffi failed to look up {name:?}"))
}

/// Moves the error that is raised in tvmlike to tvm-ffi, for a caller of tvm-ffi.
///
/// Without tvm-ffi in the process it stays: the caller then reads it from tvmlike.
#[cold]
pub(super) fn give_to_them() {
    let Ok(library) = library() else { return };
    let error = take_raised()
        .unwrap_or_else(|| Error::internal_error("a function of tvmlike failed without raising an error"));
    // SAFETY: a living error object, which `set_raised` retains.
    unsafe { (library.set_raised)(error.as_object().as_raw()) };
}
