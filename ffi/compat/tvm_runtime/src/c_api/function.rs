//! Functions: by name, as handles, calls, and C callbacks.

use std::ffi::{c_char, c_int, c_void};

use tvmlike_classic::{
    TVMFunctionHandle, TVMLIKE_ARG_BOOL, TVMLIKE_ARG_DLTENSOR_HANDLE, TVMPackedCFunc,
    TVMPackedCFuncFinalizer, TVMRetValueHandle, TVMValue,
};

use crate::{Tvm, front_end};

/// Calls a function with classic values.
///
/// Arguments are borrowed for the call; a `TVMLIKE_ARG_OBJECT_RVALUE_REF` is one that a C callback may take, others are lent the
/// object. It returns 0, or -1 with the last error set; or -2 where a front end that has handed over `PyErr_CheckSignals` alone was
/// interrupted, and finds the exception in its interpreter. A result that is a string or bytes stays in storage of this thread until
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
    unsafe { tvmlike_classic::call::<Tvm>(func, arg_values, type_codes, num_args, ret_val, ret_type_code) }
}

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
    unsafe { tvmlike_classic::create_from_c_func::<Tvm>(func, resource_handle, fin, out) }
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
    unsafe { tvmlike_classic::set_return::<Tvm>(ret, value, type_code, num_ret) }
}

/// Makes a callback's borrowed argument its own, in place: a handle is retained, and the callback frees it. What stands behind a
/// `TVMLIKE_ARG_OBJECT_RVALUE_REF` is taken from the caller, whose handle becomes NULL. The code becomes that of the object's type.
/// Numbers, DLTensor pointers and codes that nobody knows stay as they are. Strings and bytes stay borrowed for the call and are
/// refused; copy them.
///
/// # Safety
/// `value` and `code` are NULL or an argument that the callback received.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMCbArgToReturn(value: *mut TVMValue, code: *mut c_int) -> c_int {
    // SAFETY: NULL or valid.
    if let Some(&code) = unsafe { code.as_ref() }
        && (code == TVMLIKE_ARG_DLTENSOR_HANDLE || !(0..=TVMLIKE_ARG_BOOL).contains(&code))
    {
        return 0;
    }
    // SAFETY: by contract.
    unsafe { tvmlike_classic::arg_to_return::<Tvm>(value, code) }
}

/// Lists the registered names, sorted. The array and its strings stay valid on this thread until its next listing.
///
/// # Safety
/// Both pointers are NULL or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMFuncListGlobalNames(
    out_size: *mut c_int,
    out_array: *mut *mut *const c_char,
) -> c_int {
    // Front ends list the names when they are imported.
    front_end::shown();
    // SAFETY: by contract.
    unsafe { tvmlike_classic::list_global_names::<Tvm>(out_size, out_array) }
}

/// Gives a function by name: a new reference that the caller frees with `TVMFuncFree`. Where there is no such
/// function, NULL is given and 0 returned.
///
/// # Safety
/// `name` is NULL or a C string; `out` is NULL or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMFuncGetGlobal(name: *const c_char, out: *mut TVMFunctionHandle) -> c_int {
    // SAFETY: by contract.
    unsafe { tvmlike_classic::func_get_global::<Tvm>(name, out) }
}

/// Gives a reference to a function back. NULL is ignored.
///
/// # Safety
/// `func` is NULL or a function to which the caller owns a reference.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMFuncFree(func: TVMFunctionHandle) -> c_int {
    // SAFETY: by contract.
    unsafe { tvmlike_classic::func_free::<Tvm>(func) }
}

/// Registers a function under a name; the registry takes a reference of its own. A name that is taken is an error,
/// unless `override_` is not 0.
///
/// # Safety
/// `name` is NULL or a C string; `f` is NULL or a living object.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMFuncRegisterGlobal(
    name: *const c_char,
    f: TVMFunctionHandle,
    override_: c_int,
) -> c_int {
    // SAFETY: by contract.
    unsafe { tvmlike_classic::func_register_global::<Tvm>(name, f, override_) }
}

/// Removes a name, where it is there. Handles that were got stay valid.
///
/// # Safety
/// `name` is NULL or a C string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMFuncRemoveGlobal(name: *const c_char) -> c_int {
    let mut present = std::ptr::null_mut();
    // SAFETY: by contract; what is given is ours to free.
    unsafe {
        let status = tvmlike_classic::func_get_global::<Tvm>(name, &mut present);
        if status != 0 || present.is_null() {
            return status;
        }
        tvmlike_classic::func_free::<Tvm>(present);
        tvmlike_classic::func_remove_global::<Tvm>(name)
    }
}
