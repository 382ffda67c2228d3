//! `cargo xtask bench ir`: the compiler's IR beside libMLIR 22, its Python bindings and xDSL.

use std::path::{Path, PathBuf};

use crate::compiler::{Language, default};
use crate::process::{Cmd, Error, Result, text};
use crate::venv::Venv;
use crate::workspace::create_dir;

const VENV: &str = "target/bench/ir-venv";
const BUILT: &str = "target/bench/ir";
const SOURCES: &str = "benches/ir";
/// The program that measures tvmlike.
const OURS: &str = "tvmlike-bench-ir";
/// Where Debian's libmlir-22-dev installs headers and libraries.
const LLVM: &str = "/usr/lib/llvm-22";
/// Libraries for Python, as (name in the tables, package, module with the interface of `mlir.ir`).
const PYTHON: [(&str, &str, &str); 2] = [
    ("MLIR", "iree-base-compiler==3.13.0", "iree.compiler.ir"),
    ("xDSL", "xdsl==0.74.0", "xdsl"),
];

pub(super) fn run(options: &[String]) -> Result {
    let step = |text: &str| println!("[bench ir] {text}");
    create_dir(Path::new(BUILT))?;
    let results = if options.is_empty() {
        "benches/results/ir.md"
    } else {
        "target/bench/results/ir.md"
    };

    step("Install the peers into target/bench/ir-venv");
    let venv = Venv::open(VENV, "python3")?;
    let mut runner = venv
        .python_cmd()
        .arg(Path::new(SOURCES).join("run.py"))
        .args(["--files", BUILT, "--results", results])
        .args(options);
    for (library, package, module) in PYTHON {
        match venv.need(&[package]) {
            Ok(()) => {
                let python = text(&venv.python());
                runner = runner.arg(format!("--python={library}={python}:{module}"));
            }
            Err(error) => println!("    {library} is left out: {error}"),
        }
    }

    step("Build the workers of tvmlike and of libMLIR");
    Cmd::new("cargo")
        .args(["build", "--release", "--package", OURS])
        .run()?;
    let program = Path::new("target/release").join(OURS);
    runner = runner.arg(format!("--native=tvmlike={}", text(&program)));
    match mlir_worker() {
        Ok(program) => runner = runner.arg(format!("--native=MLIR={}", text(&program))),
        Err(error) => println!("    MLIR is left out: {error}"),
    }

    step("Measure");
    runner.run()?;
    println!("[bench ir] Written: {results}");
    Ok(())
}

/// Compiles the program that measures libMLIR and returns its path.
fn mlir_worker() -> Result<PathBuf> {
    let (include, lib) = (Path::new(LLVM).join("include"), Path::new(LLVM).join("lib"));
    if !include.join("mlir/IR/MLIRContext.h").exists() {
        return Err(Error::new(format!(
            "found no headers in {}; install libmlir-22-dev",
            include.display()
        )));
    }
    let program = Path::new(BUILT).join("mlir_worker");
    let compiler = default(Language::Cpp)?;
    let mut words = compiler.split_whitespace();
    Cmd::new(words.next().unwrap_or(&compiler))
        .args(words)
        .args([
            "-O3",
            "-DNDEBUG",
            "-std=c++17",
            "-Wall",
            "-Wextra",
            "-Werror",
            "-isystem",
        ])
        .arg(&include)
        .arg(Path::new(SOURCES).join("mlir_worker.cpp"))
        .arg("-o")
        .arg(&program)
        .arg(format!("-L{}", lib.display()))
        .args(["-lMLIR", "-lLLVM"])
        .arg(format!("-Wl,-rpath,{}", lib.display()))
        .run()?;
    Ok(program)
}
