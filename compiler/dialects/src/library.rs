//! The dialects of the library: their embedded records, and loading them into contexts.
//!
//! Invariant: a record is decoded once per process, and a context gets to know a dialect as a whole.

use std::fmt;
use std::sync::{Arc, OnceLock};

use tvmlike_define::{DialectRecord, Hooks, read_dialect};
use tvmlike_ir::{Context, DialectSource};

use crate::{discardable, fold, forms, infer, interfaces, loading, ranges, symbols, verifiers};

/// The dialect that every context has.
const BUILTIN: &str = "builtin";

/// A data file in the library.
struct Embedded {
    name: &'static str,
    length: usize,
    compressed: &'static [u8],
    record: OnceLock<Arc<DialectRecord>>,
}

impl Embedded {
    const fn new(name: &'static str, length: usize, compressed: &'static [u8]) -> Self {
        Self {
            name,
            length,
            compressed,
            record: OnceLock::new(),
        }
    }

    /// The text of the data file.
    fn text(&self) -> String {
        let mut bytes = vec![0; self.length];
        let parts = std::iter::once(self.compressed);
        let length = miniz_oxide::inflate::decompress_slice_iter_to_slice(&mut bytes, parts, false, true);
        let is_whole = length == Ok(self.length);
        let text = is_whole.then(|| String::from_utf8(bytes).ok()).flatten();
        text.expect("the build compressed a text of this length")
    }

    fn record(&self) -> &Arc<DialectRecord> {
        self.record.get().unwrap_or_else(|| {
            let _steady = loading::Steady::begin();
            self.record.get_or_init(|| match read_dialect(&self.text()) {
                Ok(record) => Arc::new(record),
                Err(error) => panic!("the data of the dialect '{}' is wrong: {error}", self.name),
            })
        })
    }
}

include!(concat!(env!("OUT_DIR"), "/table.rs"));

/// Why a dialect was not loaded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LoadError {
    /// The library has no dialect of this name.
    NotFound(String),
    /// The context refused it.
    Refused(String),
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFound(name) => {
                write!(
                    f,
                    "Dialect '{name}' not found; the library has: {}",
                    names().collect::<Vec<_>>().join(", ")
                )
            }
            Self::Refused(reason) => f.write_str(reason),
        }
    }
}

impl std::error::Error for LoadError {}

fn find(name: &str) -> Option<&'static Embedded> {
    let index = ALL.binary_search_by(|each| each.name.cmp(name)).ok()?;
    Some(&ALL[index])
}

/// The names of the dialects, sorted.
pub fn names() -> impl Iterator<Item = &'static str> {
    ALL.iter().map(|each| each.name)
}

/// What a dialect is; `None` if the library has none of this name.
pub fn record(name: &str) -> Option<&'static Arc<DialectRecord>> {
    find(name).map(Embedded::record)
}

/// As [`record`], with an owner of its own.
pub(crate) fn embedded_record(name: &str) -> Option<Arc<DialectRecord>> {
    record(name).cloned()
}

/// Marks a dialect whose operations are all registered.
struct Loaded;

fn is_loaded(context: &Context, name: &[u8]) -> bool {
    let dialect = context.dialect(name);
    dialect.is_some_and(|dialect| dialect.extensions().get::<Loaded>().is_some())
}

/// Makes a context know a dialect, and those whose types and attributes it uses. A dialect that it knows stays as it is.
///
/// # Errors
/// The library has no dialect of this name.
pub fn load(context: &Context, name: &str) -> Result<(), LoadError> {
    let embedded = find(name).ok_or_else(|| LoadError::NotFound(name.to_owned()))?;
    if name == BUILTIN || is_loaded(context, name.as_bytes()) {
        return Ok(());
    }
    let Some(_loading) = loading::begin(context, embedded.name) else {
        return Ok(());
    };
    for other in &embedded.record().depends {
        if record(other).is_some_and(|record| !record.types.is_empty() || !record.attributes.is_empty()) {
            load(context, other)?;
        }
    }
    if let Some(dialect) = context.dialect(name.as_bytes()) {
        dialect.extensions().get_or_insert_with(|| Loaded);
        return Ok(());
    }
    let record = embedded.record();
    let find: fn(&str) -> Option<Arc<DialectRecord>> = embedded_record;
    let hooks = Hooks {
        symbols: symbols::of(name),
        sources: symbols::sources(find),
        ..verifiers::hooks(name)
    };
    tvmlike_define::register_with(context, Arc::clone(record), &hooks, |infos| {
        symbols::attach_aliases(context, name);
        infer::attach(record, infos);
        fold::attach(record, infos);
        interfaces::attach(context, record, infos);
        ranges::attach(record, infos);
        forms::attach(context, record, infos, find);
    })
    .map_err(LoadError::Refused)?;
    if let Some(dialect) = context.dialect(name.as_bytes()) {
        discardable::attach(dialect, name);
        fold::attach_to_dialect(dialect, name);
        interfaces::attach_to_dialect(dialect, name);
        dialect.extensions().get_or_insert_with(|| Loaded);
    }
    Ok(())
}

/// Lets a context load the dialects when it meets their names.
pub fn make_available(context: &Context) {
    context.set_dialect_source(DialectSource {
        namespaces: || names().map(str::to_owned).collect(),
        load: |context, namespace| {
            // A dialect that the library does not have stays unknown.
            Ok(std::str::from_utf8(namespace).is_ok_and(|name| load(context, name).is_ok()))
        },
    });
}
