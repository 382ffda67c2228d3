//! The programs of examples/ that are built outside the workspace, against target/prefix, as a user would.

use std::path::{Path, PathBuf};

use crate::build::release_profile;
use crate::compiler::{Compile, Language, Output, default};
use crate::install::LOCAL_PREFIX;
use crate::process::{Cmd, Error, Result};
use crate::step_env::{self, log};
use crate::venv::Venv;
use crate::workspace::{library_name, release_library, root};

/// The folder of the built examples.
const FOLDER: &str = "target/demo";
/// The C++ headers that examples generate.
const WRAPPERS: &str = "target/demo/wrappers";

/// A host in C or C++: a program of one source file.
pub(crate) struct Host {
    /// The name in messages and steps.
    pub(crate) name: &'static str,
    /// Its folder, which also contains a CMakeLists.txt and a Makefile.
    pub(crate) folder: &'static str,
    /// The file name of the program.
    pub(crate) program: &'static str,
    pub(crate) language: Language,
    /// The compiler's option for the standard.
    pub(crate) standard: &'static str,
    /// The compilers that must accept it.
    pub(crate) compilers: [&'static str; 2],
    /// The namespaces of the registry whose C++ headers it generates and includes.
    pub(crate) namespaces: &'static [&'static str],
    /// Whether it loads the plugins on its command line.
    plugins: bool,
    /// The texts that its output must contain, in this order, if it loads the C and the Rust plugin.
    lines: &'static [&'static str],
}

pub(crate) const C_HOST: Host = Host {
    name: "C host",
    folder: "examples/c_host",
    program: "c_host",
    language: Language::C,
    standard: "-std=c99",
    compilers: ["gcc", "clang"],
    namespaces: &[],
    plugins: true,
    lines: &[
        "under tensor, the first is tensor.add",
        "None int bool float str bytes ptr DataType Device runtime.String",
        "the last is 9; it was called 3 times and released",
        "error: TypeError: tensor.fill: argument 1 `t`: expected writable Tensor, got str",
        "tensor.add gives [10, 21, 32, 43], in all 106",
        "plugin_c.hypot(3, 4) = 5",
        "loaded plugin_rust",
    ],
};

pub(crate) const CPP_HOST: Host = Host {
    name: "C++ host",
    folder: "examples/cpp_host",
    program: "cpp_host",
    language: Language::Cpp,
    standard: "-std=c++17",
    compilers: ["g++", "clang++"],
    namespaces: &[],
    plugins: true,
    lines: &[
        "tensor.add gives float32 [11, 22, 33, 44, 55, 66]",
        "tensor::sum gives 12, array::map gives [1, 4, 9, 16]",
        "cpp_host.join gives \"packed functions\"",
        "{1: [\"<eins>\", \"<one>\"], 2: [\"<two>\"]} after 3 callbacks",
        "error: TypeError: cpp_host.join: argument 2: expected str, got int",
        "because of IndexError: 3 is not to be seen",
        "cpp_host.Stack `heap` had 2 on top; heap is empty",
        "cpp_kernels.matmul gives [9, 0, 8, 7, 21, 0, 17, 19], the probabilities of cpp_kernels.softmax sum to 1",
        "a lambda applied 10 times = 1024",
        "hello, C++; Ada has 380 cents, after 2 changes; ValueError: Ada has 380 cents",
    ],
};

/// The compiler's IR from C, by names alone.
pub(crate) const IR_C: Host = Host {
    name: "IR in C",
    folder: "examples/ir_c",
    program: "ir_c",
    language: Language::C,
    standard: "-std=c99",
    compilers: ["gcc", "clang"],
    namespaces: &[],
    plugins: false,
    lines: &[
        "walk: toy.add toy.return toy.func toy.use toy.loop builtin.module; 6 operations",
        "attribute: trips is 10",
        "module {",
        "{trips = 10 : i64} : () -> ()",
        "stale handle: RuntimeError: the operation `toy.loop` no longer exists: it was erased",
    ],
};

/// The compiler's IR from C++, through the generated header.
pub(crate) const IR_CPP: Host = Host {
    name: "IR in C++",
    folder: "examples/ir_cpp",
    program: "ir_cpp",
    language: Language::Cpp,
    standard: "-std=c++17",
    compilers: ["g++", "clang++"],
    namespaces: &["ir"],
    plugins: false,
    lines: &[
        "count: 6 operations",
        "attribute: trips is 10",
        "    toy.add fast=unit",
        "  toy.loop trips=10 : i64",
        "module {",
        "{trips = 10 : i64} : () -> ()",
        "error: RuntimeError: the operation `toy.loop` no longer exists: it was erased",
        "error: MLIRError: Unable to parse module assembly:",
        "use of undeclared SSA value name",
    ],
};

impl Host {
    /// Compiles the program.
    pub(crate) fn compile(&self, compiler: &str, options: &[&str], to: &Path) -> Result {
        let ending = match self.language {
            Language::C => "c",
            Language::Cpp => "cpp",
        };
        // If compiling fails, the program of an earlier run must not be used.
        let _ = std::fs::remove_file(to);
        let wrappers: &[&str] = if self.namespaces.is_empty() {
            &[]
        } else {
            &["-I", WRAPPERS]
        };
        Compile {
            compiler,
            options: &[&[self.standard], wrappers, options].concat(),
            source: &Path::new(self.folder).join(format!("main.{ending}")),
            makes: Output::Program,
            to,
        }
        .run()
    }

    /// Runs the program, with the C and the Rust plugin if it loads plugins.
    pub(crate) fn run(&self, program: &Path) -> Result {
        let program = if self.plugins {
            with_plugins(program)
        } else {
            Cmd::new(program).limit_seconds(120)
        };
        expect_output(program, self.lines)
    }
}

fn with_plugins(program: &Path) -> Cmd {
    Cmd::new(program)
        .arg(c_plugin_path())
        .arg(release_library("tvmlike_plugin_rust"))
        .limit_seconds(120)
}

/// Runs a program and prints its output. Fails unless the output contains the parts in this order.
fn expect_output(program: Cmd, parts: &[&str]) -> Result {
    let line = program.line();
    log!("    $ {line}");
    let printed = program.output()?;
    step_env::print(&printed);
    let mut rest = printed.as_str();
    for part in parts {
        let at = rest.find(part).ok_or_else(|| {
            Error::new(format!(
                "expected `{part}` in the output, after the earlier expected parts\n  command, from the repository's root: {line}"
            ))
        })?;
        rest = &rest[at + part.len()..];
    }
    Ok(())
}

/// Builds the C plugin.
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

/// Builds the C host.
pub(crate) fn c_host() -> Result {
    C_HOST.compile(&default(Language::C)?, &[], &host_path(&C_HOST))
}

/// Builds the C++ host, as a program and as a library that a Python process loads.
pub(crate) fn cpp_host() -> Result {
    let compiler = default(Language::Cpp)?;
    CPP_HOST.compile(&compiler, &[], &cpp_host_path())?;
    Compile {
        compiler: &compiler,
        options: &[CPP_HOST.standard],
        source: Path::new("examples/cpp_host/cpp_host_run.cpp"),
        makes: Output::Library,
        to: &cpp_host_library_path(),
    }
    .run()
}

/// Builds the programs that use the compiler's IR.
pub(crate) fn ir_hosts(venv: &Venv) -> Result {
    venv.script("tvmlike")
        .args(["stubs", "--lang", "cpp"])
        .args(IR_CPP.namespaces)
        .args(["-o", WRAPPERS])
        .limit_seconds(120)
        .run()?;
    for host in [&IR_C, &IR_CPP] {
        host.compile(&default(host.language)?, &[], &host_path(host))?;
    }
    Ok(())
}

/// Builds and runs the Rust host, which links the installed library.
pub(crate) fn rust_host() -> Result {
    release_profile(Cmd::new("cargo"))
        .args(["build", "--release", "--package", "tvmlike-rust-host"])
        .env("TVMLIKE_LIBRARY_PATH", root().join(LOCAL_PREFIX).join("lib"))
        .run()?;
    run_rust_host(Path::new("target/release/rust_host"))
}

/// Runs a Rust host with the C and the Rust plugin.
pub(crate) fn run_rust_host(program: &Path) -> Result {
    expect_output(
        with_plugins(program),
        &[
            "under rust_host [\"rust_host.half\", \"rust_host.join\"]",
            "tensor.add gives [2, 3], in all 12",
            "rust_host.join gives \"packed functions\"",
            "array.map gives [1, 4, 9]",
            "error: ValueError: rust_host.half: 3 is odd",
            "error: TypeError: tensor.sum: argument 1 `t`: expected Tensor, got str",
            "has already run",
            "[41, 42], the counter stands at 42",
            "[\"rust_host\", \"plugin_c\", \"plugin_rust\"] are loaded",
        ],
    )
}

/// Runs examples/quickstart.py with the Rust plugin and the C++ host, on the call path `path`; `None` keeps the default.
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

/// Runs examples/ir.py.
pub(crate) fn run_ir(venv: &Venv) -> Result {
    venv.python_cmd().arg("examples/ir.py").limit_seconds(60).run()
}

/// Runs the example that compiles kernels and compares them with NumPy.
pub(crate) fn run_compile_kernel(venv: &Venv) -> Result {
    venv.python_cmd()
        .arg("examples/compile_kernel.py")
        .limit_seconds(60)
        .run()
}

/// Runs the example that compiles functions over tensors.
pub(crate) fn run_compile_tensors(venv: &Venv) -> Result {
    venv.python_cmd()
        .arg("examples/compile_tensors.py")
        .limit_seconds(60)
        .run()
}

/// Runs the example that measures kernels of linalg and writes a figure.
pub(crate) fn run_linalg_kernel(venv: &Venv) -> Result {
    venv.python_cmd()
        .arg("examples/linalg_kernel.py")
        .arg(root().join(FOLDER).join("timings.svg"))
        .limit_seconds(60)
        .run()
}

/// Runs a C++ host with the C and the Rust plugin.
pub(crate) fn run_cpp_host(program: &Path) -> Result {
    CPP_HOST.run(program)
}

/// Returns the path of a host that the default compiler builds.
pub(crate) fn host_path(host: &Host) -> PathBuf {
    Path::new(FOLDER).join(host.program)
}

/// Returns the path of the C++ host that [`cpp_host`] builds.
pub(crate) fn cpp_host_path() -> PathBuf {
    host_path(&CPP_HOST)
}

fn c_plugin_path() -> PathBuf {
    Path::new(FOLDER).join(format!("plugin_c{}", std::env::consts::DLL_SUFFIX))
}

fn cpp_host_library_path() -> PathBuf {
    Path::new(FOLDER).join(library_name("cpp_host"))
}
