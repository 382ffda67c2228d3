//! Interrupting long functions: a front end sets a check, long-running functions call it.
//!
//! Python's Ctrl-C is a signal that only sets a flag; the interpreter checks it between its own instructions, hence
//! never during a native function. Such a function calls [`check`] now and then and returns its error.
//!
//! Invariant: a thread calls only the check that it set itself, because a front end's signals belong to one of its
//! threads. In a plugin the check is the host's, so that there is one per thread, whichever library asks.

use std::cell::Cell;
use std::ffi::c_int;

use crate::error::{self, Result};
use crate::{foreign, host};

/// Whether the running call is to stop: 0, or -1 with the error raised.
///
/// ```
/// use std::ffi::c_int;
/// use tvmlike_runtime::interrupt;
///
/// unsafe extern "C" fn goes_on() -> c_int {
///     0
/// }
///
/// // SAFETY: any thread may call the function.
/// unsafe { interrupt::set_check(Some(goes_on)) };
/// assert!(interrupt::check().is_ok());
/// ```
pub type Check = Option<unsafe extern "C" fn() -> c_int>;

thread_local! {
    // Needs no drop: it can be read while the thread exits.
    static CHECK: Cell<Check> = const { Cell::new(None) };
}

/// Sets the check of this thread; `None` removes it.
///
/// # Safety
/// `check` is sound to call on this thread until another replaces it.
pub unsafe fn set_check(check: Check) {
    CHECK.set(check);
}

/// Asks the front end whether the running call is to stop. This costs a few nanoseconds if no check is set; otherwise,
/// as much as the front end's check, for which a thousand calls per second are plenty.
///
/// ```
/// use tvmlike_runtime::{Result, interrupt};
///
/// fn search(steps: u64) -> Result<u64> {
///     let mut found = 0;
///     for step in 0..steps {
///         if step % 4096 == 0 {
///             interrupt::check()?;
///         }
///         found ^= step;
///     }
///     Ok(found)
/// }
/// # assert_eq!(search(8).unwrap(), 0);
/// ```
///
/// # Errors
/// The error that the front end raises: for Python a KeyboardInterrupt, or the exception of a signal handler.
pub fn check() -> Result<()> {
    if let Some(table) = host::connected() {
        // SAFETY: any thread may call it.
        return error::status(unsafe { (table.check_interrupt)() });
    }
    let Some(check) = CHECK.get() else {
        return Ok(());
    };
    // SAFETY: this thread set the check, which is sound to call on it by contract.
    error::status(unsafe { foreign::call(check as foreign::Target, [0; 5]) })
}
