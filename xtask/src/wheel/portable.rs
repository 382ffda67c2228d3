//! Builds the package's libraries for an older glibc than this machine has.
//!
//! A linker takes the newest version of each symbol from the C library of its own machine. zig contains the symbols of
//! every glibc, and cargo-zigbuild lets cargo link with it.

use std::path::PathBuf;

use super::platform::Glibc;
use crate::build;
use crate::process::{Cmd, Error, Result};
use crate::venv::{VENV, Venv};
use crate::workspace::root;

/// The folder of these builds.
const FOLDER: &str = "target/portable";
/// Pinned, so that a new release does not fail an old commit.
pub(crate) const TOOLS: [&str; 2] = ["cargo-zigbuild==0.24.0", "ziglang==0.17.1"];

/// Installs zig and cargo-zigbuild into the tests' environment.
pub(super) fn tools() -> Result<Venv> {
    let venv = Venv::open(VENV, "python3")?;
    venv.need(&TOOLS)?;
    Ok(venv)
}

/// Builds the libraries and the program; returns their folder.
pub(super) fn build(glibc: Glibc) -> Result<PathBuf> {
    if !cfg!(all(target_os = "linux", target_env = "gnu")) {
        return Err(Error::new("--manylinux: expected Linux with glibc"));
    }
    let venv = tools()?;
    let target = format!("{}-unknown-linux-gnu", std::env::consts::ARCH);
    let arguments = ["zigbuild", "--release", "--target"];
    let zigbuild: Cmd = venv
        .script("cargo-zigbuild")
        .args(arguments)
        .arg(format!("{target}.{}.{}", glibc.major, glibc.minor))
        .env("CARGO_ZIGBUILD_PYTHON_PATH", root().join(venv.python()))
        .env("CARGO_TARGET_DIR", root().join(FOLDER));
    build::package_by(zigbuild)?;
    Ok(PathBuf::from(FOLDER).join(target).join("release"))
}
