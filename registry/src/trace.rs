//! The trace: how often each function is called, how often it fails, how long it takes.
//!
//! While it is off, calls do not touch it. Turning it on replaces the entry in the cell of each function (see the runtime's
//! `function::entry`) by one that counts and calls the original entry; turning it off restores the original. So calls by
//! older handles count, too, from any language and for functions of any library.
//!
//! Counts belong to names: a function that is replaced under its name goes on with the same counts, and one with several
//! names is counted under the first of them. They are kept in a file that other processes of the same user can read
//! while they change ([`processes`], [`read_of`]), and that goes away with the process.
//!
//! Invariants: the trace keeps no function alive; what it knows of a function lasts as long as the function, on or off,
//! because a call that began while it was on may still be running; no code but this runs under its lock.

mod calls;
mod counters;
mod file;

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use foldhash::fast::FixedState;
use tvmlike_runtime::abi::TVMLikeObject;
use tvmlike_runtime::function::entry::{self, Entry};
use tvmlike_runtime::{Error, PackedFunc, Result, host, object};

use crate::{events, name, table};
use counters::Storage;

pub use counters::Row;
pub use file::Process;

/// What is kept of a function that is or was traced. It keeps the memory of the function, so that its address stands for
/// no other, and nothing else of it.
struct Known {
    function: *mut TVMLikeObject,
    /// The entry that its maker gave it.
    own: Entry,
}

// SAFETY: a weak reference to a function object, whose counts are atomic; its memory may be freed by any thread.
unsafe impl Send for Known {}

impl Known {
    fn new(function: &PackedFunc, own: Entry) -> Self {
        let function = function.as_object().as_raw();
        // SAFETY: alive while it is borrowed; released in `drop`.
        unsafe { object::retain_weak(function) };
        Self { function, own }
    }

    fn is_gone(&self) -> bool {
        // SAFETY: the weak reference keeps the memory.
        unsafe { object::strong_count(self.function) == 0 }
    }
}

impl Drop for Known {
    fn drop(&mut self) {
        // SAFETY: this is the weak reference that `new` took.
        unsafe { object::release_weak(self.function) }
    }
}

struct State {
    active: bool,
    prefixes: Vec<Box<str>>,
    /// By the functions' addresses.
    known: HashMap<usize, Known, FixedState>,
    storage: Option<Storage>,
    /// How many functions have to be known before it is worth looking which of them are gone.
    look_at: usize,
}

static STATE: Mutex<State> = Mutex::new(State {
    active: false,
    prefixes: Vec::new(),
    known: HashMap::with_hasher(FixedState::with_seed(0)),
    storage: None,
    look_at: 64,
});

fn locked() -> MutexGuard<'static, State> {
    STATE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The lock of the trace, while a thread forks.
pub(crate) struct ForkLock(MutexGuard<'static, State>);

/// Waits until no other thread changes the trace.
pub(crate) fn lock_for_fork() -> ForkLock {
    ForkLock(locked())
}

impl ForkLock {
    /// Ends the trace in a forked child, which runs this: the child shares the file of the counts with its parent, and
    /// would count into it. The child can start a trace of its own, which begins at zero in another file.
    pub(crate) fn end_in_child(mut self) {
        let Some(storage) = self.0.storage.take() else {
            return;
        };
        self.0.exclude_all();
        storage.abandon();
        file::belongs_to_parent();
    }
}

/// Memory of functions that are gone. To be dropped behind the lock: what frees it is its maker's code.
type Gone = Vec<Known>;

/// Whether the trace of a prefix is about a name: one under it, or the very name.
fn concerns(prefix: &str, name: &str) -> bool {
    prefix == name || name::covers(prefix, name)
}

impl State {
    /// Has the calls of a function counted, if the trace is about its name.
    fn include(&mut self, name: &str, function: &PackedFunc) -> Gone {
        let concerned = self.active && self.prefixes.iter().any(|prefix| concerns(prefix, name));
        let Some(storage) = self.storage.as_mut().filter(|_| concerned) else {
            return Gone::new();
        };
        let object = function.as_object().as_raw();
        // SAFETY: alive while it is borrowed.
        let Some(present) = (unsafe { entry::load(object) }) else {
            return Gone::new();
        };
        if calls::is_counting(present) {
            return Gone::new();
        }
        let counters = storage.counters(name);
        let mut gone = Gone::new();
        if self.known.contains_key(&(object as usize)) {
            calls::count_under(object, counters);
        } else {
            if self.known.len() >= self.look_at {
                gone = self.forget_gone();
                self.look_at = 64.max(2 * self.known.len());
            }
            calls::add(object, present, counters);
            self.known.insert(object as usize, Known::new(function, present));
        }
        // SAFETY: alive while it is borrowed; the counting entry finds what was just written.
        unsafe { entry::store(object, calls::counting()) };
        gone
    }

    /// Puts every function's own entry back.
    fn exclude_all(&mut self) {
        for known in self.known.values() {
            // SAFETY: the weak reference keeps the memory of the cell, and the entry is the function's own. If the
            // function is freed, no call reads it any more.
            unsafe { entry::store(known.function, known.own) };
        }
        self.prefixes.clear();
        if std::mem::replace(&mut self.active, false) {
            events::unwatch();
        }
    }

    /// Forgets functions that are gone.
    fn forget_gone(&mut self) -> Gone {
        let gone: Vec<usize> = self
            .known
            .iter()
            .filter(|(_, known)| known.is_gone())
            .map(|(address, _)| *address)
            .collect();
        gone.iter()
            .filter_map(|address| {
                // It cannot be called any more, so no call looks for it.
                calls::remove(*address);
                self.known.remove(address)
            })
            .collect()
    }
}

/// Names stand for other functions than before. Called by [`events`] after the change, without a lock.
fn registered(names: &[&str]) {
    if !locked().active {
        return;
    }
    for name in names {
        if let Some(function) = table::find(name.as_bytes()) {
            let gone = locked().include(name, &function);
            drop(gone);
        }
    }
}

fn in_host(what: &str) -> Result<()> {
    match host::connected() {
        None => Ok(()),
        Some(_) => Err(Error::runtime_error(format!(
            "trace::{what}() works in the host only; in a plugin, call the function `trace.{what}`"
        ))),
    }
}

/// Counts the calls of the functions under a prefix, now and later registered, from now on; all for the empty prefix.
/// A full name stands for itself. What was counted before stays; what is traced already stays so.
///
/// Returns the file that the counts are kept in; `None` where none can be made, and they can be read in this process
/// only.
///
/// # Errors
/// RuntimeError in a plugin.
pub fn start(prefix: &str) -> Result<Option<PathBuf>> {
    in_host("start")?;
    calls::be_seen_through();
    let path = {
        let mut state = locked();
        let path = state.storage.get_or_insert_with(Storage::new).begin();
        if !state.prefixes.iter().any(|known| **known == *prefix) {
            state.prefixes.push(prefix.into());
        }
        if !std::mem::replace(&mut state.active, true) {
            // Before the table is read: names that are registered from here on arrive in `registered`.
            events::set_trace(registered);
            events::watch();
        }
        path
    };
    let names = table::names(prefix);
    let names = names.iter().map(std::string::String::as_str).chain([prefix]);
    registered(&names.collect::<Vec<_>>());
    Ok(path)
}

/// Stops counting. What was counted stays, and calls that have begun are counted when they end.
///
/// # Errors
/// RuntimeError in a plugin.
pub fn stop() -> Result<()> {
    in_host("stop")?;
    let gone = {
        let mut state = locked();
        state.exclude_all();
        if let Some(storage) = &state.storage {
            storage.end();
        }
        state.forget_gone()
    };
    drop(gone);
    Ok(())
}

/// What was counted in this process, by name.
///
/// # Errors
/// RuntimeError in a plugin.
pub fn read() -> Result<Vec<Row>> {
    in_host("read")?;
    let state = locked();
    Ok(state.storage.as_ref().map(Storage::rows).unwrap_or_default())
}

/// Begins to count at zero. A call that is running meanwhile is counted when it ends.
///
/// # Errors
/// RuntimeError in a plugin.
pub fn reset() -> Result<()> {
    in_host("reset")?;
    if let Some(storage) = &locked().storage {
        storage.reset();
    }
    Ok(())
}

/// What another process of this user has counted so far.
///
/// # Errors
/// ValueError where the process has no trace; OSError where its file cannot be read.
pub fn read_of(pid: u32) -> Result<Vec<Row>> {
    let bytes = file::read(pid)?;
    let mut rows = Vec::new();
    for (at, segment) in bytes.chunks(file::SEGMENT).enumerate() {
        let header = if at == 0 { file::HEADER } else { 0 };
        rows.extend(counters::rows_in(segment.get(header..).unwrap_or_default()));
    }
    rows.sort_unstable_by(|a: &Row, b| a.name.cmp(&b.name));
    Ok(rows)
}

/// The processes of this user that have a trace. Files that processes have left which did not end by themselves are
/// removed.
///
/// # Errors
/// OSError where the folder of the files cannot be read.
pub fn processes() -> Result<Vec<Process>> {
    file::processes()
}
