//! Installs the Python package into a virtual environment as a user would, with the libraries that are built already.

use std::path::{Path, PathBuf};

use crate::process::{Cmd, Result};
use crate::venv::Venv;
use crate::workspace::{RELEASE, fingerprint, library_name, root};

/// The libraries of the package: stem, and the environment variable that makes the package's build
/// (python/hatch_build.py) use a library that is built already.
const LIBRARIES: [(&str, &str); 4] = [
    ("tvmlike", "TVMLIKE_LIBRARY"),
    ("tvm_runtime", "TVMLIKE_LIBRARY_FOR_TVM"),
    ("dgl", "TVMLIKE_LIBRARY_FOR_DGL"),
    ("tvmlike_native", "TVMLIKE_ACCELERATOR"),
];

/// The variable for the program `tvmlike-opt`.
const PROGRAM: &str = "TVMLIKE_OPT";

/// Returns the paths of the package's libraries, and of its program, that cargo has built in a folder.
pub(crate) fn prebuilt(folder: &Path) -> Vec<PathBuf> {
    let libraries = LIBRARIES.map(|(stem, _)| library_name(stem));
    let all = libraries.into_iter().chain(["tvmlike-opt".to_owned()]);
    all.map(|name| root().join(folder).join(name)).collect()
}

/// Makes a build of the package use the libraries in a folder.
pub(crate) fn with_prebuilt(build: Cmd, folder: &Path) -> Cmd {
    LIBRARIES
        .iter()
        .map(|(_, variable)| *variable)
        .chain([PROGRAM])
        .zip(prebuilt(folder))
        .fold(build, |build, (variable, path)| build.env(variable, path))
}

/// Installs the package unless it was installed from the same files.
pub(crate) fn install(venv: &Venv) -> Result {
    let mut files = [
        "pyproject.toml",
        "python/hatch_build.py",
        "python/hatch_metadata.py",
        "python/tvmlike",
        "ffi/include",
    ]
    .map(PathBuf::from)
    .to_vec();
    files.extend(prebuilt(Path::new(RELEASE)));
    let made_from = format!("{:016x}", fingerprint(&files)?);
    let _lock = venv.lock()?;
    if venv.stamped("tvmlike", &made_from) {
        return Ok(());
    }
    let pip = venv.pip().args(["--force-reinstall", "--no-deps", "."]);
    with_prebuilt(pip, Path::new(RELEASE)).run()?;
    venv.stamp("tvmlike", &made_from)
}

/// Prints the call path of the installed package: `native` (the accelerator) or `ctypes`.
pub(crate) fn print_call_path(venv: &Venv) -> Result {
    let path = venv
        .python_cmd()
        .args(["-c", "import tvmlike; print(tvmlike.ffi_path())"])
        .limit_seconds(60)
        .output()?;
    println!("    Python calls use the {} path", path.trim());
    Ok(())
}
