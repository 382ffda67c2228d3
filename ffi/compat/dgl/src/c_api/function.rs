//! Functions: by name, as handles, calls, and C callbacks.

use std::ffi::{c_char, c_int, c_void};

use tvmlike_classic::{
    TVMFunctionHandle, TVMPackedCFunc, TVMPackedCFuncFinalizer, TVMRetValueHandle, TVMValue, own, served,
};
use tvmlike_registry::host_api::{give_made, null};

use crate::{Dgl, call, callback, result};

/// Calls a function with classic values.
///
/// Arguments are borrowed for the call. A result that is a string or bytes stays in storage of this thread until
/// its next call; a result that is a handle belongs to the caller.
///
/// # Safety
/// `func` is NULL or a living object; `num_args` values and type codes stand at the two arrays, each as its code
/// says; the places for the result are NULL or valid for a write.
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

/// Makes a function from a C callback. `fin`, which may be NULL, is called once with the resource, when the last
/// handle is gone; not at all where this call fails.
///
/// The callback is lent its arguments. DGL's own front ends, which take arrays over as if they were given to them, are
/// recognised, and given a reference to each array.
///
/// # Safety
/// The callback may be called with the resource from any thread until the finalizer has been called.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn DGLFuncCreateFromCFunc(
    func: TVMPackedCFunc,
    resource_handle: *mut c_void,
    fin: TVMPackedCFuncFinalizer,
    out: *mut TVMFunctionHandle,
) -> c_int {
    served::<Dgl>(|| {
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
/// `ret` is NULL, or what a running callback of `DGLFuncCreateFromCFunc` received; the value is as its code says.
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

/// Makes a callback's borrowed argument its own, in place: a handle is retained, and the callback frees it. Strings
/// and bytes stay borrowed for the call and are refused; copy them.
///
/// # Safety
/// `value` is NULL or an argument that the callback received, and `code` its type code.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn DGLCbArgToReturn(value: *mut TVMValue, code: c_int) -> c_int {
    served::<Dgl>(|| {
        // SAFETY: NULL or valid by contract.
        let place = unsafe { value.as_mut() }.ok_or_else(|| null("the argument"))?;
        // The code stays what it is, for codes that DGL knows.
        // SAFETY: by contract.
        (*place, _) = unsafe { own::<Dgl>(*place, code)? };
        Ok(())
    })
}

/// Lists the registered names, sorted. The array and its strings stay valid on this thread until its next listing.
///
/// # Safety
/// Both pointers are NULL or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn DGLFuncListGlobalNames(
    out_size: *mut c_int,
    out_array: *mut *mut *const c_char,
) -> c_int {
    // SAFETY: by contract.
    unsafe { tvmlike_classic::list_global_names::<Dgl>(out_size, out_array) }
}

/// Gives a function by name: a new reference that the caller frees with `DGLFuncFree`. Where there is no such
/// function, NULL is given and 0 returned.
///
/// # Safety
/// `name` is NULL or a C string; `out` is NULL or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn DGLFuncGetGlobal(name: *const c_char, out: *mut TVMFunctionHandle) -> c_int {
    // SAFETY: by contract.
    unsafe { tvmlike_classic::func_get_global::<Dgl>(name, out) }
}

/// Gives a reference to a function back. NULL is ignored.
///
/// # Safety
/// `func` is NULL or a function to which the caller owns a reference.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn DGLFuncFree(func: TVMFunctionHandle) -> c_int {
    // SAFETY: by contract.
    unsafe { tvmlike_classic::func_free::<Dgl>(func) }
}

/// Registers a function under a name; the registry takes a reference of its own. A name that is taken is an error,
/// unless `override_` is not 0.
///
/// # Safety
/// `name` is NULL or a C string; `f` is NULL or a living object.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn DGLFuncRegisterGlobal(
    name: *const c_char,
    f: TVMFunctionHandle,
    override_: c_int,
) -> c_int {
    // SAFETY: by contract.
    unsafe { tvmlike_classic::func_register_global::<Dgl>(name, f, override_) }
}
