//! The classes of Python objects: their names, for messages, and what those that are containers contain.
//!
//! Native code has a handle of a Python object and knows no class, so the Python package registers packed functions that do.
//! Invariant: without those functions there is no name, so messages name the type only, and no object is a container.

use std::ptr::{self, NonNull};
use std::sync::OnceLock;

use tvmlike_abi::TVMLikeByteArray;

use crate::error::Result;
use crate::function::PackedFunc;
use crate::host;
use crate::object::ObjectRef;
use crate::type_index::TypeIndex;
use crate::value::{Any, AnyView};

/// The packed function that takes a Python object and returns the name of its class.
const CLASS_NAME: &str = "python.class_name";

/// The packed function that takes a Python object and returns a map or an array of its items, or None.
const CONTAINER: &str = "python.container";

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
    find(CLASS_NAME)?.call_as((object.clone(),)).ok()
}

/// The items of a Python object of any class of mappings or sequences, as a map or an array; `None` for every other value.
///
/// # Errors
/// Those of the object's own methods, and of items that have no native form.
#[cold]
pub fn container_of(value: &AnyView<'_>) -> Result<Option<Any>> {
    if value.kind() != TypeIndex::OPAQUE_PY_OBJECT {
        return Ok(None);
    }
    let Some(items_of) = find(CONTAINER) else {
        return Ok(None);
    };
    let made = items_of.invoke(std::slice::from_ref(value))?;
    Ok((!made.view().is_none()).then_some(made))
}

fn find(name: &str) -> Option<PackedFunc> {
    let Some(table) = host::connected() else {
        return FIND.get().and_then(|find| find(name.as_bytes()));
    };
    let name = TVMLikeByteArray {
        data: name.as_ptr().cast(),
        size: name.len(),
    };
    let mut found = ptr::null_mut();
    // SAFETY: the name and the place are valid for the call.
    if unsafe { (table.get_global)(&name, &mut found) } != 0 {
        return None;
    }
    // SAFETY: the host returns an owned function object, or NULL.
    NonNull::new(found).map(|found| unsafe { PackedFunc::from_owned_object(found) })
}
