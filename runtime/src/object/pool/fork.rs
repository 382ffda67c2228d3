//! The lock of all pools at a fork.
//!
//! Each copy of this code, in the host and in each plugin with pools, has one such lock and its own fork handlers.
//! Invariant: a forking thread holds the lock. It may be taken before or after the registry's locks: a thread that
//! holds it takes no other lock, and no object is destroyed under a lock of the registry.

use std::cell::Cell;
use std::mem::ManuallyDrop;
use std::sync::MutexGuard;
use std::sync::atomic::{AtomicBool, Ordering};

/// Installs the fork handlers. Called before there is a pool.
pub(super) fn heed() {
    // Not a `Once`: the child of a fork during the call would wait for ever.
    static HEEDED: AtomicBool = AtomicBool::new(false);
    if !HEEDED.swap(true, Ordering::Relaxed) {
        // SAFETY: the functions do not unwind and stay as long as this code does. If registration fails for lack of
        // memory, forks do not take the lock.
        unsafe { libc::pthread_atfork(Some(before), Some(after), Some(after)) };
    }
}

thread_local! {
    /// The lock held by the forking thread. It has no destructor, so an exiting thread has it too.
    static HELD: Cell<Option<ManuallyDrop<MutexGuard<'static, ()>>>> = const { Cell::new(None) };
}

extern "C" fn before() {
    HELD.set(Some(ManuallyDrop::new(super::locked())));
}

extern "C" fn after() {
    if let Some(lock) = HELD.take() {
        drop(ManuallyDrop::into_inner(lock));
    }
}
