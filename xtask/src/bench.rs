//! `cargo xtask bench`: the benchmarks, side by side with what they are measured against.

use crate::Invocation;
use crate::process::{Cmd, Result};

pub(crate) const ABOUT: &str = "Run the benchmarks and print a table of ratios";
pub(crate) const HELP: &str = "\
usage: cargo xtask bench [ARGUMENT…]

  native    calls and look-ups from Rust and C (the default)

The arguments are handed to the crate benches/. The first run compiles a plugin of 10,000 functions, which takes
minutes. Ratios are between cases of one run; a busy machine spoils them.";

pub(crate) fn run(invocation: &Invocation) -> Result {
    crate::build::measured()?;
    Cmd::new("cargo")
        .args(["run", "--release", "--package", "tvmlike-benches", "--"])
        .args(&invocation.args)
        .run()
}
