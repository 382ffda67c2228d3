//! `cargo xtask bench`: the benchmarks, side by side with what they are measured against.

use std::path::Path;

use crate::Invocation;
use crate::compiler::{self, Compile, Language, Output};
use crate::process::{Cmd, Error, Result};
use crate::venv::Venv;
use crate::workspace::{release_library, root};
use crate::{build, package};

pub(crate) const ABOUT: &str = "Run the benchmarks and print tables of ratios";
pub(crate) const HELP: &str = "\
usage: cargo xtask bench [native] [python]

  native    calls, look-ups and load-time registration from Rust and C
  python    calls from Python

Without a name all are run. The first run compiles a plugin of 10,000 functions, which takes minutes. Ratios are
between cases of one run; a busy machine spoils them.";

pub(crate) fn run(invocation: &Invocation) -> Result {
    let known = ["native", "python"];
    if let Some(unknown) = invocation.args.iter().find(|arg| !known.contains(&arg.as_str())) {
        return Err(Error::new(format!(
            "there is no benchmark `{unknown}`; there are {}",
            known.join(", ")
        )));
    }
    let wanted = |name: &str| invocation.args.is_empty() || invocation.args.iter().any(|arg| arg == name);
    if wanted("native") {
        build::measured()?;
        Cmd::new("cargo")
            .args(["run", "--release", "--quiet", "--package", "tvmlike-benches"])
            .run()?;
    }
    if wanted("python") {
        build::everything()?;
        python()?;
    }
    Ok(())
}

fn python() -> Result {
    let venv = Venv::open(package::VENV, "python3")?;
    package::install(&venv)?;
    let bare = Path::new("target/bench/libbare.so");
    Compile {
        compiler: &compiler::default(Language::C)?,
        options: &["-std=c99"],
        source: Path::new("benches/cpp/bare.c"),
        makes: Output::Plugin,
        to: bare,
    }
    .run()?;
    venv.python_cmd()
        .arg("benches/python_call.py")
        .arg(root().join(bare))
        .arg(root().join(release_library("tvmlike_testing")))
        .run()
}
