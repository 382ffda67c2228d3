//! Applying the registrations of a plugin to the table.
//!
//! Invariants: the registrations of an init are applied all together or not at all; an unloaded plugin has no entry in
//! the table, whatever its other threads do meanwhile.

use std::ptr;
use std::sync::Arc;

use tvmlike_runtime::{Error, Result};

use super::instance::Instance;
use super::instances::running;
use super::state::State;
use super::types;
use crate::entry::{Change, Pending};
use crate::events::{self, Event};
use crate::{overrides, table};

/// The changes that [`apply`] has made.
#[derive(Default)]
#[must_use = "the changes must be reported to subscribers"]
pub(super) struct Applied {
    registered: Vec<String>,
    overridden: Vec<String>,
}

impl Applied {
    /// Reports the changes to subscribers.
    pub(super) fn report(self) {
        events::changed(Event::Registered, &self.registered);
        events::changed(Event::Overridden, &self.overridden);
    }

    fn add(&mut self, name: String, change: Change) {
        match change {
            Change::Registered => self.registered.push(name),
            Change::Overridden => self.overridden.push(name),
            Change::Hidden => {}
        }
    }
}

/// Inserts all of a plugin's registrations into the table, or none.
pub(super) fn apply(plugin: &'static Instance) -> Result<Applied> {
    let pending = plugin.take();
    check_twice(&pending)?;
    let mut applied = Applied::default();
    for (name, change) in overrides::insert_all_of_plugin(pending, plugin.replaces().map(Instance::id))? {
        applied.add(name, change);
    }
    if let Some(old) = plugin.replaces() {
        // Before the old plugin can be unloaded.
        types::exchange(old, plugin);
    }
    plugin.advance(State::Loading, State::Loaded);
    Ok(applied)
}

/// Fails if a plugin registers one name twice.
fn check_twice(pending: &[Pending]) -> Result<()> {
    let mut seen = std::collections::HashMap::with_capacity_and_hasher(
        pending.len(),
        foldhash::fast::FixedState::with_seed(0),
    );
    for Pending { name, entry, .. } in pending {
        if let Some(first) = seen.insert(&**name, &entry.details) {
            return Err(table::taken(name, first, &entry.details));
        }
    }
    Ok(())
}

/// The owner's name in what a plugin registers now.
pub(crate) fn owner_name(plugin: &'static Instance) -> Arc<str> {
    if running().is_some_and(|running| ptr::eq(running, plugin)) {
        plugin.name_in_init().into()
    } else {
        plugin.name()
    }
}

/// Registers a function of a plugin: with its other functions while its init runs, else at once.
///
/// # Errors
/// ValueError for a name that is taken, RuntimeError for a plugin that was unloaded.
pub(crate) fn register(plugin: &'static Instance, mut pending: Pending) -> Result<()> {
    let is_there = || plugin.state().is_there();
    if plugin.state() == State::Loading {
        match plugin.add(vec![pending]).and_then(|mut back| back.pop()) {
            None => return Ok(()),
            // Its init has returned, and its functions are just being registered.
            Some(back) => pending = back,
        }
    }
    let refused = || {
        Err(Error::runtime_error(format!(
            "plugin {} was unloaded; it cannot register functions",
            plugin.name()
        )))
    };
    if !is_there() {
        return refused();
    }
    let name = pending.name.to_string();
    let mut applied = Applied::default();
    applied.add(name, overrides::insert_of_plugin(pending)?);
    // Read after the insertion: an unload that began earlier has either withdrawn the name, or is seen here.
    if !is_there() {
        drop(overrides::withdraw(plugin.id()));
        return refused();
    }
    applied.report();
    Ok(())
}
