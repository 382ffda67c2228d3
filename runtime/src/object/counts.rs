//! The reference counts of an object: 32 bits of strong references, 32 bits of weak ones, in one word.
//!
//! All strong references together hold one weak reference. Invariants: [`release`] gives [`Last`] to exactly one
//! caller, and [`release_weak`] says `true` to exactly one, not before; whoever is told so sees all that the former
//! holders did with the object; and a reference that [`try_upgrade`] gave keeps an object that nobody destroys
//! meanwhile.
//!
//! The file is also compiled by a model that tries all interleavings (`tests/loom`), so it names no atomics of its own.

use std::process;

use super::atomic::{AtomicU64, Ordering, fence};

const STRONG_MASK: u64 = 0xffff_ffff;
const ONE_WEAK: u64 = 1 << 32;
/// A new object: one strong reference, and the weak one that all strong ones share.
pub(crate) const NEW_COUNTS: u64 = 1 | ONE_WEAK;
/// From here on a count is so near to wrapping that going on would free a living object.
const TOO_MANY: u64 = 1 << 31;

/// The last strong reference is gone, and the object is to be destroyed.
#[must_use = "nobody else is told that the object is to be destroyed"]
#[derive(Clone, Copy)]
pub(crate) struct Last {
    before: u64,
}

/// What is to be done once the last strong reference is gone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Due {
    /// Destroy the object and free its memory: nobody refers to it weakly.
    Both,
    /// Destroy the object, then give the weak reference of the strong ones back.
    Strong,
}

impl Last {
    /// What is due, with everything seen that other threads did with the object.
    #[inline]
    pub(crate) fn due(self) -> Due {
        // Acquire: pairs with the release of every strong reference that went before. Where nothing weak was there, no
        // thread can make anything weak either, so the memory is this thread's too.
        fence(Ordering::Acquire);
        if self.before == NEW_COUNTS {
            Due::Both
        } else {
            Due::Strong
        }
    }
}

/// Adds a strong reference for somebody who holds one.
#[inline]
pub(crate) fn retain(counts: &AtomicU64) {
    // Relaxed: whoever holds a reference already sees the object; a new one needs no ordering.
    let before = counts.fetch_add(1, Ordering::Relaxed);
    if before & STRONG_MASK >= TOO_MANY {
        process::abort();
    }
}

/// Gives a strong reference back.
#[inline]
pub(crate) fn release(counts: &AtomicU64) -> Option<Last> {
    // Where this reference is the only one of either kind, no other thread can read or change the counts: a load and a
    // store do, which cost a fifth of an atomic update. Acquire: what former holders did is seen.
    if counts.load(Ordering::Acquire) == NEW_COUNTS {
        counts.store(ONE_WEAK, Ordering::Relaxed);
        return Some(Last { before: NEW_COUNTS });
    }
    // Release: what this thread did with the object happens before its destruction.
    let before = counts.fetch_sub(1, Ordering::Release);
    (before & STRONG_MASK == 1).then_some(Last { before })
}

/// Adds a weak reference for somebody who holds one of either kind.
#[inline]
pub(crate) fn retain_weak(counts: &AtomicU64) {
    // Relaxed: as for `retain`.
    let before = counts.fetch_add(ONE_WEAK, Ordering::Relaxed);
    if before >> 32 >= TOO_MANY {
        process::abort();
    }
}

/// Gives a weak reference back. `true` where it was the last: the memory is to be freed.
#[inline]
pub(crate) fn release_weak(counts: &AtomicU64) -> bool {
    // Release: the destruction, and what this thread looked at, happen before the memory is freed.
    let last = counts.fetch_sub(ONE_WEAK, Ordering::Release) >> 32 == 1;
    if last {
        // Acquire: pairs with the release of all others.
        fence(Ordering::Acquire);
    }
    last
}

/// Adds a strong reference for somebody who holds a weak one; `false` where no strong one is left.
#[inline]
pub(crate) fn try_upgrade(counts: &AtomicU64) -> bool {
    // Acquire on success: as with a reference that came from another thread, what it did is seen here.
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

/// Whether there is one strong reference and no weak one beside that of the strong ones, for somebody who holds a strong
/// one.
#[inline]
pub(crate) fn is_alone(counts: &AtomicU64) -> bool {
    // Acquire: what former holders did is seen by the one that is left.
    counts.load(Ordering::Acquire) == NEW_COUNTS
}

/// How many strong references there are now.
#[inline]
pub(crate) fn strong(counts: &AtomicU64) -> u32 {
    // Acquire: if this says 1, what former holders did is seen by the one that is left.
    (counts.load(Ordering::Acquire) & STRONG_MASK) as u32
}
