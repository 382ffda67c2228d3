//! The Python interpreter of the process, with the functions that TVM's Python front ends register.
//!
//! Invariants: functions that need the GIL are called with the GIL held; no function of an interpreter is called that has finalized
//! or is finalizing.

use std::ffi::{CStr, c_int, c_void};
use std::mem;
use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};

use tvmlike::{Error, Result};
use tvmlike_registry::interpreter::{self, Asks, Held, symbol};
pub(crate) use tvmlike_registry::interpreter::{Object, Owned, Python, python};

/// The functions that front ends register, by name.
const NAMES: [&CStr; 5] = [
    c"PyErr_CheckSignals",
    c"Py_IncRef",
    c"Py_DecRef",
    c"PyGILState_Ensure",
    c"PyGILState_Release",
];
const CHECK_SIGNALS: usize = 0;
const RETAIN: usize = 1;
const RELEASE: usize = 2;
const LOCK: usize = 3;
const UNLOCK: usize = 4;

static REGISTERED: [AtomicPtr<c_void>; NAMES.len()] =
    [const { AtomicPtr::new(ptr::null_mut()) }; NAMES.len()];

/// Registers a function of the interpreter, in place of an earlier one with this name. NULL unregisters it.
///
/// # Errors
/// ValueError for a name that is not in [`NAMES`].
pub(crate) fn register(name: &CStr, function: *mut c_void) -> Result<()> {
    let Some(which) = NAMES.iter().position(|known| *known == name) else {
        return Err(Error::value_error(format!(
            "TVMBackendRegisterEnvCAPI: unknown function \"{}\"; expected one of {}",
            name.to_bytes().escape_ascii(),
            NAMES.map(|known| known.to_string_lossy()).join(", ")
        )));
    };
    REGISTERED[which].store(function, Ordering::Release);
    if !function.is_null() {
        interpreter::has_code_at(function);
    }
    Ok(())
}

/// Whether the front end checks signals, but does not pass exceptions as errors: it expects an interrupt in the interpreter.
pub(crate) fn leaves_interrupts() -> bool {
    let is_registered = |which: usize| !REGISTERED[which].load(Ordering::Relaxed).is_null();
    is_registered(CHECK_SIGNALS) && !is_registered(RETAIN)
}

/// The registered function, or else the interpreter's.
fn function(which: usize) -> Option<*mut c_void> {
    let registered = REGISTERED[which].load(Ordering::Acquire);
    if registered.is_null() {
        symbol(NAMES[which])
    } else {
        Some(registered)
    }
}

/// Runs a closure with the GIL held. `None` if there is no interpreter, or it is finalizing.
pub(crate) fn locked<T>(run: impl FnOnce() -> T) -> Option<T> {
    if python().is_some_and(|python| !python.answers()) {
        return None;
    }
    let (lock, unlock) = (function(LOCK)?, function(UNLOCK)?);
    // SAFETY: both have these types, registered or not; they may be called on any thread while the interpreter runs.
    let _held = unsafe {
        let lock: Asks = mem::transmute(lock);
        let unlock: unsafe extern "C" fn(c_int) = mem::transmute(unlock);
        Held::take(lock, unlock)
    };
    Some(run())
}

/// Calls a function with one object. Returns whether there is such a function and an interpreter.
fn call_with(which: usize, object: Object) -> bool {
    let Some(found) = function(which) else {
        return false;
    };
    // SAFETY: `RETAIN` and `RELEASE` take an object and return nothing.
    let called =
        locked(|| unsafe { mem::transmute::<*mut c_void, unsafe extern "C" fn(Object)>(found)(object) });
    called.is_some()
}

/// Adds a reference to an object.
///
/// # Errors
/// RuntimeError if no interpreter is running in this process.
pub(crate) fn retain(object: Object) -> Result<()> {
    if call_with(RETAIN, object) {
        return Ok(());
    }
    Err(Error::runtime_error(
        "cannot retain a Python object: no interpreter is running in this process; register its Py_IncRef, Py_DecRef, \
         PyGILState_Ensure and PyGILState_Release with TVMBackendRegisterEnvCAPI",
    ))
}

/// Releases a reference. Nothing happens once the interpreter has finalized.
///
/// # Safety
/// The caller owns a reference to `object`.
pub(crate) unsafe extern "C" fn release(object: Object) {
    call_with(RELEASE, object);
}

/// Makes the interpreter run its signal handlers. Returns whether one of them raised. The GIL must be held.
pub(crate) fn signals_raised() -> bool {
    let Some(found) = function(CHECK_SIGNALS) else {
        return false;
    };
    // SAFETY: the function takes nothing and returns an int.
    let check: unsafe extern "C" fn() -> c_int = unsafe { mem::transmute(found) };
    // SAFETY: the caller holds the GIL.
    unsafe { check() != 0 }
}
