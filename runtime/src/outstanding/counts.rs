//! The counting protocol: one count per kind, and a total of the kinds that are not zero.
//!
//! Creating or freeing something changes only the count of its kind; the first and the last of a kind also change the
//! total. A loaded plugin accounts for one of the total until it is unloaded. Invariants, as long as threads create
//! things only while something counted keeps the plugin (a call keeps its function): the total is above zero while
//! anything is alive, and it reaches zero once.
//!
//! The file names no atomics of its own: `tests/loom` compiles it too, as a model that tries all interleavings.

use super::atomic::{AtomicU64, Ordering, fence};

/// The initial total: a loaded plugin accounts for one.
pub(crate) const LOADED: u64 = 1;

/// Counts one more of a kind.
#[inline]
pub(crate) fn add(kind: &AtomicU64, total: &AtomicU64) {
    // Relaxed: something else keeps the plugin meanwhile, so nothing has to be visible here. The first of a kind is
    // counted before anything else can refer to it, hence before it can be freed.
    if kind.fetch_add(1, Ordering::Relaxed) == 0 {
        total.fetch_add(1, Ordering::Relaxed);
    }
}

/// Counts one less of a kind. Calls `emptied` if it was the last of its kind, before the total changes, and `drained` if
/// the total reaches zero.
#[inline]
pub(crate) fn remove(kind: &AtomicU64, total: &AtomicU64, emptied: impl FnOnce(), drained: impl FnOnce()) {
    // Release: every use of the thing happens before the end of the plugin.
    // An unbalanced call finds zero and changes nothing.
    let before = kind.fetch_update(Ordering::Release, Ordering::Relaxed, |count| count.checked_sub(1));
    if before == Ok(1) {
        fence(Ordering::Acquire);
        emptied();
        decrement_total(total, drained);
    }
}

/// Decrements the total, and calls `drained` if it reaches zero.
pub(crate) fn decrement_total(total: &AtomicU64, drained: impl FnOnce()) {
    if total.fetch_sub(1, Ordering::Release) == 1 {
        // Acquire: the thread that finishes the plugin sees everything that others did before they released theirs.
        fence(Ordering::Acquire);
        drained();
    }
}
