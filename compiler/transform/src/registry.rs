//! The passes that pipelines can name.
//!
//! Invariant: one pass per name in a process. The passes of this library are there from the start and stay.

use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use crate::pass::PassRecord;
use crate::passes;

type Records = Vec<Arc<PassRecord>>;

fn registry() -> &'static RwLock<Records> {
    static REGISTRY: OnceLock<RwLock<Records>> = OnceLock::new();
    REGISTRY.get_or_init(|| RwLock::new(passes::records().into_iter().map(Arc::new).collect()))
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
pub fn find_pass(argument: &str) -> Option<Arc<PassRecord>> {
    let records = registry().read().unwrap_or_else(PoisonError::into_inner);
    records.iter().find(|each| each.argument == argument).cloned()
}

/// All passes, by name.
pub fn registered_passes() -> Vec<Arc<PassRecord>> {
    let records = registry().read().unwrap_or_else(PoisonError::into_inner);
    let mut all = records.clone();
    all.sort_by(|first, second| first.argument.cmp(&second.argument));
    all
}
