//! Ctrl-C in long native functions: they check whether a signal handler of the interpreter has raised.
//!
//! Invariant: only the thread that registered the interpreter's check, which imported the front end, calls it; signal handlers run
//! on the main thread only.

use std::ffi::c_int;
use std::mem;

use tvmlike::error::{ErrorKind, set_raised};
use tvmlike::{Error, Result};

use crate::exception;
use crate::interpreter::{locked, signals_raised};

type SetCheck = unsafe extern "C" fn(Option<unsafe extern "C" fn() -> c_int>);

/// Makes long-running functions on this thread check for signals, or stops that.
///
/// # Errors
/// RuntimeError if libtvmlike is too old.
pub(crate) fn watch(on: bool) -> Result<()> {
    let set = tvmlike_classic::host_function(c"TVMLikeSetInterruptCheck")?;
    // SAFETY: the exported function of libtvmlike has this type; the check is never unmapped.
    unsafe { mem::transmute::<*mut std::ffi::c_void, SetCheck>(set)(on.then_some(check)) };
    Ok(())
}

/// The interrupt check: raises the exception of a signal handler.
///
/// # Safety
/// None; the type of a check is unsafe.
unsafe extern "C" fn check() -> c_int {
    let asked = locked(|| {
        signals_raised().then(|| {
            exception::take().unwrap_or_else(|| {
                Error::new(
                    ErrorKind::new("KeyboardInterrupt"),
                    "a signal handler interrupted the call",
                )
            })
        })
    });
    match asked.flatten() {
        Some(error) => {
            set_raised(error);
            -1
        }
        None => 0,
    }
}
