//! Making and freeing 16-byte values.

use std::ffi::{c_int, c_void};

use tvmlike_registry::host_api;
use tvmlike_runtime::abi::{
    TVMLikeBodyDestroy, TVMLikeByteArray, TVMLikeDeleter, TVMLikeFinalizer, TVMLikeObjectHandle, TVMLikeValue,
};
use tvmlike_runtime::{Any, foreign, utf8};

/// Makes an owned string value from UTF-8 text, which may hold NULs.
///
/// # Safety
/// `text` is NULL or valid for the call; `out` is NULL or a place for a value that holds none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMLikeStringCreate(text: *const TVMLikeByteArray, out: *mut TVMLikeValue) -> c_int {
    // SAFETY: by contract.
    unsafe { host_api::string_create(text, out) }
}

/// The deleter of string objects that a program lays out itself around text of its own, which it knows to be UTF-8:
/// readers do not check the text again. Behind it stands a `TVMLikeLentStringCell`.
#[unsafe(no_mangle)]
pub extern "C" fn TVMLikeStringDeleter() -> TVMLikeDeleter {
    utf8::host_deleter()
}

/// Makes an owned byte string value.
///
/// # Safety
/// As `TVMLikeStringCreate`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMLikeBytesCreate(bytes: *const TVMLikeByteArray, out: *mut TVMLikeValue) -> c_int {
    // SAFETY: by contract.
    unsafe { host_api::bytes_create(bytes, out) }
}

/// Makes an owned array value; the items are borrowed and copied (objects: retained).
///
/// # Safety
/// `count` valid values stand at `items`; `out` is NULL or a place for a value that holds none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMLikeArrayCreate(
    items: *const TVMLikeValue,
    count: usize,
    out: *mut TVMLikeValue,
) -> c_int {
    // SAFETY: by contract.
    unsafe { host_api::array_create(items, count, out) }
}

/// Makes an owned map value from `count` pairs that stand key, value, key, value, …; borrowed and copied. Of equal
/// keys the first position and the last value count.
///
/// # Safety
/// `2 * count` valid values stand at `pairs`; `out` is NULL or a place for a value that holds none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMLikeMapCreate(
    pairs: *const TVMLikeValue,
    count: usize,
    out: *mut TVMLikeValue,
) -> c_int {
    // SAFETY: by contract.
    unsafe { host_api::map_create(pairs, count, out) }
}

/// Makes an owned shape value.
///
/// # Safety
/// `count` numbers stand at `dims`; `out` is NULL or a place for a value that holds none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMLikeShapeCreate(dims: *const i64, count: usize, out: *mut TVMLikeValue) -> c_int {
    // SAFETY: by contract.
    unsafe { host_api::shape_create(dims, count, out) }
}

/// Makes an opaque object around a handle of another language. `type_index` is `TVMLIKE_OPAQUE_PY_OBJECT` or a
/// type registered under it. `finalizer`, which may be NULL, is called once, when the last reference is gone, on
/// whichever thread lets it go; not at all where this call fails.
///
/// # Safety
/// The handle may be used and finalized on any thread; `out` is NULL or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMLikeOpaqueCreate(
    handle: *mut c_void,
    type_index: i32,
    finalizer: TVMLikeFinalizer,
    out: *mut TVMLikeObjectHandle,
) -> c_int {
    // SAFETY: by contract.
    unsafe { host_api::opaque_create(handle, type_index, finalizer, out) }
}

/// Makes an object of a registered type with `size` zeroed bytes of body behind its header, at byte 24, aligned to 8.
/// `destroy`, which may be NULL, is called once with the body's address when the last strong reference is gone, on
/// whichever thread lets it go; not at all where this call fails. Built-in and opaque types are refused.
///
/// # Safety
/// The body may be destroyed on any thread, also when nothing was written to it; `out` is NULL or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMLikeObjectCreate(
    type_index: i32,
    size: usize,
    destroy: TVMLikeBodyDestroy,
    out: *mut TVMLikeObjectHandle,
) -> c_int {
    // SAFETY: by contract.
    unsafe { host_api::object_create(type_index, size, destroy, out) }
}

/// Retires a finalizer: from now on it is not called any more, for all objects and functions that were made with it,
/// and what it would have released leaks. Functions that were made with it fail, but on the calling thread, which may
/// run the front end's code until `TVMLikeRetiredEnd`. A front end that ends says so, since what it made can outlive it.
/// A call that has begun on another thread goes on. NULL is ignored.
#[unsafe(no_mangle)]
pub extern "C" fn TVMLikeFinalizerRetire(finalizer: TVMLikeFinalizer) {
    if let Some(finalizer) = finalizer {
        foreign::retire(finalizer);
    }
}

/// Functions that were made with a retired finalizer fail from now on, on every thread: the front end has ended.
#[unsafe(no_mangle)]
pub extern "C" fn TVMLikeRetiredEnd() {
    foreign::end_retired();
}

/// Makes an owned value from a borrowed one: raw strings and byte arrays are copied, objects retained, a borrowed
/// `DLTensor*` refused.
///
/// # Safety
/// `value` is NULL or valid; `out` is NULL or a place for a value that holds none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMLikeValueToOwned(value: *const TVMLikeValue, out: *mut TVMLikeValue) -> c_int {
    // SAFETY: by contract.
    unsafe { host_api::value_to_owned(value, out) }
}

/// Releases an owned value and leaves none in its place. NULL is ignored.
///
/// # Safety
/// `value` is NULL or an owned value.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMLikeValueFree(value: *mut TVMLikeValue) {
    if !value.is_null() {
        // SAFETY: not null; an owned value is what `Any` is transparent over.
        drop(std::mem::take(unsafe { &mut *value.cast::<Any>() }));
    }
}
