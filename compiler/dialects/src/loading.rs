//! One thread at a time loads dialects into a context.
//!
//! Invariant: a thread that loads a dialect can load others meanwhile, which its definitions mention; a dialect that it is
//! loading already is left alone.

use std::any::Any;
use std::cell::Cell;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard};
use std::thread::{self, ThreadId};

use tvmlike_ir::Context;

/// Held for reading by threads that load dialects, and for writing by a thread that forks.
static FORK: RwLock<()> = RwLock::new(());

thread_local! {
    /// How many of the thread's [`Steady`] there are.
    static DEPTH: Cell<usize> = const { Cell::new(0) };
}

/// While it exists, the process does not fork: what the thread builds would be half built in the child for ever.
#[derive(Debug)]
pub struct Steady(Option<RwLockReadGuard<'static, ()>>);

impl Steady {
    /// Waits for a fork that has begun.
    pub fn begin() -> Self {
        let is_outermost = DEPTH.replace(DEPTH.get() + 1) == 0;
        Self(is_outermost.then(|| FORK.read().unwrap_or_else(PoisonError::into_inner)))
    }
}

impl Drop for Steady {
    fn drop(&mut self) {
        drop(self.0.take());
        DEPTH.set(DEPTH.get() - 1);
    }
}

/// Waits until no thread loads a dialect; none begins to before the guard is dropped. For a fork, before the locks of other
/// crates are taken.
pub fn lock_for_fork() -> Box<dyn Any> {
    let is_outside = DEPTH.get() == 0;
    Box::new(is_outside.then(|| FORK.write().unwrap_or_else(PoisonError::into_inner)))
}

/// What is being loaded into a context.
#[derive(Default)]
struct Loading {
    state: Mutex<State>,
    ended: Condvar,
}

#[derive(Default)]
struct State {
    thread: Option<ThreadId>,
    names: Vec<Box<str>>,
}

impl Loading {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Ends the loading of a dialect when dropped.
pub(crate) struct Guard<'c> {
    loading: &'c Loading,
    _steady: Steady,
}

impl Drop for Guard<'_> {
    fn drop(&mut self) {
        let mut state = self.loading.state();
        state.names.pop();
        if state.names.is_empty() {
            state.thread = None;
            self.loading.ended.notify_all();
        }
    }
}

/// Begins to load a dialect, after other threads have ended; `None` if this thread is loading it.
pub(crate) fn begin<'c>(context: &'c Context, name: &str) -> Option<Guard<'c>> {
    let loading = context.extensions().get_or_insert_with(Loading::default);
    let this = thread::current().id();
    let is_other = |state: &State| state.thread.is_some_and(|thread| thread != this);
    let (mut state, steady) = loop {
        // A thread that waits does not keep others from forking.
        let waited = loading.ended.wait_while(loading.state(), |state| is_other(state));
        drop(waited.unwrap_or_else(PoisonError::into_inner));
        let steady = Steady::begin();
        let state = loading.state();
        if !is_other(&state) {
            break (state, steady);
        }
    };
    if state.names.iter().any(|loading| **loading == *name) {
        return None;
    }
    state.thread = Some(this);
    state.names.push(name.into());
    Some(Guard {
        loading,
        _steady: steady,
    })
}
