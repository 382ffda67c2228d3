//! `plugin.*`

use tvmlike::packed_func;
use tvmlike::plugin::{self, Plugin};
use tvmlike_runtime::{Any, Array, Map, Result, ToAny};

/// Loads a plugin library and registers its functions.
///
/// Returns a map of its name, version, path and the names it registered.
#[packed_func("plugin.load", release_lock)]
fn load(path: &str) -> Result<Map> {
    Ok(describe(&*plugin::load(path)?))
}

/// The plugins that are loaded, in the order of loading, each as `plugin.load` returned it.
#[packed_func("plugin.list")]
fn list() -> Array {
    plugin::list().iter().map(|plugin| describe(plugin)).collect()
}

/// A plugin as `plugin.load` returns it.
pub fn describe(plugin: &Plugin) -> Map {
    let text = |text: &str| text.to_any();
    let functions: Array = plugin.functions.iter().map(|name| text(name)).collect();
    let pairs: [(&str, Any); 4] = [
        ("name", text(&plugin.name)),
        ("version", text(&plugin.version)),
        ("path", text(&plugin.path.to_string_lossy())),
        ("functions", functions.into()),
    ];
    pairs.into_iter().collect()
}
