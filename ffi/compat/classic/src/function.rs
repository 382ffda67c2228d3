//! Functions by name and as handles.

use std::ffi::{CStr, c_char, c_int};

use tvmlike_registry::host_api::{self, function_of, get_by_name, null};
use tvmlike_registry::{Registration, remove};
use tvmlike_runtime::abi::TVMLikeByteArray;
use tvmlike_runtime::error::status;
use tvmlike_runtime::{Error, Result, host};

use crate::classic_abi::{ClassicAbi, with_runtime};
use crate::value::TVMFunctionHandle;

/// Reads a name from a C pointer.
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

/// The body of `FuncGetGlobal`.
///
/// # Safety
/// As `exports.rs` says for `FuncGetGlobal`.
pub unsafe fn func_get_global<A: ClassicAbi>(name: *const c_char, out: *mut TVMFunctionHandle) -> c_int {
    with_runtime::<A>(|| {
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

/// The body of `FuncFree`.
///
/// # Safety
/// As `exports.rs` says for `FuncFree`.
pub unsafe fn func_free<A: ClassicAbi>(func: TVMFunctionHandle) -> c_int {
    // SAFETY: by contract.
    unsafe { host_api::object_free(func.cast()) };
    0
}

/// The body of `FuncRegisterGlobal`.
///
/// # Safety
/// As `exports.rs` says for `FuncRegisterGlobal`.
pub unsafe fn func_register_global<A: ClassicAbi>(
    name: *const c_char,
    f: TVMFunctionHandle,
    override_: c_int,
) -> c_int {
    with_runtime::<A>(|| {
        // SAFETY: by contract.
        let name = utf8(unsafe { name_at(name)? })?;
        let handle = f.cast();
        // SAFETY: by contract.
        let function = unsafe { function_of(&handle) }.map_err(|why| why.error("the function"))?;
        Registration::without_place(name, function.clone())
            .overriding(override_ != 0)
            .owner(A::OWNER)
            .register()
    })
}

/// The body of `FuncRemoveGlobal`.
///
/// # Safety
/// As `exports.rs` says for `FuncRemoveGlobal`.
pub unsafe fn func_remove_global<A: ClassicAbi>(name: *const c_char) -> c_int {
    // SAFETY: by contract.
    with_runtime::<A>(|| remove(utf8(unsafe { name_at(name)? })?))
}
