//! Unloading: what a plugin brought is withdrawn at once, what is out there stays valid.

use std::fmt::Display;

use tvmlike_runtime::{Error, Result, TypeIndex, type_table};

use super::instance::Instance;
use super::{State, types};
use crate::table;

/// Withdraws everything that a plugin has registered, and lets it be finished when nothing of it is left. `false` where
/// another thread was faster.
pub(super) fn withdraw(plugin: &'static Instance) -> bool {
    if !plugin.advance(State::Loaded, State::Unloaded) {
        return false;
    }
    let table::Withdrawn {
        removed,
        restored,
        entries,
    } = table::withdraw(plugin);
    types::withdraw(plugin);
    // Its own subscriptions would keep it for ever.
    crate::notice::end_where(|function| plugin.holds.covers(tvmlike_runtime::function::code_of(function)));
    crate::notice::changed(crate::notice::Event::Removed, &removed);
    crate::notice::changed(crate::notice::Event::Overridden, &restored);
    // Behind all locks: what dies here may call back.
    drop(entries);
    types::forget_unused(plugin);
    plugin.holds.unload();
    true
}

/// Fails while somebody holds something of a plugin.
pub(super) fn refuse_if_held(plugin: &'static Instance) -> Result<()> {
    let held = held_by(plugin);
    if held.is_empty() {
        return Ok(());
    }
    Err(Error::runtime_error(format!(
        "plugin {} is held by {}; let go of them, or unload it without refuse_if_held",
        plugin.name(),
        held.join(", ")
    )))
}

/// What keeps a plugin from being finished, beside its own registrations: `2 handles of demo.add`, `1 object of
/// demo.Counter`.
pub(super) fn held_by(plugin: &'static Instance) -> Vec<String> {
    let mut held = Vec::new();
    let mut known: u64 = types::member_functions(plugin);
    for (name, entry) in table::functions_of(plugin) {
        known += 1;
        // One is the table's, one is in hand here.
        let handles = entry.function.as_object().strong_count().saturating_sub(2);
        if handles > 0 {
            held.push(counted(handles.into(), "handle", format_args!("of {name}")));
        }
    }
    for (kind, count) in plugin.holds.present() {
        match kind {
            TypeIndex::FUNCTION if count > known => {
                let others = count - known;
                let what = if plugin.state() == State::Loaded {
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
