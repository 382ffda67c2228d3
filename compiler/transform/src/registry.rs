//! The passes that pipelines can name.
//!
//! Invariant: one pass per name in a process. The passes of this library are there from the start and stay.

use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use crate::pass::PassRecord;

/// The passes of this library and of those above it, such as the lowerings. Some run pipelines, so they belong to a higher
/// layer, which adds them at load time.
#[linkme::distributed_slice]
pub static LIBRARY: [fn() -> Vec<PassRecord>];

type Records = Vec<Arc<PassRecord>>;

/// Passes that another crate has, and that can appear and disappear.
#[derive(Clone, Copy, Debug)]
pub struct PassSource {
    /// Their names.
    pub names: fn() -> Vec<String>,
    /// The pass of a name. The error is the reason why its definition is wrong.
    pub find: fn(&str) -> Result<Option<PassRecord>, String>,
}

static SOURCE: OnceLock<PassSource> = OnceLock::new();

/// Sets where passes come from that this registry does not have. The first source stays.
pub fn set_pass_source(source: PassSource) {
    SOURCE.get_or_init(|| source);
}

fn registry() -> &'static RwLock<Records> {
    static REGISTRY: OnceLock<RwLock<Records>> = OnceLock::new();
    REGISTRY.get_or_init(|| {
        let library = LIBRARY.iter().flat_map(|records| records());
        RwLock::new(library.map(Arc::new).collect())
    })
}

/// Registers a pass.
///
/// # Errors
/// A pass of this name is registered.
pub fn register_pass(record: PassRecord) -> Result<Arc<PassRecord>, String> {
    let mut records = registry().write().unwrap_or_else(PoisonError::into_inner);
    if records.iter().any(|each| each.argument == record.argument) {
        return Err(format!("pass '{}' is already registered", record.argument));
    }
    let record = Arc::new(record);
    records.push(Arc::clone(&record));
    Ok(record)
}

/// Takes a pass back. Pipelines that have it keep it. Whether it was registered.
pub fn unregister_pass(record: &Arc<PassRecord>) -> bool {
    let mut records = registry().write().unwrap_or_else(PoisonError::into_inner);
    let before = records.len();
    records.retain(|each| !Arc::ptr_eq(each, record));
    records.len() < before
}

/// The pass of a name.
///
/// # Errors
/// A source has a pass of this name, whose definition is wrong, or which is registered here, too.
pub fn try_find_pass(argument: &str) -> Result<Option<Arc<PassRecord>>, String> {
    let known = {
        let records = registry().read().unwrap_or_else(PoisonError::into_inner);
        records.iter().find(|each| each.argument == argument).cloned()
    };
    let found = SOURCE.get().map_or(Ok(None), |source| (source.find)(argument))?;
    match (known, found) {
        (Some(_), Some(_)) => Err(format!(
            "pass '{argument}' is registered twice: it is a pass of the library, and the function 'ir.pass.{argument}'; \
             register the function under another name"
        )),
        (None, Some(found)) => Ok(Some(Arc::new(found))),
        (known, None) => Ok(known),
    }
}

/// As [`try_find_pass`], without the reason.
pub fn find_pass(argument: &str) -> Option<Arc<PassRecord>> {
    try_find_pass(argument).ok().flatten()
}

/// All passes, by name.
pub fn registered_passes() -> Vec<Arc<PassRecord>> {
    let records = registry().read().unwrap_or_else(PoisonError::into_inner);
    let mut all = records.clone();
    drop(records);
    if let Some(source) = SOURCE.get() {
        all.extend((source.names)().iter().filter_map(|name| find_pass(name)));
    }
    all.sort_by(|first, second| first.argument.cmp(&second.argument));
    all
}
