//! The description of a plugin, which is passed between host and plugins as a map.

use std::path::PathBuf;
use std::time::Duration;

use tvmlike_runtime::function::Arguments;
use tvmlike_runtime::{Any, Array, Error, FromArg, Map, Result, ToAny};

use super::instance::Instance;
use super::state::State;
use super::{types, unload};
use crate::overrides;

/// The state of a plugin at the time of the query.
///
/// ```
/// use tvmlike_registry::plugin;
///
/// for loaded in plugin::list()? {
///     println!("{} {}: {} functions", loaded.name, loaded.version, loaded.functions.len());
/// }
/// assert!(plugin::info("doc.none").is_err());
/// # Ok::<(), tvmlike_runtime::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Plugin {
    /// The number of the load, counted from 1.
    pub id: u64,
    /// The name that its init has set.
    pub name: String,
    /// The version that its init has set.
    pub version: String,
    /// The file it was loaded from.
    pub path: PathBuf,
    /// The names of its functions, sorted.
    pub functions: Vec<String>,
    /// The keys of the types that it registered, sorted.
    pub types: Vec<String>,
    /// `loading`, `loaded`, `unloaded` or `finished`.
    pub state: String,
    /// The objects and functions in use that keep it from being finished, as text.
    pub held_by: Vec<String>,
    /// The error of its finish function, if it failed.
    pub finish_error: Option<String>,
}

impl Plugin {
    /// Describes an instance in this copy's own registry.
    pub(super) fn of(plugin: &'static Instance) -> Self {
        let registered = overrides::functions_of(plugin.id());
        let held_by = if plugin.state() == State::Finished {
            Vec::new()
        } else {
            unload::held_by(plugin, &registered)
        };
        Self {
            id: plugin.id().0,
            name: plugin.name().to_string(),
            version: plugin.version().to_string(),
            path: plugin.path().to_owned(),
            functions: registered.into_iter().map(|(name, _)| name).collect(),
            types: types::keys(plugin),
            state: plugin.state().name().to_owned(),
            held_by,
            finish_error: plugin.finished(Duration::ZERO).and_then(Result::err),
        }
    }
}

fn texts(texts: &[String]) -> Array {
    texts.iter().map(|text| text.as_str().to_any()).collect()
}

impl From<&Plugin> for Map {
    fn from(plugin: &Plugin) -> Self {
        let text = |text: &str| text.to_any();
        let pairs: [(&str, Any); 9] = [
            ("id", (plugin.id as i64).to_any()),
            ("name", text(&plugin.name)),
            ("version", text(&plugin.version)),
            ("path", text(&plugin.path.to_string_lossy())),
            ("functions", texts(&plugin.functions).into()),
            ("types", texts(&plugin.types).into()),
            ("state", text(&plugin.state)),
            ("held_by", texts(&plugin.held_by).into()),
            (
                "finish_error",
                plugin.finish_error.as_deref().map_or_else(Any::default, text),
            ),
        ];
        pairs
            .into_iter()
            .map(|(key, value)| (Any::from(key), value))
            .collect()
    }
}

fn read(map: &Map) -> Result<Plugin> {
    let field = |key: &str| {
        let key = Any::from(key);
        map.get(key.view())
            .ok_or_else(|| Error::key_error(format!("the host's description of a plugin lacks {key:?}")))
    };
    Ok(Plugin {
        id: field("id")?.convert::<i64>()? as u64,
        name: field("name")?.convert()?,
        version: field("version")?.convert()?,
        path: PathBuf::from(field("path")?.convert::<String>()?),
        functions: field("functions")?.convert()?,
        types: field("types")?.convert()?,
        state: field("state")?.convert()?,
        held_by: field("held_by")?.convert()?,
        finish_error: field("finish_error")?.convert()?,
    })
}

/// Asks the host that this copy is connected to.
pub(super) fn from_host(function: &str, args: impl Arguments) -> Result<Plugin> {
    read(&tvmlike_client::get(function)?.call(args)?.cast()?)
}

/// As [`super::list`].
pub(super) fn list_of_host() -> Result<Vec<Plugin>> {
    let all: Array = tvmlike_client::get("plugin.list")?.call(())?.cast()?;
    let maps = all
        .iter()
        .map(|map| Map::from_arg(map).map_err(|mismatch| mismatch.into_error("a plugin of the host's list")));
    maps.map(|map| read(&map?)).collect()
}

/// As [`super::owner`].
pub(super) fn owner_of_host(name: &str) -> Result<Option<Plugin>> {
    let owner: Option<Map> = tvmlike_client::get("plugin.owner")?.call_as((name,))?;
    owner.as_ref().map(read).transpose()
}
