//! Release builds of the libraries, the accelerator for Python and the Rust plugins.
//!
//! One cargo command builds all packages that a command needs, so that crates that they share are compiled once.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::process::{Cmd, Error, Result};
use crate::workspace::{library_name, release_library, root};

/// Contains the builds of plugins outside the workspace, such as those of new authors. They share the dependencies.
pub(crate) const PLUGINS: &str = "target/plugins";

/// The library: `target/release/libtvmlike.so`.
const LIBRARY: (&str, &str) = ("tvmlike-ffi", "tvmlike");
/// The libraries that TVM's and DGL's front ends load.
const FOR_TVM: (&str, &str) = ("tvmlike-tvm-runtime", "tvm_runtime");
const FOR_DGL: (&str, &str) = ("tvmlike-dgl", "dgl");
/// The extension module for fast calls from Python.
const ACCELERATOR: (&str, &str) = ("tvmlike-python-native", "tvmlike_native");
/// The package with the program `tvmlike-opt`.
const TOOLS: &str = "tvmlike-opt";
/// The example plugin.
const EXAMPLE_PLUGIN: (&str, &str) = ("tvmlike-plugin-rust", "tvmlike_plugin_rust");
/// The example plugin with passes of the compiler. It needs the features of the other, so one command builds both.
const EXAMPLE_PASSES: (&str, &str) = ("tvmlike-pass-rust", "tvmlike_pass_rust");
/// The plugin that the tests of every language call.
const TESTING_PLUGIN: (&str, &str) = ("tvmlike-testing", "tvmlike_testing");

/// The plugin whose registration is measured.
const MANY_FUNCTIONS_PLUGIN: (&str, &str) = ("tvmlike-load10k", "tvmlike_load10k");

/// Whether release builds omit most optimization.
static FOR_TESTS: AtomicBool = AtomicBool::new(false);

/// Lets release builds omit link-time optimization, and optimize little, from now on. It takes most of the time of a build,
/// and tests measure no speed.
pub(crate) fn optimize_little() {
    // Relaxed: set before the threads of the steps start.
    FOR_TESTS.store(true, Ordering::Relaxed);
}

/// Whether [`optimize_little`] was called.
pub(crate) fn optimizes_little() -> bool {
    FOR_TESTS.load(Ordering::Relaxed)
}

/// Applies [`optimize_little`] to a command that builds in release.
pub(crate) fn release_profile(command: Cmd) -> Cmd {
    if !optimizes_little() {
        return command;
    }
    command
        .env("CARGO_PROFILE_RELEASE_LTO", "off")
        .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16")
        .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "1")
}

/// Applies [`optimize_little`] to a command that builds in the profile for development: without line tables, which take a
/// tenth of the time of a build. A panic names its line without them.
pub(crate) fn dev_profile(command: Cmd) -> Cmd {
    if optimizes_little() {
        command.env("CARGO_PROFILE_DEV_DEBUG", "none")
    } else {
        command
    }
}

/// Builds the libraries that C and C++ programs link.
pub(crate) fn libraries() -> Result {
    release(&[LIBRARY, FOR_TVM, FOR_DGL])
}

/// The libraries of the Python package.
const OF_PACKAGE: [(&str, &str); 4] = [LIBRARY, FOR_TVM, FOR_DGL, ACCELERATOR];

/// The crates of the Python package: those of its libraries and of its program.
pub(crate) fn of_package() -> impl Iterator<Item = &'static str> {
    OF_PACKAGE.iter().map(|(package, _)| *package).chain([TOOLS])
}

/// Limits a command of cargo to packages.
pub(crate) fn packages<'a>(cargo: Cmd, names: impl IntoIterator<Item = &'a str>) -> Cmd {
    let names = names.into_iter();
    names.fold(cargo, |cargo, name| cargo.args(["--package", name]))
}

/// Builds the libraries and the program of the Python package.
pub(crate) fn package() -> Result {
    with_tools(&OF_PACKAGE)
}

/// Builds the same by another command than `cargo build --release`, such as one for another target.
pub(crate) fn package_by(cargo: Cmd) -> Result {
    packages(release_profile(cargo), of_package()).run()
}

/// Builds the libraries and the program of the Python package, and the example plugins.
pub(crate) fn package_and_example() -> Result {
    package()?;
    example_plugins()
}

/// Builds the libraries and the program of the Python package, and all Rust plugins. Each plugin has a command of its own:
/// with its features, the libraries would not be those of the package, which other steps would build again.
pub(crate) fn everything() -> Result {
    with_tools(&OF_PACKAGE)?;
    release(&[TESTING_PLUGIN])?;
    example_plugins()
}

/// Builds the example plugins separately: in one command with other packages, they would contain their features too.
fn example_plugins() -> Result {
    release(&[EXAMPLE_PLUGIN, EXAMPLE_PASSES])
}

/// Builds the libraries that the benchmarks load.
pub(crate) fn measured() -> Result {
    // The plugin's build script reads the number of functions; ten thousand compile slowly.
    let cargo = Cmd::new("cargo").env("TVMLIKE_LOAD_FUNCTIONS", "10000");
    with(
        cargo,
        &[],
        &[LIBRARY, FOR_TVM, TESTING_PLUGIN, MANY_FUNCTIONS_PLUGIN],
    )
}

fn with_tools(crates: &[(&str, &str)]) -> Result {
    with(release_profile(Cmd::new("cargo")), &[TOOLS], crates)
}

fn release(crates: &[(&str, &str)]) -> Result {
    with(release_profile(Cmd::new("cargo")), &[], crates)
}

fn with(cargo: Cmd, programs: &[&str], crates: &[(&str, &str)]) -> Result {
    let names = crates.iter().map(|(package, _)| *package);
    let cargo = packages(
        cargo.args(["build", "--release"]),
        names.chain(programs.iter().copied()),
    );
    // Otherwise cargo shows the panic of a build script.
    if cfg!(unix) && Cmd::new("make").arg("--version").output().is_err() {
        return Err(Error::new(
            "`make` is not installed; the build of libffi, which C closures use, needs it",
        ));
    }
    cargo.run()?;
    for (package, stem) in crates {
        if !release_library(stem).exists() {
            return Err(Error::new(format!(
                "cargo built {package}, but target/release/{} does not exist",
                library_name(stem)
            )));
        }
    }
    Ok(())
}

/// Lets a command build without optimization in [`PLUGINS`].
pub(crate) fn separate(command: Cmd) -> Cmd {
    unoptimized(command.env("CARGO_TARGET_DIR", root().join(PLUGINS)))
}

/// Lets a command build in release without optimization, which takes most of the time of a build: for tests of whether
/// something builds and works, not of how fast it is.
pub(crate) fn unoptimized(command: Cmd) -> Cmd {
    command
        .env("CARGO_PROFILE_RELEASE_LTO", "off")
        .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16")
        .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "0")
}
