//! Holds the locks of this folder during a fork.
//!
//! The child process has the forking thread only, so a lock that another thread holds would stay locked in it. The loader
//! does not support a fork in the middle of its work either. Invariant: the forking thread holds the locks while it forks,
//! and acquires them in the order of `Held`.

use std::cell::RefCell;
use std::sync::{MutexGuard, Once};

use super::{loader_access, opened};

type Held = (
    MutexGuard<'static, loader_access::Access>,
    MutexGuard<'static, opened::Table>,
);

thread_local! {
    static HELD: RefCell<Option<Held>> = const { RefCell::new(None) };
}

/// Makes forks acquire the locks from now on. Called before a library is opened, so before the first lock is acquired.
pub(super) fn install_handlers() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // SAFETY: the functions do not unwind, and live as long as this code. If they cannot be registered, forks work as
        // they would without them.
        unsafe { libc::pthread_atfork(Some(before), Some(in_parent), Some(in_child)) };
    });
}

extern "C" fn before() {
    // A thread that forks while its thread-local variables are destroyed forks without the locks.
    let _ = HELD.try_with(|held| {
        *held.borrow_mut() = Some((loader_access::lock_for_fork(), opened::lock()));
    });
}

extern "C" fn in_parent() {
    let _ = HELD.try_with(|held| held.borrow_mut().take());
}

extern "C" fn in_child() {
    let _ = HELD.try_with(|held| {
        if let Some((mut access, _)) = held.borrow_mut().take() {
            access.reset_in_child();
        }
    });
}
