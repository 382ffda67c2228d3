//! Errors that nobody can be given: a callback failed, and no call of ours is around it.
//!
//! Invariant: such an error is neither lost nor fatal. It goes to the function that the host has named for it, or to the
//! standard error stream, and nothing foreign runs under the lock.

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

/// Has forks wait for the lock, which the child would find locked for ever if another thread held it at that moment. It is
/// held for some instructions and none is taken under it, so the order to other locks does not matter.
fn mind_forks() {
    static ONCE: Once = Once::new();
    extern "C" fn before() {
        let _ = HELD.try_with(|held| held.set(Some(reporter())));
    }
    extern "C" fn after() {
        let _ = HELD.try_with(|held| drop(held.take()));
    }
    // SAFETY: the functions do not unwind, and the system takes them out when this library is unmapped.
    ONCE.call_once(|| unsafe {
        libc::pthread_atfork(Some(before), Some(after), Some(after));
    });
}

/// Names the function that such errors go to, called with the error and a text that says where it happened; `None` has
/// them printed. Gives what was named before.
pub fn report_to(function: Option<PackedFunc>) -> Option<PackedFunc> {
    mind_forks();
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
