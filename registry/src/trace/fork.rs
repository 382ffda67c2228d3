//! A process that forks while it is traced.
//!
//! The file of the counts is shared with the child, which would count into its parent's. So the child is not traced until
//! it starts a trace itself, which then begins at zero in a file of its own. Invariant: the lock of the trace is held by
//! the forking thread ([`crate::fork`]) until the child has parted with its parent's file.

use std::sync::MutexGuard;

use super::{State, file, locked};

/// The lock of the trace, while a thread forks.
pub(crate) struct Held(MutexGuard<'static, State>);

/// Waits until no other thread is changing the trace.
pub(crate) fn take() -> Held {
    Held(locked())
}

impl Held {
    /// Ends the trace of the child, which is what runs this.
    pub(crate) fn part_with_parent(mut self) {
        let Some(storage) = self.0.storage.take() else {
            return;
        };
        self.0.exclude_all();
        storage.abandon();
        file::belongs_to_parent();
    }
}
