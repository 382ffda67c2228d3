//! `cargo xtask bench python`: gets everything that is measured, and starts the runner in benches/python.
//!
//! What is measured lies in an environment of its own, so that nothing else that the project installs changes it.

use std::path::{Path, PathBuf};

use super::peers::{self, Bench};
use crate::compiler::{Language, default};
use crate::process::{Cmd, Context, Result, text};
use crate::venv::Venv;
use crate::workspace::{create_dir, library_name, release_library, root};
use crate::{build, package};

/// The environment with all peers.
const VENV: &str = "target/bench/venv";
/// One with nothing but the packages whose import is measured: some import what they find.
const BARE_VENV: &str = "target/bench/bare";
/// What is made for the runner.
const BUILT: &str = "target/bench/peers";
/// Where the figures of a full run go, and are kept.
const RESULTS: &str = "benches/results";
/// Where those of a short or partial run go.
const PASSING_RESULTS: &str = "target/bench/results";

/// The functions that are called, as a plugin of ours: package and stem of the library.
const PLUGIN: (&str, &str) = ("tvmlike-bench-python", "tvmlike_bench_python");

/// What the runner itself needs.
const RUNNER_NEEDS: [&str; 2] = ["numpy==2.4.6", "matplotlib==3.11.2"];

/// What measures, and names the rows and columns.
const RUNNER: &str = "benches/python/run.py";

/// The environment with PyTorch, the same one as the tests'. It is gigabytes: only made when it is asked for.
const TORCH_VENV: &str = "target/venv-torch";

/// Prints the names of the rows and columns.
pub(super) fn list() -> Result {
    let names = Cmd::new("python3").args([RUNNER, "--list"]).output()?;
    print!("{names}");
    Ok(())
}

/// Measures. `torch` installs PyTorch where it is missing; its rows are there wherever it is installed.
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
    step("Install what is imported into target/bench/bare");
    let bare = Venv::open(BARE_VENV, "python3")?;
    package::install(&bare)?;
    if let Err(error) = bare.need(&[peers::TVM_FFI]) {
        // The runner finds that it cannot be imported, and names it.
        println!("    {error}");
    }

    step("Fetch and build the peers");
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
    // Imports are no row and no column: who asks for some of those does not wait for them.
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

/// The interpreter of the environment that has PyTorch, and what is measured with it.
fn torch_python(install: bool) -> Result<Option<PathBuf>> {
    if !install && !Path::new(TORCH_VENV).join("xtask/torch").exists() {
        return Ok(None);
    }
    println!("[bench python] Install what takes PyTorch's tensors into {TORCH_VENV}");
    let venv = Venv::open(TORCH_VENV, "python3")?;
    venv.need(&["torch", RUNNER_NEEDS[0], peers::TVM_FFI])?;
    package::install(&venv)?;
    Ok(Some(root().join(venv.python())))
}

/// The compilers, as they name themselves.
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
