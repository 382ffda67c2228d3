//! Calling a library's functions.
//!
//! They take classic values, write their result where they are told, and return 0 or a status. Invariant: what they are lent
//! lives for the call; an object that they give is taken over; an exception that they throw becomes an error.

use std::ffi::{c_int, c_void};
use std::ptr;

use tvmlike::{Any, AnyView, Error, ObjectPtr, PackedFunc, Result, TVMArgs, TypeIndex};
use tvmlike_classic::{
    Lent, TVMLIKE_ARG_NULLPTR, TVMLIKE_ARG_OBJECT_RVALUE_REF, TVMValue, from_classic, to_classic,
};
use tvmlike_runtime::error::{clear_raised, status};
use tvmlike_runtime::foreign;

use super::Module;
use crate::Tvm;

/// A function as compilers for TVM make them.
pub(super) type BackendFunction = unsafe extern "C-unwind" fn(
    args: *mut TVMValue,
    type_codes: *mut c_int,
    num_args: c_int,
    out_value: *mut TVMValue,
    out_type_code: *mut c_int,
    resource: *mut c_void,
) -> c_int;

/// Everything that a call needs.
struct Call {
    function: BackendFunction,
    values: *mut TVMValue,
    codes: *mut c_int,
    count: c_int,
    result: TVMValue,
    result_code: c_int,
}

/// Makes a function of a library's code. It keeps the module.
pub(super) fn function(module: ObjectPtr<Module>, code: BackendFunction) -> PackedFunc {
    PackedFunc::new(move |args| {
        let _ = &module;
        call(code, args)
    })
}

fn call(function: BackendFunction, args: TVMArgs<'_>) -> Result<Any> {
    let lent = args
        .iter()
        .enumerate()
        .map(|(at, arg)| to_classic::<Tvm>(arg, at))
        .collect::<Result<Vec<Lent>>>()?;
    let mut values: Vec<TVMValue> = lent.iter().map(Lent::value).collect();
    let mut codes: Vec<c_int> = lent.iter().map(Lent::code).collect();
    let mut call = Call {
        function,
        values: values.as_mut_ptr(),
        codes: codes.as_mut_ptr(),
        count: c_int::try_from(values.len())?,
        result: TVMValue { v_int64: 0 },
        result_code: TVMLIKE_ARG_NULLPTR,
    };
    // What was raised before is not this function's.
    clear_raised();
    // SAFETY: `enter` takes a call, which is there until it has returned.
    let returned = unsafe { foreign::call(enter as foreign::Target, [(&raw mut call) as usize, 0, 0, 0, 0]) };
    status(returned)?;
    // A function may have set an error and gone on all the same.
    clear_raised();
    // SAFETY: the function wrote a value of this code, or none; an object is given.
    unsafe { taken(call.result, call.result_code) }
}

/// Calls the function with all that it takes, which is more than [`foreign::call`] passes on.
unsafe extern "C-unwind" fn enter(call: *mut Call) -> c_int {
    // SAFETY: a call whose function is sound to call with what stands in it. Nothing here has to be dropped where it throws.
    unsafe {
        ((*call).function)(
            (*call).values,
            (*call).codes,
            (*call).count,
            &raw mut (*call).result,
            &raw mut (*call).result_code,
            ptr::null_mut(),
        )
    }
}

/// Takes a result over: an object as it is, text and bytes as copies.
///
/// # Safety
/// The value is as its code says.
unsafe fn taken(value: TVMValue, code: c_int) -> Result<Any> {
    if code == TVMLIKE_ARG_OBJECT_RVALUE_REF {
        return Err(Error::type_error(
            "a reference to a handle cannot be a function's result",
        ));
    }
    // SAFETY: by contract.
    let result = unsafe { from_classic::<Tvm>(value, code, 0)? };
    if TypeIndex(result.type_index).is_object() {
        // SAFETY: the reference is given up.
        return Ok(unsafe { Any::from_raw(result) });
    }
    // SAFETY: a view is transparent over the value.
    unsafe { AnyView::from_raw(result) }.to_owned()
}
