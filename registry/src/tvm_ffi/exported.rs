//! Functions that a library exports for tvm-ffi, as the attribute macro makes them.

use std::ffi::c_int;
use std::ptr;

use tvmlike_runtime::abi::{TVMLikeObject, TVMLikeValue};
use tvmlike_runtime::{Any, TVMArgs, error};

use super::crossing::NONE;
use super::wrapper::answer;

/// Answers tvm-ffi's call of an exported symbol with the function's own entry.
///
/// # Safety
/// `call` keeps the convention and reads nothing of the function object that it gets (which is NULL). The rest comes from
/// a caller that keeps it, too: `num_args` valid values and a place for the result.
pub unsafe fn exported(
    call: unsafe extern "C" fn(*mut TVMLikeObject, *const TVMLikeValue, i32, *mut TVMLikeValue) -> c_int,
    args: *const TVMLikeValue,
    num_args: i32,
    result: *mut TVMLikeValue,
) -> c_int {
    let call = |args: TVMArgs<'_>| {
        let mut returned = NONE;
        // SAFETY: arguments that live for the call, and a place that holds no object.
        let status = unsafe {
            call(
                ptr::null_mut(),
                args.as_slice().as_ptr().cast(),
                args.len() as i32,
                &mut returned,
            )
        };
        error::status(status)?;
        // SAFETY: a successful call leaves an owned value.
        Ok(unsafe { Any::from_raw(returned) })
    };
    // SAFETY: by contract.
    unsafe { answer(args, num_args, result, "an exported function", call) }
}
