//! Reads the functions that a library exports for tvm-ffi.

use std::fs::File;
use std::path::Path;

use object::{Object, ObjectSymbol, ReadCache};
use tvmlike_runtime::{Error, Result};

/// The prefix of exported functions.
pub(crate) const FUNCTION: &str = "__tvm_ffi_";
/// The prefix of symbols that return a function's documentation.
pub(crate) const DOC: &str = "__tvm_ffi__doc_";
/// The prefix of symbols that return a function's metadata: its types.
pub(crate) const METADATA: &str = "__tvm_ffi__metadata_";
/// The prefix of symbols for tvm-ffi's loader, of the documentation and of the metadata.
const OTHER: &str = "__tvm_ffi__";
/// The prefix of variables that tvm-ffi's loader sets.
const FILLED_IN: &str = "__TVMFFI";

/// The exports of a library.
#[derive(Default)]
pub(crate) struct Exported {
    /// The names of the functions, without the prefix, sorted.
    pub(crate) functions: Vec<String>,
    /// Whether it embeds other modules or has variables that tvm-ffi's loader must set.
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
            // Metadata and documentation of a function.
        } else if let Some(name) = name.strip_prefix(FUNCTION) {
            exported.functions.push(name.to_owned());
        }
    }
    exported.functions.sort_unstable();
    exported.functions.dedup();
    Ok(exported)
}
