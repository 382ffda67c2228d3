//! Plugins: libraries of functions and types that are loaded, reloaded and unloaded at run time.
//!
//! A plugin exports one entry point and receives the host's table of functions (see the contract crate). The
//! registrations of its init are collected and applied together when init has succeeded, or not at all. Unloading
//! withdraws its names at once; handles, objects and running calls stay valid, and when the last of them is gone the
//! finish function runs. Reloading registers new code under the names; old handles keep the old code. Invariants: no lock
//! is held while a plugin's code runs; a plugin's code is never unmapped; at most one instance of a file, and of a name, is
//! loaded at a time.
//!
//! docs/plugins.md lists the guarantees, each with its test.

mod apply;
mod described;
mod finish;
pub(crate) mod fork;
mod instance;
mod instances;
mod loading;
mod state;
pub(crate) mod types;
mod unique;
mod unload;

use std::ffi::OsStr;
use std::fmt::Display;
use std::path::{Path, PathBuf};

use tvmlike_runtime::abi::TVMLikePluginInit;
use tvmlike_runtime::{Error, Result};

pub use tvmlike_client::plugin::Hold;
#[doc(hidden)]
pub use tvmlike_client::plugin::host_program;

pub(crate) use crate::entry::PluginId;
use crate::{duplicate_library, events, overrides, table};

use apply::Applied;
pub(crate) use apply::{owner_name, register};
pub use described::Plugin;
pub(crate) use instance::Instance;
use instances::instances;
pub(crate) use instances::{collect, is_loading, running};
use state::State;

/// The plugins that are loaded, in the order of loading.
///
/// # Errors
/// Only in a plugin, if it cannot read the host's answer.
pub fn list() -> Result<Vec<Plugin>> {
    if tvmlike_runtime::host::connected().is_some() {
        return described::list_of_host();
    }
    let loaded: Vec<_> = instances()
        .iter()
        .copied()
        .filter(|plugin| plugin.state().is_loaded())
        .collect();
    Ok(loaded.into_iter().map(Plugin::of).collect())
}

/// Describes the plugin that is loaded under a name, or the last one that was.
///
/// # Errors
/// ValueError if no plugin of this name was ever loaded.
pub fn info(name: &str) -> Result<Plugin> {
    if tvmlike_runtime::host::connected().is_some() {
        return described::from_host("plugin.info", (name,));
    }
    let known: Vec<_> = instances()
        .iter()
        .copied()
        .filter(|plugin| &*plugin.name() == name && plugin.state() != State::Failed)
        .collect();
    let loaded = known.iter().rfind(|plugin| plugin.state().is_loaded());
    match loaded.or(known.last()) {
        Some(plugin) => Ok(Plugin::of(plugin)),
        None => Err(unknown(name)),
    }
}

/// The plugin that registered a function or a type, if one did.
///
/// # Errors
/// ValueError if neither a function nor a type has this name.
pub fn owner(name: &str) -> Result<Option<Plugin>> {
    if tvmlike_runtime::host::connected().is_some() {
        return described::owner_of_host(name);
    }
    if let Some(details) = table::details(name.as_bytes()) {
        return Ok(details.plugin.and_then(instances::of_id).map(Plugin::of));
    }
    let index = tvmlike_runtime::type_table::index_of(name).ok_or_else(|| types::no_type(name))?;
    Ok(types::owner(index).map(Plugin::of))
}

fn unknown(name: &str) -> Error {
    let loaded: Vec<_> = instances()
        .iter()
        .filter(|plugin| plugin.state().is_loaded())
        .map(|plugin| plugin.name().to_string())
        .collect();
    let loaded = if loaded.is_empty() {
        "no plugin is loaded".to_owned()
    } else {
        format!("loaded: {}", loaded.join(", "))
    };
    Error::value_error(format!("no plugin is named \"{name}\"; {loaded}"))
}

/// The plugin of a name that can be unloaded or reloaded.
fn loaded(name: &str) -> Result<&'static Instance> {
    if let Some(running) = running() {
        return Err(Error::runtime_error(format!(
            "the init of plugin {} cannot unload or reload {name}: an init can only register",
            running.name_in_init()
        )));
    }
    let named: Vec<_> = instances()
        .iter()
        .copied()
        .filter(|plugin| &*plugin.name() == name)
        .collect();
    if let Some(found) = named.iter().find(|plugin| plugin.state() == State::Loaded) {
        return Ok(found);
    }
    let busy = |what: &str| Err(Error::runtime_error(format!("plugin {name} is being {what}")));
    if named.iter().any(|plugin| plugin.state() == State::Replacing) {
        return busy("reloaded");
    }
    if named.iter().any(|plugin| plugin.state() == State::Loading) {
        return busy("loaded");
    }
    Err(unknown(name))
}

/// Loads a plugin and registers its functions.
///
/// # Errors
/// OSError if the file cannot be read or is not a library for this machine; ValueError if it is not a plugin, was built
/// for another version of the contract, is already loaded, has the name of a loaded plugin, or registers a name that is
/// already registered; the kind of its init's error, with that error as the cause. The registry is then unchanged.
pub fn load(path: impl AsRef<OsStr>) -> Result<Plugin> {
    let given = Path::new(path.as_ref());
    if tvmlike_runtime::host::connected().is_some() {
        return described::from_host("plugin.load", (&*given.to_string_lossy(),));
    }
    duplicate_library::check()?;
    let plugin = claim(given, None)?;
    let applied = complete(plugin, || loading::open(plugin))?;
    applied.report();
    Ok(Plugin::of(plugin))
}

/// Runs the entry point of a plugin that is linked into the program itself.
///
/// # Errors
/// As [`load`], and ValueError for an entry point that has already run.
pub fn attach(init: TVMLikePluginInit) -> Result<Plugin> {
    duplicate_library::check()?;
    let file = init.and_then(|init| tvmlike_client::file_of(init as *const _));
    let plugin = add(&mut instances(), file.unwrap_or_default(), None, None);
    let applied = complete(plugin, || Ok(init))?;
    applied.report();
    Ok(Plugin::of(plugin))
}

/// Unloads a plugin: withdraws its names and the keys of its types at once, and restores what it overrode. Its functions
/// and objects stay valid; when the last of them is gone, its finish function runs.
///
/// # Errors
/// ValueError if no such plugin is loaded; with `refuse_if_held`, RuntimeError that lists its functions and objects in use.
/// Nothing has changed then.
pub fn unload(name: &str, refuse_if_held: bool) -> Result<Plugin> {
    if tvmlike_runtime::host::connected().is_some() {
        return described::from_host("plugin.unload", (name, refuse_if_held));
    }
    let plugin = loaded(name)?;
    if refuse_if_held {
        unload::refuse_if_held(plugin)?;
    }
    if !plugin.advance(State::Loaded, State::Unloaded) {
        return Err(unknown(name));
    }
    unload::take_out(plugin).end();
    Ok(Plugin::of(plugin))
}

/// Loads a plugin's file again and registers the new code under its names. Existing handles and objects keep the old code.
///
/// # Errors
/// As [`load`]; the plugin is then unchanged.
pub fn reload(name: &str) -> Result<Plugin> {
    if tvmlike_runtime::host::connected().is_some() {
        return described::from_host("plugin.reload", (name,));
    }
    let old = loaded(name)?;
    if !old.advance(State::Loaded, State::Replacing) {
        return Err(loaded(name).err().unwrap_or_else(|| unknown(name)));
    }
    let completed = claim(old.path(), Some(old)).and_then(|plugin| {
        let applied = complete(plugin, || loading::open(plugin))?;
        Ok((plugin, applied))
    });
    let (plugin, applied) = match completed {
        Ok(completed) => completed,
        Err(error) => {
            old.advance(State::Replacing, State::Loaded);
            return Err(error);
        }
    };
    old.advance(State::Replacing, State::Unloaded);
    let gone = unload::take_out(old);
    // Reported when there is one plugin again.
    applied.report();
    gone.end();
    Ok(Plugin::of(plugin))
}

/// Adds an instance for a file, which no other thread can load meanwhile.
fn claim(given: &Path, replaces: Option<&'static Instance>) -> Result<&'static Instance> {
    use std::os::unix::fs::MetadataExt;
    let unreadable =
        |why: &dyn Display| Error::os_error(format!("cannot load plugin {}: {why}", given.display()));
    let path = given.canonicalize().map_err(|error| unreadable(&error))?;
    let metadata = path.metadata().map_err(|error| unreadable(&error))?;
    if !metadata.is_file() {
        return Err(unreadable(&"it is not a file"));
    }
    let file = (metadata.dev(), metadata.ino());
    let mut instances = instances();
    // The inode number of a removed file may belong to another file by now.
    let is_still = |path: &Path| {
        path.metadata()
            .is_ok_and(|metadata| (metadata.dev(), metadata.ino()) == file)
    };
    let same = |other: &&&'static Instance| {
        other.state().is_there()
            && (other.path() == path || other.file() == Some(file) && is_still(other.path()))
            && !replaces.is_some_and(|old| std::ptr::eq(**other, old))
    };
    if let Some(present) = instances.iter().find(same) {
        let from = present.path().display();
        return Err(Error::value_error(match present.state() {
            State::Loading => format!("plugin {from} is already being loaded"),
            _ => format!("plugin {} is already loaded, from {from}", present.name()),
        }));
    }
    Ok(add(&mut instances, path, Some(file), replaces))
}

/// Adds an instance that is about to be loaded.
fn add(
    instances: &mut Vec<&'static Instance>,
    path: PathBuf,
    file: Option<(u64, u64)>,
    replaces: Option<&'static Instance>,
) -> &'static Instance {
    events::set_check(|function| unload::check_function(function, "subscribe"));
    let plugin = Instance::new(path, file, replaces);
    instances.push(plugin);
    plugin
}

/// Takes an instance from its claim to the state Loaded, or Failed.
fn complete(plugin: &'static Instance, open: impl FnOnce() -> Result<TVMLikePluginInit>) -> Result<Applied> {
    let loaded = open()
        .and_then(|init| {
            // After the library's own constructors, before its init, which may end the process.
            finish::at_exit();
            loading::run_init(plugin, init)
        })
        .and_then(|()| apply::apply(plugin));
    if loaded.is_err() {
        plugin.advance(State::Loading, State::Failed);
        drop(plugin.take());
        unload::end_subscriptions(plugin);
        drop(overrides::withdraw(plugin.id()));
        types::withdraw(plugin);
        let all = instances().clone();
        types::forget_unused(plugin, &all);
    }
    loaded
}
