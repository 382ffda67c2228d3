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

    /// `None`: all numbers were given. Operations are then changed one after the other.
    pub(crate) fn next(&self) -> Option<u32> {
        let given = self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |next| {
            (next != NOTHING).then(|| next + 1)
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
        assert_eq!([domains.next(), domains.next()], [Some(1), Some(2)]);
        domains.0.store(NOTHING - 1, Ordering::Relaxed);
        assert_eq!(
            [domains.next(), domains.next(), domains.next()],
            [Some(NOTHING - 1), None, None]
        );
    }
}
