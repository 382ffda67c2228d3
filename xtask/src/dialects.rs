//! `cargo xtask dialects`: the data files of MLIR's dialects, from MLIR's definitions.

use crate::invocation::{Invocation, unknown};
use crate::process::{Cmd, Result};

pub(crate) const ABOUT: &str = "Write the data files of MLIR's dialects from MLIR's definitions";
pub(crate) const HELP: &str = "\
usage: cargo xtask dialects [--check] [--report]

  --check    write nothing; fail if a data file is not what the definitions give
  --report   list predicates, traits and default values that have no test of our own

It writes compiler/dialects/data and docs/dialect-coverage.md, and needs llvm-tblgen and MLIR's headers of LLVM 22
(on Debian: llvm-22, libmlir-22-dev). The program is compiler/dialects/import.";

pub(crate) fn run(invocation: &Invocation) -> Result {
    let mut command = Cmd::new("python3").arg("compiler/dialects/import/import_dialects.py");
    for arg in &invocation.args {
        match arg.as_str() {
            "--check" | "--report" => command = command.arg(arg),
            other => return Err(unknown(other)),
        }
    }
    command.run()
}
