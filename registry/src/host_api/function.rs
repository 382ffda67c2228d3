//! Function objects.

use std::ffi::{c_int, c_void};

use tvmlike_macros::c_function;
use tvmlike_runtime::abi::{TVMLikeCallback, TVMLikeFinalizer, TVMLikeObjectHandle, TVMLikeValue};
use tvmlike_runtime::function::from_callback;
use tvmlike_runtime::{Any, String as TvmString};

use super::{function_of, give_made, outcome};

/// Makes a function object from a callback. When the last reference is released, `finalizer`, which may be NULL, is
/// called once with `context`. If this function fails, the finalizer is not called.
///
/// # Safety
/// Any thread may call the callback with the context until the finalizer has been called; `out` is NULL or valid for a
/// write.
#[c_function(export = "TVMLikeFuncCreate", slot = 5)]
pub unsafe extern "C" fn func_create(
    call: TVMLikeCallback,
    context: *mut c_void,
    finalizer: TVMLikeFinalizer,
    out: *mut TVMLikeObjectHandle,
) -> c_int {
    outcome(|| {
        // SAFETY: by the contract of the table.
        let make = || Ok(unsafe { from_callback(call, context, finalizer)? }.into_raw());
        // SAFETY: NULL or valid.
        unsafe { give_made(out, "the place for the function", make) }
    })
}

/// Returns the signature record that a function object was made with, as JSON text in an owned string value. Functions that
/// are made at run time from data have one, for example those bound to a symbol of a library; for all others the result
/// is none. The record of a registered name is in the registry (`registry.info`).
///
/// # Safety
/// `function` is NULL or a living object; `out` is NULL or valid for a write, and holds no value.
#[c_function(export = "TVMLikeFuncRecord", slot = 38, since = "1.3")]
pub unsafe extern "C" fn func_record(function: TVMLikeObjectHandle, out: *mut TVMLikeValue) -> c_int {
    outcome(|| {
        // SAFETY: by contract.
        let known = unsafe { function_of(&function) }.map_err(|why| why.error("the function"))?;
        let made = || {
            let record = known.record().map(|record| TvmString::new(&record));
            Ok(record.map_or_else(Any::default, Any::from).into_raw())
        };
        // SAFETY: by contract.
        unsafe { give_made(out, "the place for the record", made) }
    })
}
