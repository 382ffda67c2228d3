//! Putting what a plugin brings into the table.
//!
//! Invariants: what init has brought comes into force all together or not at all; nothing is left in the table of a
//! plugin that is gone, whatever its other threads do meanwhile.

use tvmlike_runtime::abi::TVMLikeRegistration;
use tvmlike_runtime::{Error, Result};

use super::State;
use super::instance::Instance;
use crate::entry::{Change, Pending};
use crate::notice::{self, Event};
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
        notice::changed(Event::Registered, &self.registered);
        notice::changed(Event::Overridden, &self.overridden);
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
    let mut applied = Applied::default();
    let pending = plugin.take();
    check(&pending, plugin.replaces())?;
    for Pending {
        name,
        entry,
        overrides,
    } in pending
    {
        let text = String::from(&*name);
        // Where this fails, the caller takes out again what was put in.
        applied.add(
            text,
            table::insert_of_plugin(name, entry, overrides, plugin.replaces())?,
        );
    }
    plugin.advance(State::Loading, State::Loaded);
    Ok(applied)
}

/// Fails where a plugin brings one name twice, or one that is taken: before anything of it can be seen.
fn check(pending: &[Pending], replaces: Option<&'static Instance>) -> Result<()> {
    let mut seen = std::collections::HashMap::with_capacity_and_hasher(
        pending.len(),
        foldhash::fast::FixedState::with_seed(0),
    );
    for Pending {
        name,
        entry,
        overrides,
    } in pending
    {
        if let Some(first) = seen.insert(&**name, &entry.details) {
            return Err(table::taken(name, first, &entry.details));
        }
        if !overrides {
            table::check_free(name, &entry.details, replaces)?;
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
    let Some(Pending {
        name,
        entry,
        overrides,
    }) = read.pop()
    else {
        return Ok(());
    };
    let text = String::from(&*name);
    let mut applied = Applied::default();
    applied.add(text, table::insert_of_plugin(name, entry, overrides, None)?);
    // Asked after the name is in: an unload that began before has either seen it, or is seen here.
    if !is_there() {
        drop(table::withdraw(plugin));
        return refused();
    }
    applied.tell();
    Ok(())
}
