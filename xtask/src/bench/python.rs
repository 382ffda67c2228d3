//! `cargo xtask bench python`: installs what is measured and starts the runner in benches/python.
//!
//! The benchmark has its own environments, so that other packages that the project installs do not affect it.

use std::path::{Path, PathBuf};

use super::peers::{self, Bench};
use crate::compiler::{Language, default};
use crate::process::{Cmd, Context, Result, text};
use crate::venv::Venv;
use crate::workspace::{create_dir, library_name, release_library, root};
use crate::{build, package};

/// The environment with all peers.
const VENV: &str = "target/bench/venv";
/// The environment for measuring imports. It contains only the measured packages, because some packages import others if
/// they are installed.
const BARE_VENV: &str = "target/bench/bare";
/// The built libraries for the runner.
const BUILT: &str = "target/bench/peers";
/// The checked-in results of a full run.
const RESULTS: &str = "benches/results";
/// The results of a short or partial run.
const PASSING_RESULTS: &str = "target/bench/results";

/// The plugin with the functions that are called: package, and stem of the library.
const PLUGIN: (&str, &str) = ("tvmlike-bench-python", "tvmlike_bench_python");

/// The packages that the runner itself imports.
const RUNNER_NEEDS: [&str; 2] = ["numpy==2.4.6", "matplotlib==3.11.2"];

/// The program that measures and knows the rows and columns.
const RUNNER: &str = "benches/python/run.py";

/// The environment with PyTorch, shared with the tests. Created on request only: PyTorch takes gigabytes.
const TORCH_VENV: &str = "target/venv-torch";

/// Prints the names of the rows and columns.
pub(super) fn list() -> Result {
    let names = Cmd::new("python3").args([RUNNER, "--list"]).output()?;
    print!("{names}");
    Ok(())
}

/// Runs the benchmark. With `torch`, installs PyTorch if it is missing; its rows are measured if it is installed.
pub(super) fn run(options: &[String], torch: bool) -> Result {
    let step = |text: &str| println!("[bench python] {text}");
    step("Build libtvmlike and the functions that are called");
    build::everything()?;
    Cmd::new("cargo")
        .args(["build", "--release", "--package", PLUGIN.0])
        .run()?;
    create_dir(Path::new(BUILT))?;
    let plugin = Path::new(BUILT).join(library_name(PLUGIN.1));
    std::fs::copy(release_library(PLUGIN.1), &plugin)
        .context(format_args!("cannot write {}", plugin.display()))?;

    step("Install the package, NumPy and matplotlib into target/bench/venv");
    let venv = Venv::open(VENV, "python3")?;
    venv.need(&RUNNER_NEEDS)?;
    package::install(&venv)?;
    step("Install the packages whose import is measured into target/bench/bare");
    let bare = Venv::open(BARE_VENV, "python3")?;
    package::install(&bare)?;
    if let Err(error) = bare.need(&[peers::TVM_FFI]) {
        // The runner reports that the package cannot be imported.
        println!("    {error}");
    }

    step("Install and build the peers");
    let skipped = Bench::new(&venv, Path::new(BUILT))?.build_all();

    let torch = torch_python(torch)?;

    step("Measure");
    let results = if options.is_empty() {
        RESULTS
    } else {
        PASSING_RESULTS
    };
    let mut runner = venv
        .python_cmd()
        .arg(RUNNER)
        .args(["--built", &text(&root().join(BUILT)), "--results", results])
        .args(options);
    // Imports belong to no row or column, so a run of some rows or columns does not measure them.
    if options.iter().all(|option| option == "--quick") {
        runner = runner.arg("--bare-python").arg(root().join(bare.python()));
    }
    if options.is_empty() {
        runner = runner.args(["--readme", "README.md"]);
    }
    if let Some(python) = torch {
        runner = runner.arg("--torch-python").arg(python);
    }
    for (folder, reason) in &skipped {
        runner = runner.args(["--skip", folder, reason]);
    }
    for tool in tools() {
        runner = runner.args(["--tool", &tool]);
    }
    runner.run()?;
    println!("[bench python] Written: {results}/python.md, {results}/python.png");
    if options.is_empty() {
        println!("[bench python] Written: the table in README.md");
    }
    Ok(())
}

/// Returns the interpreter of the environment with PyTorch; `None` if PyTorch is not installed and `install` is not set.
fn torch_python(install: bool) -> Result<Option<PathBuf>> {
    if !install && !Path::new(TORCH_VENV).join("xtask/torch").exists() {
        return Ok(None);
    }
    println!(
        "[bench python] Install the packages that are measured with PyTorch's tensors into {TORCH_VENV}"
    );
    let venv = Venv::open(TORCH_VENV, "python3")?;
    venv.need(&["torch", RUNNER_NEEDS[0], peers::TVM_FFI])?;
    package::install(&venv)?;
    Ok(Some(root().join(venv.python())))
}

/// Returns the first line that each compiler prints for `--version`.
fn tools() -> Vec<String> {
    let first_line = |program: &str| {
        let said = Cmd::new(program)
            .arg("--version")
            .limit_seconds(60)
            .output()
            .ok()?;
        said.lines().next().map(str::to_owned)
    };
    let cpp = default(Language::Cpp).ok();
    let cpp = cpp.as_deref().and_then(|words| words.split_whitespace().last());
    ["rustc"].into_iter().chain(cpp).filter_map(first_line).collect()
}
