//! `cargo xtask bench passes`: passes and patterns beside mlir-opt 22 and MLIR's Python bindings.

use std::path::Path;

use crate::process::{Result, have, text};
use crate::venv::{MLIR_BINDINGS, Venv};
use crate::workspace::create_dir;
use crate::{build, package};

const VENV: &str = "target/bench/passes-venv";
const BUILT: &str = "target/bench/passes";
const SOURCES: &str = "benches/passes";
/// The programs that run passes.
const OURS: &str = "target/release/tvmlike-opt";
const THEIRS: &str = "mlir-opt-22";

pub(super) fn run(options: &[String]) -> Result {
    let step = |text: &str| println!("[bench passes] {text}");
    create_dir(Path::new(BUILT))?;
    let results = if options.is_empty() {
        "benches/results/passes.md"
    } else {
        "target/bench/results/passes.md"
    };

    step("Build libtvmlike and tvmlike-opt");
    build::package()?;

    step("Install the package and MLIR's bindings into target/bench/passes-venv");
    let venv = Venv::open(VENV, "python3")?;
    package::install(&venv)?;
    let python = text(&venv.python());
    let mut runner = venv
        .python_cmd()
        .arg(Path::new(SOURCES).join("run.py"))
        .args(["--ours", OURS, "--files", BUILT, "--results", results])
        .args(options)
        .arg(format!("--python=tvmlike={python}:tvmlike"));
    match venv.need(&["numpy", MLIR_BINDINGS]) {
        Ok(()) => runner = runner.arg(format!("--python=MLIR={python}:iree.compiler")),
        Err(error) => println!("    MLIR's bindings are left out: {error}"),
    }
    match have(THEIRS) {
        true => runner = runner.args(["--mlir", THEIRS]),
        false => println!("    MLIR is left out: {THEIRS} is not installed"),
    }

    step("Measure");
    runner.run()?;
    println!("[bench passes] Written: {results}");
    Ok(())
}
