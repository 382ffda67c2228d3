//! Loading modules from files, by format.
//!
//! Invariant: the loader of a format is whatever is registered as `runtime.module.loadfile_` with the format behind it; the one
//! for libraries is here.

use std::path::Path;

use tvmlike::prelude::*;

use super::{Module, ObjectPtr};

/// Loads a module. No format means the one that the file's name ends with.
///
/// # Errors
/// RuntimeError where the format cannot be told or has no loader; what the loader fails with; TypeError where it gives no module.
pub(crate) fn load(file: &str, format: &str) -> Result<ObjectPtr<Module>> {
    let said = if format.is_empty() {
        let name = file.rsplit('/').next().unwrap_or_default();
        name.rsplit_once('.')
            .map(|(_, ending)| ending)
            .filter(|ending| !ending.is_empty())
            .ok_or_else(|| Error::runtime_error(format!("Cannot deduce format of file {file}; say it")))?
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
    // Whoever calls this has chosen the format.
    let _ = format;
    Module::open(Path::new(file))
}
