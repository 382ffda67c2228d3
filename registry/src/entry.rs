//! What the table keeps under a name.

use std::ffi::{c_int, c_void};
use std::sync::Arc;

use serde_json::Value;
pub(crate) use tvmlike_client::Place;
use tvmlike_runtime::abi::{
    TVMLIKE_REGISTER_BY_RECORD, TVMLIKE_REGISTER_KEEPS_GIL, TVMLIKE_REGISTER_KEYWORD_ONLY, TVMLikeValue,
};
use tvmlike_runtime::{Any, AnyView, FromArg, PackedFunc, foreign};

/// Which load of a plugin, counted from 1 in the order of loading.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PluginId(pub u64);

/// One entry: the function, and details that are rarely read.
#[derive(Clone)]
pub(crate) struct Entry {
    pub(crate) function: PackedFunc,
    pub(crate) details: Arc<Details>,
    /// The bits of [`LASTING`] that it was registered with.
    pub(crate) flags: u32,
    /// What it replaces as long as it is there: a plugin gives a name back when it goes.
    pub(crate) shadowed: Option<Box<Entry>>,
}

impl Entry {
    /// Whether a plugin registered it.
    pub(crate) fn is_of(&self, plugin: PluginId) -> bool {
        self.details.plugin == Some(plugin)
    }
}

/// The registration flags that say something of the function, and not of the act of registering.
pub(crate) const LASTING: u32 =
    TVMLIKE_REGISTER_KEEPS_GIL | TVMLIKE_REGISTER_KEYWORD_ONLY | TVMLIKE_REGISTER_BY_RECORD;

/// What putting an entry under a name has changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Change {
    /// The name stood for nothing before.
    Registered,
    /// The name stood for something else before.
    Overridden,
    /// The name stands for what it stood for: the entry lies in a shadow.
    Hidden,
}

/// A registration that has been read and is not in the table yet.
pub(crate) struct Pending {
    pub(crate) name: Box<str>,
    pub(crate) entry: Entry,
    pub(crate) overrides: bool,
}

/// Where an entry comes from and what the function says of itself.
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
    /// There is none.
    None,
    /// Text that was given.
    Text(Box<str>),
    /// A function that writes the text when it is asked.
    Described {
        describe: unsafe extern "C" fn(*const c_void, *mut TVMLikeValue) -> c_int,
        context: *const c_void,
    },
}

// SAFETY: whoever registers a describing function promises that it can be called from any thread for ever.
unsafe impl Send for Record {}
// SAFETY: as above.
unsafe impl Sync for Record {}

impl Record {
    /// What a function was made with, for one of which nothing is said when it is registered.
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
                // SAFETY: by the promise of whoever registered it; one that throws is caught.
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
        return matches!(ty.as_str(), Some("path" | "duration"));
    };
    match (items.first().and_then(Value::as_str), &items[..]) {
        (Some("enum" | "set" | "record"), _) => true,
        // The second item is a name or a type key.
        (Some("named"), [_, _, rest @ ..]) => rest.iter().any(needs_front_end),
        (Some("object"), _) => false,
        (_, [_, rest @ ..]) => rest.iter().any(needs_front_end),
        (_, []) => false,
    }
}

/// What is known of a registered function.
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
