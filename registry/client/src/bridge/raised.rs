//! Moves raised errors between tvmlike and tvm-ffi, each of which has its own thread-local place for them.
//!
//! The same error object is passed on, with its kind, message, backtrace, cause and a front end's exception. So a Python exception
//! that passes through tvm-ffi comes back as the same object.

use std::ffi::c_int;
use std::ptr;
use std::ptr::NonNull;

use tvmlike_runtime::abi::TVMLikeObject;
use tvmlike_runtime::error::take_raised;
use tvmlike_runtime::{Error, TypeIndex};

use super::python;

/// tvm-ffi's place for the error that is raised on a thread, with the functions of its header.
pub(super) struct Raised {
    pub(super) set: unsafe extern "C" fn(error: *mut TVMLikeObject),
    pub(super) move_from: unsafe extern "C" fn(out: *mut *mut TVMLikeObject),
}

impl Raised {
    /// Takes the error that is raised in tvm-ffi.
    fn take(&self) -> Option<Error> {
        let mut raised = ptr::null_mut();
        // SAFETY: the place is valid; the result is an owned error object or NULL.
        unsafe { (self.move_from)(&mut raised) };
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

    /// The error with which a function of tvm-ffi failed: that of the thread, else the exception that its front end left in the
    /// interpreter.
    #[cold]
    pub(super) fn take_failure(&self, status: c_int) -> Error {
        self.take().or_else(python::take_left).unwrap_or_else(|| {
            Error::internal_error(format!(
                "a function of tvm-ffi returned the status {status}, but raised no error and left no Python exception; \
                 it must set its error before it returns a status other than 0"
            ))
        })
    }

    /// The error that is raised in tvm-ffi, or `otherwise` if there is none.
    #[cold]
    pub(super) fn take_or(&self, otherwise: Error) -> Error {
        self.take().unwrap_or(otherwise)
    }

    /// Moves the error that is raised in tvmlike to tvm-ffi, for a caller of tvm-ffi.
    #[cold]
    pub(super) fn move_ours(&self) {
        let error = take_raised().unwrap_or_else(|| {
            Error::internal_error("a function of tvmlike failed without raising an error")
        });
        // SAFETY: a living error object, which `set` retains.
        unsafe { (self.set)(error.as_object().as_raw()) };
    }
}
