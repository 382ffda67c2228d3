//! Ctrl-C in native code that polls: what a signal's handler raises becomes the error of the running call.

use std::ffi::{c_int, c_void};
use std::ptr;

use pyo3_ffi::{Py_AddPendingCall, PyErr_CheckSignals, PyObject};

use crate::api::api;
use crate::gil::Gil;
use crate::python::none;
use crate::raised;

/// Asks the interpreter for signals, as a native function that polls wants it.
///
/// # Safety
/// Called by libtvmlike on the thread that set it, with or without the GIL.
unsafe extern "C" fn check() -> c_int {
    let Some(_held) = Gil::acquire() else { return 0 };
    // SAFETY: the lock is held.
    unsafe {
        if PyErr_CheckSignals() == 0 {
            0
        } else {
            raised::raise_python()
        }
    }
}

/// `watch_interrupts()`: the library asks [`check`] from now on.
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
    // SAFETY: the function stays callable as long as the process lives. Where too much is pending, nobody watches.
    unsafe { Py_AddPendingCall(Some(pending), ptr::null_mut()) };
    none()
}
