//! The host's table: names to entries.
//!
//! Invariants: no guard of the map leaves this module; nothing foreign runs under one: entries that are replaced
//! or removed are moved out and dropped behind the guard, because dropping a function can call back into the
//! table. Readers of different names do not wait for each other, and a handle that was got stays valid whatever
//! happens to its name.
//!
//! The generation lets a front end keep what it has looked up: as long as the number is the same, every function it
//! got is still what its name stands for. It is raised after the change and before the change is reported, so whoever
//! reads the number first and looks up then never keeps a function beyond its time.
//!
//! The table is leaked on purpose: functions are called by threads that outlive `main`, and there is no moment at
//! which freeing it would be right.

use std::sync::atomic::{AtomicU64, Ordering};

use dashmap::DashMap;
use dashmap::mapref::entry::Entry as Slot;
use foldhash::fast::FixedState;
use once_cell::sync::Lazy;
use tvmlike_runtime::{Error, PackedFunc, Result};

use crate::entry::{Details, Entry};
use crate::{copies, name};

mod layers;

pub(crate) use layers::{Withdrawn, check_free, functions_of, insert_of_plugin, meaning_changed, withdraw};

// A fixed seed: names come from programmers, not from an adversary, and the table is on the path of start-up.
static TABLE: Lazy<DashMap<Box<[u8]>, Entry, FixedState>> =
    Lazy::new(|| DashMap::with_hasher(FixedState::with_seed(0x7476_6d6c)));

static GENERATION: AtomicU64 = AtomicU64::new(0);

/// A counter that changes whenever a name stops standing for the function that it stood for.
pub(crate) fn generation() -> &'static AtomicU64 {
    &GENERATION
}

/// Says that a name has stopped standing for its function, where one was taken from it.
fn withdrawn(entry: Option<Entry>) -> Option<Entry> {
    if entry.is_some() {
        // Release: who sees the new number sees the table without the old entry.
        GENERATION.fetch_add(1, Ordering::Release);
    }
    entry
}

/// Puts an entry under a checked name and returns the one that it replaced, if `overrides` allows that.
pub(crate) fn insert(name: Box<str>, entry: Entry, overrides: bool) -> Result<Option<Entry>> {
    copies::check()?;
    let (refused, name) = match TABLE.entry(name.into_boxed_bytes()) {
        Slot::Vacant(slot) => {
            slot.insert(entry);
            return Ok(None);
        }
        Slot::Occupied(mut slot) if overrides => {
            let replaced = slot.insert(entry);
            drop(slot);
            return Ok(withdrawn(Some(replaced)));
        }
        Slot::Occupied(slot) => (slot.get().details.clone(), slot.key().clone()),
    };
    // The entry that was refused is dropped here, behind the guard.
    Err(taken(&String::from_utf8_lossy(&name), &refused, &entry.details))
}

/// The error for a name that is taken.
#[cold]
pub(crate) fn taken(name: &str, present: &Details, refused: &Details) -> Error {
    Error::value_error(format!(
        "the name \"{name}\" is taken: it was registered {}; the second registration, {}, needs override",
        present.origin(),
        refused.origin()
    ))
}

/// The function under a name.
pub(crate) fn find(name: &[u8]) -> Option<PackedFunc> {
    TABLE.get(name).map(|entry| entry.function.clone())
}

/// The function under a name, with the lasting flags of its registration.
pub(crate) fn find_with_flags(name: &[u8]) -> Option<(PackedFunc, u32)> {
    TABLE.get(name).map(|entry| (entry.function.clone(), entry.flags))
}

/// What is kept under a name.
pub(crate) fn details(name: &[u8]) -> Option<std::sync::Arc<Details>> {
    TABLE.get(name).map(|entry| entry.details.clone())
}

/// Takes an entry out.
pub(crate) fn remove(name: &[u8]) -> Option<Entry> {
    withdrawn(TABLE.remove(name).map(|(_, entry)| entry))
}

/// The names under a prefix, sorted.
pub(crate) fn names(prefix: &str) -> Vec<String> {
    let mut names: Vec<String> = TABLE
        .iter()
        .filter_map(|entry| std::str::from_utf8(entry.key()).ok().map(str::to_owned))
        .filter(|name| name::covers(prefix, name))
        .collect();
    names.sort_unstable();
    names
}
