//! Detection of a second copy of libtvmlike in a process.
//!
//! A second copy would have a second registry, and functions of one would silently be missing in the other. So a copy that
//! is loaded after another keeps its registry empty, and every function that needs the registry fails with an error that
//! names both files. Copies are recognized by their SONAME, wherever the files are. A program or plugin that links the
//! registry statically has no such name and is not affected.

use std::ffi::c_void;
use std::path::PathBuf;
use std::sync::OnceLock;

use tvmlike_runtime::{Error, Result};

use tvmlike_client::file_of;

use crate::library::first_with_name_of;

/// The file of the copy that was loaded first; `None` if this is the first.
static FIRST: OnceLock<Option<PathBuf>> = OnceLock::new();

/// Looks for a copy that was loaded before this one. Call it when this library is loaded.
pub(crate) fn detect() {
    let _ = FIRST.set(first_with_name_of(detect as *const c_void));
}

/// Fails where another copy was loaded before this one.
pub(crate) fn check() -> Result<()> {
    match FIRST.get() {
        Some(Some(first)) => Err(second(first)),
        _ => Ok(()),
    }
}

#[cold]
fn second(first: &std::path::Path) -> Error {
    let own = file_of(second as *const c_void).unwrap_or_default();
    Error::runtime_error(format!(
        "{} is a second copy of libtvmlike in this process; {} was loaded first and has the registered functions; \
         load only one of them",
        own.display(),
        first.display()
    ))
}
