//! Functions by name, and as handles.

use std::ffi::{c_char, c_int, c_void};

use tvmlike_classic::TVMFunctionHandle;
use tvmlike_registry::host_api::{self, function_of};
use tvmlike_runtime::abi::{
    TVMLikeByteArray, TVMLikeCallback, TVMLikeFinalizer, TVMLikeObjectHandle, TVMLikeRegistration,
    TVMLikeValue,
};
use tvmlike_runtime::function::context_of;

use crate::Own;

/// Gives a function by name: a new reference that the caller frees with `TVMFuncFree`. Where there is no such
/// function, NULL is given and 0 returned.
///
/// # Safety
/// `name` is NULL or a C string; `out` is NULL or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMFuncGetGlobal(name: *const c_char, out: *mut TVMFunctionHandle) -> c_int {
    // SAFETY: by contract.
    unsafe { tvmlike_classic::func_get_global::<Own>(name, out) }
}

/// As `TVMFuncGetGlobal`, for a name by pointer and length.
///
/// # Safety
/// `name` is NULL or valid for the call; `out` is NULL or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMLikeFuncGetGlobal(
    name: *const TVMLikeByteArray,
    out: *mut TVMLikeObjectHandle,
) -> c_int {
    // SAFETY: by contract.
    unsafe { host_api::get_global(name, out) }
}

/// As `TVMLikeFuncGetGlobal`, with the flags of the function's registration that last: `TVMLIKE_REGISTER_KEEPS_LOCK`
/// where calls return soon; 0 where there is no function.
///
/// # Safety
/// `name` is NULL or valid for the call; `out` and `flags` are NULL or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMLikeFuncLookUp(
    name: *const TVMLikeByteArray,
    out: *mut TVMLikeObjectHandle,
    flags: *mut u32,
) -> c_int {
    // SAFETY: by contract.
    unsafe { host_api::look_up(name, out, flags) }
}

/// Gives the signature record that a function was made with, as JSON text in an owned string value: what it takes and
/// returns, for functions that are made of data at run time, for a symbol of a library say. None for every other function;
/// what is registered under a name has its record in the registry (`registry.info`).
///
/// # Safety
/// `func` is NULL or a living object; `out` is NULL or a place for a value that holds none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMLikeFuncRecord(func: TVMLikeObjectHandle, out: *mut TVMLikeValue) -> c_int {
    // SAFETY: by contract.
    unsafe { host_api::func_record(func, out) }
}

/// The address of a counter that changes whenever a name stops standing for the function that it stood for: removed,
/// overridden, its plugin gone. Whoever keeps functions by name reads it before a look-up and asks again once it has
/// changed. Other threads write to it: read it atomically (acquire). It is never freed.
#[unsafe(no_mangle)]
pub extern "C" fn TVMLikeRegistryGeneration() -> *const u64 {
    // An atomic number has the size and the alignment of a plain one.
    host_api::registry_generation().as_ptr().cast_const()
}

/// Gives a reference to a function back. NULL is ignored.
///
/// # Safety
/// `func` is NULL or a function to which the caller owns a reference.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMFuncFree(func: TVMFunctionHandle) -> c_int {
    // SAFETY: by contract.
    unsafe { tvmlike_classic::func_free::<Own>(func) }
}

/// Registers a function under a name; the registry takes a reference of its own. A name that is taken is an error,
/// unless `override_` is not 0.
///
/// # Safety
/// `name` is NULL or a C string; `f` is NULL or a living object.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMFuncRegisterGlobal(
    name: *const c_char,
    f: TVMFunctionHandle,
    override_: c_int,
) -> c_int {
    // SAFETY: by contract.
    unsafe { tvmlike_classic::func_register_global::<Own>(name, f, override_) }
}

/// Registers a function with all that can be said of it. `owner` names the library or front end.
///
/// # Safety
/// `registration` and what it points to are valid for the call, its describing function for ever.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMLikeFuncRegisterGlobal(
    registration: *const TVMLikeRegistration,
    owner: *const TVMLikeByteArray,
) -> c_int {
    // SAFETY: by contract.
    unsafe { host_api::register_global(registration, owner) }
}

/// Removes a name; an error where it is not there. Handles that were got stay valid.
///
/// # Safety
/// `name` is NULL or a C string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMFuncRemoveGlobal(name: *const c_char) -> c_int {
    // SAFETY: by contract.
    unsafe { tvmlike_classic::func_remove_global::<Own>(name) }
}

/// As `TVMFuncRemoveGlobal`, for a name by pointer and length.
///
/// # Safety
/// `name` is NULL or valid for the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMLikeFuncRemoveGlobal(name: *const TVMLikeByteArray) -> c_int {
    // SAFETY: by contract.
    unsafe { host_api::remove_global(name) }
}

/// Makes a function object from a callback in 16-byte values. `finalizer`, which may be NULL, is called once with
/// the context, when the last reference is gone; not at all where this call fails.
///
/// # Safety
/// The callback may be called with the context from any thread until the finalizer has been called.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMLikeFuncCreate(
    call: TVMLikeCallback,
    context: *mut c_void,
    finalizer: TVMLikeFinalizer,
    out: *mut TVMLikeObjectHandle,
) -> c_int {
    // SAFETY: by contract.
    unsafe { host_api::func_create(call, context, finalizer, out) }
}

/// The context of a function that `TVMLikeFuncCreate` made from this very callback; NULL for any other function. A
/// front end recognises its own callables by it.
///
/// # Safety
/// `func` is NULL or a living object.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMLikeFuncGetContext(
    func: TVMLikeObjectHandle,
    call: TVMLikeCallback,
) -> *mut c_void {
    // SAFETY: by contract.
    let function = unsafe { function_of(&func) };
    function
        .ok()
        .and_then(|function| context_of(function, call))
        .unwrap_or(std::ptr::null_mut())
}
