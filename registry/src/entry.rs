//! The entries of the name table: a function, its owner, its place in the source, its signature record.

use std::ffi::{c_int, c_void};
use std::sync::Arc;

use serde_json::Value;
pub(crate) use tvmlike_client::Place;
use tvmlike_runtime::abi::{
    TVMLIKE_REGISTER_BY_RECORD, TVMLIKE_REGISTER_KEEPS_GIL, TVMLIKE_REGISTER_KEYWORD_ONLY, TVMLikeValue,
};
use tvmlike_runtime::{Any, AnyView, FromArg, PackedFunc, foreign};

/// The number of a load of a plugin, counted from 1 in the order of loading.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct PluginId(pub(crate) u64);

/// One entry: the function, and details that are rarely read.
#[derive(Clone)]
pub(crate) struct Entry {
    pub(crate) function: PackedFunc,
    pub(crate) details: Arc<Details>,
    /// The bits of [`LASTING`] that it was registered with.
    pub(crate) flags: u32,
    /// The entry that it overrides, which is restored when its plugin is unloaded.
    pub(crate) shadowed: Option<Box<Entry>>,
}

impl Entry {
    /// Whether a plugin registered it.
    pub(crate) fn is_of(&self, plugin: PluginId) -> bool {
        self.details.plugin == Some(plugin)
    }

    /// The entry and those below it, without those that no plugin registered.
    pub(crate) fn layers_of_plugins(&self) -> Option<Box<Self>> {
        let below = self.shadowed.as_deref().and_then(Self::layers_of_plugins);
        if self.details.plugin.is_none() {
            return below;
        }
        Some(Box::new(Self {
            function: self.function.clone(),
            details: self.details.clone(),
            flags: self.flags,
            shadowed: below,
        }))
    }
}

/// The registration flags that describe the function; the others describe the act of registering.
pub(crate) const LASTING: u32 =
    TVMLIKE_REGISTER_KEEPS_GIL | TVMLIKE_REGISTER_KEYWORD_ONLY | TVMLIKE_REGISTER_BY_RECORD;

/// The effect of inserting an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Change {
    /// The name was free.
    Registered,
    /// The name had another visible entry.
    Overridden,
    /// The visible entry stays: it overrides the new one.
    Hidden,
}

/// A registration that is not in the table yet.
pub(crate) struct Pending {
    pub(crate) name: Box<str>,
    pub(crate) entry: Entry,
    pub(crate) overrides: bool,
}

/// The origin of an entry and its signature record.
pub(crate) struct Details {
    pub(crate) owner: Arc<str>,
    /// The plugin that registered it, if one did.
    pub(crate) plugin: Option<PluginId>,
    pub(crate) place: Option<Place>,
    pub(crate) record: Record,
}

impl Details {
    /// Who registered the entry and where, for error messages.
    pub(crate) fn origin(&self) -> String {
        match &self.place {
            Some(place) => format!("by {} at {place}", self.owner),
            None => format!("by {}", self.owner),
        }
    }
}

/// Where a signature record comes from.
#[derive(Clone)]
pub(crate) enum Record {
    /// No record.
    None,
    /// JSON text.
    Text(Box<str>),
    /// A function that writes the text on demand.
    Described {
        describe: unsafe extern "C" fn(*const c_void, *mut TVMLikeValue) -> c_int,
        context: *const c_void,
    },
}

// SAFETY: by contract of the registration, a describing function can be called from any thread for ever.
unsafe impl Send for Record {}
// SAFETY: as above.
unsafe impl Sync for Record {}

impl Record {
    /// The record that the function was created with, for a registration without one.
    pub(crate) fn own(function: &PackedFunc) -> Self {
        let record = function.record();
        record.map_or(Self::None, |record| Self::Text((*record).into()))
    }

    /// The flags that a record in text implies. A record that is not JSON implies none.
    pub(crate) fn flags(&self) -> u32 {
        let Self::Text(text) = self else { return 0 };
        let Ok(record) = serde_json::from_str::<Value>(text) else {
            return 0;
        };
        let overloads = record["overloads"].as_array().into_iter().flatten();
        let mut flags = 0;
        for signature in std::iter::once(&record).chain(overloads) {
            if !signature["keyword_only"].is_null() {
                flags |= TVMLIKE_REGISTER_KEYWORD_ONLY;
            }
            let types = ["a", "r"].map(|key| signature[key].as_array().into_iter().flatten());
            if types.into_iter().flatten().any(needs_front_end) {
                flags |= TVMLIKE_REGISTER_BY_RECORD;
            }
        }
        flags
    }

    /// The record as JSON text.
    pub(crate) fn text(&self) -> Option<String> {
        match self {
            Self::None => None,
            Self::Text(text) => Some(text.to_string()),
            Self::Described { describe, context } => {
                let mut value = *AnyView::NONE.as_raw();
                let words = [*context as usize, (&raw mut value) as usize, 0, 0, 0];
                // SAFETY: by contract of the registration; an exception is caught.
                let status = unsafe { foreign::call(*describe as foreign::Target, words) };
                // SAFETY: an owned value, or none as it was.
                let value = unsafe { Any::from_raw(value) };
                if status != 0 {
                    tvmlike_runtime::error::clear_raised();
                    return None;
                }
                String::from_arg(value.view()).ok()
            }
        }
    }
}

/// Whether front ends convert a type of a record themselves.
fn needs_front_end(ty: &Value) -> bool {
    let Some(items) = ty.as_array() else {
        return matches!(ty.as_str(), Some("path" | "duration" | "integer"));
    };
    match (items.first().and_then(Value::as_str), &items[..]) {
        (Some("enum" | "list" | "set" | "record"), _) => true,
        // The second item is a name or a type key.
        (Some("named"), [_, _, rest @ ..]) => rest.iter().any(needs_front_end),
        (Some("object"), _) => false,
        (_, [_, rest @ ..]) => rest.iter().any(needs_front_end),
        (_, []) => false,
    }
}

/// The description of a registered function.
///
/// ```
/// use tvmlike_registry::{info, register};
/// use tvmlike_runtime::PackedFunc;
///
/// register("doc.info.f", PackedFunc::typed("doc.info.f", || 1_i64))?;
/// let info = info("doc.info.f")?;
/// assert_eq!(info.name, "doc.info.f");
/// assert!(info.place.is_some_and(|place| place.line > 0));
/// // The closure's parameter names are unknown, so there is no record.
/// assert_eq!(info.record, None);
/// # Ok::<(), tvmlike_runtime::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Info {
    /// Its name.
    pub name: String,
    /// The library or front end that registered it.
    pub owner: String,
    /// Where it is defined.
    pub place: Option<Place>,
    /// Its signature record as JSON text.
    pub record: Option<String>,
}
