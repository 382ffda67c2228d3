//! Objects and their types.

use std::ffi::{CStr, c_char, c_int, c_uint};

use tvmlike_registry::host_api::{self, give, null};
use tvmlike_runtime::{Error, Result, TypeIndex, type_table};

use crate::classic_abi::{ClassicAbi, with_runtime};
use crate::value::TVMObjectHandle;

/// The body of `ObjectRetain`.
///
/// # Safety
/// As `exports.rs` says for `ObjectRetain`.
pub unsafe fn object_retain<A: ClassicAbi>(obj: TVMObjectHandle) -> c_int {
    with_runtime::<A>(|| {
        if obj.is_null() {
            return Err(null("the object"));
        }
        // SAFETY: alive by contract.
        unsafe { host_api::object_retain(obj.cast()) };
        Ok(())
    })
}

/// The body of `ObjectFree` and `ModFree`.
///
/// # Safety
/// As `exports.rs` says for `ObjectFree` and `ModFree`.
pub unsafe fn object_free<A: ClassicAbi>(obj: TVMObjectHandle) -> c_int {
    // SAFETY: by contract.
    unsafe { host_api::object_free(obj.cast()) };
    0
}

/// The body of `ObjectGetTypeIndex`.
///
/// # Safety
/// As `exports.rs` says for `ObjectGetTypeIndex`.
pub unsafe fn object_type_index<A: ClassicAbi>(obj: TVMObjectHandle, out_tindex: *mut c_uint) -> c_int {
    with_runtime::<A>(|| {
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

/// The body of `ObjectTypeKey2Index`.
///
/// # Safety
/// As `exports.rs` says for `ObjectTypeKey2Index`.
pub unsafe fn type_key_to_index<A: ClassicAbi>(type_key: *const c_char, out_tindex: *mut c_uint) -> c_int {
    with_runtime::<A>(|| {
        if type_key.is_null() {
            return Err(null("the type key"));
        }
        // SAFETY: not null, a C string by contract.
        let key = unsafe { CStr::from_ptr(type_key) }.to_string_lossy();
        let index = A::type_of_key(&key)
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

/// The body of `ObjectTypeIndex2Key`.
///
/// # Safety
/// As `exports.rs` says for `ObjectTypeIndex2Key`.
pub unsafe fn type_index_to_key<A: ClassicAbi>(tindex: c_uint, out_type_key: *mut *mut c_char) -> c_int {
    with_runtime::<A>(|| {
        if out_type_key.is_null() {
            return Err(null("the place for the type key"));
        }
        let key = A::key_of_type(type_of(tindex)?).unwrap_or_default();
        // SAFETY: room for the key and its NUL; malloc, because the caller frees it with free.
        unsafe {
            let text = libc::malloc(key.len() + 1).cast::<u8>();
            if text.is_null() {
                return Err(Error::runtime_error("cannot allocate a type key: out of memory"));
            }
            text.copy_from_nonoverlapping(key.as_ptr(), key.len());
            text.add(key.len()).write(0);
            give(out_type_key, "the place for the type key", text.cast())
        }
    })
}

/// The body of `ObjectDerivedFrom`.
///
/// # Safety
/// As `exports.rs` says for `ObjectDerivedFrom`.
pub unsafe fn object_derived_from<A: ClassicAbi>(
    child_type_index: c_uint,
    parent_type_index: c_uint,
    is_derived: *mut c_int,
) -> c_int {
    with_runtime::<A>(|| {
        let derived = type_table::is_a(type_of(child_type_index)?, type_of(parent_type_index)?);
        // SAFETY: NULL or valid.
        unsafe { give(is_derived, "the place for the answer", derived.into()) }
    })
}

/// Checks a type index.
fn type_of(index: c_uint) -> Result<TypeIndex> {
    let known = i32::try_from(index)
        .ok()
        .map(TypeIndex)
        .filter(|&index| type_table::info(index).is_some());
    known.ok_or_else(|| Error::value_error(format!("no type has the index {index}")))
}

/// Whether a type is the module type or inherits from it.
pub fn is_module(kind: TypeIndex) -> bool {
    kind >= TypeIndex::MODULE && type_table::is_a(kind, TypeIndex::MODULE)
}
