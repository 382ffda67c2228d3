//! Calling functions.

use std::ffi::c_int;

use tvmlike_classic::{TVMFunctionHandle, TVMValue};
use tvmlike_registry::host_api::{function_of, null};
use tvmlike_runtime::abi::{TVMLikeObjectHandle, TVMLikeValue};
use tvmlike_runtime::function::entry;
use tvmlike_runtime::function::shim::{check_call, raise};

use crate::Own;

/// Calls a function with classic values.
///
/// Arguments are borrowed for the call. A result that is a string or bytes stays in storage of this thread until
/// its next call; a result that is a handle belongs to the caller.
///
/// # Safety
/// `func` is NULL or a living object; `num_args` values and type codes stand at the two arrays, each as its code
/// says; the places for the result are NULL or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMFuncCall(
    func: TVMFunctionHandle,
    arg_values: *mut TVMValue,
    type_codes: *mut c_int,
    num_args: c_int,
    ret_val: *mut TVMValue,
    ret_type_code: *mut c_int,
) -> c_int {
    // SAFETY: by contract.
    unsafe { tvmlike_classic::call::<Own>(func, arg_values, type_codes, num_args, ret_val, ret_type_code) }
}

/// Calls a function object with 16-byte values, after checking the handle. `result` must hold no value; it holds an
/// owned one on success. Callers that know their handle may call its `safe_call` themselves.
///
/// # Safety
/// `func` is NULL or a living object; `num_args` valid values stand at `args`; `result` is NULL or valid for a
/// write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMLikeFuncCall(
    func: TVMLikeObjectHandle,
    args: *const TVMLikeValue,
    num_args: i32,
    result: *mut TVMLikeValue,
) -> c_int {
    // A function of another library may not look for itself.
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
