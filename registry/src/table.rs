//! The host's table: names to entries.
//!
//! Invariants: no reference into the map leaves this module; nothing foreign runs under its lock: entries that are
//! replaced or removed are moved out and dropped behind it, because dropping a function can call back into the table.
//! A look-up locks the one shard of its name for reading ([`Sharded`]); a listing, a fork and the registration of a whole
//! plugin hold all shards. A handle that was got stays valid whatever happens to its name.
//!
//! The generation lets a front end keep what it has looked up: as long as the number is the same, every function it
//! got is still what its name stands for. It is raised after the change and before the change is reported, so a front
//! end that reads the number before it looks up never keeps an outdated function.
//!
//! The table is leaked on purpose: functions are called by threads that outlive `main`, and there is no moment at
//! which freeing it would be right.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};

use tvmlike_runtime::sharded::{Exclusive, Sharded};
use tvmlike_runtime::{Error, PackedFunc, Result};

use crate::entry::{Details, Entry};
use crate::{duplicate_library, name};

/// Entries by the bytes of their names.
pub(crate) type Names = Sharded<Box<[u8]>, Entry>;
/// The table while one thread holds all of it.
pub(crate) type AllNames<'a> = Exclusive<'a, Box<[u8]>, Entry>;

/// What runs once, before the table is created. Modules above this one add to it.
#[linkme::distributed_slice]
pub(crate) static BEFORE_CREATION: [fn()];

pub(crate) static TABLE: LazyLock<Names> = LazyLock::new(|| {
    BEFORE_CREATION.iter().for_each(|prepare| prepare());
    Names::new()
});

static GENERATION: AtomicU64 = AtomicU64::new(0);

/// A counter that changes whenever a name stops standing for the function that it stood for.
pub(crate) fn generation() -> &'static AtomicU64 {
    &GENERATION
}

/// Locks the table, for a fork. Creating the table installs the fork handlers, so it exists or is being created.
pub(crate) fn lock_for_fork() -> impl Sized + 'static {
    TABLE.exclusive()
}

/// Raises the generation: a name no longer stands for the function or type that it stood for.
pub(crate) fn meaning_changed() {
    // Release: a thread that reads the new number reads the table without the old entry.
    GENERATION.fetch_add(1, Ordering::Release);
}

/// Raises the generation if an entry was taken from its name.
fn withdrawn(entry: Option<Entry>) -> Option<Entry> {
    if entry.is_some() {
        meaning_changed();
    }
    entry
}

/// Puts an entry under a checked name and returns the one that it replaced, if `overrides` allows that. Entries of plugins stay
/// below the new one until their plugins are unloaded.
pub(crate) fn insert(name: Box<str>, entry: Entry, overrides: bool) -> Result<Option<Entry>> {
    duplicate_library::check()?;
    let name = name.into_boxed_bytes();
    let mut shard = TABLE.shard(&*name);
    let replaced = match shard.get_mut(&*name) {
        None => {
            shard.insert_new(name, entry);
            None
        }
        Some(present) if overrides => {
            let before = std::mem::replace(present, entry);
            // The place where a plugin that is reloaded puts its function again.
            present.shadowed = before.layers_of_plugins();
            Some(before)
        }
        Some(present) => {
            let present = present.details.clone();
            // What is refused is dropped behind the lock.
            drop(shard);
            return Err(taken(&String::from_utf8_lossy(&name), &present, &entry.details));
        }
    };
    drop(shard);
    Ok(withdrawn(replaced))
}

/// The error for a name that is taken.
#[cold]
pub(crate) fn taken(name: &str, present: &Details, refused: &Details) -> Error {
    Error::value_error(format!(
        "\"{name}\" is already registered {}; registering it again {} needs override",
        present.origin(),
        refused.origin()
    ))
}

/// The function under a name.
pub(crate) fn find(name: &[u8]) -> Option<PackedFunc> {
    TABLE.read(name, |entry| entry.map(|entry| entry.function.clone()))
}

/// The function under a name, with the lasting flags of its registration.
pub(crate) fn find_with_flags(name: &[u8]) -> Option<(PackedFunc, u32)> {
    TABLE.read(name, |entry| {
        entry.map(|entry| (entry.function.clone(), entry.flags))
    })
}

/// What is kept under a name.
pub(crate) fn details(name: &[u8]) -> Option<std::sync::Arc<Details>> {
    TABLE.read(name, |entry| entry.map(|entry| entry.details.clone()))
}

/// Takes an entry out.
pub(crate) fn remove(name: &[u8]) -> Option<Entry> {
    let removed = TABLE.shard(name).remove(name);
    withdrawn(removed.map(|(_, entry)| entry))
}

/// Whether there is a function under a name.
pub(crate) fn has(name: &[u8]) -> bool {
    TABLE.read(name, |entry| entry.is_some())
}

/// Shows all names where there are not more than `most`. `look` runs under the lock: it calls nothing foreign.
pub(crate) fn with_few_names<R>(
    most: usize,
    look: impl FnOnce(&mut dyn Iterator<Item = &str>) -> R,
) -> Option<R> {
    let table = TABLE.all();
    let mut names = table
        .iter()
        .filter_map(|(name, _)| std::str::from_utf8(name).ok());
    (table.len() <= most).then(|| look(&mut names))
}

/// The names under a prefix, sorted.
pub(crate) fn names(prefix: &str) -> Vec<String> {
    // All shards at once: a plugin's names are listed all or not at all.
    let table = TABLE.all();
    let mut names: Vec<String> = table
        .iter()
        .filter_map(|(name, _)| std::str::from_utf8(name).ok())
        .filter(|name| name::covers(prefix, name))
        .map(str::to_owned)
        .collect();
    drop(table);
    names.sort_unstable();
    names
}
