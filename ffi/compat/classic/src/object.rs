//! Objects and their types.

use std::ffi::{CStr, c_char, c_int, c_uint};

use tvmlike_registry::host_api::{self, give, null};
use tvmlike_runtime::{Error, Result, TypeIndex, type_table};

use crate::value::TVMObjectHandle;
use crate::{Speaker, served};

/// Adds a reference to an object.
///
/// # Safety
/// `obj` is NULL or a living object.
pub unsafe fn object_retain<S: Speaker>(obj: TVMObjectHandle) -> c_int {
    served::<S>(|| {
        if obj.is_null() {
            return Err(null("the object"));
        }
        // SAFETY: alive by contract.
        unsafe { host_api::object_retain(obj.cast()) };
        Ok(())
    })
}

/// Gives a reference to an object back. NULL is ignored.
///
/// # Safety
/// `obj` is NULL or an object to which the caller owns a reference.
pub unsafe fn object_free<S: Speaker>(obj: TVMObjectHandle) -> c_int {
    // SAFETY: by contract.
    unsafe { host_api::object_free(obj.cast()) };
    0
}

/// The type index of an object.
///
/// # Safety
/// `obj` is NULL or a living object; `out_tindex` is NULL or valid for a write.
pub unsafe fn object_type_index<S: Speaker>(obj: TVMObjectHandle, out_tindex: *mut c_uint) -> c_int {
    served::<S>(|| {
        // SAFETY: NULL or alive by contract.
        let header = unsafe { obj.cast::<tvmlike_runtime::abi::TVMLikeObject>().as_ref() };
        let index = header.ok_or_else(|| null("the object"))?.type_index;
        // SAFETY: NULL or valid.
        unsafe {
            give(
                out_tindex,
                "the place for the type index",
                c_uint::try_from(index)?,
            )
        }
    })
}

/// The index of a type key; an error where it is not registered.
///
/// # Safety
/// `type_key` is NULL or a C string; `out_tindex` is NULL or valid for a write.
pub unsafe fn type_key_to_index<S: Speaker>(type_key: *const c_char, out_tindex: *mut c_uint) -> c_int {
    served::<S>(|| {
        if type_key.is_null() {
            return Err(null("the type key"));
        }
        // SAFETY: not null, a C string by contract.
        let key = unsafe { CStr::from_ptr(type_key) }.to_string_lossy();
        let index = S::type_of_key(&key)
            .ok_or_else(|| Error::value_error(format!("no type is registered as \"{key}\"")))?;
        // SAFETY: NULL or valid.
        unsafe {
            give(
                out_tindex,
                "the place for the type index",
                c_uint::try_from(index.0)?,
            )
        }
    })
}

/// The key of a type index, as text that the caller releases with C's `free`.
///
/// # Safety
/// `out_type_key` is NULL or valid for a write.
pub unsafe fn type_index_to_key<S: Speaker>(tindex: c_uint, out_type_key: *mut *mut c_char) -> c_int {
    served::<S>(|| {
        if out_type_key.is_null() {
            return Err(null("the place for the type key"));
        }
        let key = S::key_of_type(type_of(tindex)?).unwrap_or_default();
        // SAFETY: room for the key and its NUL; malloc, because the caller frees it with free.
        unsafe {
            let text = libc::malloc(key.len() + 1).cast::<u8>();
            if text.is_null() {
                return Err(Error::runtime_error("no memory for a type key"));
            }
            text.copy_from_nonoverlapping(key.as_ptr(), key.len());
            text.add(key.len()).write(0);
            give(out_type_key, "the place for the type key", text.cast())
        }
    })
}

/// Whether a type is another or inherits from it.
///
/// # Safety
/// `is_derived` is NULL or valid for a write.
pub unsafe fn object_derived_from<S: Speaker>(
    child_type_index: c_uint,
    parent_type_index: c_uint,
    is_derived: *mut c_int,
) -> c_int {
    served::<S>(|| {
        let derived = type_table::is_a(type_of(child_type_index)?, type_of(parent_type_index)?);
        // SAFETY: NULL or valid.
        unsafe { give(is_derived, "the place for the answer", derived.into()) }
    })
}

/// The index of a type that is there.
fn type_of(index: c_uint) -> Result<TypeIndex> {
    let known = i32::try_from(index)
        .ok()
        .map(TypeIndex)
        .filter(|&index| type_table::info(index).is_some());
    known.ok_or_else(|| Error::value_error(format!("no type has the index {index}")))
}

/// Whether objects of a type are modules.
pub fn is_module(kind: TypeIndex) -> bool {
    kind >= TypeIndex::MODULE && type_table::is_a(kind, TypeIndex::MODULE)
}
