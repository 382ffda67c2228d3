//! Calls of a library's functions.
//!
//! They take classic values, write a result and return 0 or a status. Invariants: arguments live for the call; a returned object's
//! reference is taken over; a C++ exception becomes an error.

use std::ffi::{c_int, c_void};
use std::ptr;

use tvmlike::{Any, AnyView, Error, ObjectPtr, PackedFunc, Result, TVMArgs, TypeIndex};
use tvmlike_classic::{
    Lent, TVMLIKE_ARG_NULLPTR, TVMLIKE_ARG_OBJECT_RVALUE_REF, TVMValue, from_classic, to_classic,
};
use tvmlike_runtime::error::{clear_raised, status};
use tvmlike_runtime::foreign;

use super::Module;
use crate::classic_abi::Tvm;

/// The signature of functions that TVM's compiler generates.
pub(super) type BackendFunction = unsafe extern "C-unwind" fn(
    args: *mut TVMValue,
    type_codes: *mut c_int,
    num_args: c_int,
    out_value: *mut TVMValue,
    out_type_code: *mut c_int,
    resource: *mut c_void,
) -> c_int;

/// The arguments and the result of a call.
struct Call {
    function: BackendFunction,
    values: *mut TVMValue,
    codes: *mut c_int,
    count: c_int,
    result: TVMValue,
    result_code: c_int,
}

/// Makes a packed function of a library's function. It keeps the module alive.
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
    // An error that was raised before is not this function's.
    clear_raised();
    // SAFETY: `enter` takes a `Call`, which lives until it has returned.
    let returned = unsafe { foreign::call(enter as foreign::Target, [(&raw mut call) as usize, 0, 0, 0, 0]) };
    status(returned)?;
    // A function may have set an error and returned 0 all the same.
    clear_raised();
    // SAFETY: the function wrote a value with this code, or nothing; it owns a returned object's reference.
    unsafe { taken(call.result, call.result_code) }
}

/// Calls the function with its six arguments, of which [`foreign::call`] can pass five.
///
/// # Safety
/// `call` points to a [`Call`] whose function may be called with its arguments.
unsafe extern "C-unwind" fn enter(call: *mut Call) -> c_int {
    // SAFETY: by contract. This frame has nothing to drop if the function throws.
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

/// Converts a result: takes over an object, copies text and bytes.
///
/// # Safety
/// `code` is the type code of the value; an object's reference is owned.
unsafe fn taken(value: TVMValue, code: c_int) -> Result<Any> {
    if code == TVMLIKE_ARG_OBJECT_RVALUE_REF {
        return Err(Error::type_error(
            "a function cannot return a reference to a handle",
        ));
    }
    // SAFETY: by contract.
    let result = unsafe { from_classic::<Tvm>(value, code, 0)? };
    if TypeIndex(result.type_index).is_object() {
        // SAFETY: the value takes the owned reference.
        return Ok(unsafe { Any::from_raw(result) });
    }
    // SAFETY: a view is transparent over the value.
    unsafe { AnyView::from_raw(result) }.to_owned()
}
