//! Which functions a library exports for tvm-ffi.

use std::fs::File;
use std::path::Path;

use object::{Object, ObjectSymbol, ReadCache};
use tvmlike_runtime::{Error, Result};

/// What the names of exported functions begin with.
pub(crate) const FUNCTION: &str = "__tvm_ffi_";
/// What stands before the name of a function whose documentation the symbol gives.
pub(crate) const DOC: &str = "__tvm_ffi__doc_";
/// Of names that begin so, only the documentation is no matter of tvm-ffi's loader alone.
const OTHER: &str = "__tvm_ffi__";
/// What begins so and is data is a place that tvm-ffi's loader fills in.
const FILLED_IN: &str = "__TVMFFI";

/// What a library exports.
#[derive(Default)]
pub(crate) struct Exported {
    /// The names of functions, without what stands before them, sorted.
    pub(crate) functions: Vec<String>,
    /// Whether there are other modules in it, or places that tvm-ffi's own loader has to fill in.
    pub(crate) needs_their_loader: bool,
}

/// Reads the names from a library's file.
pub(crate) fn of_file(path: &Path) -> Result<Exported> {
    let unreadable = |why: &dyn std::fmt::Display| {
        Error::os_error(format!(
            "tvm_ffi.load_module: cannot read {}: {why}",
            path.display()
        ))
    };
    let file = File::open(path).map_err(|why| unreadable(&why))?;
    let cache = ReadCache::new(file);
    let file = object::File::parse(&cache).map_err(|why| unreadable(&why))?;
    let mut exported = Exported::default();
    for symbol in file.dynamic_symbols() {
        let (true, Ok(name)) = (symbol.is_definition(), symbol.name()) else {
            continue;
        };
        if name.starts_with("__tvm_ffi__library_") || name.starts_with(FILLED_IN) {
            exported.needs_their_loader = true;
        } else if name.starts_with(OTHER) {
            // Metadata and documentation stand beside the function that they are about.
        } else if let Some(name) = name.strip_prefix(FUNCTION) {
            exported.functions.push(name.to_owned());
        }
    }
    exported.functions.sort_unstable();
    exported.functions.dedup();
    Ok(exported)
}
