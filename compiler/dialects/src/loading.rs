//! One thread at a time loads dialects into a context.
//!
//! Invariant: a thread that loads a dialect can load others meanwhile, which its definitions mention; a dialect that it is
//! loading already is left alone.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};

use tvmlike_ir::Context;

/// What is being loaded into a context.
#[derive(Default)]
struct Loading {
    state: Mutex<State>,
    ended: Condvar,
}

#[derive(Default)]
struct State {
    thread: Option<ThreadId>,
    names: Vec<&'static str>,
}

impl Loading {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Ends the loading of a dialect when dropped.
pub(crate) struct Guard<'c>(&'c Loading);

impl Drop for Guard<'_> {
    fn drop(&mut self) {
        let mut state = self.0.state();
        state.names.pop();
        if state.names.is_empty() {
            state.thread = None;
            self.0.ended.notify_all();
        }
    }
}

/// Begins to load a dialect, after other threads have ended; `None` if this thread is loading it.
pub(crate) fn begin<'c>(context: &'c Context, name: &'static str) -> Option<Guard<'c>> {
    let loading = context.extensions().get_or_insert_with(Loading::default);
    let this = thread::current().id();
    let is_other = |state: &mut State| state.thread.is_some_and(|thread| thread != this);
    let waited = loading.ended.wait_while(loading.state(), is_other);
    let mut state = waited.unwrap_or_else(PoisonError::into_inner);
    if state.names.contains(&name) {
        return None;
    }
    state.thread = Some(this);
    state.names.push(name);
    Some(Guard(loading))
}
