//! Putting what a plugin brings into the table.
//!
//! Invariants: what init has brought comes into force all together or not at all; nothing is left in the table of a
//! plugin that is gone, whatever its other threads do meanwhile.

use tvmlike_runtime::abi::TVMLikeRegistration;
use tvmlike_runtime::{Error, Result};

use super::instance::Instance;
use super::{State, types};
use crate::entry::{Change, Pending};
use crate::events::{self, Event};
use crate::table;

/// What [`apply`] has changed.
#[derive(Default)]
#[must_use = "who subscribes is to be told"]
pub(super) struct Applied {
    registered: Vec<String>,
    overridden: Vec<String>,
}

impl Applied {
    /// Tells those who want to know.
    pub(super) fn tell(self) {
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

/// Puts all of a plugin's registrations into the table, or none.
pub(super) fn apply(plugin: &'static Instance) -> Result<Applied> {
    let pending = plugin.take();
    check_twice(&pending)?;
    let mut applied = Applied::default();
    for (name, change) in table::insert_all_of_plugin(pending, plugin.replaces())? {
        applied.add(name, change);
    }
    if let Some(old) = plugin.replaces() {
        // Before it can be unloaded.
        types::exchange(old, plugin);
    }
    plugin.advance(State::Loading, State::Loaded);
    Ok(applied)
}

/// Fails where a plugin brings one name twice.
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

/// Registers a function on a plugin's behalf: with the others while its init runs, else at once.
///
/// # Safety
/// The registration is valid for the call.
pub(crate) unsafe fn register(plugin: &'static Instance, registration: &TVMLikeRegistration) -> Result<()> {
    // SAFETY: by contract.
    let mut read = unsafe { plugin.read(std::iter::once(registration))? };
    let is_there = || plugin.state().is_there();
    if plugin.state() == State::Loading {
        match plugin.add(read) {
            None => return Ok(()),
            // Its init has returned, and its functions are just being registered.
            Some(back) => read = back,
        }
    }
    let refused = || {
        Err(Error::runtime_error(format!(
            "plugin {} was unloaded, it cannot register functions any more",
            plugin.name()
        )))
    };
    if !is_there() {
        return refused();
    }
    let Some(pending) = read.pop() else {
        return Ok(());
    };
    let name = pending.name.to_string();
    let mut applied = Applied::default();
    applied.add(name, table::insert_of_plugin(pending)?);
    // Asked after the name is in: an unload that began before has either seen it, or is seen here.
    if !is_there() {
        drop(table::withdraw(plugin));
        return refused();
    }
    applied.tell();
    Ok(())
}
