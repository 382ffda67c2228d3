//! Current objects of a thread: defaults for arguments that callers leave out.

use std::ffi::c_int;

use tvmlike_registry::host_api;
use tvmlike_runtime::abi::TVMLikeObjectHandle;

/// Makes an object the current one of its type on this thread, until TVMLikeCurrentPop: parameters that are declared
/// implicit take it where they are left out. Scopes nest. The object is retained.
///
/// # Safety
/// `object` is NULL, which is an error, or a living object.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMLikeCurrentPush(object: TVMLikeObjectHandle) -> c_int {
    // SAFETY: by contract.
    unsafe { host_api::current_push(object) }
}

/// Ends the scope of an object. An error, which changes nothing, where another object was pushed since, or where the
/// object was pushed on another thread.
///
/// # Safety
/// `object` is NULL, which is an error, or a living object.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMLikeCurrentPop(object: TVMLikeObjectHandle) -> c_int {
    // SAFETY: by contract.
    unsafe { host_api::current_pop(object) }
}

/// The current object of a type on this thread: the one pushed last that is of the type or inherits from it. NULL where
/// there is none. The caller owns the reference.
///
/// # Safety
/// `out` is NULL, which is an error, or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMLikeCurrentGet(type_index: i32, out: *mut TVMLikeObjectHandle) -> c_int {
    // SAFETY: by contract.
    unsafe { host_api::current_get(type_index, out) }
}
