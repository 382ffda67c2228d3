//! Loads modules from files, by format.
//!
//! Invariant: the loader of a format is the packed function `runtime.module.loadfile_FORMAT`; the one for libraries is here.

use std::path::Path;

use tvmlike::prelude::*;

use super::{Module, ObjectPtr};

/// Loads a module. An empty format means the file name's extension.
///
/// # Errors
/// RuntimeError for an unknown format or one without a loader; the loader's error; TypeError if it returns no module.
pub(crate) fn load(file: &str, format: &str) -> Result<ObjectPtr<Module>> {
    let said = if format.is_empty() {
        let name = file.rsplit('/').next().unwrap_or_default();
        name.rsplit_once('.')
            .map(|(_, ending)| ending)
            .filter(|ending| !ending.is_empty())
            .ok_or_else(|| {
                Error::runtime_error(format!("Cannot deduce format of file {file}; pass a format"))
            })?
    } else {
        format
    };
    let known = match said {
        "dll" | "dylib" | "dso" => "so",
        other => other,
    };
    let name = format!("runtime.module.loadfile_{known}");
    let loader = tvmlike::find(&name).ok_or_else(|| {
        Error::runtime_error(format!(
            "Loader for `.{said}` files is not registered, resolved to ({name}) in the global registry"
        ))
    })?;
    let module = loader.call((file, format))?;
    module
        .cast::<ObjectPtr<Module>>()
        .map_err(|why| Error::type_error(format!("{name}: the result is no module: {}", why.message())))
}

/// Loads a library of functions in TVM's packed C signature.
#[packed_func("runtime.module.loadfile_so", release_gil)]
fn load_library(file: &str, #[default("so")] format: &str) -> Result<ObjectPtr<Module>> {
    // The name of this function is the format.
    let _ = format;
    Module::open(Path::new(file))
}
