//! The programs of examples/ that are not cargo's: built as a user would, against target/prefix.

use std::path::{Path, PathBuf};

use crate::compiler::{Compile, Language, Output, default};
use crate::process::{Cmd, Result};
use crate::venv::Venv;
use crate::workspace::{library_name, release_library, root};

/// Where the examples are built.
const FOLDER: &str = "target/demo";

/// Builds the plugin of one C file.
pub(crate) fn c_plugin() -> Result {
    Compile {
        compiler: &default(Language::C)?,
        options: &["-std=c99"],
        source: Path::new("examples/plugin_c/plugin_c.c"),
        makes: Output::Plugin,
        to: &c_plugin_path(),
    }
    .run()
}

/// Builds the C++ host: as a program, and as a library that a Python process loads.
pub(crate) fn cpp_host() -> Result {
    let compiler = default(Language::Cpp)?;
    for (source, makes, to) in [
        ("examples/cpp_host/main.cpp", Output::Program, cpp_host_path()),
        (
            "examples/cpp_host/cpp_host_run.cpp",
            Output::Library,
            cpp_host_library_path(),
        ),
    ] {
        let (source, options) = (Path::new(source), &["-std=c++17"]);
        Compile {
            compiler: &compiler,
            options,
            source,
            makes,
            to: &to,
        }
        .run()?;
    }
    Ok(())
}

/// Runs examples/quickstart.py with the Rust plugin and the C++ host, on a call path or on the one that it takes
/// by itself.
pub(crate) fn run_quickstart(venv: &Venv, path: Option<&str>) -> Result {
    let mut python = venv.python_cmd();
    if let Some(path) = path {
        python = python.env("TVMLIKE_FFI", path);
    }
    python
        .arg("examples/quickstart.py")
        .arg(root().join(release_library("tvmlike_plugin_rust")))
        .arg("--cpp-host")
        .arg(root().join(cpp_host_library_path()))
        .limit_seconds(120)
        .run()
}

/// Runs a C++ host with the plugins of C and Rust.
pub(crate) fn run_cpp_host(program: &Path) -> Result {
    Cmd::new(program)
        .arg(c_plugin_path())
        .arg(release_library("tvmlike_plugin_rust"))
        .limit_seconds(120)
        .run()
}

/// The C++ host that [`cpp_host`] builds.
pub(crate) fn cpp_host_path() -> PathBuf {
    Path::new(FOLDER).join("cpp_host")
}

fn c_plugin_path() -> PathBuf {
    Path::new(FOLDER).join(format!("plugin_c{}", std::env::consts::DLL_SUFFIX))
}

fn cpp_host_library_path() -> PathBuf {
    Path::new(FOLDER).join(library_name("cpp_host"))
}
