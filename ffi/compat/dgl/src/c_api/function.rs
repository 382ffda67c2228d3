//! Functions: by name, as handles, calls, and C callbacks.

use std::ffi::{c_char, c_int, c_void};

use tvmlike_classic::{
    TVMFunctionHandle, TVMPackedCFunc, TVMPackedCFuncFinalizer, TVMRetValueHandle, TVMValue, take_ownership,
    with_runtime,
};
use tvmlike_registry::host_api::{give_made, null};

use crate::classic_abi::Dgl;
use crate::{call, callback, result};

tvmlike_classic::export! { "DGL" Dgl: FuncListGlobalNames FuncGetGlobal FuncFree FuncRegisterGlobal }

/// Calls a function with classic values.
///
/// Arguments are borrowed for the call. A string or bytes result stays in storage of this thread until the thread's next call; a
/// handle result belongs to the caller. Returns 0, or -1 with the last error set.
///
/// # Safety
/// `func` is NULL or a living object; `arg_values` and `type_codes` point to `num_args` values and their codes; `ret_val` and
/// `ret_type_code` are NULL or valid for a write.
#[unsafe(no_mangle)]
#[cfg_attr(target_os = "linux", unsafe(link_section = ".text.hot"))]
pub unsafe extern "C" fn DGLFuncCall(
    func: TVMFunctionHandle,
    arg_values: *mut TVMValue,
    type_codes: *mut c_int,
    num_args: c_int,
    ret_val: *mut TVMValue,
    ret_type_code: *mut c_int,
) -> c_int {
    // SAFETY: by contract.
    unsafe { call::call(func, arg_values, type_codes, num_args, ret_val, ret_type_code) }
}

/// Makes a function from a C callback.
///
/// `fin`, which may be NULL, is called once with the resource when the last handle is released. If this call fails, it is not
/// called. The callback borrows its arguments. DGL's own front ends release the arrays that they receive; their callbacks are
/// recognised and receive a new reference to each array.
///
/// # Safety
/// The callback may be called with the resource from any thread until the finalizer has run; `out` is NULL or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn DGLFuncCreateFromCFunc(
    func: TVMPackedCFunc,
    resource_handle: *mut c_void,
    fin: TVMPackedCFuncFinalizer,
    out: *mut TVMFunctionHandle,
) -> c_int {
    with_runtime::<Dgl>(|| {
        let func = func.ok_or_else(|| null("the callback"))?;
        let make = || {
            Ok(callback::function(func as *const c_void, resource_handle, fin)
                .into_raw()
                .cast())
        };
        // SAFETY: NULL or valid.
        unsafe { give_made(out, "the place for the function", make) }
    })
}

/// Sets the result of a C callback. Strings and bytes are copied, objects retained.
///
/// # Safety
/// `ret` is NULL or what a running callback of `DGLFuncCreateFromCFunc` received; `value` and `type_code` are NULL or point to a
/// value and its code.
#[unsafe(no_mangle)]
#[cfg_attr(target_os = "linux", unsafe(link_section = ".text.hot"))]
pub unsafe extern "C" fn DGLCFuncSetReturn(
    ret: TVMRetValueHandle,
    value: *mut TVMValue,
    type_code: *mut c_int,
    num_ret: c_int,
) -> c_int {
    // SAFETY: by contract.
    if unsafe { result::set_number(ret, value, type_code, num_ret) } {
        return 0;
    }
    // SAFETY: by contract.
    unsafe { callback::set_return(ret, value, type_code, num_ret) }
}

/// Makes a callback's borrowed argument its own, in place: a handle is retained, and the callback releases it.
///
/// Strings and bytes stay borrowed and are refused; copy them.
///
/// # Safety
/// `value` is NULL or an argument that the callback received, and `code` its type code.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn DGLCbArgToReturn(value: *mut TVMValue, code: c_int) -> c_int {
    with_runtime::<Dgl>(|| {
        // SAFETY: NULL or valid by contract.
        let place = unsafe { value.as_mut() }.ok_or_else(|| null("the argument"))?;
        // The code stays what it is, for codes that DGL knows.
        // SAFETY: by contract.
        (*place, _) = unsafe { take_ownership::<Dgl>(*place, code)? };
        Ok(())
    })
}
