//! The Python package: installed into a virtual environment as a user installs it, around the libraries that are
//! built already.

use std::path::PathBuf;

use crate::process::Result;
use crate::venv::Venv;
use crate::workspace::{fingerprint, release_library, root};

/// The environment that demo and test share.
pub(crate) const VENV: &str = ".venv";

/// The variables by which the package's build takes libraries that are built already (python/hatch_build.py).
pub(crate) const LIBRARY_VARIABLE: &str = "TVMLIKE_LIBRARY";
/// As [`LIBRARY_VARIABLE`], for the accelerator.
pub(crate) const ACCELERATOR_VARIABLE: &str = "TVMLIKE_ACCELERATOR";

/// The two libraries of the package, as cargo has built them: the runtime and the accelerator.
pub(crate) fn prebuilt() -> [PathBuf; 2] {
    ["tvmlike", "tvmlike_native"].map(|stem| root().join(release_library(stem)))
}

/// Installs the package, unless what is installed was made from the same files.
pub(crate) fn install(venv: &Venv) -> Result {
    let [library, accelerator] = prebuilt();
    let mut files = [
        "pyproject.toml",
        "python/hatch_build.py",
        "python/tvmlike",
        "ffi/include",
    ]
    .map(PathBuf::from)
    .to_vec();
    files.extend([library.clone(), accelerator.clone()]);
    let made_from = format!("{:016x}", fingerprint(&files)?);
    let _lock = venv.lock()?;
    if venv.stamped("tvmlike", &made_from) {
        return Ok(());
    }
    venv.pip()
        .args(["--force-reinstall", "--no-deps", "."])
        .env(LIBRARY_VARIABLE, library)
        .env(ACCELERATOR_VARIABLE, accelerator)
        .run()?;
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
