//! `cargo xtask bench conventions`: calls of compiled code, compared with ctypes, MLIR's Python bindings and IREE.

use std::path::{Path, PathBuf};

use crate::compiler::{Language, default};
use crate::process::{Cmd, Context, Result, text};
use crate::venv::Venv;
use crate::workspace::{create_dir, release_library, root};
use crate::{build, package};

const VENV: &str = "target/bench/conventions-venv";
const BUILT: &str = "target/bench/conventions";
const SOURCES: &str = "benches/conventions";
const PLUGIN: (&str, &str) = ("tvmlike-bench-python", "tvmlike_bench_python");
const NEEDS: [&str; 1] = ["numpy==2.4.6"];
const IREE: [&str; 2] = ["iree-base-runtime==3.13.0", "iree-base-compiler==3.13.0"];
/// A package that contains MLIR's Python files. The file that creates descriptors needs none of its dependencies.
const MLIR: &str = "pennylane-catalyst==0.15.0";
const NP_TO_MEMREF: &str = "mlir_quantum/runtime/np_to_memref.py";

pub(super) fn run(options: &[String]) -> Result {
    let step = |text: &str| println!("[bench conventions] {text}");
    step("Build libtvmlike, the plugin and the kernels");
    build::everything()?;
    Cmd::new("cargo")
        .args(["build", "--release", "--package", PLUGIN.0])
        .run()?;
    create_dir(Path::new(BUILT))?;
    let kernels = Path::new(BUILT).join("libkernels.so");
    let compiler = default(Language::C)?;
    let mut words = compiler.split_whitespace();
    Cmd::new(words.next().unwrap_or(&compiler))
        .args(words)
        .arg("-shared")
        .arg(Path::new(SOURCES).join("kernels.s"))
        .arg("-o")
        .arg(&kernels)
        .run()?;

    step("Install the package, NumPy, IREE and MLIR's descriptors into target/bench/conventions-venv");
    let venv = Venv::open(VENV, "python3")?;
    venv.need(&NEEDS)?;
    package::install(&venv)?;
    if let Err(error) = venv.need(&IREE) {
        // The runner reports that the package cannot be imported.
        println!("    {error}");
    }
    let descriptors = match np_to_memref(&venv) {
        Ok(path) => Some(path),
        Err(error) => {
            println!("    {error}");
            None
        }
    };

    step("Measure");
    let results = if options.is_empty() {
        "benches/results/conventions.md"
    } else {
        "target/bench/results/conventions.md"
    };
    let mut runner = venv
        .python_cmd()
        .arg(Path::new(SOURCES).join("run.py"))
        .args(["--library", &text(&root().join(&kernels))])
        .args(["--plugin", &text(&release_library(PLUGIN.1))])
        .args(["--results", results])
        .args(options);
    if let Some(path) = &descriptors {
        runner = runner.arg("--np-to-memref").arg(path);
    }
    runner.run()?;
    println!("[bench conventions] Written: {results}");
    Ok(())
}

/// The file of MLIR's Python package that makes descriptors of arrays.
fn np_to_memref(venv: &Venv) -> Result<PathBuf> {
    if !venv.stamped(MLIR, MLIR) {
        venv.pip().args(["--no-deps", MLIR]).run()?;
        venv.stamp(MLIR, MLIR)?;
    }
    let say = "import sysconfig; print(sysconfig.get_path('purelib'))";
    let packages = venv.python_cmd().args(["-c", say]).output()?;
    let path = Path::new(packages.trim()).join(NP_TO_MEMREF);
    std::fs::metadata(&path).context(format_args!("{MLIR} has no {NP_TO_MEMREF}"))?;
    Ok(path)
}
