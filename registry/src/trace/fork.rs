//! A process that forks while it is traced.
//!
//! The file of the counts is shared with the child, which would count into its parent's. So the child is not traced until
//! it starts a trace itself, which then begins at zero in a file of its own. Invariant: the lock of the trace is free in
//! the child, whatever other threads of the parent were doing.

use std::cell::RefCell;
use std::sync::{MutexGuard, Once};

use super::{State, file, locked};

thread_local! {
    /// The lock, while this thread forks.
    static HELD: RefCell<Option<MutexGuard<'static, State>>> = const { RefCell::new(None) };
}

/// Sees to it that forks are noticed.
pub(super) fn prepare() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // SAFETY: three functions that live as long as the library, which is never unloaded once it counts calls.
        let refused = unsafe { libc::pthread_atfork(Some(before), Some(in_parent), Some(in_child)) };
        // Only for want of memory; a child then counts into its parent's file.
        debug_assert_eq!(refused, 0, "pthread_atfork");
    });
}

unsafe extern "C" fn before() {
    let state = locked();
    // A thread that is ending has no place for it any more, and forks without.
    let _ = HELD.try_with(|held| held.replace(Some(state)));
}

unsafe extern "C" fn in_parent() {
    let _ = HELD.try_with(RefCell::take);
}

unsafe extern "C" fn in_child() {
    let Ok(Some(mut state)) = HELD.try_with(RefCell::take) else {
        return;
    };
    state.exclude_all();
    if let Some(storage) = state.storage.take() {
        storage.abandon();
    }
    file::belongs_to_parent();
}
