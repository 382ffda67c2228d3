//! The Python package: installed into a virtual environment as a user installs it, around the libraries that are
//! built already.

use std::path::PathBuf;

use crate::process::{Cmd, Result};
use crate::venv::Venv;
use crate::workspace::{fingerprint, release_library, root};

/// The environment that demo and test share.
pub(crate) const VENV: &str = ".venv";

/// The libraries of the package, by their stems, and the variables by which the package's build takes one that is built
/// already (python/hatch_build.py).
const LIBRARIES: [(&str, &str); 4] = [
    ("tvmlike", "TVMLIKE_LIBRARY"),
    ("tvm_runtime", "TVMLIKE_LIBRARY_FOR_TVM"),
    ("dgl", "TVMLIKE_LIBRARY_FOR_DGL"),
    ("tvmlike_native", "TVMLIKE_ACCELERATOR"),
];

/// The libraries of the package, as cargo has built them.
pub(crate) fn prebuilt() -> [PathBuf; 4] {
    LIBRARIES.map(|(stem, _)| root().join(release_library(stem)))
}

/// A build of the package that takes these.
pub(crate) fn with_prebuilt(build: Cmd) -> Cmd {
    LIBRARIES
        .iter()
        .zip(prebuilt())
        .fold(build, |build, ((_, variable), library)| {
            build.env(variable, library)
        })
}

/// Installs the package, unless what is installed was made from the same files.
pub(crate) fn install(venv: &Venv) -> Result {
    let mut files = [
        "pyproject.toml",
        "python/hatch_build.py",
        "python/tvmlike",
        "ffi/include",
    ]
    .map(PathBuf::from)
    .to_vec();
    files.extend(prebuilt());
    let made_from = format!("{:016x}", fingerprint(&files)?);
    let _lock = venv.lock()?;
    if venv.stamped("tvmlike", &made_from) {
        return Ok(());
    }
    with_prebuilt(venv.pip().args(["--force-reinstall", "--no-deps", "."])).run()?;
    venv.stamp("tvmlike", &made_from)
}

/// Says by which path the installed package calls: through the accelerator, or through ctypes.
pub(crate) fn tell_call_path(venv: &Venv) -> Result {
    let path = venv
        .python_cmd()
        .args(["-c", "import tvmlike; print(tvmlike.ffi_path())"])
        .limit_seconds(60)
        .output()?;
    println!("    Python calls by the {} path", path.trim());
    Ok(())
}
