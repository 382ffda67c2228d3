//! `plugin.*`

use tvmlike::packed_func;
use tvmlike::plugin::{self, Plugin};
use tvmlike_runtime::{Array, Map, Result};

fn described(plugin: &Plugin) -> Map {
    Map::from(plugin)
}

/// Loads a plugin library and registers its functions.
///
/// Returns the same map as `plugin.info`.
#[packed_func("plugin.load", release_gil)]
fn load(path: &str) -> Result<Map> {
    Ok(described(&plugin::load(path)?))
}

/// Returns the loaded plugins in the order of loading, each as in `plugin.info`.
#[packed_func("plugin.list")]
fn list() -> Result<Array> {
    Ok(plugin::list()?.iter().map(described).collect())
}

/// Describes the plugin that is loaded under a name, or the last one that was.
///
/// A map of `id` (a number for each load), `name`, `version`, `path`, `functions` and `types` (the names that it has
/// registered), `state` (`loaded`; `unloaded`, while some of its objects are in use; `finished`), `held_by` (those objects,
/// as text) and `finish_error` (the error of its finish function, or None).
#[packed_func("plugin.info")]
fn info(name: &str) -> Result<Map> {
    Ok(described(&plugin::info(name)?))
}

/// Describes the plugin that registered a function or type, as `plugin.info`; None if no plugin did.
#[packed_func("plugin.owner")]
fn owner(name: &str) -> Result<Option<Map>> {
    Ok(plugin::owner(name)?.as_ref().map(described))
}

/// Unloads a plugin: removes its names at once and restores the functions that it has overridden.
///
/// Its functions and objects that are in use stay valid; after the last of them is freed, its finish function runs. With
/// `refuse_if_held`, unloading fails if any are in use, and changes nothing.
#[packed_func("plugin.unload", release_gil)]
fn unload(name: &str, #[default(false)] refuse_if_held: bool) -> Result<Map> {
    Ok(described(&plugin::unload(name, refuse_if_held)?))
}

/// Loads a plugin's file again and registers the new code under its names. Functions and objects in use keep the old code.
///
/// If the new code cannot be loaded, the plugin stays unchanged.
#[packed_func("plugin.reload", release_gil)]
fn reload(name: &str) -> Result<Map> {
    Ok(described(&plugin::reload(name)?))
}
