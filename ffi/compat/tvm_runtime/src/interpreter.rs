//! The Python interpreter of the process, with the functions of it that TVM's Python front ends hand over.
//!
//! Invariants: what needs the interpreter's lock is called with it; once the interpreter has ended, or is ending on another thread,
//! nothing of it is called any more.

use std::ffi::{CStr, c_int, c_void};
use std::mem;
use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};

use tvmlike::{Error, Result};
use tvmlike_classic::interpreter::{self, Asks, Held, symbol};
pub(crate) use tvmlike_classic::interpreter::{Object, Owned, Python, python};

/// The functions that front ends hand over, by their names there.
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

static HANDED_OVER: [AtomicPtr<c_void>; NAMES.len()] =
    [const { AtomicPtr::new(ptr::null_mut()) }; NAMES.len()];

/// Takes over a function of the interpreter. The last one of a name counts; NULL takes it away.
///
/// # Errors
/// ValueError for a name that nobody uses.
pub(crate) fn hand_over(name: &CStr, function: *mut c_void) -> Result<()> {
    let Some(which) = NAMES.iter().position(|known| *known == name) else {
        return Err(Error::value_error(format!(
            "TVMBackendRegisterEnvCAPI: \"{}\" is not a function that this library calls; it calls {}",
            name.to_bytes().escape_ascii(),
            NAMES.map(|known| known.to_string_lossy()).join(", ")
        )));
    };
    HANDED_OVER[which].store(function, Ordering::Release);
    if !function.is_null() {
        interpreter::has_code_at(function);
    }
    Ok(())
}

/// Whether the front end asks for signals, but does not know exceptions as errors: it finds an interrupt in the interpreter.
pub(crate) fn leaves_interrupts() -> bool {
    let there = |which: usize| !HANDED_OVER[which].load(Ordering::Relaxed).is_null();
    there(CHECK_SIGNALS) && !there(RETAIN)
}

/// A function that was handed over, or else the interpreter's own.
fn function(which: usize) -> Option<*mut c_void> {
    let handed = HANDED_OVER[which].load(Ordering::Acquire);
    if handed.is_null() {
        symbol(NAMES[which])
    } else {
        Some(handed)
    }
}

/// Runs something with the interpreter's lock. `None` where there is no interpreter, or none that answers any more.
pub(crate) fn locked<T>(run: impl FnOnce() -> T) -> Option<T> {
    if python().is_some_and(|python| !python.answers()) {
        return None;
    }
    let (lock, unlock) = (function(LOCK)?, function(UNLOCK)?);
    // SAFETY: both have these types, whoever handed them over; they may be called on any thread while the interpreter runs.
    let _held = unsafe {
        let lock: Asks = mem::transmute(lock);
        let unlock: unsafe extern "C" fn(c_int) = mem::transmute(unlock);
        Held::take(lock, unlock)
    };
    Some(run())
}

/// Calls a function that was handed over with one object; says whether there was such a function.
fn call_with(which: usize, object: Object) -> bool {
    let Some(found) = function(which) else {
        return false;
    };
    // SAFETY: the functions that are called here take an object and give nothing.
    let called =
        locked(|| unsafe { mem::transmute::<*mut c_void, unsafe extern "C" fn(Object)>(found)(object) });
    called.is_some()
}

/// Takes a reference to an object.
///
/// # Errors
/// RuntimeError where there is no interpreter to take it from.
pub(crate) fn retain(object: Object) -> Result<()> {
    if call_with(RETAIN, object) {
        return Ok(());
    }
    Err(Error::runtime_error(
        "a Python object was passed, but no interpreter is running here that could count references to it; \
         hand its Py_IncRef, Py_DecRef, PyGILState_Ensure and PyGILState_Release over with TVMBackendRegisterEnvCAPI",
    ))
}

/// Gives a reference back. What belongs to an interpreter that has ended is gone with it.
pub(crate) unsafe extern "C" fn release(object: Object) {
    call_with(RELEASE, object);
}

/// Lets the interpreter run its handlers of signals: whether one of them raised.
pub(crate) fn signals_raised() -> bool {
    let Some(found) = function(CHECK_SIGNALS) else {
        return false;
    };
    // SAFETY: the function takes nothing and gives an int; called with the lock.
    let check: unsafe extern "C" fn() -> c_int = unsafe { mem::transmute(found) };
    // SAFETY: as above.
    unsafe { check() != 0 }
}
