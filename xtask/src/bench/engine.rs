//! `cargo xtask bench engine`: compiled kernels beside those of clang 22.

use crate::process::Result;
use crate::venv::Venv;
use crate::{build, package};

const VENV: &str = "target/bench/engine-venv";

pub(super) fn run(options: &[String]) -> Result {
    let step = |text: &str| println!("[bench engine] {text}");
    let results = if options.is_empty() {
        "benches/results/engine.md"
    } else {
        "target/bench/results/engine.md"
    };
    step("Build libtvmlike");
    build::package()?;
    step("Install the package into target/bench/engine-venv");
    let venv = Venv::open(VENV, "python3")?;
    package::install(&venv)?;
    venv.need(&["numpy"])?;
    step("Measure");
    let runner = venv.python_cmd().arg("benches/engine/run.py");
    runner.args(["--results", results]).args(options).run()?;
    println!("[bench engine] Written: {results}");
    Ok(())
}
