//! Who may touch tvm-ffi's registry at this moment.
//!
//! It has no lock, so no two threads may be in it while one of them changes it. We cannot keep others away from it, but
//! ourselves: one thread has the turn, nobody waits for it. Waiting would be a deadlock in the making: a front end calls
//! with its interpreter's lock held, and whoever has the turn may need that lock to let a function go.

use std::sync::atomic::{AtomicBool, Ordering};

static TAKEN: AtomicBool = AtomicBool::new(false);

/// The turn, given back when it is dropped.
pub(crate) struct Turn(());

impl Turn {
    /// Takes the turn, if nobody has it.
    pub(crate) fn take() -> Option<Self> {
        // Acquire: what the thread before did in the registry is seen by this one.
        let free = TAKEN
            .compare_exchange(false, true, Ordering::Acquire, Ordering::Relaxed)
            .is_ok();
        free.then_some(Self(()))
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        TAKEN.store(false, Ordering::Release);
    }
}
