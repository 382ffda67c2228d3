//! The trace: counts the calls and errors of each function and measures their time.
//!
//! While the trace is off, it costs calls nothing. Turning it on replaces each function's entry (see the runtime's
//! `function::entry`) by one that counts and calls the original entry; turning it off restores the original. So calls by
//! older handles are counted too, from any language and for functions of any library.
//!
//! Counts belong to names: a function that replaces another under its name continues the counts, and a function with
//! several names is counted under the first of them. The counts are in a file that other processes of the same user can
//! read at any time ([`processes`], [`read_of`]). The file is removed when the process exits.
//!
//! Invariants: the trace keeps no function alive; its data of a function exists as long as the function, even while the
//! trace is off, because a call that began while it was on may still be running; no foreign code runs under its lock.

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

/// A function that is or was traced. A weak reference keeps its memory, so that no other function gets the address.
struct Known {
    function: *mut TVMLikeObject,
    /// The original entry.
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
    /// The functions by address.
    known: HashMap<usize, Known, FixedState>,
    storage: Option<Storage>,
    /// When `known` reaches this size, freed functions are removed from it.
    purge_at: usize,
}

static STATE: Mutex<State> = Mutex::new(State {
    active: false,
    prefixes: Vec::new(),
    known: HashMap::with_hasher(FixedState::with_seed(0)),
    storage: None,
    purge_at: 64,
});

fn locked() -> MutexGuard<'static, State> {
    STATE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Holds the lock of the trace during a fork.
pub(crate) struct ForkLock(MutexGuard<'static, State>);

/// Waits until no other thread changes the trace.
pub(crate) fn lock_for_fork() -> ForkLock {
    ForkLock(locked())
}

impl ForkLock {
    /// Ends the trace in a forked child, which would otherwise count into the file of its parent. The child can start its
    /// own trace, which begins at zero in another file.
    pub(crate) fn end_in_child(mut self) {
        let Some(storage) = self.0.storage.take() else {
            return;
        };
        self.0.exclude_all();
        storage.abandon();
        file::belongs_to_parent();
    }
}

/// Freed functions. Drop them after releasing the lock: freeing their memory runs foreign code.
type Gone = Vec<Known>;

/// Whether the trace of a prefix includes a name: the prefix itself or a name under it.
fn includes(prefix: &str, name: &str) -> bool {
    prefix == name || name::covers(prefix, name)
}

impl State {
    /// Counts the calls of a function from now on, if the trace includes its name.
    fn include(&mut self, name: &str, function: &PackedFunc) -> Gone {
        let included = self.active && self.prefixes.iter().any(|prefix| includes(prefix, name));
        let Some(storage) = self.storage.as_mut().filter(|_| included) else {
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
            if self.known.len() >= self.purge_at {
                gone = self.forget_gone();
                self.purge_at = 64.max(2 * self.known.len());
            }
            calls::add(object, present, counters);
            self.known.insert(object as usize, Known::new(function, present));
        }
        // SAFETY: alive while it is borrowed; the counting entry finds the row that was written above.
        unsafe { entry::store(object, calls::counting()) };
        gone
    }

    /// Restores the original entry of every function.
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

    /// Removes freed functions.
    fn forget_gone(&mut self) -> Gone {
        let gone: Vec<usize> = self
            .known
            .iter()
            .filter(|(_, known)| known.is_gone())
            .map(|(address, _)| *address)
            .collect();
        gone.iter()
            .filter_map(|address| {
                // A freed function is not called any more, so no call looks it up.
                calls::remove(*address);
                self.known.remove(address)
            })
            .collect()
    }
}

/// Includes the functions of names that were registered or overridden. [`events`] calls this after the change, without a
/// lock.
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

/// Starts to count the calls of the functions under a prefix, including those that are registered later; of all functions if
/// the prefix is empty. A full name selects one function. Earlier counts and prefixes stay.
///
/// Returns the file with the counts; `None` if it cannot be created, in which case only this process can read them.
///
/// # Errors
/// RuntimeError in a plugin.
pub fn start(prefix: &str) -> Result<Option<PathBuf>> {
    in_host("start")?;
    calls::register_lookup();
    let path = {
        let mut state = locked();
        let path = state.storage.get_or_insert_with(Storage::new).begin();
        if !state.prefixes.iter().any(|known| **known == *prefix) {
            state.prefixes.push(prefix.into());
        }
        if !std::mem::replace(&mut state.active, true) {
            // Before the table is read: `registered` receives the names that are registered from here on.
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

/// Stops counting. The counts stay, and calls that have begun are counted when they end.
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

/// Returns the counts of this process, sorted by name.
///
/// # Errors
/// RuntimeError in a plugin.
pub fn read() -> Result<Vec<Row>> {
    in_host("read")?;
    let state = locked();
    Ok(state.storage.as_ref().map(Storage::rows).unwrap_or_default())
}

/// Sets all counts to zero. A running call is counted when it ends.
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

/// Returns the counts of another process of this user.
///
/// # Errors
/// ValueError if the process has no trace; OSError if its file cannot be read.
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

/// Returns the processes of this user that have a trace. Removes files of killed processes.
///
/// # Errors
/// OSError if the folder of the files cannot be read.
pub fn processes() -> Result<Vec<Process>> {
    file::processes()
}
