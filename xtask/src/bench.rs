//! `cargo xtask bench`: the benchmarks, side by side with what they are measured against.

mod compat;
mod conventions;
mod peers;
mod python;

use crate::process::{Cmd, Error, Result};
use crate::{Invocation, build};

pub(crate) const ABOUT: &str = "Run the benchmarks and print tables of ratios";
pub(crate) const HELP: &str = "\
usage: cargo xtask bench [native] [python [--quick] [--torch] [--case NAME]… [--peer NAME]… | --list] [conventions [--quick]] [compat [--quick]] [modules]

  native       calls, look-ups and load-time registration from Rust and C
  python       calls from Python, beside PyO3, nanobind, pybind11, cffi, ctypes, tvm-ffi and DGL
  conventions  calls of compiled code from Python, beside ctypes, MLIR's own route and IREE
  compat       DGL's own front end on our libdgl, beside the library of its wheel
  modules      compile time and bytes of a thousand functions, beside PyO3; by its name only

Without a name all are run. The first run compiles a plugin of 10,000 functions, which takes minutes. Ratios are
between cases of one run; a busy machine spoils them.

python fetches and builds its peers in target/bench; a second run finds them there. A peer that cannot be had is
named and left out. A full run writes benches/results/python.md and python.png; one that is made short or partial
by an option writes to target/bench/results.

  --quick       fewer and shorter turns
  --case NAME   only this row of the Python benchmark
  --peer NAME   only this column of it
  --list        name its rows and columns, and measure nothing
  --torch       install PyTorch, which is gigabytes; its rows are measured wherever it was installed, as by
                `cargo xtask test --long`";

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
    Ok(())
}

/// What the user asks for.
struct Chosen {
    native: bool,
    python: bool,
    conventions: bool,
    compat: bool,
    modules: bool,
    /// Only the names of what the Python benchmark has.
    list: bool,
    /// PyTorch is installed for it.
    torch: bool,
    /// For the runner of the Python benchmark, as they were given.
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
                        "there is no benchmark or option `{arg}`; see --help"
                    )));
                }
            }
        }
        if !(chosen.native || chosen.python || chosen.conventions || chosen.compat || chosen.modules) {
            let all = chosen.options.is_empty() && !chosen.torch;
            (chosen.native, chosen.python) = (all, true);
            (chosen.conventions, chosen.compat) = (all, all);
        }
        let of_several = |option: &String| option == "--quick";
        if ((chosen.native || chosen.modules) && !chosen.options.is_empty())
            || ((chosen.conventions || chosen.compat) && !chosen.options.iter().all(of_several))
        {
            return Err(Error::new(format!(
                "`{}` is for the Python benchmark alone",
                chosen.options.join(" ")
            )));
        }
        Ok(chosen)
    }
}
