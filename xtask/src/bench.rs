//! `cargo xtask bench`: runs the benchmarks of tvmlike and of the libraries that it is compared with.

mod compat;
mod conventions;
mod engine;
mod ir;
mod passes;
mod peers;
mod python;

use crate::build;
use crate::invocation::Invocation;
use crate::process::{Cmd, Error, Result};

pub(crate) const ABOUT: &str = "Run the benchmarks and print tables of ratios";
pub(crate) const HELP: &str = "\
usage: cargo xtask bench [native] [python [--quick] [--torch] [--case NAME]… [--peer NAME]… | --list] [conventions [--quick]] [compat [--quick]] [modules] [ir [--quick]] [passes [--quick]] [engine [--quick]]

  native       calls, look-ups and load-time registration from Rust and C
  python       calls from Python, compared with PyO3, nanobind, pybind11, cffi, ctypes, tvm-ffi and DGL
  conventions  calls of compiled code from Python, compared with ctypes, MLIR's Python bindings and IREE
  compat       DGL's own front end on our libdgl, compared with the library of its wheel
  modules      compile time and size of a thousand functions, compared with PyO3; runs only if named
  ir           the compiler's IR, compared with libMLIR 22, its Python bindings and xDSL; runs only if named
  passes       passes and patterns, compared with mlir-opt 22 and MLIR's Python bindings; runs only if named
  engine       compiled kernels, compared with those of clang 22; runs only if named

Without a name, all others run. The first run compiles a plugin with 10,000 functions, which takes minutes. A ratio
compares two cases of the same run; a busy machine distorts it.

python downloads and builds its peers in target/bench and reuses them in later runs. It reports and omits a peer
that it cannot install. A full run writes benches/results/python.md and python.png; a run with options that
shorten or limit it writes to target/bench/results.

  --quick       fewer and shorter turns
  --case NAME   only this row of the Python benchmark
  --peer NAME   only this column of it
  --list        print its rows and columns without measuring
  --torch       install PyTorch, a download of gigabytes; its rows are also measured if it is installed already,
                for example by `cargo xtask test --long`";

pub(crate) fn run(invocation: &Invocation) -> Result {
    let chosen = Chosen::of(&invocation.args)?;
    if chosen.list {
        return python::list();
    }
    if chosen.native {
        build::measured()?;
        Cmd::new("cargo")
            .args(["run", "--release", "--quiet", "--package", "tvmlike-benches"])
            .run()?;
    }
    if chosen.python {
        python::run(&chosen.options, chosen.torch)?;
    }
    if chosen.conventions {
        conventions::run(&chosen.options)?;
    }
    if chosen.compat {
        compat::run(&chosen.options)?;
    }
    if chosen.modules {
        Cmd::new("python3").arg("benches/modules/run.py").run()?;
    }
    if chosen.ir {
        ir::run(&chosen.options)?;
    }
    if chosen.passes {
        passes::run(&chosen.options)?;
    }
    if chosen.engine {
        engine::run(&chosen.options)?;
    }
    Ok(())
}

/// The parsed arguments.
struct Chosen {
    native: bool,
    python: bool,
    conventions: bool,
    compat: bool,
    modules: bool,
    ir: bool,
    passes: bool,
    engine: bool,
    /// Whether to print the rows and columns of the Python benchmark only.
    list: bool,
    /// Whether to install PyTorch.
    torch: bool,
    /// The arguments that are passed on to the benchmarks in Python.
    options: Vec<String>,
}

impl Chosen {
    fn of(args: &[String]) -> Result<Chosen> {
        let mut chosen = Chosen {
            native: false,
            python: false,
            conventions: false,
            compat: false,
            modules: false,
            ir: false,
            passes: false,
            engine: false,
            list: false,
            torch: false,
            options: Vec::new(),
        };
        let mut args = args.iter();
        while let Some(arg) = args.next() {
            match arg.as_str() {
                "native" => chosen.native = true,
                "python" => chosen.python = true,
                "conventions" => chosen.conventions = true,
                "compat" => chosen.compat = true,
                "modules" => chosen.modules = true,
                "ir" => chosen.ir = true,
                "passes" => chosen.passes = true,
                "engine" => chosen.engine = true,
                "--list" => chosen.list = true,
                "--torch" => chosen.torch = true,
                "--quick" => chosen.options.push(arg.clone()),
                "--case" | "--peer" => {
                    let name = args
                        .next()
                        .ok_or_else(|| Error::new(format!("{arg} needs a name; see --help")))?;
                    chosen.options.extend([arg.clone(), name.clone()]);
                }
                _ => {
                    return Err(Error::new(format!(
                        "unknown benchmark or option `{arg}`; see --help"
                    )));
                }
            }
        }
        if !(chosen.native
            || chosen.python
            || chosen.conventions
            || chosen.compat
            || chosen.modules
            || chosen.ir
            || chosen.passes
            || chosen.engine)
        {
            let all = chosen.options.is_empty() && !chosen.torch;
            (chosen.native, chosen.python) = (all, true);
            (chosen.conventions, chosen.compat) = (all, all);
        }
        let of_several = |option: &String| option == "--quick";
        if ((chosen.native || chosen.modules) && !chosen.options.is_empty())
            || ((chosen.conventions || chosen.compat || chosen.ir || chosen.passes || chosen.engine)
                && !chosen.options.iter().all(of_several))
        {
            return Err(Error::new(format!(
                "`{}` applies to the Python benchmark only",
                chosen.options.join(" ")
            )));
        }
        Ok(chosen)
    }
}
