//! Unloading: names and types of a plugin are withdrawn at once; its functions and objects stay valid.

use std::collections::HashMap;
use std::fmt::Display;

use foldhash::fast::FixedState;
use tvmlike_runtime::function::code_of;
use tvmlike_runtime::{Error, PackedFunc, Result, TypeIndex, type_table};

use super::instance::Instance;
use super::instances::instances;
use super::types;
use crate::events::{self, Event};
use crate::overrides;

/// The entries that were withdrawn from the registry, to be reported and dropped.
#[must_use = "the plugin is kept until `end` is called"]
pub(super) struct TakenOut {
    plugin: &'static Instance,
    names: overrides::Withdrawn,
}

/// Withdraws everything that a plugin has registered. Its state is already Unloaded.
pub(super) fn take_out(plugin: &'static Instance) -> TakenOut {
    types::one_unloaded();
    let names = overrides::withdraw(plugin.id());
    types::withdraw(plugin);
    end_subscriptions(plugin);
    TakenOut { plugin, names }
}

impl TakenOut {
    /// Reports the change, drops the entries, and finishes the plugin if nothing of it is left.
    pub(super) fn end(self) {
        events::changed(Event::Removed, &self.names.removed);
        events::changed(Event::Overridden, &self.names.restored);
        // No lock is held: dropping entries may call back.
        drop(self.names.entries);
        types::sweep();
        self.plugin.live().unload();
    }
}

/// Ends the subscriptions of a plugin: they would keep it alive for ever.
pub(super) fn end_subscriptions(plugin: &'static Instance) {
    events::end_where(|function| is_of(function, plugin));
}

/// Whether a function's code is a plugin's.
fn is_of(function: &PackedFunc, plugin: &'static Instance) -> bool {
    plugin.live().owns_code(code_of(function))
}

/// Fails for a function of a plugin that was unloaded.
pub(crate) fn check_function(function: &PackedFunc, what: &str) -> Result<()> {
    let all = instances().clone();
    let gone = all
        .iter()
        .find(|plugin| !plugin.state().is_there() && is_of(function, plugin));
    match gone {
        None => Ok(()),
        Some(plugin) => Err(Error::runtime_error(format!(
            "plugin {} was unloaded; its functions cannot {what}",
            plugin.name()
        ))),
    }
}

/// Fails while functions or objects of a plugin are in use.
pub(super) fn refuse_if_held(plugin: &'static Instance) -> Result<()> {
    let held = held_by(plugin, &overrides::functions_of(plugin.id()));
    if held.is_empty() {
        return Ok(());
    }
    Err(Error::runtime_error(format!(
        "plugin {} is still in use by {}; drop these references, or pass refuse_if_held=False",
        plugin.name(),
        held.join(", ")
    )))
}

/// The references that keep a plugin alive beside its own registrations: `2 handles of demo.add`, `1 object of
/// demo.Counter`.
pub(super) fn held_by(plugin: &'static Instance, registered: &[(String, PackedFunc)]) -> Vec<String> {
    let mut held = Vec::new();
    let mut known: u64 = types::member_functions(plugin);
    // One function can have several names, and a name of the plugin can have a function of other code.
    let mut names = HashMap::with_capacity_and_hasher(registered.len(), FixedState::with_seed(0));
    for (_, function) in registered {
        *names.entry(function.as_object().as_raw()).or_insert(0) += 1;
    }
    for (name, function) in registered {
        let Some(names) = names.remove(&function.as_object().as_raw()) else {
            continue;
        };
        if plugin.is_mapped() && !is_of(function, plugin) {
            continue;
        }
        known += 1;
        // Each name has one reference in the table and one in `registered`.
        let handles = function.as_object().strong_count().saturating_sub(2 * names);
        if handles > 0 {
            held.push(counted(handles.into(), "handle", format_args!("of {name}")));
        }
    }
    for (kind, count) in plugin.live.present() {
        match kind {
            TypeIndex::FUNCTION if count > known => {
                let others = count - known;
                let what = if plugin.state().is_loaded() {
                    "that it has not registered by a name"
                } else {
                    "of it"
                };
                held.push(counted(others, "function", what));
            }
            TypeIndex::FUNCTION => {}
            TypeIndex::NONE => held.push(counted(count, "hold", "of its own")),
            kind => {
                let key = type_table::key_of(kind).unwrap_or("a type of its own");
                held.push(counted(count, "object", format_args!("of {key}")));
            }
        }
    }
    held
}

fn counted(count: u64, what: &str, more: impl Display) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {what}{plural} {more}")
}
