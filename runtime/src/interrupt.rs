//! Breaking into long functions: a front end sets a check, functions that run long ask it.
//!
//! Python's Ctrl-C is a signal that only sets a flag; the interpreter looks at it between its own instructions, hence
//! never while a function of ours runs. Such a function calls [`check`] now and then and passes the error on.
//!
//! Invariant: a thread asks only the check that it set itself, because a front end's signals belong to one of its
//! threads. In a plugin the check is the host's, so that there is one per thread, whoever asks.

use std::cell::Cell;
use std::ffi::c_int;

use crate::error::{self, Result};
use crate::{foreign, host};

/// Says whether the running call is to stop: 0, or -1 with the error to stop with raised.
pub type Check = Option<unsafe extern "C" fn() -> c_int>;

thread_local! {
    // Nothing that needs dropping: it can be read while the thread ends.
    static CHECK: Cell<Check> = const { Cell::new(None) };
}

/// Sets the check of this thread; `None` takes it away.
///
/// # Safety
/// `check` is sound to call on this thread until another takes its place.
pub unsafe fn set_check(check: Check) {
    CHECK.set(check);
}

/// Asks the front end whether the running call is to stop. It costs a few nanoseconds where no check is set; with one,
/// as much as the front end takes: asking a thousand times a second is plenty.
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
/// What the front end wants the call to stop with: for Python a KeyboardInterrupt, or what a signal handler raised.
pub fn check() -> Result<()> {
    if let Some(table) = host::connected() {
        // SAFETY: any thread may ask.
        return error::status(unsafe { (table.check_interrupt)() });
    }
    let Some(check) = CHECK.get() else {
        return Ok(());
    };
    // SAFETY: set by this thread, and sound to call on it by the promise that was made then.
    error::status(unsafe { foreign::call(check as foreign::Target, [0; 5]) })
}
