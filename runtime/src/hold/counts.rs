//! Counting what a plugin has out there: one count for each kind of thing, one of the kinds that are there.
//!
//! Making or freeing a thing touches the count of its kind alone; only the first and the last of a kind touch the
//! total. A loaded plugin holds one of the total itself, and gives it back when it is unloaded. Invariants, for threads
//! that only make things while something that is counted keeps the plugin (a call holds its function): the total is
//! above zero while a thing is there, and it reaches zero once.
//!
//! The file is also compiled by a model that tries all interleavings (`tests/loom`), so it names no atomics of its own.

use super::atomic::{AtomicU64, Ordering, fence};

/// What the total of a loaded plugin begins with.
pub(crate) const LOADED: u64 = 1;

/// One more thing of a kind.
#[inline]
pub(crate) fn hold(kind: &AtomicU64, total: &AtomicU64) {
    // Relaxed: who makes a thing is kept by another one, so nothing has to be seen here. The first of a kind counts
    // before it is handed out, hence before it can be given back.
    if kind.fetch_add(1, Ordering::Relaxed) == 0 {
        total.fetch_add(1, Ordering::Relaxed);
    }
}

/// One thing of a kind is gone. `emptied` is called where it was the last of its kind, before the total is touched;
/// `drained` where the total has reached zero.
#[inline]
pub(crate) fn release(kind: &AtomicU64, total: &AtomicU64, emptied: impl FnOnce(), drained: impl FnOnce()) {
    // Release: what was done with the thing happens before the end of the plugin.
    // Where nothing is held, somebody gives back what he has not got, and nothing changes.
    let before = kind.fetch_update(Ordering::Release, Ordering::Relaxed, |held| held.checked_sub(1));
    if before == Ok(1) {
        fence(Ordering::Acquire);
        emptied();
        leave(total, drained);
    }
}

/// Gives one of the total back.
pub(crate) fn leave(total: &AtomicU64, drained: impl FnOnce()) {
    if total.fetch_sub(1, Ordering::Release) == 1 {
        // Acquire: what all others did before they let go is seen by whoever finishes the plugin.
        fence(Ordering::Acquire);
        drained();
    }
}
