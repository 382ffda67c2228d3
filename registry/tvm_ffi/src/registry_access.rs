//! Exclusive access to tvm-ffi's registry among our threads.
//!
//! tvm-ffi's registry has no lock, so only one thread may access it while a thread changes it. We cannot exclude other code,
//! but we exclude our own threads. Acquiring never waits, which could deadlock: a front end calls with the GIL held, and the
//! thread with the access may need the GIL to release a function.

use std::sync::atomic::{AtomicBool, Ordering};

static TAKEN: AtomicBool = AtomicBool::new(false);

/// The access, released when it is dropped.
pub(crate) struct RegistryAccess(());

impl RegistryAccess {
    /// Acquires the access, unless another thread has it.
    pub(crate) fn acquire() -> Option<Self> {
        // Acquire: makes the previous thread's changes of the registry visible.
        let free = TAKEN
            .compare_exchange(false, true, Ordering::Acquire, Ordering::Relaxed)
            .is_ok();
        // Only if it was free: dropping a second access would release that of another thread.
        if free { Some(Self(())) } else { None }
    }
}

impl Drop for RegistryAccess {
    fn drop(&mut self) {
        TAKEN.store(false, Ordering::Release);
    }
}

#[cfg(test)]
mod tests {
    use super::RegistryAccess;

    #[test]
    fn a_refused_access_does_not_release_the_acquired_one() {
        let acquired = RegistryAccess::acquire();
        assert!(acquired.is_some());
        assert!(RegistryAccess::acquire().is_none() && RegistryAccess::acquire().is_none());
        drop(acquired);
        assert!(RegistryAccess::acquire().is_some());
    }
}
