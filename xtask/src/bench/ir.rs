//! `cargo xtask bench ir`: the compiler's IR beside libMLIR 22, its Python bindings and xDSL.

use std::path::{Path, PathBuf};

use crate::compiler::{Language, default};
use crate::process::{Cmd, Error, Result, have, text};
use crate::venv::{MLIR_BINDINGS, Venv};
use crate::workspace::{create_dir, library_name, release_library};
use crate::{build, package};

const VENV: &str = "target/bench/ir-venv";
const BUILT: &str = "target/bench/ir";
const SOURCES: &str = "benches/ir";
/// The build folder of the library without the compiler.
const WITHOUT_COMPILER: &str = "target/bench/without-compiler";
/// The program that measures tvmlike.
const OURS: &str = "tvmlike-bench-ir";
/// Where Debian's libmlir-22-dev installs headers and libraries.
const LLVM: &str = "/usr/lib/llvm-22";
/// The peers from Python, as (name in the tables, package, module with the interface of `mlir.ir`).
const PEERS: [(&str, &str, &str); 2] = [
    ("MLIR", MLIR_BINDINGS, "iree.compiler.ir"),
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

    step("Build libtvmlike, with and without the compiler");
    build::package()?;
    let libraries = libraries()?;

    step("Install the package and the peers into target/bench/ir-venv");
    let venv = Venv::open(VENV, "python3")?;
    venv.need(&["numpy"])?;
    package::install(&venv)?;
    let ours = format!("--python=tvmlike={}:tvmlike.ir", text(&venv.python()));
    let mut runner = venv
        .python_cmd()
        .arg(Path::new(SOURCES).join("run.py"))
        .args(["--files", BUILT, "--results", results])
        .args(options)
        .arg(ours);
    match libraries {
        Some([with, without]) => runner = runner.arg("--library").args([with, without]),
        None => println!("    the size of the library is left out: strip is not installed"),
    }
    for (library, package, module) in PEERS {
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

/// Builds libtvmlike without the compiler and returns the paths of both builds without symbols; `None` without `strip`.
fn libraries() -> Result<Option<[PathBuf; 2]>> {
    if !have("strip") {
        return Ok(None);
    }
    Cmd::new("cargo")
        .args([
            "build",
            "--release",
            "--package",
            "tvmlike-ffi",
            "--no-default-features",
        ])
        .args(["--target-dir", WITHOUT_COMPILER])
        .run()?;
    let strip = |library: &Path, name: &str| -> Result<PathBuf> {
        let to = Path::new(BUILT).join(name);
        Cmd::new("strip").arg("-o").arg(&to).arg(library).run()?;
        Ok(to)
    };
    let without = Path::new(WITHOUT_COMPILER)
        .join("release")
        .join(library_name("tvmlike"));
    Ok(Some([
        strip(&release_library("tvmlike"), "with_compiler.so")?,
        strip(&without, "without_compiler.so")?,
    ]))
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
