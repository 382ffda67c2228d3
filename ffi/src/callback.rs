//! C callbacks in the classic signature as functions.

use std::ffi::{c_int, c_void};

use tvmlike_classic::{
    TVMFunctionHandle, TVMPackedCFunc, TVMPackedCFuncFinalizer, TVMRetValueHandle, TVMValue,
};

use crate::Own;

/// Makes a function from a C callback. `fin`, which may be NULL, is called once with the resource, when the last
/// handle is gone; not at all where this call fails.
///
/// # Safety
/// The callback may be called with the resource from any thread until the finalizer has been called.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMFuncCreateFromCFunc(
    func: TVMPackedCFunc,
    resource_handle: *mut c_void,
    fin: TVMPackedCFuncFinalizer,
    out: *mut TVMFunctionHandle,
) -> c_int {
    // SAFETY: by contract.
    unsafe { tvmlike_classic::create_from_c_func::<Own>(func, resource_handle, fin, out) }
}

/// Sets the result of a C callback. Strings and bytes are copied, objects retained.
///
/// # Safety
/// `ret` is what the callback received; the value is as its code says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMCFuncSetReturn(
    ret: TVMRetValueHandle,
    value: *mut TVMValue,
    type_code: *mut c_int,
    num_ret: c_int,
) -> c_int {
    // SAFETY: by contract.
    unsafe { tvmlike_classic::set_return::<Own>(ret, value, type_code, num_ret) }
}

/// Makes a callback's borrowed argument its own, in place: a handle is retained, and the callback frees it. Strings
/// and bytes stay borrowed for the call and are refused; copy them.
///
/// # Safety
/// `value` and `code` are NULL or an argument that the callback received.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMCbArgToReturn(value: *mut TVMValue, code: *mut c_int) -> c_int {
    // SAFETY: by contract.
    unsafe { tvmlike_classic::arg_to_return::<Own>(value, code) }
}
