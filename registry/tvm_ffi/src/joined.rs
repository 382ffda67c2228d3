//! The records of what `tvm_ffi.join` registered on either side.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tvmlike_runtime::{ObjectRef, PackedFunc};

/// The functions that were registered on the other side.
#[derive(Default)]
pub(crate) struct Joined {
    /// Functions of tvm-ffi, by their names in tvmlike.
    pub(crate) imported: HashMap<String, PackedFunc>,
    /// Wrappers of tvmlike's functions, by their names in tvm-ffi.
    pub(crate) exported: HashMap<String, ObjectRef>,
}

static JOINED: Mutex<Option<Joined>> = Mutex::new(None);

/// Locks the records. No function is called and nothing is dropped while they are locked.
pub(crate) fn joined() -> MutexGuard<'static, Option<Joined>> {
    JOINED.lock().unwrap_or_else(PoisonError::into_inner)
}
