//! Names with several entries, each overriding the next: the overridden entries are restored when a plugin is unloaded.
//!
//! Invariants: a name has at most one layer of each plugin; entries that are taken out are returned to the caller, which
//! drops them after the lock is released.

use std::ops::DerefMut;
use std::sync::Arc;

use tvmlike_runtime::sharded::{Shard, Table};
use tvmlike_runtime::{Error, PackedFunc, Result};

use crate::entry::{Change, Details, Entry, Pending, PluginId};
use crate::events;
use crate::table::{AllNames, TABLE, meaning_changed, taken};

/// An entry and the entries that it overrides.
fn shadows(entry: &Entry) -> impl Iterator<Item = &Entry> {
    std::iter::successors(Some(entry), |entry| entry.shadowed.as_deref())
}

/// The layers of an entry, the visible one first, separated from each other.
fn layers(entry: &Entry) -> impl Iterator<Item = Entry> {
    shadows(entry).map(|entry| Entry {
        shadowed: None,
        ..entry.clone()
    })
}

/// Combines layers, the visible one first, to one entry.
fn stacked(layers: Vec<Entry>) -> Option<Entry> {
    layers.into_iter().rev().fold(None, |shadowed, entry| {
        Some(Entry {
            shadowed: shadowed.map(Box::new),
            ..entry
        })
    })
}

fn has_layer_of(entry: &Entry, plugin: PluginId) -> bool {
    shadows(entry).any(|entry| entry.is_of(plugin))
}

/// A failed insertion: the name, the existing entry, and the new entry, which must be dropped after the lock is released.
struct Refused {
    name: Box<[u8]>,
    present: Arc<Details>,
    entry: Entry,
}

impl Refused {
    fn error(self) -> Error {
        taken(
            &String::from_utf8_lossy(&self.name),
            &self.present,
            &self.entry.details,
        )
    }
}

/// Inserts an entry of a plugin: under a free name, directly above the layer of the plugin that it replaces, or on top if it
/// overrides. Returns the entry that it replaces permanently.
fn put(
    mut shard: Shard<'_, Box<[u8]>, Entry, impl DerefMut<Target = Table<Box<[u8]>, Entry>>>,
    pending: Pending,
    replaces: Option<PluginId>,
) -> Result<(Change, Option<Entry>), Refused> {
    let Pending {
        name,
        entry,
        overrides,
    } = pending;
    let name = name.into_boxed_bytes();
    let Some(present) = shard.get_mut(&*name) else {
        shard.insert_new(name, entry);
        return Ok((Change::Registered, None));
    };
    // An earlier entry of the same plugin is replaced permanently, if the registration allows overriding.
    let stays =
        |layer: &Entry| !(overrides && entry.details.plugin.is_some_and(|plugin| layer.is_of(plugin)));
    let mut all: Vec<Entry> = layers(present).filter(stays).collect();
    let own = all
        .iter()
        .position(|layer| replaces.is_some_and(|old| layer.is_of(old)));
    let Some(at) = own.or(overrides.then_some(0)) else {
        return Err(Refused {
            present: present.details.clone(),
            name,
            entry,
        });
    };
    all.insert(at, entry);
    let before = stacked(all).map(|whole| std::mem::replace(present, whole));
    let change = if at == 0 {
        Change::Overridden
    } else {
        Change::Hidden
    };
    Ok((change, before))
}

/// Inserts one entry of a plugin. Returns the effect.
///
/// # Errors
/// ValueError if the name is registered and the entry does not override it; the table is then unchanged.
pub(crate) fn insert_of_plugin(pending: Pending) -> Result<Change> {
    let shard = TABLE.shard(pending.name.as_bytes());
    match put(shard, pending, None) {
        Ok((change, before)) => {
            if change == Change::Overridden {
                meaning_changed();
            }
            // Dropped after the lock is released: this may free the replaced function.
            drop(before);
            Ok(change)
        }
        Err(refused) => Err(refused.error()),
    }
}

/// Inserts all registrations of a plugin at once, or none; no thread sees a part of them. Their names must differ. Returns the
/// changes, if there are subscribers.
///
/// # Errors
/// ValueError if a name is registered by other code than the replaced plugin and its entry does not override it; the
/// table is then unchanged.
pub(crate) fn insert_all_of_plugin(
    mut all: Vec<Pending>,
    replaces: Option<PluginId>,
) -> Result<Vec<(String, Change)>> {
    let mut replaced = Vec::new();
    let mut insert = |table: &mut AllNames<'_>| {
        let mut taken = all.iter().enumerate().filter_map(|(at, pending)| {
            let name = pending.name.as_bytes();
            let shard = table.shard(name);
            let entry = shard.get(name).filter(|_| !pending.overrides)?;
            let of_old = replaces.is_some_and(|old| has_layer_of(entry, old));
            (!of_old).then(|| (at, entry.details.clone()))
        });
        if let Some((at, present)) = taken.next() {
            let Pending { name, entry, .. } = all.swap_remove(at);
            let name = name.into_boxed_bytes();
            return Err(Refused { name, present, entry });
        }
        table.reserve(all.len());
        // Read under the lock: a subscriber that is added later finds the names in the table.
        let watched = events::is_watched();
        let mut changes = Vec::with_capacity(if watched { all.len() } else { 0 });
        let mut overridden = false;
        for pending in all.drain(..) {
            let name = watched.then(|| pending.name.to_string());
            let shard = table.shard(pending.name.as_bytes());
            let (change, before) = put(shard, pending, replaces)?;
            overridden |= change == Change::Overridden;
            changes.extend(name.map(|name| (name, change)));
            replaced.extend(before);
        }
        Ok((changes, overridden))
    };
    let inserted = insert(&mut TABLE.exclusive());
    // Dropped after the lock is released: this may free functions.
    drop((replaced, all));
    let (changes, overridden) = inserted.map_err(Refused::error)?;
    if overridden {
        meaning_changed();
    }
    Ok(changes)
}

/// The effect of withdrawing a plugin's names.
#[derive(Default)]
pub(crate) struct Withdrawn {
    /// The names that are free now, sorted.
    pub(crate) removed: Vec<String>,
    /// The names whose overridden functions were restored, sorted.
    pub(crate) restored: Vec<String>,
    /// The removed entries, to be dropped.
    pub(crate) entries: Vec<Entry>,
}

/// Removes all entries of a plugin.
pub(crate) fn withdraw(plugin: PluginId) -> Withdrawn {
    let mut done = Withdrawn::default();
    let mut table = TABLE.exclusive();
    let own = table.iter().filter(|(_, entry)| has_layer_of(entry, plugin));
    let names: Vec<Box<[u8]>> = own.map(|(name, _)| name.clone()).collect();
    for name in names {
        let mut shard = table.shard(&*name);
        let Some(present) = shard.get_mut(&*name) else {
            continue;
        };
        let visible = present.is_of(plugin);
        // Clones of remaining entries: dropping them frees no function.
        let kept = layers(present).filter(|layer| !layer.is_of(plugin)).collect();
        let changed = match stacked(kept) {
            Some(entry) => {
                done.entries.push(std::mem::replace(present, entry));
                &mut done.restored
            }
            None => {
                done.entries.extend(shard.remove(&*name).map(|(_, entry)| entry));
                &mut done.removed
            }
        };
        if visible {
            changed.push(String::from_utf8_lossy(&name).into_owned());
        }
    }
    drop(table);
    if !(done.removed.is_empty() && done.restored.is_empty()) {
        meaning_changed();
    }
    done.removed.sort_unstable();
    done.restored.sort_unstable();
    done
}

/// The functions of a plugin in the table, visible or overridden, sorted by name.
pub(crate) fn functions_of(plugin: PluginId) -> Vec<(String, PackedFunc)> {
    let table = TABLE.all();
    let mut found: Vec<(String, PackedFunc)> = table
        .iter()
        .filter_map(|(name, entry)| {
            let layer = shadows(entry).find(|layer| layer.is_of(plugin))?;
            let name = std::str::from_utf8(name).ok()?;
            Some((name.to_owned(), layer.function.clone()))
        })
        .collect();
    drop(table);
    found.sort_unstable_by(|a, b| a.0.cmp(&b.0));
    found
}
