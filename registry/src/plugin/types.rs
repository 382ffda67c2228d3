//! The types that plugins have registered.
//!
//! A type key is withdrawn with the last plugin that registered it. Existing objects keep the type index, and the members
//! stay as long as there can be objects. During a reload the old types keep their keys until the new code is applied.
//! Invariants: a type that the host or a front end has registered is never withdrawn; nothing is dropped under a lock of
//! this file; a plugin has one index for a key.

use std::cell::Cell;
use std::collections::HashMap;
use std::ptr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{LazyLock, Mutex};

use tvmlike_runtime::outstanding::Counted;
use tvmlike_runtime::{Error, Result, TypeIndex, type_table};

use super::instance::{Instance, locked};
use super::instances::{instances, running};
use super::state::State;
use crate::members::{self, Member};
use crate::type_map::TypeMap;
use crate::{duplicate_library, refinements, table};

/// The owners of a type.
#[derive(Default)]
struct Owners {
    plugins: Vec<&'static Instance>,
    /// Whether code outside of plugins has registered it too: then it is never withdrawn.
    others: bool,
}

impl Owners {
    /// Whether only the code that `plugin` replaces owns the type, so that applying `plugin` withdraws it.
    fn is_only_what_is_replaced_by(&self, plugin: &Instance) -> bool {
        let is_old = |owner: &Instance| plugin.replaces().is_some_and(|old| ptr::eq(old, owner));
        !self.others && self.plugins.iter().all(|owner| is_old(owner))
    }
}

/// The owners of types that a plugin registered first.
static OWNERS: LazyLock<Mutex<HashMap<TypeIndex, Owners>>> = LazyLock::new(Mutex::default);
/// The number of types in [`OWNERS`], read before its lock is acquired.
static OWNED: AtomicUsize = AtomicUsize::new(0);

/// The classes that were made at run time: only these can be replaced or removed.
static MADE_AT_RUN_TIME: TypeMap<()> = TypeMap::new();

/// Records that a class was made at run time.
pub(crate) fn made_at_run_time(index: TypeIndex) {
    // The index is new: no other thread has it.
    let _ = MADE_AT_RUN_TIME.put(index, ());
}

/// Adds the members of a type, which may be one of a plugin that is gone.
///
/// # Errors
/// As [`refinements::add_members`].
pub(crate) fn add_members(index: TypeIndex, doc: &str, members: Vec<Member>) -> Result<()> {
    if refinements::add_members(index, doc, members)? {
        sweep();
    }
    Ok(())
}

/// Locks all owners, for a fork.
pub(super) fn lock_for_fork() -> impl Sized + 'static {
    locked(&OWNERS)
}

/// The index that a plugin has for a key already.
fn known(plugin: &Instance, key: &str) -> Option<TypeIndex> {
    let types = locked(&plugin.types);
    types
        .iter()
        .copied()
        .find(|&index| type_table::key_of(index) == Some(key))
}

/// Registers a type for a plugin.
pub(crate) fn register(plugin: &'static Instance, key: &str, parent: TypeIndex) -> Result<TypeIndex> {
    let mut owners = locked(&OWNERS);
    if let Some(index) = known(plugin, key) {
        // The parent is checked only if the key stands for this type.
        return if is_found(index) {
            type_table::register(key, parent)
        } else {
            Ok(index)
        };
    }
    let mut present = type_table::index_of(key);
    if let Some(index) = present
        && let Some(owner) = owners.get(&index)
        && !owner.others
        && owner.plugins.iter().all(|owner| !owner.state().is_there())
    {
        // Its plugin is being unloaded: the key is about to be free, for a different type.
        take_key(&mut owners, index);
        present = None;
    }
    // Read under the lock that unloading acquires too: either unloading sees this type, or this sees the unloading.
    let apart = !plugin.state().is_there()
        || present
            .and_then(|index| owners.get(&index))
            .is_some_and(|owner| owner.is_only_what_is_replaced_by(plugin));
    if apart {
        // Code of an unloaded plugin uses a type for the first time, or new code registers a type that the old code has:
        // the type gets an index, but no key, or not yet.
        let index = type_table::register_apart(key, parent)?;
        locked(&plugin.types).push(index);
        return Ok(index);
    }
    let index = type_table::register(key, parent)?;
    if present.is_none() {
        owners.insert(index, Owners::default());
        OWNED.fetch_add(1, Ordering::Release);
    }
    // A type without owners is the host's and is never withdrawn.
    if let Some(owner) = owners.get_mut(&index) {
        owner.plugins.push(plugin);
        locked(&plugin.types).push(index);
    }
    Ok(index)
}

/// Moves the keys of the old code's types to the types of the new code.
pub(super) fn exchange(old: &Instance, new: &'static Instance) {
    withdraw(old);
    let mut owners = locked(&OWNERS);
    let types = locked(&new.types).clone();
    for index in types {
        if !is_found(index) && type_table::restore(index) {
            let owner = owners.entry(index).or_insert_with(|| {
                OWNED.fetch_add(1, Ordering::Release);
                Owners::default()
            });
            owner.plugins.push(new);
        }
    }
    drop(owners);
    refinements::keys_changed();
    table::meaning_changed();
}

/// Registers a type for code outside of plugins.
pub(crate) fn register_for_others(key: &str, parent: TypeIndex) -> Result<TypeIndex> {
    if let Some(plugin) = running() {
        // A plugin that was built before registrations named their plugin.
        return register(plugin, key, parent);
    }
    duplicate_library::check()?;
    let mut owners = locked(&OWNERS);
    let index = type_table::register(key, parent)?;
    if let Some(owner) = owners.get_mut(&index) {
        owner.others = true;
    }
    Ok(index)
}

/// The type with a key. A plugin whose init runs gets its own type first, and never one of the code that it replaces.
pub(crate) fn index_of(key: &str) -> Option<TypeIndex> {
    let Some(plugin) = running() else {
        return type_table::index_of(key);
    };
    let owners = locked(&OWNERS);
    known(plugin, key).or_else(|| {
        type_table::index_of(key).filter(|index| {
            let goes = |owner: &Owners| owner.is_only_what_is_replaced_by(plugin);
            !owners.get(index).is_some_and(goes)
        })
    })
}

/// The plugin that a type belongs to, if it belongs to one.
pub(super) fn owner(index: TypeIndex) -> Option<&'static Instance> {
    if OWNED.load(Ordering::Acquire) == 0 {
        return None;
    }
    locked(&OWNERS).get(&index)?.plugins.first().copied()
}

/// Keeps the plugin of a type alive, for an object that does not name its plugin otherwise.
pub(crate) fn count_for_owner(index: TypeIndex) -> Option<Counted> {
    owner(index).map(|plugin| Counted::new(plugin.live(), index))
}

/// Withdraws a type's key; `true` if the key stood for the type.
fn take_key(owners: &mut HashMap<TypeIndex, Owners>, index: TypeIndex) -> bool {
    if owners.remove(&index).is_some() {
        OWNED.fetch_sub(1, Ordering::Release);
    }
    type_table::withdraw(index)
}

/// Withdraws the keys of a plugin's types, except those that others have registered too.
pub(super) fn withdraw(plugin: &Instance) {
    // The lock comes first: types that are registered before it is acquired are withdrawn, and none are registered later.
    let mut owners = locked(&OWNERS);
    let types = locked(&plugin.types).clone();
    let mut changed = false;
    for index in types {
        let Some(owner) = owners.get_mut(&index) else {
            continue;
        };
        owner.plugins.retain(|owner| !ptr::eq(*owner, plugin));
        if owner.plugins.is_empty() && !owner.others {
            changed |= take_key(&mut owners, index);
        }
    }
    drop(owners);
    if changed {
        refinements::keys_changed();
        table::meaning_changed();
    }
}

/// Fails if a class that is made at run time cannot have a key. `plugin` is the one that registers it, if one does.
pub(crate) fn check_free(plugin: Option<&'static Instance>, key: &str, replaces: bool) -> Result<()> {
    let owners = locked(&OWNERS);
    match type_table::index_of(key) {
        Some(present) if !goes_with_reload(&owners, plugin, present) => {
            check_replaceable(&owners, plugin, key, present, replaces)
        }
        _ => Ok(()),
    }
}

/// Whether a type belongs to the code that a plugin replaces, so that applying the plugin moves its key.
fn goes_with_reload(
    owners: &HashMap<TypeIndex, Owners>,
    plugin: Option<&'static Instance>,
    present: TypeIndex,
) -> bool {
    plugin.is_some_and(|plugin| {
        let owner = owners.get(&present);
        owner.is_some_and(|owner| owner.is_only_what_is_replaced_by(plugin))
    })
}

fn check_replaceable(
    owners: &HashMap<TypeIndex, Owners>,
    plugin: Option<&'static Instance>,
    key: &str,
    present: TypeIndex,
    replaces: bool,
) -> Result<()> {
    let refuse = |why: String| Err(Error::value_error(format!("type {key} {why}")));
    if !replaces {
        return refuse("is already registered".to_owned());
    }
    if MADE_AT_RUN_TIME.get(present).is_none() {
        return refuse("was not made at run time, so it cannot be replaced or removed".to_owned());
    }
    let others = owners.get(&present).and_then(|owner| {
        let own = |other: &Instance| plugin.is_some_and(|plugin| ptr::eq(plugin, other));
        owner.plugins.iter().find(|owner| !own(owner))
    });
    if let (Some(other), Some(_)) = (others, plugin) {
        return refuse(format!("belongs to plugin {}", other.name()));
    }
    let below = (present.0 + 1..)
        .map(TypeIndex)
        .take_while(|&index| type_table::info(index).is_some())
        .find(|&index| type_table::is_a(index, present) && is_found(index));
    match below {
        Some(child) => refuse(format!("is the parent of {0}; remove {0} first", child.name())),
        None => Ok(()),
    }
}

/// Assigns the key of a class that was registered apart to it; returns the class that had the key before.
pub(crate) fn put_in_place(
    plugin: Option<&'static Instance>,
    index: TypeIndex,
    replaces: bool,
) -> Result<Option<TypeIndex>> {
    let key = type_table::key_of(index).unwrap_or_default();
    let mut owners = locked(&OWNERS);
    let present = type_table::index_of(key);
    // Read under the lock that unloading acquires too: either unloading sees this class, or this sees the unloading.
    if let Some(plugin) = plugin
        && !plugin.state().is_there()
    {
        return Err(Error::runtime_error(format!(
            "plugin {} was unloaded; it cannot register classes",
            plugin.name()
        )));
    }
    if let Some(present) = present {
        if goes_with_reload(&owners, plugin, present) {
            if let Some(plugin) = plugin {
                locked(&plugin.types).push(index);
            }
            return Ok(None);
        }
        check_replaceable(&owners, plugin, key, present, replaces)?;
        take_key(&mut owners, present);
    }
    type_table::restore(index);
    if let Some(plugin) = plugin {
        let owner = Owners {
            plugins: vec![plugin],
            others: false,
        };
        owners.insert(index, owner);
        OWNED.fetch_add(1, Ordering::Release);
        locked(&plugin.types).push(index);
    }
    Ok(present)
}

/// Withdraws the key of a class that was made at run time; returns the class.
pub(crate) fn take_away(key: &str) -> Result<TypeIndex> {
    let mut owners = locked(&OWNERS);
    let Some(present) = type_table::index_of(key) else {
        return Err(Error::value_error(format!("no type is registered as \"{key}\"")));
    };
    check_replaceable(&owners, None, key, present, true)?;
    take_key(&mut owners, present);
    Ok(present)
}

/// Whether a type's key stands for it.
fn is_found(index: TypeIndex) -> bool {
    type_table::key_of(index).and_then(type_table::index_of) == Some(index)
}

/// The number of plugins that are unloaded and not finished.
static UNLOADED: AtomicUsize = AtomicUsize::new(0);

/// Counts an unloaded plugin.
pub(super) fn one_unloaded() {
    UNLOADED.fetch_add(1, Ordering::SeqCst);
}

/// Counts an unloaded plugin as finished.
pub(super) fn one_finished() {
    UNLOADED.fetch_sub(1, Ordering::SeqCst);
}

thread_local! {
    /// Whether [`sweep`] runs on this thread, and whether it must run again.
    static SWEEPING: Cell<(bool, bool)> = const { Cell::new((false, false)) };
}

/// Removes the members of unloaded plugins' types of which no object exists or can be created; these members keep their
/// plugin alive. Call it when a function or object of a plugin was freed.
pub(crate) fn sweep() {
    if UNLOADED.load(Ordering::SeqCst) == 0 {
        return;
    }
    if SWEEPING.get().0 {
        // Called by a destructor below: the outer call runs again.
        SWEEPING.set((true, true));
        return;
    }
    loop {
        SWEEPING.set((true, false));
        let all = instances().clone();
        let unloaded = all.iter().filter(|plugin| plugin.state() == State::Unloaded);
        unloaded.for_each(|plugin| forget_unused(plugin, &all));
        if !SWEEPING.get().1 {
            break;
        }
    }
    SWEEPING.set((false, false));
}

/// Removes the members of an unloaded plugin's types if no object of them exists or can be created: the keys are withdrawn,
/// and these members are all that is left of the plugin (any other function of it could create an object).
pub(super) fn forget_unused(plugin: &Instance, all: &[&'static Instance]) {
    let of_members = member_functions(plugin);
    plugin.live.exclude_members(of_members);
    let in_use = |&(kind, count): &(TypeIndex, u64)| kind != TypeIndex::FUNCTION || count > of_members;
    if plugin.live.present().iter().any(in_use) {
        return;
    }
    // Other plugins may have or create objects of the type, or of types that inherit from it.
    let below = |ancestor: TypeIndex| {
        all.iter().any(|other| {
            let types = locked(&other.types).clone();
            types.iter().any(|&index| {
                type_table::is_a(index, ancestor)
                    && (other.live.count(index) > 0 || (index != ancestor && is_found(index)))
            })
        })
    };
    let types = locked(&plugin.types).clone();
    for index in types {
        if !is_found(index) && !below(index) {
            refinements::forget_members(index);
        }
    }
}

/// The number of functions in the members of a plugin's types.
pub(super) fn member_functions(plugin: &Instance) -> u64 {
    let types = locked(&plugin.types).clone();
    types.iter().map(|&index| members::function_count(index)).sum()
}

/// The keys of a plugin's types, sorted.
pub(super) fn keys(plugin: &Instance) -> Vec<String> {
    let types = locked(&plugin.types).clone();
    let mut keys: Vec<String> = types
        .iter()
        .filter_map(|&index| type_table::key_of(index).map(str::to_owned))
        .collect();
    keys.sort_unstable();
    keys.dedup();
    keys
}

/// The error for a name that is neither a function nor a type key.
#[cold]
pub(super) fn no_type(key: &str) -> Error {
    Error::value_error(format!(
        "neither a function nor a type is registered as \"{key}\""
    ))
}
