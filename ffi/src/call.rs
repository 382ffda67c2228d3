//! Calling functions.

use std::ffi::c_int;
use std::mem::MaybeUninit;

use tvmlike_registry::host_api::{function_of, null, outcome};
use tvmlike_runtime::abi::{TVMLikeObjectHandle, TVMLikeValue};
use tvmlike_runtime::error::set_raised;
use tvmlike_runtime::function::MAX_ARGS;
use tvmlike_runtime::{AnyView, Error, Result};

use crate::classic::{TVMFunctionHandle, TVMValue, read, write_result};

/// Up to this many arguments are converted on the stack.
const ON_STACK: usize = 8;

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
    // A function that is called does not unwind, and neither does what stands around the call: no guard here.
    // SAFETY: by contract.
    match unsafe { call_classic(func, arg_values, type_codes, num_args, ret_val, ret_type_code) } {
        Ok(()) => 0,
        Err(error) => {
            set_raised(error);
            -1
        }
    }
}

unsafe fn call_classic(
    func: TVMFunctionHandle,
    values: *const TVMValue,
    codes: *const c_int,
    num_args: c_int,
    ret_val: *mut TVMValue,
    ret_code: *mut c_int,
) -> Result<()> {
    let handle: TVMLikeObjectHandle = func.cast();
    // SAFETY: by contract of the caller, here and below.
    let function = unsafe { function_of(&handle, "the function")? };
    let count = usize::try_from(num_args)
        .ok()
        .filter(|&count| count <= MAX_ARGS)
        .ok_or_else(|| bad_count(num_args))?;
    if count > 0 && (values.is_null() || codes.is_null()) {
        return Err(null("the arguments"));
    }
    if ret_val.is_null() || ret_code.is_null() {
        return Err(null("the place for the result"));
    }
    let convert = |at: usize| unsafe { read(*values.add(at), *codes.add(at), at) };
    let result = if count <= ON_STACK {
        let mut args = [const { MaybeUninit::<TVMLikeValue>::uninit() }; ON_STACK];
        for (at, place) in args.iter_mut().enumerate().take(count) {
            place.write(convert(at)?);
        }
        // SAFETY: the first `count` are written; views are transparent over them.
        function.invoke(unsafe { std::slice::from_raw_parts(args.as_ptr().cast::<AnyView<'_>>(), count) })?
    } else {
        let args: Vec<TVMLikeValue> = (0..count).map(convert).collect::<Result<_>>()?;
        // SAFETY: views are transparent over the values.
        function.invoke(unsafe { std::slice::from_raw_parts(args.as_ptr().cast::<AnyView<'_>>(), count) })?
    };
    let (value, code) = write_result(result)?;
    unsafe {
        ret_val.write(value);
        ret_code.write(code);
    }
    Ok(())
}

#[cold]
fn bad_count(num_args: c_int) -> Error {
    Error::value_error(format!(
        "a call got {num_args} arguments; 0 to {MAX_ARGS} are possible"
    ))
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
    // SAFETY: by contract, here and below.
    match unsafe { function_of(&func, "the function") } {
        Ok(function) => match function.as_object().safe_call {
            Some(safe_call) => unsafe { safe_call(func, args, num_args, result) },
            None => outcome(|| Err(null("the function's entry"))),
        },
        Err(error) => outcome(|| Err(error)),
    }
}
