//! Objects and their types.

use std::ffi::{c_char, c_int, c_uint};

use tvmlike_classic::TVMObjectHandle;

use crate::Tvm;

/// Adds a reference to an object. NULL is ignored.
///
/// # Safety
/// `obj` is NULL or a living object.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMObjectRetain(obj: TVMObjectHandle) -> c_int {
    if obj.is_null() {
        return 0;
    }
    // SAFETY: by contract.
    unsafe { tvmlike_classic::object_retain::<Tvm>(obj) }
}

/// Gives a reference to an object back. NULL is ignored.
///
/// # Safety
/// `obj` is NULL or an object to which the caller owns a reference.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMObjectFree(obj: TVMObjectHandle) -> c_int {
    // SAFETY: by contract.
    unsafe { tvmlike_classic::object_free::<Tvm>(obj) }
}

/// The type index of an object.
///
/// # Safety
/// `obj` is NULL or a living object; `out_tindex` is NULL or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMObjectGetTypeIndex(obj: TVMObjectHandle, out_tindex: *mut c_uint) -> c_int {
    // SAFETY: by contract.
    unsafe { tvmlike_classic::object_type_index::<Tvm>(obj, out_tindex) }
}

/// The index of a type key, as TVM spells it; an error where it is not registered.
///
/// # Safety
/// `type_key` is NULL or a C string; `out_tindex` is NULL or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMObjectTypeKey2Index(type_key: *const c_char, out_tindex: *mut c_uint) -> c_int {
    // SAFETY: by contract.
    unsafe { tvmlike_classic::type_key_to_index::<Tvm>(type_key, out_tindex) }
}

/// The key of a type index, as TVM spells it, as text that the caller releases with C's `free`.
///
/// # Safety
/// `out_type_key` is NULL or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMObjectTypeIndex2Key(tindex: c_uint, out_type_key: *mut *mut c_char) -> c_int {
    // SAFETY: by contract.
    unsafe { tvmlike_classic::type_index_to_key::<Tvm>(tindex, out_type_key) }
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
    // SAFETY: by contract.
    unsafe { tvmlike_classic::object_derived_from::<Tvm>(child_type_index, parent_type_index, is_derived) }
}
