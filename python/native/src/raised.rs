//! Python exceptions as native errors.
//!
//! The error object contains the exception itself, and for callers in other languages its kind, message and frames.
//! Invariant: an exception is converted in whatever state the interpreter is; if describing it fails, the description is
//! shorter.

use std::ffi::{CStr, c_int};
use std::ptr;

use pyo3_ffi::*;
use tvmlike_abi::TVMLikeObjectHandle;

use crate::api::{api, borrowed};
use crate::error::raise_text;
use crate::hooks::hooks;
use crate::python::{Owned, take_exception, type_of};
use crate::{callback, traceback};

/// The maximum number of causes that are converted: a chain of causes may be cyclic.
const MAX_CAUSES: u32 = 16;

/// Raises the Python exception that is set as a native error. Returns -1.
///
/// # Safety
/// The GIL is held.
#[cold]
#[inline(never)]
pub(crate) unsafe fn raise_python() -> c_int {
    // SAFETY: the GIL is held.
    unsafe {
        let Some(exception) = Owned::new(take_exception()) else {
            return raise_text(b"RuntimeError", b"a callback failed without setting an exception");
        };
        let error = error_of(exception.get(), MAX_CAUSES);
        if error.is_null() {
            return -1; // the library has raised the reason
        }
        (api().set_raised)(error);
        (api().free)(error.cast());
        -1
    }
}

/// A new error object that contains an exception; NULL with a native error raised on failure.
///
/// # Safety
/// `exception` is a living exception. The GIL is held.
unsafe fn error_of(exception: *mut PyObject, causes: u32) -> TVMLikeObjectHandle {
    // SAFETY: a living exception; all references made here are released.
    unsafe {
        let kind = kind_of(exception);
        let message = message_of(exception);
        let frames = traceback::text_of(exception);
        let mut cause = ptr::null_mut();
        if causes > 0
            && let Some(below) = Owned::new(PyException_GetCause(exception))
        {
            cause = error_of(below.get(), causes - 1);
        }
        let context = callback::new_opaque(exception);
        let mut error = ptr::null_mut();
        if !context.is_null() {
            let status = (api().error_create)(
                &borrowed(kind.as_bytes()),
                &borrowed(&message),
                &borrowed(frames.as_bytes()),
                cause,
                context,
                &raw mut error,
            );
            debug_assert!(status == 0 || error.is_null());
            (api().free)(context.cast());
        }
        (api().free)(cause.cast());
        error
    }
}

/// The UTF-8 of a str; `None`, without an exception, for any other object.
///
/// # Safety
/// `text` is NULL with the exception set, or a living object. The GIL is held.
unsafe fn utf8(text: *mut PyObject) -> Option<Vec<u8>> {
    // SAFETY: NULL with an exception set, or an object.
    unsafe {
        let encoded = if text.is_null() || PyUnicode_Check(text) == 0 {
            None
        } else {
            Owned::new(PyUnicode_AsEncodedString(
                text,
                c"utf-8".as_ptr(),
                c"replace".as_ptr(),
            ))
        };
        let Some(encoded) = encoded else {
            PyErr_Clear();
            return None;
        };
        let start = PyBytes_AsString(encoded.get()).cast::<u8>();
        Some(std::slice::from_raw_parts(start, PyBytes_Size(encoded.get()) as usize).to_vec())
    }
}

/// An attribute that is a str; `None`, without an exception, for every other one.
///
/// # Safety
/// `object` is a living object. The GIL is held.
unsafe fn attribute(object: *mut PyObject, name: &CStr) -> Option<String> {
    // SAFETY: a living object.
    unsafe {
        let Some(value) = Owned::new(PyObject_GetAttrString(object, name.as_ptr())) else {
            PyErr_Clear();
            return None;
        };
        utf8(value.get()).map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
    }
}

/// The kind of the error for an exception.
///
/// # Safety
/// `exception` is a living exception. The GIL is held.
unsafe fn kind_of(exception: *mut PyObject) -> String {
    // SAFETY: a living exception.
    unsafe {
        let class: *mut PyObject = type_of(exception).cast();
        let registered = PyDict_GetItemWithError(hooks().kind_of_class, class);
        if let Some(kind) = utf8(registered) {
            return String::from_utf8_lossy(&kind).into_owned();
        }
        let own = match PyObject_IsInstance(exception, hooks().error_class) {
            1 => attribute(exception, c"kind"),
            0 => None,
            _ => {
                PyErr_Clear(); // its `__class__` cannot be read
                None
            }
        };
        own.or_else(|| attribute(class, c"__name__"))
            .unwrap_or_else(|| "Exception".to_owned())
    }
}

/// The message of the error for an exception.
///
/// # Safety
/// `exception` is a living exception. The GIL is held.
unsafe fn message_of(exception: *mut PyObject) -> Vec<u8> {
    // SAFETY: a living exception.
    unsafe {
        let text = Owned::new(PyObject_Str(exception));
        if let Some(text) = text
            && let Some(text) = utf8(text.get())
        {
            return text;
        }
        let broken = Owned::new(take_exception());
        let class = broken.and_then(|broken| attribute(type_of(broken.get()).cast(), c"__name__"));
        match class {
            Some(class) => format!("<str() of the exception failed: {class}>").into_bytes(),
            None => b"<no message>".to_vec(),
        }
    }
}
