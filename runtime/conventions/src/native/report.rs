//! Unraisable errors: a callback failed outside any call of ours.
//!
//! Invariant: such an error is neither lost nor fatal. It goes to the function that the host has registered, or to the
//! standard error stream. No foreign code runs under the lock.

use std::cell::Cell;
use std::sync::{Mutex, MutexGuard, Once, PoisonError};

use tvmlike_runtime::{Error, PackedFunc};

static REPORTER: Mutex<Option<PackedFunc>> = Mutex::new(None);

fn reporter() -> MutexGuard<'static, Option<PackedFunc>> {
    REPORTER.lock().unwrap_or_else(PoisonError::into_inner)
}

thread_local! {
    /// The lock, while this thread forks.
    static HELD: Cell<Option<MutexGuard<'static, Option<PackedFunc>>>> = const { Cell::new(None) };
}

/// Makes forks acquire the lock, which would otherwise stay locked in the child if another thread held it. No other lock is
/// acquired under it, so the lock order does not matter.
fn install_fork_handlers() {
    static ONCE: Once = Once::new();
    extern "C" fn before() {
        let _ = HELD.try_with(|held| held.set(Some(reporter())));
    }
    extern "C" fn after() {
        let _ = HELD.try_with(|held| drop(held.take()));
    }
    // SAFETY: the functions do not unwind, and the system removes them when this library is unmapped.
    ONCE.call_once(|| unsafe {
        libc::pthread_atfork(Some(before), Some(after), Some(after));
    });
}

/// Registers the function for unraisable errors, which gets the error and a text that says where it happened. With `None`
/// errors are printed. Returns the previous function.
pub fn report_to(function: Option<PackedFunc>) -> Option<PackedFunc> {
    install_fork_handlers();
    std::mem::replace(&mut *reporter(), function)
}

/// Reports an error that happened in `place`.
#[cold]
pub fn report(error: &Error, place: &str) {
    let function = reporter().clone();
    let failed = match function {
        Some(function) => match function.call((error.clone(), place)) {
            Ok(_) => return,
            Err(failed) => Some(failed),
        },
        None => None,
    };
    // If the stream is closed, there is nothing left to do.
    let mut text = format!("error ignored in {place}: {error:?}\n");
    if let Some(failed) = failed {
        text.push_str(&format!(
            "and the function that errors are reported to failed too: {failed:?}\n"
        ));
    }
    let _ = std::io::Write::write_all(&mut std::io::stderr(), text.as_bytes());
}
