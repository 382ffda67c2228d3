//! Opaque objects: handles of another language as reference-counted objects.

use std::ffi::c_void;
use std::ptr::NonNull;

use tvmlike_abi::{TVMLikeFinalizer, TVMLikeOpaqueCell};

use crate::error::{Error, Result};
use crate::foreign;
use crate::object::{ObjectBody, ObjectPtr, ObjectRef, allocate};
use crate::outstanding::Counted;
use crate::type_index::TypeIndex;
use crate::type_table;

#[repr(C)]
struct OpaqueBody {
    cell: TVMLikeOpaqueCell,
    finalizer: TVMLikeFinalizer,
    /// Counts for the plugin whose code the finalizer is; dropped after it has run.
    _counted: Counted,
}

// SAFETY: no trailing bytes.
unsafe impl ObjectBody for OpaqueBody {
    const HOLDS_PLUGIN: bool = true;
}

impl Drop for OpaqueBody {
    fn drop(&mut self) {
        if let Some(finalizer) = self.finalizer {
            // SAFETY: called once, with its handle, as `create` requires.
            unsafe { foreign::finalize(finalizer, self.cell.handle) }
        }
    }
}

/// Makes an object around a handle.
///
/// # Errors
/// ValueError unless the type is `TVMLIKE_OPAQUE_PY_OBJECT` or inherits from it: other types have other bodies. The
/// finalizer is not called then.
///
/// # Safety
/// The handle may be used and finalized on any thread; `finalizer` is sound to call with it, once.
pub unsafe fn create(
    handle: *mut c_void,
    index: TypeIndex,
    finalizer: TVMLikeFinalizer,
) -> Result<ObjectRef> {
    if !type_table::is_a(index, TypeIndex::OPAQUE_PY_OBJECT) {
        return Err(Error::value_error(format!(
            "expected runtime.OpaquePyObject or a type that inherits from it, got type index {}",
            index.0
        )));
    }
    let body = OpaqueBody {
        cell: TVMLikeOpaqueCell { handle },
        finalizer,
        _counted: Counted::of_code(
            finalizer.map_or(std::ptr::null(), |finalizer| finalizer as *const c_void),
            index,
        ),
    };
    let object = allocate(index, body, 0);
    // SAFETY: every object is a root object.
    Ok(unsafe { ObjectPtr::from_owned(NonNull::new_unchecked(object.into_raw())) })
}
