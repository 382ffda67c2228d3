//! Modules, as front ends ask for them by name.

use std::ffi::CString;

use tvmlike::prelude::*;

use super::{Code, Module, function, loader, locked};

/// What can be done with a module, as TVM's front ends add it up: bytes can be made of it, it can be run.
const SERIALIZABLE: i64 = 1;
const RUNNABLE: i64 = 2;

/// The error for what a kind of module cannot do.
#[cold]
fn unsupported(module: &Module, what: &str) -> Error {
    Error::runtime_error(format!("Module[{}] does not support {what}", module.kind()))
}

/// Loads a module from a file; no format means the one that the file's name ends with.
#[packed_func("runtime.ModuleLoadFromFile", release_gil)]
fn load_from_file(file: &str, #[default("")] format: &str) -> Result<ObjectPtr<Module>> {
    loader::load(file, format)
}

/// The module of what is linked into the program, which is nothing here.
#[packed_func("runtime.SystemLib")]
fn system_lib(#[default(None)] prefix: Option<&str>) -> ObjectPtr<Module> {
    // Whatever the symbols begin with, there are none.
    let _ = prefix;
    Module::new(Code::System)
}

/// A function of a module, or of what it imports; None where there is none.
#[packed_func("runtime.ModuleGetFunction")]
fn get_function(
    module: ObjectPtr<Module>,
    name: &str,
    #[default(false)] query_imports: bool,
) -> Result<Option<PackedFunc>> {
    function(&module, &CString::new(name)?, query_imports)
}

/// Whether a module has a function.
#[packed_func("runtime.ModuleImplementsFunction")]
fn implements_function(
    module: ObjectPtr<Module>,
    name: &str,
    #[default(false)] query_imports: bool,
) -> Result<bool> {
    Ok(function(&module, &CString::new(name)?, query_imports)?.is_some())
}

/// What kind of module it is.
#[packed_func("runtime.ModuleGetTypeKey")]
fn get_type_key(module: ObjectPtr<Module>) -> &'static str {
    module.kind()
}

/// The text that a module was made from, which no kind of module here has.
#[packed_func("runtime.ModuleGetSource")]
fn get_source(module: ObjectPtr<Module>, #[default("")] format: &str) -> Result<String> {
    let _ = format;
    Err(unsupported(&module, "GetSource"))
}

/// The format of a module's files, which no kind of module here has.
#[packed_func("runtime.ModuleGetFormat")]
fn get_format(module: ObjectPtr<Module>) -> Result<String> {
    Err(unsupported(&module, "GetFormat"))
}

/// Writes a module to a file, which no kind of module here can.
#[packed_func("runtime.ModuleSaveToFile")]
fn save_to_file(module: ObjectPtr<Module>, file: &str, #[default("")] format: &str) -> Result<()> {
    let _ = (file, format);
    Err(unsupported(&module, "SaveToFile"))
}

/// How many modules a module imports.
#[packed_func("runtime.ModuleImportsSize")]
fn imports_size(module: ObjectPtr<Module>) -> usize {
    module.imports().len()
}

/// A module that a module imports.
#[packed_func("runtime.ModuleGetImport")]
fn get_import(module: ObjectPtr<Module>, index: i64) -> Result<ObjectPtr<Module>> {
    let imports = module.imports();
    let found = usize::try_from(index).ok().and_then(|at| imports.get(at));
    found.cloned().ok_or_else(|| {
        Error::index_error(format!(
            "the module has {} imports, there is none with the number {index}",
            imports.len()
        ))
    })
}

/// Has a module import another, as `TVMModImport` does: by this, libdgl's modules do, too.
#[packed_func("runtime.ModuleImport")]
fn import(module: ObjectPtr<Module>, dep: ObjectPtr<Module>) -> Result<()> {
    module.import(&dep)
}

/// Removes the imports of a module.
#[packed_func("runtime.ModuleClearImports")]
fn clear_imports(module: ObjectPtr<Module>) {
    // What the code has asked for stays: it remembers where that is.
    let gone = std::mem::take(&mut *locked(&module.imports));
    // They go outside of the lock.
    drop(gone);
}

/// What can be done with a module, added up: 1 where bytes can be made of it, 2 where it can be run, 4 where a library can.
#[packed_func("runtime.ModuleGetPropertyMask")]
fn get_property_mask(module: ObjectPtr<Module>) -> i64 {
    match module.code {
        Code::Library(_) => SERIALIZABLE | RUNNABLE,
        Code::System => RUNNABLE,
    }
}

/// Whether a library can be made of a module.
#[packed_func("runtime.ModuleIsDSOExportable")]
fn is_dso_exportable(module: ObjectPtr<Module>) -> bool {
    let _ = module;
    false
}

/// How many threads kernels run on: they run on that of their caller.
#[packed_func("runtime.NumThreads")]
fn num_threads() -> i64 {
    1
}

/// Whether code for a target can run here. The CPU's can; what drives another device may be registered.
#[packed_func("runtime.RuntimeEnabled")]
fn runtime_enabled(target: &str) -> Result<bool> {
    /// Names of targets, and the device that they run on. A star stands for what may follow.
    const TARGETS: [(&str, &str); 16] = [
        ("cuda", "cuda"),
        ("gpu", "cuda"),
        ("nvptx*", "cuda"),
        ("cl", "opencl"),
        ("opencl", "opencl"),
        ("sdaccel", "opencl"),
        ("gl", "opengl"),
        ("opengl", "opengl"),
        ("mtl", "metal"),
        ("metal", "metal"),
        ("vulkan", "vulkan"),
        ("rocm*", "rocm"),
        ("hexagon", "hexagon"),
        ("micro_dev", "micro_dev"),
        ("webgpu", "webgpu"),
        ("rpc", "rpc"),
    ];
    let known = TARGETS.iter().find(|(name, _)| match name.strip_suffix('*') {
        Some(begins) => target.starts_with(begins),
        None => target == *name,
    });
    match (target, known) {
        ("cpu", _) => Ok(true),
        ("stackvm", _) => Ok(tvmlike::find("runtime.module.loadfile_stackvm").is_some()),
        ("tflite", _) => Ok(tvmlike::find("target.runtime.tflite").is_some()),
        (_, Some((_, device))) => Ok(tvmlike::find(&format!("device_api.{device}")).is_some()),
        (name, None) if name.starts_with("llvm") => match tvmlike::find("codegen.llvm_target_enabled") {
            Some(enabled) => enabled.call_as((name,)),
            None => Ok(false),
        },
        (name, None) => Err(Error::runtime_error(format!("Unknown optional runtime {name}"))),
    }
}
