//! The locks of this folder at a fork.
//!
//! The child has the forking thread alone: a lock that another thread holds at that moment would stay locked in it for
//! ever. And the loader itself is not made for a fork in the middle of its work. Invariant: the forking thread holds the
//! locks while it forks, and takes them in the order of `Held`.

use std::cell::RefCell;
use std::sync::{MutexGuard, Once};

use super::{loader_turn, opened};

type Held = (
    MutexGuard<'static, loader_turn::Turn>,
    MutexGuard<'static, opened::Table>,
);

thread_local! {
    static HELD: RefCell<Option<Held>> = const { RefCell::new(None) };
}

/// Has forks wait for the locks from now on. It is called before one of them is taken.
pub(super) fn heed() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // SAFETY: the functions do not unwind and stay as long as this code does. Where there is no memory for them,
        // forking goes on as it would without.
        unsafe { libc::pthread_atfork(Some(before), Some(in_parent), Some(in_child)) };
    });
}

extern "C" fn before() {
    // A thread that forks at its very end has no place for them any more, and forks without.
    let _ = HELD.try_with(|held| {
        *held.borrow_mut() = Some((loader_turn::turn_for_fork(), opened::lock()));
    });
}

extern "C" fn in_parent() {
    let _ = HELD.try_with(|held| held.borrow_mut().take());
}

extern "C" fn in_child() {
    let _ = HELD.try_with(|held| {
        if let Some((mut turn, _)) = held.borrow_mut().take() {
            turn.of_child();
        }
    });
}
