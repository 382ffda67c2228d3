//! Listing names.

use std::ffi::{c_char, c_int};

use tvmlike_registry::host_api;
use tvmlike_runtime::abi::{TVMLikeByteArray, TVMLikeValue};

use crate::Own;

/// Lists the registered names, sorted. The array and its strings stay valid on this thread until its next listing.
///
/// # Safety
/// Both pointers are NULL or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMFuncListGlobalNames(
    out_size: *mut c_int,
    out_array: *mut *mut *const c_char,
) -> c_int {
    // SAFETY: by contract.
    unsafe { tvmlike_classic::list_global_names::<Own>(out_size, out_array) }
}

/// The names under a dotted prefix, sorted, as an owned array of strings; all names for an empty prefix. `ir`
/// covers `ir.f`, not `irx.f`.
///
/// # Safety
/// `prefix` is NULL or valid text; `out` is NULL or a place for a value that holds none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMLikeFuncListNames(
    prefix: *const TVMLikeByteArray,
    out: *mut TVMLikeValue,
) -> c_int {
    // SAFETY: by contract.
    unsafe { host_api::list_names(prefix, out) }
}
