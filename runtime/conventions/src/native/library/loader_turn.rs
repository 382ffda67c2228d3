//! Whose turn it is in the loader.
//!
//! The loader has a lock of its own, under which it runs constructors and destructors. These may call back, into an
//! interpreter for example, and wait there for a lock that another thread has. If that thread came to the loader, both
//! would wait for ever. Opening is done by threads that hold nothing of the kind; but the last function of a library may be
//! dropped by anybody, wherever it stands.
//!
//! Invariant: one thread is in the loader for this module at a time, and closing never waits for it: what is let go of
//! meanwhile is closed by the thread that is in there, before it comes out.

use std::ffi::c_void;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tvmlike_runtime::elf_image::private_copy;

use super::fork;

/// A mapped library that nobody needs any more.
pub(super) struct Closing {
    pub(super) handle: NonNull<c_void>,
    /// What it was given: its destructors may call that.
    pub(super) imports: Vec<super::Import>,
    pub(super) copy: Option<private_copy::Copy>,
}

// SAFETY: the loader's functions can be called from any thread with a handle; the rest says so itself.
unsafe impl Send for Closing {}

impl Closing {
    fn close(self) {
        if ENDING.load(Ordering::Relaxed) {
            // Threads that the library has started may run still, and functions that it has handed out be called.
            std::mem::forget(self.imports);
            if let Some(copy) = self.copy {
                copy.keep();
            }
            return;
        }
        // SAFETY: the handle is from dlopen and closed here only. That nothing uses the code any more is what letting go
        // of the library means; what its destructors do is the library's affair.
        unsafe { libc::dlclose(self.handle.as_ptr()) };
    }
}

/// Who is in the loader.
#[derive(Default)]
pub(super) struct Turn {
    thread: Option<usize>,
    /// How often: a constructor may open another library.
    depth: usize,
    /// What was let go of by others meanwhile.
    left: Vec<Closing>,
}

static TURN: Mutex<Turn> = Mutex::new(Turn {
    thread: None,
    depth: 0,
    left: Vec::new(),
});
static FREE: Condvar = Condvar::new();
/// Mapping a library takes a thousandth of that.
const LONGEST_FORK: Duration = Duration::from_secs(2);
static ENDING: AtomicBool = AtomicBool::new(false);

/// Leaves all libraries mapped from now on, since the process is about to end.
pub(super) fn leave_all_mapped() {
    ENDING.store(true, Ordering::Relaxed);
}

fn turn() -> MutexGuard<'static, Turn> {
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The turn when nobody is in the loader, which the child of a fork would find as it was left: in the middle.
///
/// Whoever is in there may be waiting for something that the forking thread holds: then the fork goes on without.
pub(super) fn turn_for_fork() -> MutexGuard<'static, Turn> {
    let free = FREE.wait_timeout_while(turn(), LONGEST_FORK, |turn| turn.is_anothers());
    free.unwrap_or_else(PoisonError::into_inner).0
}

/// Does something in the loader, which may run foreign code; waits for its turn.
pub(super) fn in_turn<R>(call: impl FnOnce() -> R) -> R {
    fork::heed();
    let mut turn = turn();
    while turn.is_anothers() {
        turn = FREE.wait(turn).unwrap_or_else(PoisonError::into_inner);
    }
    turn.enter();
    drop(turn);
    let _leaving = Leaving;
    call()
}

/// Closes a library, or leaves that to the thread that is in the loader.
pub(super) fn close(closing: Closing) {
    fork::heed();
    let mut turn = turn();
    if turn.is_anothers() {
        turn.left.push(closing);
        return;
    }
    turn.enter();
    drop(turn);
    let _leaving = Leaving;
    closing.close();
}

impl Turn {
    fn is_anothers(&self) -> bool {
        self.thread.is_some_and(|thread| thread != this_thread())
    }

    fn enter(&mut self) {
        self.thread = Some(this_thread());
        self.depth += 1;
    }

    /// In the child of a fork no other thread is in the loader.
    pub(super) fn of_child(&mut self) {
        if self.is_anothers() {
            (self.thread, self.depth) = (None, 0);
        }
    }
}

/// The end of a turn, on which others have perhaps left something to do.
struct Leaving;

impl Drop for Leaving {
    fn drop(&mut self) {
        loop {
            let mut turn = turn();
            let next = if turn.depth == 1 { turn.left.pop() } else { None };
            let Some(next) = next else {
                turn.depth -= 1;
                if turn.depth == 0 {
                    turn.thread = None;
                    FREE.notify_all();
                }
                return;
            };
            drop(turn);
            next.close();
        }
    }
}

/// A number that no other running thread has; it is there at a thread's very end too.
fn this_thread() -> usize {
    // SAFETY: it only asks.
    unsafe { libc::pthread_self() as usize }
}
