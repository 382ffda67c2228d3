//! Functions: by name, as handles, calls, and C callbacks.

use std::ffi::{c_char, c_int, c_void};

use tvmlike_classic::{
    TVMFunctionHandle, TVMLIKE_ARG_BOOL, TVMLIKE_ARG_DLTENSOR_HANDLE, TVMPackedCFunc,
    TVMPackedCFuncFinalizer, TVMRetValueHandle, TVMValue,
};

use crate::classic_abi::Tvm;
use crate::front_end;

tvmlike_classic::export! { "TVM" Tvm:
    FuncCall FuncCreateFromCFunc CFuncSetReturn FuncGetGlobal FuncFree FuncRegisterGlobal
}

/// Makes a callback's borrowed argument its own, in place: a handle is retained, and the callback releases it.
///
/// The object behind a `TVMLIKE_ARG_OBJECT_RVALUE_REF` is taken from the caller, whose handle becomes NULL. `code` becomes the code
/// of the object's type. Numbers, DLTensor pointers and values with unknown codes do not change. Strings and bytes stay borrowed
/// and are refused; copy them.
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

/// Lists the registered names, sorted. The array and its strings stay valid until this thread's next listing.
///
/// # Safety
/// `out_size` and `out_array` are NULL or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMFuncListGlobalNames(
    out_size: *mut c_int,
    out_array: *mut *mut *const c_char,
) -> c_int {
    // Front ends list the names when they are imported.
    front_end::seen();
    // SAFETY: by contract.
    unsafe { tvmlike_classic::list_global_names::<Tvm>(out_size, out_array) }
}

/// Removes a name, if it is registered. Handles that callers have stay valid.
///
/// # Safety
/// `name` is NULL or a C string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMFuncRemoveGlobal(name: *const c_char) -> c_int {
    let mut present = std::ptr::null_mut();
    // SAFETY: by contract; we own the reference.
    unsafe {
        let status = tvmlike_classic::func_get_global::<Tvm>(name, &mut present);
        if status != 0 || present.is_null() {
            return status;
        }
        tvmlike_classic::func_free::<Tvm>(present);
        tvmlike_classic::func_remove_global::<Tvm>(name)
    }
}
