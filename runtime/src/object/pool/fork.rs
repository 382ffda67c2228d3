//! The lock of all pools at a fork.
//!
//! A program has one such lock for each copy of this code, in the host and in each plugin that makes pools, so each copy
//! sees to its own. Invariant: a thread that forks holds the lock. It may be taken before or after the registry's: nobody
//! who holds the lock takes another, and no object goes under a lock of the registry.

use std::cell::Cell;
use std::mem::ManuallyDrop;
use std::sync::MutexGuard;
use std::sync::atomic::{AtomicBool, Ordering};

/// Has forks wait for the lock from now on. It is called before there is a pool.
pub(super) fn heed() {
    // Not a `Once`: the child of a fork in the middle of it would wait for ever.
    static HEEDED: AtomicBool = AtomicBool::new(false);
    if !HEEDED.swap(true, Ordering::Relaxed) {
        // SAFETY: the functions do not unwind and stay as long as this code does. Where there is no memory for them,
        // forking goes on as it would without.
        unsafe { libc::pthread_atfork(Some(before), Some(after), Some(after)) };
    }
}

thread_local! {
    /// What the thread that forks holds. It has no destructor, so a thread at its very end has a place for it too.
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
