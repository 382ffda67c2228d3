//! The packed functions `runtime.Module*` of TVM's front ends, and others that they call.

use std::ffi::CString;

use tvmlike::prelude::*;

use super::{Code, Module, function, loader, locked};

/// Flags of TVM's module property mask.
const SERIALIZABLE: i64 = 1;
const RUNNABLE: i64 = 2;

/// Returns the error for an operation that this kind of module does not support.
#[cold]
fn unsupported(module: &Module, what: &str) -> Error {
    Error::runtime_error(format!("Module[{}] does not support {what}", module.kind()))
}

/// Loads a module from a file. The default format is the file's extension.
#[packed_func("runtime.ModuleLoadFromFile", release_gil)]
fn load_from_file(file: &str, #[default("")] format: &str) -> Result<ObjectPtr<Module>> {
    loader::load(file, format)
}

/// Returns the module of functions that are linked into the program; here it is always empty.
#[packed_func("runtime.SystemLib")]
fn system_lib(#[default(None)] prefix: Option<&str>) -> ObjectPtr<Module> {
    let _ = prefix;
    Module::new(Code::System)
}

/// Returns a function of a module, or with `query_imports` of its imports; None if there is none.
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

/// The kind of a module.
#[packed_func("runtime.ModuleGetTypeKey")]
fn get_type_key(module: ObjectPtr<Module>) -> &'static str {
    module.kind()
}

/// Always fails: no kind of module here has source text.
#[packed_func("runtime.ModuleGetSource")]
fn get_source(module: ObjectPtr<Module>, #[default("")] format: &str) -> Result<String> {
    let _ = format;
    Err(unsupported(&module, "GetSource"))
}

/// Always fails: no kind of module here has a file format.
#[packed_func("runtime.ModuleGetFormat")]
fn get_format(module: ObjectPtr<Module>) -> Result<String> {
    Err(unsupported(&module, "GetFormat"))
}

/// Always fails: no kind of module here can be saved.
#[packed_func("runtime.ModuleSaveToFile")]
fn save_to_file(module: ObjectPtr<Module>, file: &str, #[default("")] format: &str) -> Result<()> {
    let _ = (file, format);
    Err(unsupported(&module, "SaveToFile"))
}

/// The number of modules that a module imports.
#[packed_func("runtime.ModuleImportsSize")]
fn imports_size(module: ObjectPtr<Module>) -> usize {
    module.imports().len()
}

/// Returns the import of a module with this index.
#[packed_func("runtime.ModuleGetImport")]
fn get_import(module: ObjectPtr<Module>, index: i64) -> Result<ObjectPtr<Module>> {
    let imports = module.imports();
    let found = usize::try_from(index).ok().and_then(|at| imports.get(at));
    found.cloned().ok_or_else(|| {
        Error::index_error(format!(
            "import index {index} is out of range: the module has {} imports",
            imports.len()
        ))
    })
}

/// Adds an import to a module, as `TVMModImport` does. Modules of libdgl are imported this way too.
#[packed_func("runtime.ModuleImport")]
fn import(module: ObjectPtr<Module>, dep: ObjectPtr<Module>) -> Result<()> {
    module.import(&dep)
}

/// Removes the imports of a module.
#[packed_func("runtime.ModuleClearImports")]
fn clear_imports(module: ObjectPtr<Module>) {
    // Functions that the code has already looked up stay alive: it keeps pointers to them.
    let gone = std::mem::take(&mut *locked(&module.imports));
    // Dropped without the lock.
    drop(gone);
}

/// The property mask of a module: 1 = serializable, 2 = runnable, 4 = exportable as a shared library.
#[packed_func("runtime.ModuleGetPropertyMask")]
fn get_property_mask(module: ObjectPtr<Module>) -> i64 {
    match module.code {
        Code::Library(_) => SERIALIZABLE | RUNNABLE,
        Code::System => RUNNABLE,
    }
}

/// Whether a module can be exported as a shared library; always false here.
#[packed_func("runtime.ModuleIsDSOExportable")]
fn is_dso_exportable(module: ObjectPtr<Module>) -> bool {
    let _ = module;
    false
}

/// The number of threads that kernels run on; always 1, the caller's thread.
#[packed_func("runtime.NumThreads")]
fn num_threads() -> i64 {
    1
}

/// Whether code for a target can run here: always for the CPU, and for other devices if their driver is registered.
#[packed_func("runtime.RuntimeEnabled")]
fn runtime_enabled(target: &str) -> Result<bool> {
    /// Names of targets with their devices. A star matches any suffix.
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
