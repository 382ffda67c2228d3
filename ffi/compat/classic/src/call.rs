//! Calling functions.
//!
//! Nothing here catches panics: a called function does not unwind, and neither does the code around the call.

use std::ffi::c_int;
use std::mem::MaybeUninit;

use tvmlike_registry::host_api::{function_of, null};
use tvmlike_runtime::abi::{
    TVMLIKE_FLOAT, TVMLIKE_FUNCTION, TVMLIKE_INT, TVMLikeObject, TVMLikeObjectHandle, TVMLikePayload,
    TVMLikeValue,
};
use tvmlike_runtime::error::status;
use tvmlike_runtime::function::shim::raise;
use tvmlike_runtime::function::{MAX_ARGS, entry};
use tvmlike_runtime::{Any, AnyView, Error, Result, TypeIndex};

use crate::callback::is_callback;
use crate::classic_abi::{ClassicAbi, with_runtime};
use crate::from_classic::from_classic;
use crate::result::write_result;
use crate::value::{
    TVMFunctionHandle, TVMLIKE_ARG_FLOAT, TVMLIKE_ARG_INT, TVMLIKE_ARG_OBJECT_RVALUE_REF, TVMValue,
};

/// The most arguments that are converted on the stack.
const ON_STACK: usize = 8;

/// The body of `FuncCall`.
///
/// # Safety
/// As `exports.rs` says for `FuncCall`.
#[inline(always)]
pub unsafe fn call<A: ClassicAbi>(
    func: TVMFunctionHandle,
    arg_values: *mut TVMValue,
    type_codes: *mut c_int,
    num_args: c_int,
    ret_val: *mut TVMValue,
    ret_type_code: *mut c_int,
) -> c_int {
    let function: TVMLikeObjectHandle = func.cast();
    // A negative count becomes a large one.
    let count = num_args as u32 as usize;
    // SAFETY: NULL or alive, by contract.
    if function.is_null() || unsafe { (*function).type_index } != TVMLIKE_FUNCTION {
        return refuse::<A>(func, num_args, true);
    }
    if ret_val.is_null() || ret_type_code.is_null() {
        return refuse::<A>(func, num_args, true);
    }
    if count != 0 && (arg_values.is_null() || type_codes.is_null()) {
        return refuse::<A>(func, num_args, false);
    }
    if count > ON_STACK {
        // SAFETY: checked above, and by contract.
        return unsafe {
            call_with_many::<A>(function, arg_values, type_codes, count, ret_val, ret_type_code)
        };
    }
    let mut args = [const { MaybeUninit::<TVMLikeValue>::uninit() }; ON_STACK];
    for (at, place) in args.iter_mut().enumerate().take(count) {
        // SAFETY: `count` values and codes are there. Numbers, which most arguments are, keep their 8 bytes.
        unsafe {
            let (value, code) = (*arg_values.add(at), *type_codes.add(at));
            let type_index = match code {
                TVMLIKE_ARG_INT => TVMLIKE_INT,
                TVMLIKE_ARG_FLOAT => TVMLIKE_FLOAT,
                _ if convert_other::<A>(function, place, value, code, at) => continue,
                _ => return -1,
            };
            let payload = TVMLikePayload {
                v_int64: value.v_int64,
            };
            place.write(TVMLikeValue {
                type_index,
                small_len: 0,
                payload,
            });
        }
    }
    // SAFETY: the first `count` arguments are written; the pointers were checked above.
    unsafe { call_converted::<A>(function, args.as_ptr().cast(), count, ret_val, ret_type_code) }
}

/// Converts an argument that is not a number. If it cannot, it raises an error and returns `false`.
///
/// # Safety
/// A living function; `code` is the type code of the value.
#[inline(never)]
unsafe fn convert_other<A: ClassicAbi>(
    function: *mut TVMLikeObject,
    place: &mut MaybeUninit<TVMLikeValue>,
    value: TVMValue,
    code: c_int,
    position: usize,
) -> bool {
    // SAFETY: by contract.
    match unsafe { argument_from_classic::<A>(function, value, code, position) } {
        Ok(value) => {
            place.write(value);
            true
        }
        Err(error) => {
            raise(error);
            false
        }
    }
}

/// Converts an argument of a function. An rvalue reference for a C callback stays a pointer to its handle, so that the callback
/// may take the object; any other function borrows the object.
///
/// # Safety
/// As [`convert_other`].
unsafe fn argument_from_classic<A: ClassicAbi>(
    function: *mut TVMLikeObject,
    value: TVMValue,
    code: c_int,
    position: usize,
) -> Result<TVMLikeValue> {
    // SAFETY: by contract.
    unsafe {
        if A::RVALUES_MOVE
            && code == TVMLIKE_ARG_OBJECT_RVALUE_REF
            && !value.v_handle.is_null()
            && is_callback(entry::load(function))
        {
            return Ok(TVMLikeValue {
                type_index: TypeIndex::RVALUE_REF.0,
                small_len: 0,
                payload: TVMLikePayload {
                    v_ptr: value.v_handle,
                },
            });
        }
        from_classic::<A>(value, code, position)
    }
}

/// Calls a function with converted arguments and writes its result as a classic value.
///
/// # Safety
/// A living function, `count` values, and places for the result.
#[inline(always)]
unsafe fn call_converted<A: ClassicAbi>(
    function: *mut TVMLikeObject,
    args: *const TVMLikeValue,
    count: usize,
    ret_val: *mut TVMValue,
    ret_code: *mut c_int,
) -> c_int {
    let mut result = *AnyView::NONE.as_raw();
    // SAFETY: a function's cell follows its header; the rest by contract.
    unsafe {
        let Some(safe_call) = entry::load(function) else {
            return raise(null("the function's entry"));
        };
        let returned = safe_call(function, args, count as i32, &mut result);
        if returned != 0 {
            return failed::<A>(returned);
        }
        let code = match result.type_index {
            TVMLIKE_INT => TVMLIKE_ARG_INT,
            TVMLIKE_FLOAT => TVMLIKE_ARG_FLOAT,
            _ => return write_other::<A>(result, ret_val, ret_code),
        };
        ret_val.write(TVMValue {
            v_int64: result.payload.v_int64,
        });
        ret_code.write(code);
    }
    0
}

/// Writes a result that is not a number as a classic value.
///
/// # Safety
/// An owned result and places for it.
#[inline(never)]
unsafe fn write_other<A: ClassicAbi>(
    result: TVMLikeValue,
    ret_val: *mut TVMValue,
    ret_code: *mut c_int,
) -> c_int {
    let write = || {
        if TypeIndex(result.type_index).is_borrowed_only() {
            return Err(Error::internal_error(format!(
                "the function returned {}, which is borrowed and must not be a result",
                TypeIndex(result.type_index).name()
            )));
        }
        // SAFETY: an owned value, since the borrowed kinds were refused; valid places by contract.
        unsafe {
            let (value, code) = write_result::<A>(Any::from_raw(result))?;
            ret_val.write(value);
            ret_code.write(code);
        }
        Ok(())
    };
    // The types are known only once this library is attached, see `failed`.
    with_runtime::<A>(write)
}

/// Calls a function with more arguments than are converted on the stack.
///
/// # Safety
/// As [`call_converted`], with classic arguments.
#[cold]
#[inline(never)]
unsafe fn call_with_many<A: ClassicAbi>(
    function: *mut TVMLikeObject,
    values: *const TVMValue,
    codes: *const c_int,
    count: usize,
    ret_val: *mut TVMValue,
    ret_code: *mut c_int,
) -> c_int {
    if count > MAX_ARGS {
        return refuse::<A>(function.cast(), count as c_int, true);
    }
    // SAFETY: `count` values and codes are there.
    let convert =
        |at: usize| unsafe { argument_from_classic::<A>(function, *values.add(at), *codes.add(at), at) };
    match (0..count).map(convert).collect::<Result<Vec<TVMLikeValue>>>() {
        // SAFETY: by contract.
        Ok(args) => unsafe { call_converted::<A>(function, args.as_ptr(), count, ret_val, ret_code) },
        Err(error) => raise(error),
    }
}

/// The status of a failed call. An error is raised afterwards, even if the callee raised none.
#[cold]
#[inline(never)]
fn failed<A: ClassicAbi>(returned: c_int) -> c_int {
    // The function may come from libtvmlike itself, and this may be the first call into this library.
    match with_runtime::<A>(|| status(returned)) {
        0 => 0,
        _ => A::failure(),
    }
}

/// Raises the error of a call with an invalid function, argument count or pointer. `arrays` is whether the argument arrays are
/// valid.
#[cold]
#[inline(never)]
fn refuse<A: ClassicAbi>(func: TVMFunctionHandle, num_args: c_int, arrays: bool) -> c_int {
    if let Err(missing) = A::ready() {
        return raise(missing);
    }
    let handle: TVMLikeObjectHandle = func.cast();
    // SAFETY: NULL or alive, by the contract of the caller.
    let function = unsafe { function_of(&handle) };
    raise(match function {
        Err(why) => why.error("the function"),
        Ok(_) if !(0..=MAX_ARGS as c_int).contains(&num_args) => Error::value_error(format!(
            "unsupported number of arguments {num_args}; supported: 0 to {MAX_ARGS}"
        )),
        Ok(_) if !arrays => null("the arguments"),
        Ok(_) => null("the place for the result"),
    })
}
