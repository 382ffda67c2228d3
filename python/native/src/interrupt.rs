//! Ctrl-C in native code that polls: the exception of a signal handler becomes the error of the running call.

use std::ffi::{c_int, c_void};
use std::ptr;

use pyo3_ffi::{Py_AddPendingCall, PyErr_CheckSignals, PyObject};

use crate::api::api;
use crate::gil::Gil;
use crate::python::none;
use crate::raised;

/// Runs the handlers of pending signals: 0, or -1 with their exception raised as a native error.
///
/// # Safety
/// Called by libtvmlike on the thread that set it, with or without the GIL.
unsafe extern "C" fn check() -> c_int {
    let Some(_gil) = Gil::acquire() else { return 0 };
    // SAFETY: the GIL is held.
    unsafe {
        if PyErr_CheckSignals() == 0 {
            0
        } else {
            raised::raise_python()
        }
    }
}

/// `watch_interrupts()`: registers [`check`] with libtvmlike for this thread.
///
/// # Safety
/// Called by CPython with the GIL held.
pub(crate) unsafe extern "C" fn watch(_: *mut PyObject, _: *mut PyObject) -> *mut PyObject {
    // SAFETY: the function stays callable as long as the process lives.
    unsafe { (api().set_interrupt_check)(Some(check)) };
    none()
}

/// `watch_interrupts_later()`: as `watch_interrupts`, by the main thread before its next Python instruction.
///
/// # Safety
/// Called by CPython with the GIL held.
pub(crate) unsafe extern "C" fn watch_later(_: *mut PyObject, _: *mut PyObject) -> *mut PyObject {
    extern "C" fn pending(_: *mut c_void) -> c_int {
        // SAFETY: as above.
        unsafe { (api().set_interrupt_check)(Some(check)) };
        0
    }
    // SAFETY: the function stays callable as long as the process lives. If the queue is full, nothing is registered.
    unsafe { Py_AddPendingCall(Some(pending), ptr::null_mut()) };
    none()
}
