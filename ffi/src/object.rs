//! Objects and their types.

use std::ffi::{CStr, c_char, c_int, c_uint};
use std::ptr;

use tvmlike_registry::host_api::{self, give, null, outcome};
use tvmlike_runtime::abi::{TVMLikeByteArray, TVMLikeTypeInfo};
use tvmlike_runtime::{Error, Result, TypeIndex, type_table};

use crate::classic::TVMObjectHandle;

/// Adds a reference to an object.
///
/// # Safety
/// `obj` is NULL or a living object.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMObjectRetain(obj: TVMObjectHandle) -> c_int {
    outcome(|| {
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
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMObjectFree(obj: TVMObjectHandle) -> c_int {
    // SAFETY: by contract.
    unsafe { host_api::object_free(obj.cast()) };
    0
}

/// The type index of an object.
///
/// # Safety
/// `obj` is NULL or a living object; `out_tindex` is NULL or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMObjectGetTypeIndex(obj: TVMObjectHandle, out_tindex: *mut c_uint) -> c_int {
    outcome(|| {
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
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMObjectTypeKey2Index(type_key: *const c_char, out_tindex: *mut c_uint) -> c_int {
    outcome(|| {
        if type_key.is_null() {
            return Err(null("the type key"));
        }
        // SAFETY: not null, a C string by contract.
        let key = unsafe { CStr::from_ptr(type_key) }.to_string_lossy();
        let index = type_table::index_of(&key)
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
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMObjectTypeIndex2Key(tindex: c_uint, out_type_key: *mut *mut c_char) -> c_int {
    outcome(|| {
        if out_type_key.is_null() {
            return Err(null("the place for the type key"));
        }
        let key = type_table::key_of(type_of(tindex)?).unwrap_or_default();
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
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMObjectDerivedFrom(
    child_type_index: c_uint,
    parent_type_index: c_uint,
    is_derived: *mut c_int,
) -> c_int {
    outcome(|| {
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

/// The index of a type key, registered under `parent` (a type index) where it is new.
///
/// # Safety
/// `key` is NULL or valid for the call; `out` is NULL or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMLikeTypeRegister(
    key: *const TVMLikeByteArray,
    parent: i32,
    out: *mut i32,
) -> c_int {
    // SAFETY: by contract.
    unsafe { host_api::type_register(key, parent, out) }
}

/// What is known of a type; NULL for an index that nobody handed out. It lives for ever.
#[unsafe(no_mangle)]
pub extern "C" fn TVMLikeTypeInfoOf(type_index: i32) -> *const TVMLikeTypeInfo {
    type_table::info(TypeIndex(type_index)).map_or(ptr::null(), ptr::from_ref)
}
