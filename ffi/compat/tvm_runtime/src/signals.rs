//! Ctrl-C in long native functions: they ask the interpreter whether a handler of a signal has raised.
//!
//! Invariant: only the thread that handed the interpreter's check over asks it, which is the one that imported the front end;
//! handlers run on the main thread alone.

use std::ffi::c_int;
use std::mem;

use tvmlike::error::{ErrorKind, set_raised};
use tvmlike::{Error, Result};

use crate::exception;
use crate::interpreter::{locked, signals_raised};

type SetCheck = unsafe extern "C" fn(Option<unsafe extern "C" fn() -> c_int>);

/// Makes functions that run long on this thread ask; or not any more.
///
/// # Errors
/// RuntimeError where libtvmlike is too old.
pub(crate) fn watch(on: bool) -> Result<()> {
    let set = tvmlike_classic::host_function(c"TVMLikeSetInterruptCheck")?;
    // SAFETY: the exported function of libtvmlike has this type; the check may be called for ever.
    unsafe { mem::transmute::<*mut std::ffi::c_void, SetCheck>(set)(on.then_some(check)) };
    Ok(())
}

unsafe extern "C" fn check() -> c_int {
    let asked = locked(|| {
        signals_raised().then(|| {
            exception::take().unwrap_or_else(|| {
                Error::new(
                    ErrorKind::new("KeyboardInterrupt"),
                    "a signal's handler wants the call to stop",
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
