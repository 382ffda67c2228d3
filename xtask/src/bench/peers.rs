//! The peers of the Python benchmark: installed by pip and cargo, built from the sources in benches/python/peers.
//!
//! If a peer cannot be built, the run continues without its column. A peer is rebuilt only if its files or the
//! interpreter have changed.

use std::path::{Path, PathBuf};

use crate::compiler::{Language, default};
use crate::process::{Cmd, Context, Error, Result, text};
use crate::venv::Venv;
use crate::workspace::{self, fingerprint, root};

pub(super) const TVM_FFI: &str = "apache-tvm-ffi==0.1.15.post2";
const DGL: &str = "dgl==2.1.0";
const SOURCES: &str = "benches/python/peers";

/// A library to compare with, and how to build it.
struct Peer {
    /// Its folder in benches/python/peers.
    folder: &'static str,
    /// Folders of other peers whose sources it compiles too.
    uses: &'static [&'static str],
    packages: &'static [&'static str],
    build: fn(&Bench<'_>) -> Result,
}

const PEERS: [Peer; 9] = [
    Peer {
        folder: "c",
        uses: &[],
        packages: &[],
        build: c,
    },
    Peer {
        folder: "plain",
        uses: &[],
        packages: &[],
        build: plain,
    },
    Peer {
        folder: "cffi",
        uses: &["plain"],
        packages: &["cffi==2.1.1", "setuptools==80.9.0"],
        build: cffi,
    },
    Peer {
        folder: "pybind11",
        uses: &[],
        packages: &["pybind11==3.1.0"],
        build: pybind11,
    },
    Peer {
        folder: "nanobind",
        uses: &[],
        packages: &["nanobind==3.1.0"],
        build: nanobind,
    },
    Peer {
        folder: "tvm_ffi",
        uses: &[],
        packages: &[TVM_FFI],
        build: tvm_ffi,
    },
    Peer {
        folder: "dgl",
        uses: &[],
        packages: &[],
        build: dgl,
    },
    Peer {
        folder: "pyo3",
        uses: &[],
        packages: &[],
        build: |bench| pyo3(bench, "target/bench/pyo3", &[], "bench_pyo3.so"),
    },
    Peer {
        folder: "pyo3_abi3",
        uses: &["pyo3"],
        packages: &[],
        build: |bench| {
            let features = ["--features", "abi3"];
            pyo3(bench, "target/bench/pyo3_abi3", &features, "abi3/bench_pyo3.so")
        },
    },
];

/// The environment that peers are built for.
pub(super) struct Bench<'a> {
    venv: &'a Venv,
    built: &'a Path,
    /// The interpreter's headers.
    include: String,
    /// The suffix of its extension modules.
    suffix: String,
    /// The directory of its packages.
    packages: PathBuf,
    /// Its version, such as 3.11.
    version: String,
}

impl<'a> Bench<'a> {
    pub(super) fn new(venv: &'a Venv, built: &'a Path) -> Result<Bench<'a>> {
        let say = "import sys, sysconfig as s; \
                   print(s.get_path('include'), s.get_config_var('EXT_SUFFIX'), s.get_path('purelib'), \
                   '.'.join(map(str, sys.version_info[:2])), sep='\\n')";
        let said = venv.python_cmd().args(["-c", say]).output()?;
        let [include, suffix, packages, version] = said.lines().collect::<Vec<_>>()[..] else {
            return Err(Error::new(format!(
                "expected four lines from the interpreter, got {said:?}"
            )));
        };
        Ok(Bench {
            venv,
            built,
            include: include.to_owned(),
            suffix: suffix.to_owned(),
            packages: PathBuf::from(packages),
            version: version.to_owned(),
        })
    }

    /// Builds all peers. Returns the folders of those that failed, each with the reason.
    pub(super) fn build_all(&self) -> Vec<(String, String)> {
        let mut skipped = Vec::new();
        for peer in &PEERS {
            println!("    {}", peer.folder);
            if let Err(error) = self.build(peer) {
                println!("    {} is omitted: {error}", peer.folder);
                // The other lines contain a command with paths, which do not belong in the results.
                let reason = error.to_string();
                let reason = reason.lines().next().unwrap_or_default();
                skipped.push((peer.folder.to_owned(), format!("it could not be built: {reason}")));
            }
        }
        skipped
    }

    fn build(&self, peer: &Peer) -> Result {
        self.venv.need(peer.packages)?;
        let mut folders = vec![PathBuf::from(SOURCES).join(peer.folder)];
        folders.extend(peer.uses.iter().map(|folder| PathBuf::from(SOURCES).join(folder)));
        // This file contains the compiler options.
        folders.push(PathBuf::from("xtask/src/bench/peers.rs"));
        let made_from = format!("{:016x} {}", fingerprint(&folders)?, self.suffix);
        let stamp = format!("peer {}", peer.folder);
        if self.venv.stamped(&stamp, &made_from) {
            return Ok(());
        }
        (peer.build)(self)?;
        self.venv.stamp(&stamp, &made_from)
    }

    /// Returns the compiler call that builds a shared library from a source of a peer.
    fn compile(&self, language: Language, source: &str, to: &str) -> Result<Cmd> {
        let compiler = default(language)?;
        let mut words = compiler.split_whitespace();
        let mut command = Cmd::new(words.next().unwrap_or(&compiler))
            .args(words)
            .args(["-O3", "-DNDEBUG", "-fPIC"])
            .arg(match language {
                Language::C => "-std=c11",
                Language::Cpp => "-std=c++17",
            })
            .limit_seconds(900)
            .arg(Path::new(SOURCES).join(source))
            .arg("-o")
            .arg(self.built.join(to));
        // The interpreter's functions are resolved when it loads the module.
        command = if cfg!(target_os = "macos") {
            command.args(["-dynamiclib", "-undefined", "dynamic_lookup"])
        } else {
            command.arg("-shared")
        };
        Ok(command)
    }

    /// Returns the compiler call that builds an extension module.
    fn extension(&self, language: Language, source: &str, name: &str) -> Result<Cmd> {
        Ok(self
            .compile(language, source, &format!("{name}{}", self.suffix))?
            .args(["-fvisibility=hidden", "-I", &self.include]))
    }
}

fn c(bench: &Bench<'_>) -> Result {
    bench.extension(Language::C, "c/bench_c.c", "bench_c")?.run()
}

fn plain(bench: &Bench<'_>) -> Result {
    bench
        .compile(Language::C, "plain/plain.c", "libbench_plain.so")?
        .run()
}

fn cffi(bench: &Bench<'_>) -> Result {
    let script = Path::new(SOURCES).join("cffi/build_cffi.py");
    bench.venv.python_cmd().arg(script).arg(bench.built).run()
}

fn pybind11(bench: &Bench<'_>) -> Result {
    bench
        .extension(Language::Cpp, "pybind11/bench_pybind11.cpp", "bench_pybind11")?
        .arg("-I")
        .arg(bench.packages.join("pybind11/include"))
        .run()
}

/// Compiles nanobind as a single file, with the options that the header of nb_combined.cpp names.
fn nanobind(bench: &Bench<'_>) -> Result {
    let package = bench.packages.join("nanobind");
    bench
        .extension(Language::Cpp, "nanobind/bench_nanobind.cpp", "bench_nanobind")?
        .arg(package.join("src/nb_combined.cpp"))
        .args(["-DNB_COMPACT_ASSERTIONS", "-fno-strict-aliasing", "-I"])
        .arg(package.join("include"))
        .arg("-I")
        .arg(package.join("ext/robin_map/include"))
        .run()
}

fn tvm_ffi(bench: &Bench<'_>) -> Result {
    let package = bench.packages.join("tvm_ffi");
    let library = package.join("lib");
    bench
        .compile(Language::Cpp, "tvm_ffi/bench_tvm_ffi.cc", "libbench_tvm_ffi.so")?
        .arg("-I")
        .arg(package.join("include"))
        .arg("-L")
        .arg(&library)
        .arg("-ltvm_ffi")
        .arg(format!("-Wl,-rpath,{}", text(&library)))
        .run()
}

/// Installs the package without its dependencies: its FFI needs NumPy only.
fn dgl(bench: &Bench<'_>) -> Result {
    if !bench.venv.stamped(DGL, DGL) {
        bench.venv.pip().args(["--no-deps", DGL]).run()?;
        bench.venv.stamp(DGL, DGL)?;
    }
    let library = bench.packages.join("dgl");
    bench
        .compile(Language::C, "dgl/bench_dgl.c", "libbench_dgl.so")?
        .arg("-L")
        .arg(&library)
        .arg("-ldgl")
        .arg(format!("-Wl,-rpath,{}", text(&library)))
        .run()
}

/// Builds the PyO3 peer in `folder` and copies the library to `to` in the folder of built peers.
fn pyo3(bench: &Bench<'_>, folder: &str, features: &[&str], to: &str) -> Result {
    // The workspace sets PYO3_NO_PYTHON for the accelerator, so PyO3 reads a file instead of asking an interpreter.
    let config = root().join(folder).join("python.config");
    let version = &bench.version;
    workspace::write(
        &config,
        &format!("implementation=CPython\nversion={version}\nshared=true\n"),
    )?;
    Cmd::new("cargo")
        .args(["build", "--release", "--locked", "--target-dir", folder])
        .args(["--manifest-path", &format!("{SOURCES}/pyo3/Cargo.toml")])
        .args(features)
        .env("PYO3_CONFIG_FILE", config)
        .env("PYO3_BUILD_EXTENSION_MODULE", "1")
        .run()?;
    let made = Path::new(folder)
        .join("release")
        .join(workspace::library_name("bench_pyo3"));
    let to = bench.built.join(to);
    workspace::create_dir(to.parent().unwrap_or(bench.built))?;
    std::fs::copy(made, &to)
        .map(|_| ())
        .context(format_args!("cannot write {}", to.display()))
}
