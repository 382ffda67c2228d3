//! The Python package: installed into a virtual environment as a user installs it, around the library that is
//! built already.

use std::path::PathBuf;

use crate::process::Result;
use crate::venv::Venv;
use crate::workspace::{fingerprint, release_library, root};

/// The environment that demo and test share.
pub(crate) const VENV: &str = ".venv";

/// Installs the package, unless what is installed was made from the same files.
pub(crate) fn install(venv: &Venv) -> Result {
    let library = root().join(release_library("tvmlike"));
    let mut files = [
        "pyproject.toml",
        "python/hatch_build.py",
        "python/tvmlike",
        "ffi/include",
    ]
    .map(PathBuf::from)
    .to_vec();
    files.push(library.clone());
    let made_from = format!("{:016x}", fingerprint(&files)?);
    if venv.stamped("tvmlike", &made_from) {
        return Ok(());
    }
    venv.pip()
        .args(["--force-reinstall", "--no-deps", "."])
        .env("TVMLIKE_LIBRARY", library)
        .run()?;
    venv.stamp("tvmlike", &made_from)
}
