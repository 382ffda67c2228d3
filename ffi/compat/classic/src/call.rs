//! Calling functions.
//!
//! No guard against panics stands here: a function that is called does not unwind, and neither does what stands
//! around the call.

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
use crate::read::read;
use crate::result::write_result;
use crate::value::{
    TVMFunctionHandle, TVMLIKE_ARG_FLOAT, TVMLIKE_ARG_INT, TVMLIKE_ARG_OBJECT_RVALUE_REF, TVMValue,
};
use crate::{Speaker, served};

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
#[inline(always)]
pub unsafe fn call<S: Speaker>(
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
        return refuse::<S>(func, num_args, true);
    }
    if ret_val.is_null() || ret_type_code.is_null() {
        return refuse::<S>(func, num_args, true);
    }
    if count != 0 && (arg_values.is_null() || type_codes.is_null()) {
        return refuse::<S>(func, num_args, false);
    }
    if count > ON_STACK {
        // SAFETY: checked above, and by contract.
        return unsafe {
            call_with_many::<S>(function, arg_values, type_codes, count, ret_val, ret_type_code)
        };
    }
    let mut args = [const { MaybeUninit::<TVMLikeValue>::uninit() }; ON_STACK];
    for (at, place) in args.iter_mut().enumerate().take(count) {
        // SAFETY: `count` values and codes stand there. Numbers, which most arguments are, keep their 8 bytes.
        unsafe {
            let (value, code) = (*arg_values.add(at), *type_codes.add(at));
            let type_index = match code {
                TVMLIKE_ARG_INT => TVMLIKE_INT,
                TVMLIKE_ARG_FLOAT => TVMLIKE_FLOAT,
                _ if convert_other::<S>(function, place, value, code, at) => continue,
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
    // SAFETY: the first `count` arguments are written; the rest was checked above.
    unsafe { call_converted::<S>(function, args.as_ptr().cast(), count, ret_val, ret_type_code) }
}

/// Converts an argument that is not a number; raises an error and says `false` where it cannot be.
///
/// # Safety
/// A living function; the value is as its code says.
#[inline(never)]
unsafe fn convert_other<S: Speaker>(
    function: *mut TVMLikeObject,
    place: &mut MaybeUninit<TVMLikeValue>,
    value: TVMValue,
    code: c_int,
    position: usize,
) -> bool {
    // SAFETY: by contract.
    match unsafe { read_for::<S>(function, value, code, position) } {
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

/// Reads an argument of a function. One that may be moved stays a reference to its handle on its way to a C callback, which takes
/// the object if it wants it; any other function is lent the object.
///
/// # Safety
/// As [`convert_other`].
unsafe fn read_for<S: Speaker>(
    function: *mut TVMLikeObject,
    value: TVMValue,
    code: c_int,
    position: usize,
) -> Result<TVMLikeValue> {
    // SAFETY: by contract.
    unsafe {
        if S::RVALUES_MOVE
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
        read::<S>(value, code, position)
    }
}

/// Calls a function with converted arguments and gives its result out in classic form.
///
/// # Safety
/// A living function, `count` values, and places for the result.
#[inline(always)]
unsafe fn call_converted<S: Speaker>(
    function: *mut TVMLikeObject,
    args: *const TVMLikeValue,
    count: usize,
    ret_val: *mut TVMValue,
    ret_code: *mut c_int,
) -> c_int {
    let mut result = *AnyView::NONE.as_raw();
    // SAFETY: a function's cell stands behind its header; the rest by contract.
    unsafe {
        let Some(safe_call) = entry::load(function) else {
            return raise(null("the function's entry"));
        };
        let returned = safe_call(function, args, count as i32, &mut result);
        if returned != 0 {
            return failed::<S>(returned);
        }
        let code = match result.type_index {
            TVMLIKE_INT => TVMLIKE_ARG_INT,
            TVMLIKE_FLOAT => TVMLIKE_ARG_FLOAT,
            _ => return give_other::<S>(result, ret_val, ret_code),
        };
        ret_val.write(TVMValue {
            v_int64: result.payload.v_int64,
        });
        ret_code.write(code);
    }
    0
}

/// # Safety
/// An owned result and places for it.
#[inline(never)]
unsafe fn give_other<S: Speaker>(
    result: TVMLikeValue,
    ret_val: *mut TVMValue,
    ret_code: *mut c_int,
) -> c_int {
    let give = || {
        if TypeIndex(result.type_index).is_borrowed_only() {
            return Err(Error::internal_error(format!(
                "the function returned {}, which is borrowed and must not be a result",
                TypeIndex(result.type_index).name()
            )));
        }
        // SAFETY: an owned value, since the borrowed kinds were refused; valid places by contract.
        unsafe {
            let (value, code) = write_result::<S>(Any::from_raw(result))?;
            ret_val.write(value);
            ret_code.write(code);
        }
        Ok(())
    };
    // What types there are is known only once this library is connected, see `failed`.
    served::<S>(give)
}

/// # Safety
/// As [`call_converted`], with classic arguments.
#[cold]
#[inline(never)]
unsafe fn call_with_many<S: Speaker>(
    function: *mut TVMLikeObject,
    values: *const TVMValue,
    codes: *const c_int,
    count: usize,
    ret_val: *mut TVMValue,
    ret_code: *mut c_int,
) -> c_int {
    if count > MAX_ARGS {
        return refuse::<S>(function.cast(), count as c_int, true);
    }
    // SAFETY: `count` values and codes stand there.
    let convert = |at: usize| unsafe { read_for::<S>(function, *values.add(at), *codes.add(at), at) };
    match (0..count).map(convert).collect::<Result<Vec<TVMLikeValue>>>() {
        // SAFETY: by contract.
        Ok(args) => unsafe { call_converted::<S>(function, args.as_ptr(), count, ret_val, ret_code) },
        Err(error) => raise(error),
    }
}

/// Passes a failed call on, with an error raised whatever the callee did.
#[cold]
#[inline(never)]
fn failed<S: Speaker>(returned: c_int) -> c_int {
    // A function may have come from libtvmlike itself, so that this library is called for the first time.
    match served::<S>(|| status(returned)) {
        0 => 0,
        _ => S::failure(),
    }
}

#[cold]
#[inline(never)]
fn refuse<S: Speaker>(func: TVMFunctionHandle, num_args: c_int, arrays: bool) -> c_int {
    if let Err(missing) = S::ready() {
        return raise(missing);
    }
    let handle: TVMLikeObjectHandle = func.cast();
    // SAFETY: NULL or alive, by the contract of the caller.
    let function = unsafe { function_of(&handle) };
    raise(match function {
        Err(why) => why.error("the function"),
        Ok(_) if !(0..=MAX_ARGS as c_int).contains(&num_args) => Error::value_error(format!(
            "a call got {num_args} arguments; 0 to {MAX_ARGS} are possible"
        )),
        Ok(_) if !arrays => null("the arguments"),
        Ok(_) => null("the place for the result"),
    })
}
