//! Forking while other threads use the table.
//!
//! The child has the forking thread alone: a mark or a lock that another thread held at that moment would stay for ever.
//! Invariant: at the moment of a fork the forking thread has the table to itself, and gives it back on both sides.

use std::cell::Cell;

use once_cell::sync::Lazy;

use super::brlock::Exclusive;
use super::{Names, TABLE};

thread_local! {
    /// From before the fork until after it, on the thread that forks.
    static HELD: Cell<Option<Exclusive<'static, Names>>> = const { Cell::new(None) };
}

/// To be called once, when the table is made.
#[cfg(unix)]
pub(super) fn guard() {
    // SAFETY: the functions do not unwind, and stay: a library that registers such functions has them taken out by the
    // system when it is unmapped. Where there is no memory for them, forking goes on as it would without.
    unsafe { libc::pthread_atfork(Some(take), Some(give_back), Some(give_back)) };
}

#[cfg(not(unix))]
pub(super) fn guard() {}

#[cfg(unix)]
extern "C" fn take() {
    // A thread that forks at its very end has no thread-local storage any more; it forks as it would without us.
    let _ = HELD.try_with(|held| held.set(Lazy::get(&TABLE).map(super::BrLock::exclusive)));
}

#[cfg(unix)]
extern "C" fn give_back() {
    let _ = HELD.try_with(|held| drop(held.take()));
}
