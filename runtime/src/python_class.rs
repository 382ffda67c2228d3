//! The class names of Python objects, for messages.
//!
//! Native code has a handle of a Python object and knows no class, so the Python package registers a packed function that
//! returns the name. Invariant: without that function, or if it fails, there is no name, and messages name the type only.

use std::ptr::{self, NonNull};
use std::sync::OnceLock;

use tvmlike_abi::TVMLikeByteArray;

use crate::function::PackedFunc;
use crate::host;
use crate::object::ObjectRef;

/// The packed function's name. It takes a Python object and returns the name of its class.
const FUNCTION: &str = "python.class_name";

/// Looks up a function by its name.
pub type Find = fn(&[u8]) -> Option<PackedFunc>;

static FIND: OnceLock<Find> = OnceLock::new();

/// Sets the function that looks up names. In the host only; the first one stays.
#[doc(hidden)]
pub fn set_find(find: Find) {
    // Every caller passes the same function.
    let _ = FIND.set(find);
}

/// The name of the class of a Python object. The GIL need not be held.
#[cold]
pub(crate) fn name_of(object: &ObjectRef) -> Option<String> {
    find()?.call_as((object.clone(),)).ok()
}

fn find() -> Option<PackedFunc> {
    let Some(table) = host::connected() else {
        return FIND.get().and_then(|find| find(FUNCTION.as_bytes()));
    };
    let name = TVMLikeByteArray {
        data: FUNCTION.as_ptr().cast(),
        size: FUNCTION.len(),
    };
    let mut found = ptr::null_mut();
    // SAFETY: the name and the place are valid for the call.
    if unsafe { (table.get_global)(&name, &mut found) } != 0 {
        return None;
    }
    // SAFETY: the host returns an owned function object, or NULL.
    NonNull::new(found).map(|found| unsafe { PackedFunc::from_owned_object(found) })
}
