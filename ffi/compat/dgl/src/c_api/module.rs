//! Modules: objects that have functions by name. DGL's front ends have no class for them, its C functions do.
//!
//! Nothing here knows how a module is made: a loader is a packed function, `module.loadfile_so` for files that end in `.so`, and
//! what a module can do is what `runtime.Module*` say that libtvm_runtime brings.

use std::ffi::{CStr, c_char, c_int, c_void};
use std::path::Path;
use std::ptr;

use tvmlike::{Any, AnyView, Error, PackedFunc, Result, TypeIndex};
use tvmlike_classic::{TVMFunctionHandle, is_module, served};
use tvmlike_registry::host_api::{borrow_object, give_made, null};

use crate::Dgl;

/// A module. Freed with `DGLModFree`.
pub type DGLModuleHandle = *mut c_void;

/// A handle as a module.
///
/// # Safety
/// `handle` is NULL or a living object.
unsafe fn module_at<'a>(handle: DGLModuleHandle, what: &str) -> Result<AnyView<'a>> {
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

/// # Safety
/// `text` is NULL or a C string.
unsafe fn text_at<'a>(text: *const c_char, what: &str) -> Result<std::borrow::Cow<'a, str>> {
    if text.is_null() {
        return Err(null(what));
    }
    // SAFETY: not null, by contract.
    Ok(unsafe { CStr::from_ptr(text) }.to_string_lossy())
}

/// What modules can do, by name.
fn ability(name: &str) -> Result<PackedFunc> {
    tvmlike::find(name).ok_or_else(|| {
        Error::not_implemented(format!(
            "modules are libtvm_runtime's, which is not loaded: there is no {name}"
        ))
    })
}

/// Makes a module of a file, by the loader that is registered for its format: the name's ending where `format` is empty. The
/// formats dll, dylib and dso are those of so.
///
/// # Safety
/// `file_name` and `format` are NULL or C strings; `out` is NULL or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn DGLModLoadFromFile(
    file_name: *const c_char,
    format: *const c_char,
    out: *mut DGLModuleHandle,
) -> c_int {
    served::<Dgl>(|| {
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
                    "{file}: its name does not tell its format"
                )));
            }
            "dll" | "dylib" | "dso" => "so",
            other => other,
        };
        let loader = format!("module.loadfile_{found}");
        let loader = tvmlike::find(&loader).ok_or_else(|| {
            Error::value_error(format!("{file}: no loader of {found} ({loader}) is registered"))
        })?;
        let make = || {
            let module = loader.call((&*file, &*asked))?;
            if !is_module(module.view().kind()) {
                let got = module.view().type_name();
                return Err(Error::type_error(format!(
                    "the loader of {found}: expected Module, got {got}"
                )));
            }
            // SAFETY: an object, whose reference goes to the caller.
            Ok(unsafe { module.into_raw().payload.v_obj }.cast())
        };
        // SAFETY: NULL or valid.
        unsafe { give_made(out, "the place for the module", make) }
    })
}

/// Has a module find functions in another, too.
///
/// # Safety
/// Both are NULL or living objects.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn DGLModImport(module: DGLModuleHandle, dep: DGLModuleHandle) -> c_int {
    served::<Dgl>(|| {
        // SAFETY: by contract.
        let (module, dep) = unsafe {
            (
                module_at(module, "the module")?,
                module_at(dep, "the other module")?,
            )
        };
        ability("runtime.ModuleImport")?.call((module, dep)).map(drop)
    })
}

/// Gives a function of a module, or of one that it imports where `query_imports` is not 0: a new reference that the caller frees
/// with `DGLFuncFree`. Where there is no such function, NULL is given and 0 returned.
///
/// # Safety
/// `module` is NULL or a living object, `func_name` NULL or a C string; `func` is NULL or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn DGLModGetFunction(
    module: DGLModuleHandle,
    func_name: *const c_char,
    query_imports: c_int,
    func: *mut TVMFunctionHandle,
) -> c_int {
    served::<Dgl>(|| {
        // SAFETY: by contract.
        let (module, name) = unsafe {
            (
                module_at(module, "the module")?,
                text_at(func_name, "the function's name")?,
            )
        };
        let get = ability("runtime.ModuleGetFunction")?;
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

/// Gives a reference to a module back. NULL is ignored.
///
/// # Safety
/// `module` is NULL or a module to which the caller owns a reference.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn DGLModFree(module: DGLModuleHandle) -> c_int {
    // SAFETY: by contract.
    unsafe { tvmlike_classic::object_free::<Dgl>(module) }
}
