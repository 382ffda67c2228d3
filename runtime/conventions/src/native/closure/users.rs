//! Who is inside something that is retired one day: the last one out lets it go.
//!
//! Invariant: of those who entered before it was retired, the last one to leave, or the one who retires it where nobody is
//! inside, is told that it is the last. Those who come later do not get in; they may be told that they are the last, too,
//! so what is let go must be taken, which one of them does.

use super::atomic::{AtomicUsize, Ordering};

const RETIRED: usize = 1;
const ONE: usize = 2;

/// How many are inside, and whether it is retired.
#[derive(Debug)]
pub(crate) struct Users(AtomicUsize);

/// What somebody who wants to enter is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Entered {
    /// Come in; leave afterwards.
    Inside,
    /// It is retired.
    Retired {
        /// Let go what is there: everybody has left.
        last: bool,
    },
}

impl Users {
    pub(crate) fn new() -> Self {
        Self(AtomicUsize::new(0))
    }

    /// Enters, unless it is retired.
    #[inline]
    pub(crate) fn enter(&self) -> Entered {
        if self.0.fetch_add(ONE, Ordering::Acquire) & RETIRED == 0 {
            return Entered::Inside;
        }
        Entered::Retired { last: self.leave() }
    }

    /// Leaves; gives whether everybody has left something retired.
    #[inline]
    pub(crate) fn leave(&self) -> bool {
        // Release what was done inside, acquire what the others have done: the last one destroys it.
        self.0.fetch_sub(ONE, Ordering::AcqRel) == ONE | RETIRED
    }

    /// Retires it; gives whether nobody is inside. Once is enough.
    pub(crate) fn retire(&self) -> bool {
        self.0.fetch_or(RETIRED, Ordering::AcqRel) & !RETIRED == 0
    }

    /// Whether it is retired.
    pub(crate) fn is_retired(&self) -> bool {
        self.0.load(Ordering::Relaxed) & RETIRED != 0
    }
}
