//! Modules.

use std::ffi::{CStr, c_char, c_int};

use tvmlike::convert::FromArg;
use tvmlike::{Error, ObjectPtr, Result};
use tvmlike_classic::{TVMFunctionHandle, TVMModuleHandle, with_runtime};
use tvmlike_registry::host_api::{borrow_object, give_made, null};

use crate::classic_abi::Tvm;
use crate::module::{Module, function, load};

tvmlike_classic::export! { "TVM" Tvm: ModFree }

/// Reads a module from a handle. `what` names it in errors.
///
/// # Safety
/// `handle` is NULL or a living object.
unsafe fn module_of(handle: TVMModuleHandle, what: &str) -> Result<ObjectPtr<Module>> {
    if handle.is_null() {
        return Err(null(what));
    }
    // SAFETY: alive by contract.
    let value = unsafe { borrow_object(handle.cast()) };
    ObjectPtr::from_arg(&value).map_err(|why| why.into_error(what))
}

/// Reads text from a C string. `what` names it in errors.
///
/// # Safety
/// `text` is NULL or a C string.
unsafe fn text_of<'a>(text: *const c_char, what: &str) -> Result<&'a str> {
    if text.is_null() {
        return Err(null(what));
    }
    // SAFETY: by contract.
    let text = unsafe { CStr::from_ptr(text) };
    text.to_str()
        .map_err(|error| Error::value_error(format!("{what} must be UTF-8: {error}")))
}

/// Loads a module from a file, which the caller releases with `TVMModFree`.
///
/// The file is a library of functions in TVM's packed C signature, or is loaded by the registered function
/// `runtime.module.loadfile_FORMAT`. If `format` is empty or NULL, the format is the file name's extension.
///
/// # Safety
/// `file_name` and `format` are NULL or C strings; `out` is NULL or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMModLoadFromFile(
    file_name: *const c_char,
    format: *const c_char,
    out: *mut TVMModuleHandle,
) -> c_int {
    with_runtime::<Tvm>(|| {
        // SAFETY: by contract.
        let file = unsafe { text_of(file_name, "the file's name")? };
        let format = if format.is_null() {
            ""
        } else {
            // SAFETY: by contract.
            unsafe { text_of(format, "the format")? }
        };
        let make = || Ok(load(file, format)?.into_raw().cast());
        // SAFETY: NULL or valid.
        unsafe { give_made(out, "the place for the module", make) }
    })
}

/// Makes a module import another one, whose functions its code can then look up.
///
/// # Safety
/// Both are NULL or living objects.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMModImport(module: TVMModuleHandle, dep: TVMModuleHandle) -> c_int {
    with_runtime::<Tvm>(|| {
        // SAFETY: by contract.
        let (module, dep) = unsafe { (module_of(module, "the module")?, module_of(dep, "the import")?) };
        module.import(&dep)
    })
}

/// Looks up a function of a module and, if `query_imports` is not 0, of the modules that it imports. The caller releases the new
/// reference with `TVMFuncFree`. If there is no such function, `out` becomes NULL and the call returns 0.
///
/// # Safety
/// `module` is NULL or a living object; `func_name` is NULL or a C string; `out` is NULL or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMModGetFunction(
    module: TVMModuleHandle,
    func_name: *const c_char,
    query_imports: c_int,
    out: *mut TVMFunctionHandle,
) -> c_int {
    with_runtime::<Tvm>(|| {
        // SAFETY: by contract.
        let module = unsafe { module_of(module, "the module")? };
        if func_name.is_null() {
            return Err(null("the function's name"));
        }
        // SAFETY: by contract.
        let name = unsafe { CStr::from_ptr(func_name) };
        let find = || {
            let found = function(&module, name, query_imports != 0)?;
            Ok(found.map_or(std::ptr::null_mut(), |function| function.into_raw().cast()))
        };
        // SAFETY: NULL or valid.
        unsafe { give_made(out, "the place for the function", find) }
    })
}
