//! Counts the users of a resource that is retired later: the last user frees it.
//!
//! Invariant: among the users that entered before retirement, the last one to leave gets `true` from `leave`; if there are
//! none, the caller of `retire` gets `true`. Later users do not enter, but may get `last: true` as well, so the resource must
//! be taken by an atomic swap, which succeeds once.

use super::atomic::{AtomicUsize, Ordering};

const RETIRED: usize = 1;
const ONE: usize = 2;

/// The number of users, and whether the resource is retired.
#[derive(Debug)]
pub(crate) struct Users(AtomicUsize);

/// The outcome of [`Users::enter`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Entered {
    /// The caller is a user and must leave afterwards.
    Inside,
    /// The resource is retired.
    Retired {
        /// All users have left: free the resource.
        last: bool,
    },
}

impl Users {
    pub(crate) fn new() -> Self {
        Self(AtomicUsize::new(0))
    }

    /// Enters, unless the resource is retired.
    #[inline]
    pub(crate) fn enter(&self) -> Entered {
        if self.0.fetch_add(ONE, Ordering::Acquire) & RETIRED == 0 {
            return Entered::Inside;
        }
        Entered::Retired { last: self.leave() }
    }

    /// Leaves. Returns whether the resource is retired and has no users.
    #[inline]
    pub(crate) fn leave(&self) -> bool {
        // Release this user's writes, acquire those of the others: the last user frees the resource.
        self.0.fetch_sub(ONE, Ordering::AcqRel) == ONE | RETIRED
    }

    /// Retires the resource. Returns whether it has no users.
    pub(crate) fn retire(&self) -> bool {
        self.0.fetch_or(RETIRED, Ordering::AcqRel) & !RETIRED == 0
    }

    /// Whether the resource is retired.
    pub(crate) fn is_retired(&self) -> bool {
        self.0.load(Ordering::Relaxed) & RETIRED != 0
    }
}
