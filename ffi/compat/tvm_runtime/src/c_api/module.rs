//! Modules.

use std::ffi::{CStr, c_char, c_int, c_void};

use tvmlike::convert::FromArg;
use tvmlike::{Error, ObjectPtr, Result};
use tvmlike_classic::{TVMFunctionHandle, served};
use tvmlike_registry::host_api::{borrow_object, give_made, null};

use crate::Tvm;
use crate::module::{Module, function, load};

/// A module. Freed with `TVMModFree`.
pub type TVMModuleHandle = *mut c_void;

/// A module that C passed.
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

/// A text that C passed.
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

/// Loads a module from a file: a library of functions in TVM's packed C signature, or what a registered loader
/// `runtime.module.loadfile_FORMAT` makes of it. An empty format, or NULL, means what the file's name ends with. The caller frees the
/// module with `TVMModFree`.
///
/// # Safety
/// `file_name` and `format` are NULL or C strings; `out` is NULL or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMModLoadFromFile(
    file_name: *const c_char,
    format: *const c_char,
    out: *mut TVMModuleHandle,
) -> c_int {
    served::<Tvm>(|| {
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

/// Has a module import another, whose functions its code can then ask for.
///
/// # Safety
/// Both are NULL or living objects.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMModImport(module: TVMModuleHandle, dep: TVMModuleHandle) -> c_int {
    served::<Tvm>(|| {
        // SAFETY: by contract.
        let (module, dep) = unsafe { (module_of(module, "the module")?, module_of(dep, "the import")?) };
        module.import(&dep)
    })
}

/// Gives a function of a module, and where `query_imports` is not 0 one of what it imports: a new reference that the caller
/// frees with `TVMFuncFree`. Where there is no such function, NULL is given and 0 returned.
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
    served::<Tvm>(|| {
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

/// Gives a reference to a module back. NULL is ignored.
///
/// # Safety
/// `module` is NULL or a module to which the caller owns a reference.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMModFree(module: TVMModuleHandle) -> c_int {
    // SAFETY: by contract.
    unsafe { tvmlike_classic::object_free::<Tvm>(module) }
}
