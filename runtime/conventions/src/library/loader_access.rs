//! Serializes this module's use of the loader.
//!
//! The loader runs constructors and destructors under its own lock. They may call back, for example into an interpreter,
//! and wait there for a lock that another thread holds. If that thread then entered the loader, both would deadlock. Threads
//! that open libraries hold no such lock, but the last function of a library may be dropped on any thread, under any lock.
//!
//! Invariant: at most one thread is in the loader for this module, and closing never waits for it: libraries that other
//! threads release meanwhile are closed by that thread before it leaves.

use std::ffi::c_void;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tvmlike_runtime::elf_image::private_copy;

use super::imports::Import;

/// A mapped library that is no longer needed.
pub(super) struct Closing {
    pub(super) handle: NonNull<c_void>,
    /// The symbols supplied to it, which its destructors may call.
    pub(super) imports: Vec<Import>,
    pub(super) copy: Option<private_copy::Copy>,
}

// SAFETY: the loader's functions can be called from any thread with a handle; the other members are Send.
unsafe impl Send for Closing {}

impl Closing {
    fn close(self) {
        if ENDING.load(Ordering::Relaxed) {
            // Threads that the library started may still run, and its functions may still be called.
            std::mem::forget(self.imports);
            if let Some(copy) = self.copy {
                copy.keep();
            }
            return;
        }
        // SAFETY: the handle is from dlopen and closed here only. The library has no users left, so nothing uses its code.
        // The contract of `open` covers its destructors.
        unsafe { libc::dlclose(self.handle.as_ptr()) };
    }
}

/// The thread that is in the loader.
#[derive(Default)]
pub(super) struct Access {
    thread: Option<usize>,
    /// How often it has entered: a constructor may open another library.
    depth: usize,
    /// Libraries that other threads have released meanwhile.
    left: Vec<Closing>,
}

static ACCESS: Mutex<Access> = Mutex::new(Access {
    thread: None,
    depth: 0,
    left: Vec::new(),
});
static FREE: Condvar = Condvar::new();
/// How long a fork waits for the loader. Mapping a library takes about a thousandth of that.
const LONGEST_FORK: Duration = Duration::from_secs(2);
static ENDING: AtomicBool = AtomicBool::new(false);

/// Leaves all libraries mapped from now on, because the process is about to end.
pub(super) fn leave_all_mapped() {
    ENDING.store(true, Ordering::Relaxed);
}

fn lock() -> MutexGuard<'static, Access> {
    ACCESS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Waits until no other thread is in the loader, because a child process would inherit the loader in the middle of its work.
///
/// The thread in the loader may be waiting for something that the forking thread holds, so after a timeout the fork
/// continues anyway.
pub(super) fn lock_for_fork() -> MutexGuard<'static, Access> {
    let free = FREE.wait_timeout_while(lock(), LONGEST_FORK, |access| access.is_taken());
    free.unwrap_or_else(PoisonError::into_inner).0
}

/// Calls the loader, which may run foreign code, once no other thread is in it.
pub(super) fn with_loader<R>(call: impl FnOnce() -> R) -> R {
    let mut access = lock();
    while access.is_taken() {
        access = FREE.wait(access).unwrap_or_else(PoisonError::into_inner);
    }
    access.enter();
    drop(access);
    let _leaving = Leaving;
    call()
}

/// Closes a library, or leaves it to the thread that is in the loader.
pub(super) fn close(closing: Closing) {
    let mut access = lock();
    if access.is_taken() {
        access.left.push(closing);
        return;
    }
    access.enter();
    drop(access);
    let _leaving = Leaving;
    closing.close();
}

impl Access {
    /// Whether another thread is in the loader.
    fn is_taken(&self) -> bool {
        self.thread.is_some_and(|thread| thread != this_thread())
    }

    fn enter(&mut self) {
        self.thread = Some(this_thread());
        self.depth += 1;
    }

    /// Resets the state in the child of a fork, where no other thread is in the loader.
    pub(super) fn reset_in_child(&mut self) {
        if self.is_taken() {
            (self.thread, self.depth) = (None, 0);
        }
    }
}

/// Leaves the loader when dropped, and closes what other threads have left.
struct Leaving;

impl Drop for Leaving {
    fn drop(&mut self) {
        loop {
            let mut access = lock();
            let next = if access.depth == 1 {
                access.left.pop()
            } else {
                None
            };
            let Some(next) = next else {
                access.depth -= 1;
                if access.depth == 0 {
                    access.thread = None;
                    FREE.notify_all();
                }
                return;
            };
            drop(access);
            next.close();
        }
    }
}

/// A number that no other running thread has; available while thread-local variables are destroyed, too.
fn this_thread() -> usize {
    // SAFETY: no preconditions.
    unsafe { libc::pthread_self() as usize }
}
