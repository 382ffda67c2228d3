//! `plugin.*`

use tvmlike::packed_func;
use tvmlike::plugin::{self, Plugin};
use tvmlike_runtime::{Array, Map, Result};

fn described(plugin: &Plugin) -> Map {
    Map::from(plugin)
}

/// Loads a plugin library and registers its functions.
///
/// Returns what `plugin.info` says of it.
#[packed_func("plugin.load", release_gil)]
fn load(path: &str) -> Result<Map> {
    Ok(described(&plugin::load(path)?))
}

/// The plugins that are loaded, in the order of loading, each as `plugin.info` has it.
#[packed_func("plugin.list")]
fn list() -> Result<Array> {
    Ok(plugin::list()?.iter().map(described).collect())
}

/// What is known of a plugin: the one that is loaded under the name, or the last one that was.
///
/// A map of `id` (which load it is), `name`, `version`, `path`, `functions` and `types` (the names that it has brought),
/// `state` (`loaded`; `unloaded`, while something of it is out there; `finished`), `held_by` (what that is, as text) and
/// `finish_error` (what its finish function failed with, or None).
#[packed_func("plugin.info")]
fn info(name: &str) -> Result<Map> {
    Ok(described(&plugin::info(name)?))
}

/// The plugin that brought a function or a type, by its name or key; None where no plugin did.
#[packed_func("plugin.owner")]
fn owner(name: &str) -> Result<Option<Map>> {
    Ok(plugin::owner(name)?.as_ref().map(described))
}

/// Unloads a plugin: its names are withdrawn at once, and what it overrode comes back.
///
/// Functions and objects of it that are out there stay valid; when the last of them is gone, its finish function runs.
/// With `refuse_if_held`, what is out there is an error that names it, and nothing has changed.
#[packed_func("plugin.unload", release_gil)]
fn unload(name: &str, #[default(false)] refuse_if_held: bool) -> Result<Map> {
    Ok(described(&plugin::unload(name, refuse_if_held)?))
}

/// Loads a plugin's file again and puts the new code under its names. What is out there keeps the old code.
///
/// Where the new code cannot be loaded, the plugin is as it was.
#[packed_func("plugin.reload", release_gil)]
fn reload(name: &str) -> Result<Map> {
    Ok(described(&plugin::reload(name)?))
}
