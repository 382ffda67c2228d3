//! Functions by name, and as handles.

use std::ffi::{CStr, c_char, c_int};

use tvmlike_registry::host_api::{self, function_of, get_by_name, null};
use tvmlike_registry::{Registration, remove};
use tvmlike_runtime::abi::TVMLikeByteArray;
use tvmlike_runtime::error::status;
use tvmlike_runtime::{Error, Result, host};

use crate::value::TVMFunctionHandle;
use crate::{Speaker, served};

/// A name that C passed.
///
/// # Safety
/// `name` is NULL or a C string.
unsafe fn name_at<'a>(name: *const c_char) -> Result<&'a CStr> {
    if name.is_null() {
        return Err(null("a function's name"));
    }
    // SAFETY: not null, by contract.
    Ok(unsafe { CStr::from_ptr(name) })
}

fn utf8(name: &CStr) -> Result<&str> {
    name.to_str().map_err(|error| {
        Error::value_error(format!(
            "a function's name must be UTF-8, got \"{}\": {error}",
            name.to_bytes().escape_ascii()
        ))
    })
}

/// Gives a function by name: a new reference that the caller frees with `TVMFuncFree`. Where there is no such
/// function, NULL is given and 0 returned.
///
/// # Safety
/// `name` is NULL or a C string; `out` is NULL or valid for a write.
pub unsafe fn func_get_global<S: Speaker>(name: *const c_char, out: *mut TVMFunctionHandle) -> c_int {
    served::<S>(|| {
        // SAFETY: by contract.
        let name = unsafe { name_at(name)? }.to_bytes();
        let Some(table) = host::connected() else {
            // SAFETY: by contract.
            return unsafe { get_by_name(name, out.cast()) };
        };
        let bytes = TVMLikeByteArray {
            data: name.as_ptr().cast(),
            size: name.len(),
        };
        // SAFETY: the name lives for the call; `out` is NULL or valid.
        status(unsafe { (table.get_global)(&bytes, out.cast()) })
    })
}

/// Gives a reference to a function back. NULL is ignored.
///
/// # Safety
/// `func` is NULL or a function to which the caller owns a reference.
pub unsafe fn func_free<S: Speaker>(func: TVMFunctionHandle) -> c_int {
    // SAFETY: by contract.
    unsafe { host_api::object_free(func.cast()) };
    0
}

/// Registers a function under a name; the registry takes a reference of its own. A name that is taken is an error,
/// unless `override_` is not 0.
///
/// # Safety
/// `name` is NULL or a C string; `f` is NULL or a living object.
pub unsafe fn func_register_global<S: Speaker>(
    name: *const c_char,
    f: TVMFunctionHandle,
    override_: c_int,
) -> c_int {
    served::<S>(|| {
        // SAFETY: by contract.
        let name = utf8(unsafe { name_at(name)? })?;
        let handle = f.cast();
        // SAFETY: by contract.
        let function = unsafe { function_of(&handle) }.map_err(|why| why.error("the function"))?;
        Registration::without_place(name, function.clone())
            .overriding(override_ != 0)
            .owner(S::OWNER)
            .register()
    })
}

/// Removes a name; an error where it is not there. Handles that were got stay valid.
///
/// # Safety
/// `name` is NULL or a C string.
pub unsafe fn func_remove_global<S: Speaker>(name: *const c_char) -> c_int {
    // SAFETY: by contract.
    served::<S>(|| remove(utf8(unsafe { name_at(name)? })?))
}
