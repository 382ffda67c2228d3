//! Objects and their types.

use std::ffi::{c_int, c_void};
use std::ptr;

use tvmlike_macros::c_function;
use tvmlike_runtime::abi::{
    TVMLikeBodyDestroy, TVMLikeByteArray, TVMLikeDeleter, TVMLikeFinalizer, TVMLikeObjectHandle,
    TVMLikePayload, TVMLikeTypeInfo, TVMLikeValue,
};
use tvmlike_runtime::{AnyView, Error, TypeIndex, object, opaque, raw_object, type_table, utf8};

use super::{give, give_made, kind_of, outcome, text_at};
use crate::{plugin, refinements};

/// Borrows a handle as a value.
///
/// # Safety
/// `handle` is NULL or a living object, for `'a`.
pub unsafe fn borrow_object<'a>(handle: TVMLikeObjectHandle) -> AnyView<'a> {
    if handle.is_null() {
        return AnyView::NONE;
    }
    // SAFETY: alive by contract.
    let type_index = unsafe { kind_of(handle) }.0;
    let raw = TVMLikeValue {
        type_index,
        small_len: 0,
        payload: TVMLikePayload { v_obj: handle },
    };
    // SAFETY: the type index is the object's own.
    unsafe { AnyView::from_raw(raw) }
}

/// Adds a strong reference. NULL is ignored.
///
/// # Safety
/// `object` is NULL or a living object.
#[c_function(slot = 12)]
pub unsafe extern "C" fn object_retain(object: TVMLikeObjectHandle) {
    if !object.is_null() {
        // SAFETY: alive by contract.
        unsafe { object::retain(object) }
    }
}

/// Releases a strong reference. NULL is ignored.
///
/// # Safety
/// `object` is NULL or an object to which the caller owns a strong reference.
#[c_function(slot = 13)]
pub unsafe extern "C" fn object_free(object: TVMLikeObjectHandle) {
    if !object.is_null() {
        // SAFETY: the caller gives up a strong reference.
        unsafe { object::release(object) }
    }
}

/// Makes an object of a registered type with a body of `size` zeroed bytes after its header, at byte 24, aligned to 8.
/// When the last strong reference is released, `destroy`, which may be NULL, is called once with the body's address, on
/// any thread. If this function fails, `destroy` is not called. Built-in and opaque types are refused.
///
/// # Safety
/// The body may be destroyed on any thread, even if nothing was written to it; `out` is NULL or valid for a write.
#[c_function(export = "TVMLikeObjectCreate", slot = 33, since = "1.2")]
pub unsafe extern "C" fn object_create(
    type_index: i32,
    size: usize,
    destroy: TVMLikeBodyDestroy,
    out: *mut TVMLikeObjectHandle,
) -> c_int {
    let index = TypeIndex(type_index);
    let make = || {
        let header = refinements::header_of(index);
        if header != index {
            return Err(Error::value_error(format!(
                "an object: the type {} is a refinement, which has no objects of its own; make one of {}",
                index.name(),
                header.name()
            )));
        }
        // SAFETY: by the contract of the table.
        let made =
            unsafe { raw_object::create_raw(index, size, destroy, || plugin::types::count_for_owner(index)) };
        Ok(made?.into_raw())
    };
    // SAFETY: NULL or valid.
    outcome(|| unsafe { give_made(out, "the place for the object", make) })
}

/// Makes an opaque object around a handle of another language. `type_index` is `TVMLIKE_OPAQUE_PY_OBJECT` or a type
/// registered under it. When the last reference is released, `finalizer`, which may be NULL, is called once with the
/// handle, on any thread. If this function fails, the finalizer is not called.
///
/// # Safety
/// The handle may be used and finalized on any thread; `out` is NULL or valid for a write.
#[c_function(export = "TVMLikeOpaqueCreate", slot = 19)]
pub unsafe extern "C" fn opaque_create(
    handle: *mut c_void,
    type_index: i32,
    finalizer: TVMLikeFinalizer,
    out: *mut TVMLikeObjectHandle,
) -> c_int {
    outcome(|| {
        // SAFETY: by the contract of the table.
        let make = || Ok(unsafe { opaque::create(handle, TypeIndex(type_index), finalizer)? }.into_raw());
        // SAFETY: NULL or valid.
        unsafe { give_made(out, "the place for the object", make) }
    })
}

/// Returns the deleter of string objects that a program lays out around its own memory: after the header, such an
/// object has a `TVMLikeLentStringCell`. Its text is known to be UTF-8, so readers do not check it again.
#[c_function(export = "TVMLikeStringDeleter", slot = 42, value, since = "1.3")]
pub extern "C" fn string_deleter() -> TVMLikeDeleter {
    utf8::host_deleter()
}

/// Returns the type index of a type key. Registers a new key under `parent`, a type index.
///
/// # Safety
/// `key` is NULL or valid for the call; `out` is NULL or valid for a write.
#[c_function(export = "TVMLikeTypeRegister", slot = 9)]
pub unsafe extern "C" fn type_register(key: *const TVMLikeByteArray, parent: i32, out: *mut i32) -> c_int {
    let register = || {
        // SAFETY: valid for the call.
        let key = unsafe { text_at(key, "a type key")? };
        Ok(plugin::types::register_for_others(key, TypeIndex(parent))?.0)
    };
    // SAFETY: NULL or valid.
    outcome(|| unsafe { give_made(out, "the place for the type index", register) })
}

/// Returns the type index of a type key. An error if the key is not registered.
///
/// # Safety
/// `key` is NULL or valid for the call; `out` is NULL or valid for a write.
#[c_function(slot = 10)]
pub unsafe extern "C" fn type_key_to_index(key: *const TVMLikeByteArray, out: *mut i32) -> c_int {
    outcome(|| {
        // SAFETY: valid for the call.
        let key = unsafe { text_at(key, "a type key")? };
        let index = plugin::types::index_of(key)
            .ok_or_else(|| Error::value_error(format!("no type is registered as \"{key}\"")))?;
        // SAFETY: NULL or valid.
        unsafe { give(out, "the place for the type index", index.0) }
    })
}

/// Returns the type table's entry for a type index, or NULL if no type has this index. The entry is never freed.
#[c_function(export = "TVMLikeTypeInfoOf", slot = 11)]
pub extern "C" fn type_info(type_index: i32) -> *const TVMLikeTypeInfo {
    type_table::info(TypeIndex(type_index)).map_or(ptr::null(), ptr::from_ref)
}
