//! Calls of function objects in 16-byte values, and the contexts of callbacks.

use std::ffi::{c_int, c_void};
use std::ptr;

use tvmlike_registry::host_api::{function_of, null};
use tvmlike_runtime::abi::{TVMLikeCallback, TVMLikeObjectHandle, TVMLikeValue};
use tvmlike_runtime::function::shim::{check_call, raise};
use tvmlike_runtime::function::{context_of, entry};

/// Calls a function object with 16-byte values after checking the handle. `result` must hold no value; on success it
/// holds an owned one. A caller that knows its handle may call `safe_call` of its cell directly.
///
/// # Safety
/// `func` is NULL or a living object; `num_args` valid values are at `args`; `result` is NULL or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMLikeFuncCall(
    func: TVMLikeObjectHandle,
    args: *const TVMLikeValue,
    num_args: i32,
    result: *mut TVMLikeValue,
) -> c_int {
    // A function of another library may not check these itself.
    if let Err(error) = check_call(args, num_args, result) {
        return raise(error);
    }
    // SAFETY: NULL or alive, by contract.
    match unsafe { function_of(&func) } {
        // SAFETY: alive while it is borrowed.
        Ok(function) => match unsafe { entry::load(function.as_object().as_raw()) } {
            // SAFETY: the convention's contract is this function's.
            Some(safe_call) => unsafe { safe_call(func, args, num_args, result) },
            None => raise(null("the function's entry")),
        },
        Err(why) => raise(why.error("the function")),
    }
}

/// Returns the context of a function that `TVMLikeFuncCreate` made from this callback; NULL for any other function. A front
/// end recognises its own callables by it.
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
        .unwrap_or(ptr::null_mut())
}
