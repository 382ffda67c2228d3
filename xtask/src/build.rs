//! What cargo builds in release: the libraries, Python's accelerator and the Rust plugins.
//!
//! One cargo call builds all that a command needs, so that a crate that several of them share is compiled once.

use crate::process::{Cmd, Error, Result};
use crate::workspace::{library_name, release_library};

/// The library itself: `target/release/libtvmlike.so`.
const LIBRARY: (&str, &str) = ("tvmlike-ffi", "tvmlike");
/// The libraries beside it, by which the front ends of TVM and DGL run on it.
const FOR_TVM: (&str, &str) = ("tvmlike-tvm-runtime", "tvm_runtime");
const FOR_DGL: (&str, &str) = ("tvmlike-dgl", "dgl");
/// The extension module that makes calls from Python fast.
const ACCELERATOR: (&str, &str) = ("tvmlike-python-native", "tvmlike_native");
/// The plugin that shows how one is written.
const EXAMPLE_PLUGIN: (&str, &str) = ("tvmlike-plugin-rust", "tvmlike_plugin_rust");
/// The plugin that the tests of every language call into.
const TESTING_PLUGIN: (&str, &str) = ("tvmlike-testing", "tvmlike_testing");

/// The plugin whose registration is measured.
const MANY_FUNCTIONS_PLUGIN: (&str, &str) = ("tvmlike-load10k", "tvmlike_load10k");

/// Builds what C and C++ programs link.
pub(crate) fn libraries() -> Result {
    release(&[LIBRARY, FOR_TVM, FOR_DGL])
}

/// Builds what the Python package holds.
pub(crate) fn package() -> Result {
    release(&[LIBRARY, FOR_TVM, FOR_DGL, ACCELERATOR])
}

/// Builds what the Python package holds, and the example plugin.
pub(crate) fn package_and_example() -> Result {
    release(&[LIBRARY, FOR_TVM, FOR_DGL, ACCELERATOR, EXAMPLE_PLUGIN])
}

/// Builds what the Python package holds, and every Rust plugin.
pub(crate) fn everything() -> Result {
    release(&[
        LIBRARY,
        FOR_TVM,
        FOR_DGL,
        ACCELERATOR,
        EXAMPLE_PLUGIN,
        TESTING_PLUGIN,
    ])
}

/// Builds what the benchmarks load.
pub(crate) fn measured() -> Result {
    // The number of functions is fixed when the plugin is compiled; ten thousand take a while.
    let cargo = Cmd::new("cargo").env("TVMLIKE_LOAD_FUNCTIONS", "10000");
    with(cargo, &[LIBRARY, FOR_TVM, TESTING_PLUGIN, MANY_FUNCTIONS_PLUGIN])
}

fn release(crates: &[(&str, &str)]) -> Result {
    with(Cmd::new("cargo"), crates)
}

fn with(cargo: Cmd, crates: &[(&str, &str)]) -> Result {
    let mut cargo = cargo.args(["build", "--release"]);
    for (package, _) in crates {
        cargo = cargo.args(["--package", package]);
    }
    // Cargo would show the panic of a build script instead.
    if cfg!(unix) && Cmd::new("make").arg("--version").output().is_err() {
        return Err(Error::new(
            "the program `make` is not installed: libffi, which C closures need, is built with it",
        ));
    }
    cargo.run()?;
    for (package, stem) in crates {
        if !release_library(stem).exists() {
            return Err(Error::new(format!(
                "the crate {package} was built, but target/release/{} is not there",
                library_name(stem)
            )));
        }
    }
    Ok(())
}
