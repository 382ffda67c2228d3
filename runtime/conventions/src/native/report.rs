//! Errors that nobody can be given: a callback failed, and no call of ours is around it.
//!
//! Invariant: such an error is neither lost nor fatal. It goes to the function that the host has named for it, or to the
//! standard error stream, and nothing foreign runs under the lock.

use std::sync::{Mutex, MutexGuard, PoisonError};

use tvmlike_runtime::{Error, PackedFunc};

static REPORTER: Mutex<Option<PackedFunc>> = Mutex::new(None);

fn reporter() -> MutexGuard<'static, Option<PackedFunc>> {
    REPORTER.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The lock, for a fork.
pub fn lock_for_fork() -> impl Sized + 'static {
    reporter()
}

/// Names the function that such errors go to, called with the error and a text that says where it happened; `None` has
/// them printed. Gives what was named before.
pub fn report_to(function: Option<PackedFunc>) -> Option<PackedFunc> {
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
    // The stream may be closed, and then there is nothing left to do.
    let mut text = format!("error ignored in {place}: {error:?}\n");
    if let Some(failed) = failed {
        text.push_str(&format!(
            "and the function that errors are reported to failed: {failed:?}\n"
        ));
    }
    let _ = std::io::Write::write_all(&mut std::io::stderr(), text.as_bytes());
}
