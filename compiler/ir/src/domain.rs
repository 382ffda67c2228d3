//! The domains of blocks: numbers that tell which editor may change them.
//!
//! Invariant: a number is given once, so no block has one that was given anew.

use std::sync::atomic::{AtomicU32, Ordering};

/// The scope of an editor of everything.
pub(crate) const EVERYTHING: u32 = 0;
/// The scope of an editor that can change nothing: no block has this domain.
pub(crate) const NOTHING: u32 = u32::MAX;

/// Numbers for the domains of blocks, each given once.
pub(crate) struct Domains(AtomicU32);

impl Domains {
    pub(crate) fn new() -> Self {
        Self(AtomicU32::new(EVERYTHING + 1))
    }

    /// Gives several numbers: the first of them. `None`: there are not so many left. Operations are then changed one after
    /// the other.
    pub(crate) fn take(&self, count: usize) -> Option<u32> {
        let count = u32::try_from(count).ok()?;
        let given = self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |next| {
            // The last number is NOTHING.
            next.checked_add(count)
        });
        given.ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_given_once() {
        let domains = Domains::new();
        assert_eq!(
            [domains.take(1), domains.take(3), domains.take(1)],
            [Some(1), Some(2), Some(5)]
        );
        domains.0.store(NOTHING - 2, Ordering::Relaxed);
        assert_eq!(
            [domains.take(3), domains.take(2), domains.take(1)],
            [None, Some(NOTHING - 2), None]
        );
        assert_eq!(Domains::new().take(usize::MAX), None);
    }
}
