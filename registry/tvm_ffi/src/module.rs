//! `tvm_ffi.load_module`: the functions of a library that was compiled for tvm-ffi.
//!
//! Its symbols are called directly, without code of tvm-ffi, unless the library contains more than functions: then tvm-ffi's own
//! loader opens it. Invariants: a library is never closed once its functions are registered; all of its functions are registered
//! or none.

use std::ffi::c_void;
use std::path::Path;

use libloading::os::unix::{Library, RTLD_LOCAL, RTLD_NOW};
use tvmlike::bridge::library::{self, library};
use tvmlike::bridge::wrapper;
use tvmlike::{Registration, packed_func};
use tvmlike_runtime::{Any, Error, ObjectRef, PackedFunc, Result, String as TvmString, ToAny};

use crate::signature;
use crate::symbols::{self, DOC, Exported, FUNCTION, METADATA};

/// Opens a library that exports functions for tvm-ffi and registers them under a namespace.
///
/// `__tvm_ffi_scale` in the library becomes `NAMESPACE.scale`. Returns the names, sorted. If a name is taken or the library has
/// no such functions, nothing is registered. With `override`, the functions replace those that are registered under their names,
/// as after another build of the library.
#[packed_func("tvm_ffi.load_module")]
fn load_module(path: &str, namespace: &str, #[default(false)] r#override: bool) -> Result<Vec<String>> {
    // The loader would search a name without a directory in the system's directories.
    let file = Path::new(path)
        .canonicalize()
        .map_err(|why| Error::os_error(format!("tvm_ffi.load_module: {path}: {why}")))?;
    let exported = symbols::of_file(&file)?;
    if exported.functions.is_empty() {
        return Err(Error::value_error(format!(
            "tvm_ffi.load_module: {path} exports no function for tvm-ffi (a symbol that begins with {FUNCTION})"
        )));
    }
    let functions = open(&file, &exported)?;
    let names: Vec<String> = exported
        .functions
        .iter()
        .map(|name| format!("{namespace}.{name}"))
        .collect();
    register(&file, &names, functions, r#override)?;
    Ok(names)
}

/// A function of the library with its signature record.
struct Function {
    function: PackedFunc,
    record: Option<String>,
}

fn open(file: &Path, exported: &Exported) -> Result<Vec<Function>> {
    // SAFETY: runs the library's constructors; the caller wants it to be loaded.
    let opened = unsafe { Library::open(Some(file), RTLD_NOW | RTLD_LOCAL) }.map_err(|why| {
        let said = std::error::Error::source(&why).map_or_else(|| why.to_string(), ToString::to_string);
        Error::os_error(format!("tvm_ffi.load_module: {said}"))
    })?;
    // From here on its functions may be in use, so it is never closed.
    let opened = std::mem::ManuallyDrop::new(opened);
    let theirs = if exported.needs_their_loader {
        Some(their_module(file)?)
    } else {
        None
    };
    exported
        .functions
        .iter()
        .map(|name| {
            let function = match &theirs {
                Some((library, module)) => function_of(library, module, name)?,
                None => {
                    let entry = symbol(&opened, FUNCTION, name).ok_or_else(|| {
                        Error::os_error(format!(
                            "tvm_ffi.load_module: the loader does not find the symbol {FUNCTION}{name} of {}",
                            file.display()
                        ))
                    })?;
                    // SAFETY: a symbol with this prefix is an entry, and the library stays open.
                    unsafe { wrapper::of_symbol(entry) }
                }
            };
            let text = |prefix: &str| symbol(&opened, prefix, name).and_then(text_of);
            let metadata = text(METADATA).unwrap_or_default();
            let record = signature::record_of(&metadata, text(DOC).as_deref());
            Ok(Function { function, record })
        })
        .collect()
}

fn symbol(library: &Library, prefix: &str, name: &str) -> Option<wrapper::Entry> {
    // SAFETY: in tvm-ffi's convention every symbol with this prefix is an entry.
    let found = unsafe { library.get::<*const c_void>(format!("{prefix}{name}\0").as_bytes()) };
    let address = found.ok()?.into_raw().cast_const();
    // SAFETY: as above; the address of a defined symbol may still be NULL.
    (!address.is_null()).then(|| unsafe { std::mem::transmute::<*const c_void, wrapper::Entry>(address) })
}

/// The text that a symbol returns.
fn text_of(entry: wrapper::Entry) -> Option<String> {
    // SAFETY: a symbol with this prefix is an entry, and the library stays open.
    let text = unsafe { wrapper::of_symbol(entry) }.call(()).ok()?;
    text.cast().ok()
}

type Theirs = (&'static library::Library, [Any; 1]);

/// The library as a module of tvm-ffi's own loader.
fn their_module(file: &Path) -> Result<Theirs> {
    let library = library().map_err(|why| {
        Error::runtime_error(format!(
            "tvm_ffi.load_module: {} contains more than functions and needs tvm-ffi's own loader: {}",
            file.display(),
            why.message()
        ))
    })?;
    let load = their_function(library, "ffi.ModuleLoadFromFile")?;
    let path = TvmString::new(&file.to_string_lossy());
    Ok((library, [library.call(&load, &[path.to_any()])?]))
}

fn function_of(library: &library::Library, module: &[Any; 1], name: &str) -> Result<PackedFunc> {
    let get = their_function(library, "ffi.ModuleGetFunction")?;
    let args = [module[0].clone(), name.to_any(), false.to_any()];
    let found = library.call(&get, &args)?;
    let object = found.view().as_object().ok_or_else(|| {
        Error::os_error(format!(
            "tvm_ffi.load_module: tvm-ffi's loader does not find {name}"
        ))
    })?;
    // SAFETY: alive while `found` is.
    Ok(wrapper::of_theirs(unsafe { ObjectRef::from_borrowed(object) }))
}

fn their_function(library: &library::Library, name: &str) -> Result<ObjectRef> {
    library.global(name)?.ok_or_else(|| {
        Error::runtime_error(format!(
            "tvm_ffi.load_module: tvm-ffi {} has no function {name}",
            library.version()
        ))
    })
}

/// Registers all functions, or none.
fn register(file: &Path, names: &[String], functions: Vec<Function>, overrides: bool) -> Result<()> {
    let owner = file.to_string_lossy();
    let mut done: Vec<(&str, Option<Replaced>)> = Vec::new();
    for (name, Function { function, record }) in names.iter().zip(functions) {
        let replaced = if overrides { Replaced::at(name) } else { None };
        let registration = Registration::without_place(name, function).owner(&owner);
        if let Err(error) = with_record(registration, record.as_deref())
            .overriding(overrides)
            .register()
        {
            for (name, replaced) in done {
                // Other code may have changed it already.
                let _ = match replaced {
                    Some(replaced) => replaced.restore(name),
                    None => tvmlike::remove(name),
                };
            }
            return Err(error);
        }
        done.push((name, replaced));
    }
    Ok(())
}

fn with_record<'a>(registration: Registration<'a>, record: Option<&'a str>) -> Registration<'a> {
    match record {
        Some(record) => registration.record(record),
        None => registration,
    }
}

/// A function that another one replaced.
struct Replaced {
    function: PackedFunc,
    info: tvmlike::Info,
}

impl Replaced {
    fn at(name: &str) -> Option<Self> {
        Some(Self {
            function: tvmlike::find(name)?,
            info: tvmlike::info(name).ok()?,
        })
    }

    fn restore(self, name: &str) -> Result<()> {
        let registration = Registration::without_place(name, self.function).owner(&self.info.owner);
        with_record(registration, self.info.record.as_deref())
            .overriding(true)
            .register()
    }
}
