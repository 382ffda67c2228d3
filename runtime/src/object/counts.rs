//! The reference counts of an object: 32 bits of strong references and 32 bits of weak ones, in one word.
//!
//! All strong references together own one weak reference. Invariants: [`release`] returns [`Last`] to exactly one
//! caller, and [`release_weak`] returns `true` to exactly one, not before; these callers see everything that former
//! owners did with the object; and a reference made by [`try_upgrade`] keeps the object from being destroyed.
//!
//! The file names no atomics of its own: `tests/loom` compiles it too, as a model that tries all interleavings.

use std::process;

use super::atomic::{AtomicU64, Ordering, fence};

const STRONG_MASK: u64 = 0xffff_ffff;
const ONE_WEAK: u64 = 1 << 32;
/// A new object: one strong reference, and the weak one that all strong ones share.
pub(crate) const NEW_COUNTS: u64 = 1 | ONE_WEAK;
/// From this count on, continuing could wrap and free a live object.
const TOO_MANY: u64 = 1 << 31;

/// The last strong reference was released, and the object must be destroyed.
#[must_use = "only this caller learns that the object must be destroyed"]
#[derive(Clone, Copy)]
pub(crate) struct Last {
    before: u64,
}

/// What to do after the last strong reference was released.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Due {
    /// Destroy the object and free its memory: there is no weak reference.
    Both,
    /// Destroy the object, then release the weak reference that strong ones share.
    Strong,
}

impl Last {
    /// What is due. The caller sees everything that other threads did with the object.
    #[inline]
    pub(crate) fn due(self) -> Due {
        // Acquire: pairs with the release of every former strong reference. Without a weak reference, no thread can
        // create one either, so this thread owns the memory too.
        fence(Ordering::Acquire);
        if self.before == NEW_COUNTS {
            Due::Both
        } else {
            Due::Strong
        }
    }
}

/// Adds a strong reference; the caller has one.
#[inline]
pub(crate) fn retain(counts: &AtomicU64) {
    // Relaxed: the caller's reference already makes the object visible; a new one needs no ordering.
    let before = counts.fetch_add(1, Ordering::Relaxed);
    if before & STRONG_MASK >= TOO_MANY {
        process::abort();
    }
}

/// Releases a strong reference.
#[inline]
pub(crate) fn release(counts: &AtomicU64) -> Option<Last> {
    // If this reference is the only one of either kind, no other thread can read or change the counts: a load and a
    // store suffice, at a fifth of the cost of an atomic update. Acquire: makes visible what former owners did.
    if counts.load(Ordering::Acquire) == NEW_COUNTS {
        counts.store(ONE_WEAK, Ordering::Relaxed);
        return Some(Last { before: NEW_COUNTS });
    }
    // Release: what this thread did with the object happens before its destruction.
    let before = counts.fetch_sub(1, Ordering::Release);
    (before & STRONG_MASK == 1).then_some(Last { before })
}

/// Adds a weak reference; the caller has one of either kind.
#[inline]
pub(crate) fn retain_weak(counts: &AtomicU64) {
    // Relaxed: as for `retain`.
    let before = counts.fetch_add(ONE_WEAK, Ordering::Relaxed);
    if before >> 32 >= TOO_MANY {
        process::abort();
    }
}

/// Releases a weak reference. Returns `true` if it was the last: the memory must be freed.
#[inline]
pub(crate) fn release_weak(counts: &AtomicU64) -> bool {
    // Release: the destruction, and this thread's accesses, happen before the memory is freed.
    let last = counts.fetch_sub(ONE_WEAK, Ordering::Release) >> 32 == 1;
    if last {
        // Acquire: pairs with the release of all others.
        fence(Ordering::Acquire);
    }
    last
}

/// Adds a strong reference; the caller has a weak one. Returns `false` if no strong one is left.
#[inline]
pub(crate) fn try_upgrade(counts: &AtomicU64) -> bool {
    // Acquire on success: makes visible what former owners did, as for a reference received from another thread.
    counts
        .fetch_update(Ordering::Acquire, Ordering::Relaxed, |now| {
            let strong = now & STRONG_MASK;
            if strong >= TOO_MANY {
                process::abort();
            }
            (strong != 0).then_some(now + 1)
        })
        .is_ok()
}

/// Whether there is exactly one strong reference and no weak one, apart from the one shared by strong references; the
/// caller has a strong one.
#[inline]
pub(crate) fn is_alone(counts: &AtomicU64) -> bool {
    // Acquire: makes visible what former owners did.
    counts.load(Ordering::Acquire) == NEW_COUNTS
}

/// The current number of strong references.
#[inline]
pub(crate) fn strong(counts: &AtomicU64) -> u32 {
    // Acquire: if this returns 1, makes visible what former owners did.
    (counts.load(Ordering::Acquire) & STRONG_MASK) as u32
}
