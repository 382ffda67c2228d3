//! The types that plugins have registered.
//!
//! A type key goes with the last plugin that registered it; its index stays what it was for the objects that are out
//! there, and so do its members as long as there are such objects. Invariants: a type that the host itself or a front
//! end has registered never goes; nothing is dropped under a lock of this file.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex};

use tvmlike_runtime::{Error, Result, TypeIndex, type_table};

use super::State;
use super::instance::{Instance, PluginId, locked};
use crate::{copies, members};

/// Who has registered a type.
#[derive(Default)]
struct Owners {
    plugins: Vec<PluginId>,
    /// Whether somebody who is no plugin has registered it too: then it stays.
    others: bool,
}

/// The owners of types that a plugin registered first.
static OWNERS: LazyLock<Mutex<HashMap<TypeIndex, Owners>>> = LazyLock::new(Mutex::default);

/// Registers a type for a plugin.
pub(crate) fn register(plugin: &'static Instance, key: &str, parent: TypeIndex) -> Result<TypeIndex> {
    if !matches!(plugin.state(), State::Loading | State::Loaded) {
        return register_late(plugin, key, parent);
    }
    let mut owners = locked(&OWNERS);
    let present = type_table::index_of(key);
    let index = type_table::register(key, parent)?;
    if present.is_none() {
        owners.insert(index, Owners::default());
    }
    // A type without owners is the host's: it does not go, whoever declares it too.
    if let Some(owner) = owners.get_mut(&index) {
        if !owner.plugins.contains(&plugin.id()) {
            owner.plugins.push(plugin.id());
        }
        let mut types = locked(&plugin.types);
        if !types.contains(&index) {
            types.push(index);
        }
    }
    Ok(index)
}

/// Code of a plugin that was unloaded meets a type for the first time: the type gets an index, but no name.
fn register_late(plugin: &'static Instance, key: &str, parent: TypeIndex) -> Result<TypeIndex> {
    let known = locked(&plugin.types)
        .iter()
        .copied()
        .find(|&index| type_table::key_of(index) == Some(key));
    match known {
        Some(index) => Ok(index),
        None => {
            let index = type_table::register_apart(key, parent)?;
            locked(&plugin.types).push(index);
            Ok(index)
        }
    }
}

/// Somebody who is no plugin registers a type.
pub(crate) fn register_for_others(key: &str, parent: TypeIndex) -> Result<TypeIndex> {
    if let Some(plugin) = super::running() {
        // A plugin that was built before it could say who it is.
        return register(plugin, key, parent);
    }
    copies::check()?;
    let mut owners = locked(&OWNERS);
    let index = type_table::register(key, parent)?;
    if let Some(owner) = owners.get_mut(&index) {
        owner.others = true;
    }
    Ok(index)
}

/// The plugin that a type belongs to, if it belongs to one.
pub(super) fn owner(index: TypeIndex) -> Option<PluginId> {
    locked(&OWNERS).get(&index)?.plugins.first().copied()
}

/// Takes the keys of a plugin's types away, but of those that others have registered too. Says which.
pub(super) fn withdraw(plugin: &Instance) -> Vec<TypeIndex> {
    let types = locked(&plugin.types).clone();
    let mut owners = locked(&OWNERS);
    let withdrawn: Vec<TypeIndex> = types
        .into_iter()
        .filter(|index| {
            let Some(owner) = owners.get_mut(index) else {
                return false;
            };
            owner.plugins.retain(|&id| id != plugin.id());
            owner.plugins.is_empty() && !owner.others && type_table::withdraw(*index)
        })
        .collect();
    withdrawn.iter().for_each(|index| drop(owners.remove(index)));
    drop(owners);
    if !withdrawn.is_empty() {
        crate::table::meaning_changed();
    }
    withdrawn
}

/// Undoes [`withdraw`].
pub(super) fn restore(plugin: &Instance, withdrawn: &[TypeIndex]) {
    let mut owners = locked(&OWNERS);
    for &index in withdrawn {
        type_table::restore(index);
        let owner = owners.entry(index).or_default();
        if !owner.plugins.contains(&plugin.id()) {
            owner.plugins.push(plugin.id());
        }
    }
    for index in locked(&plugin.types).iter() {
        // What others have registered too was not withdrawn, but the plugin's name was struck.
        if let Some(owner) = owners.get_mut(index)
            && !owner.plugins.contains(&plugin.id())
        {
            owner.plugins.push(plugin.id());
        }
    }
}

/// Lets go of the members of an unloaded plugin's types when nobody can make or meet an object of them any more: the keys
/// are gone, and nothing of the plugin is out there but these members. A function that somebody has can make one.
pub(super) fn forget_unused(plugin: &Instance) {
    let of_members = member_functions(plugin);
    plugin.holds.leave_out(of_members);
    let in_use = |&(kind, count): &(TypeIndex, u64)| kind != TypeIndex::FUNCTION || count > of_members;
    if plugin.holds.present().iter().any(in_use) {
        return;
    }
    let types = locked(&plugin.types).clone();
    for index in types {
        if owner(index).is_none() && !is_found(index) {
            members::forget(index);
        }
    }
}

/// Whether a type's key stands for it.
fn is_found(index: TypeIndex) -> bool {
    type_table::key_of(index).and_then(type_table::index_of) == Some(index)
}

/// The last thing of a kind is gone.
pub(super) fn emptied(plugin: &Instance) {
    if !matches!(plugin.state(), State::Loading | State::Loaded) {
        forget_unused(plugin);
    }
}

/// How many functions stand in the members of a plugin's types.
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
    keys
}

/// The error for a type key that cannot be had.
#[cold]
pub(super) fn no_type(key: &str) -> Error {
    Error::value_error(format!(
        "neither a function nor a type is registered as \"{key}\""
    ))
}
