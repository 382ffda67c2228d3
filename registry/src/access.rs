//! Registering, removing and describing functions by name, in the host's own table.

use tvmlike_runtime::{Error, Result, host};

use crate::entry::{Info, Pending};
use crate::events::Event;
use crate::{close_names, duplicate_library, events, plugin, table};

/// Registers a function, or collects it for the plugin whose init runs on this thread.
pub(crate) fn register_pending(pending: Pending) -> Result<()> {
    let Some(Pending {
        name,
        entry,
        overrides,
    }) = plugin::collect(pending)
    else {
        return Ok(());
    };
    // The table takes the name; only subscribers need a copy.
    let told = events::is_watched().then(|| name.clone());
    let event = match table::insert(name, entry, overrides)? {
        None => Event::Registered,
        Some(_) => Event::Overridden,
    };
    events::changed(event, told.as_slice());
    Ok(())
}

#[cold]
fn missing(name: &str) -> Error {
    if let Err(second) = duplicate_library::check() {
        return second;
    }
    let hint = close_names::hint(name);
    Error::value_error(format!("no packed function is registered as \"{name}\"{hint}"))
}

/// Removes a name. Existing handles stay valid.
pub(crate) fn remove(name: &str) -> Result<()> {
    match table::remove(name.as_bytes()) {
        Some(removed) => {
            drop(removed);
            events::changed(Event::Removed, &[name]);
            Ok(())
        }
        None => Err(missing(name)),
    }
}

/// Describes a registered function. In the host only.
///
/// # Errors
/// ValueError if the name is not registered; RuntimeError in a plugin.
pub fn info(name: &str) -> Result<Info> {
    if host::connected().is_some() {
        return Err(Error::runtime_error(
            "info() works in the host only; in a plugin, call the function `registry.info`",
        ));
    }
    let details = table::details(name.as_bytes()).ok_or_else(|| missing(name))?;
    Ok(Info {
        name: name.to_owned(),
        owner: details.owner.to_string(),
        place: details.place.clone(),
        record: details.record.text(),
    })
}
