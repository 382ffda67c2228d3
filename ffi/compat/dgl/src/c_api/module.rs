//! Modules: objects with functions by name. DGL's front ends have no class for them, but its C API does.
//!
//! A packed function loads a module, for example `module.loadfile_so` for files with the extension `.so`. The operations are the
//! packed functions `runtime.Module*`, which libtvm_runtime registers.

use std::ffi::{CStr, c_char, c_int};
use std::path::Path;
use std::ptr;

use tvmlike::{Any, AnyView, Error, PackedFunc, Result, TypeIndex};
use tvmlike_classic::{TVMFunctionHandle, TVMModuleHandle, is_module, with_runtime};
use tvmlike_registry::host_api::{borrow_object, give_made, null};

use crate::classic_abi::Dgl;

tvmlike_classic::export! { "DGL" Dgl: ModFree }

/// Reads a module from a handle. `what` names it in errors.
///
/// # Safety
/// `handle` is NULL or a living object.
unsafe fn module_at<'a>(handle: TVMModuleHandle, what: &str) -> Result<AnyView<'a>> {
    // SAFETY: by contract.
    let module = unsafe { borrow_object(handle.cast()) };
    match module.kind() {
        TypeIndex::NONE => Err(null(what)),
        kind if is_module(kind) => Ok(module),
        other => Err(Error::type_error(format!(
            "{what}: expected Module, got {}",
            other.name()
        ))),
    }
}

/// Reads text from a C string. `what` names it in errors.
///
/// # Safety
/// `text` is NULL or a C string.
unsafe fn text_at<'a>(text: *const c_char, what: &str) -> Result<std::borrow::Cow<'a, str>> {
    if text.is_null() {
        return Err(null(what));
    }
    // SAFETY: not null, by contract.
    Ok(unsafe { CStr::from_ptr(text) }.to_string_lossy())
}

/// Looks up an operation of modules.
fn operation(name: &str) -> Result<PackedFunc> {
    tvmlike::find(name).ok_or_else(|| {
        Error::not_implemented(format!(
            "{name} is not registered: load libtvm_runtime, which implements modules"
        ))
    })
}

/// Loads a module from a file with the registered loader of its format. The caller releases it with `DGLModFree`.
///
/// If `format` is empty, the format is the file name's extension. The formats dll, dylib and dso mean so.
///
/// # Safety
/// `file_name` and `format` are NULL or C strings; `out` is NULL or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn DGLModLoadFromFile(
    file_name: *const c_char,
    format: *const c_char,
    out: *mut TVMModuleHandle,
) -> c_int {
    with_runtime::<Dgl>(|| {
        // SAFETY: by contract.
        let (file, asked) = unsafe {
            (
                text_at(file_name, "the file's name")?,
                text_at(format, "the format")?,
            )
        };
        let ending = Path::new(&*file).extension().and_then(|ending| ending.to_str());
        let found = if asked.is_empty() {
            ending.unwrap_or_default()
        } else {
            &*asked
        };
        let found = match found {
            "" => {
                return Err(Error::value_error(format!(
                    "{file}: cannot tell the format from the name; pass a format"
                )));
            }
            "dll" | "dylib" | "dso" => "so",
            other => other,
        };
        let loader = format!("module.loadfile_{found}");
        let loader = tvmlike::find(&loader).ok_or_else(|| {
            Error::value_error(format!(
                "{file}: no loader is registered for the format {found} ({loader})"
            ))
        })?;
        let make = || {
            let module = loader.call((&*file, &*asked))?;
            if !is_module(module.view().kind()) {
                let got = module.view().type_name();
                return Err(Error::type_error(format!(
                    "the loader of {found}: expected Module, got {got}"
                )));
            }
            // SAFETY: an object; the caller owns its reference.
            Ok(unsafe { module.into_raw().payload.v_obj }.cast())
        };
        // SAFETY: NULL or valid.
        unsafe { give_made(out, "the place for the module", make) }
    })
}

/// Makes a module import another one, in which it then looks functions up, too.
///
/// # Safety
/// Both are NULL or living objects.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn DGLModImport(module: TVMModuleHandle, dep: TVMModuleHandle) -> c_int {
    with_runtime::<Dgl>(|| {
        // SAFETY: by contract.
        let (module, dep) = unsafe {
            (
                module_at(module, "the module")?,
                module_at(dep, "the other module")?,
            )
        };
        operation("runtime.ModuleImport")?.call((module, dep)).map(drop)
    })
}

/// Looks up a function of a module and, if `query_imports` is not 0, of the modules that it imports. The caller releases the new
/// reference with `DGLFuncFree`. If there is no such function, `func` becomes NULL and the call returns 0.
///
/// # Safety
/// `module` is NULL or a living object, `func_name` NULL or a C string; `func` is NULL or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn DGLModGetFunction(
    module: TVMModuleHandle,
    func_name: *const c_char,
    query_imports: c_int,
    func: *mut TVMFunctionHandle,
) -> c_int {
    with_runtime::<Dgl>(|| {
        // SAFETY: by contract.
        let (module, name) = unsafe {
            (
                module_at(module, "the module")?,
                text_at(func_name, "the function's name")?,
            )
        };
        let get = operation("runtime.ModuleGetFunction")?;
        let make = || {
            let found: Any = get.call((module, &*name, query_imports != 0))?;
            if found.view().is_none() {
                return Ok(ptr::null_mut());
            }
            Ok(found.cast::<PackedFunc>()?.into_raw().cast())
        };
        // SAFETY: NULL or valid.
        unsafe { give_made(func, "the place for the function", make) }
    })
}
