//! Layouts: our structs and numbers against those of tvm-ffi's own header, which its Python package brings along.

use std::path::Path;

use super::{Outcome, PREFIX, Step};
use crate::compiler::{Language, default};
use crate::install::LOCAL_PREFIX;
use crate::process::Cmd;
use crate::venv::Venv;

/// The version whose header is compared.
const TVM_FFI: &str = "apache-tvm-ffi==0.1.15.post2";
/// Packages that are only compared with live apart from what the project itself needs.
const VENV: &str = ".venv-peers";

pub(super) fn steps() -> Vec<Step> {
    vec![Step::may_skip(
        "layout: values and objects are tvm-ffi's",
        &[PREFIX],
        || {
            let venv = Venv::open(VENV, "python3")?;
            if let Err(error) = venv.need(&[TVM_FFI]) {
                return Ok(Outcome::Skipped(format!(
                    "{TVM_FFI} cannot be installed: {error}"
                )));
            }
            let say = "import os, importlib.util as u; \
                   print(os.path.join(os.path.dirname(u.find_spec('tvm_ffi').origin), 'include'))";
            let theirs = venv.python_cmd().args(["-c", say]).output()?;
            crate::workspace::create_dir(Path::new("target/test"))?;
            // The checks are static assertions: compiling is all.
            Cmd::new(default(Language::C)?)
                .args(["-std=c11", "-Wall", "-Wextra", "-Werror", "-I"])
                .arg(Path::new(LOCAL_PREFIX).join("include"))
                .args([
                    "-I",
                    theirs.trim(),
                    "-c",
                    "ffi/tests/layout/tvm_ffi.c",
                    "-o",
                    "target/test/tvm_ffi.o",
                ])
                .run()
                .map(|()| Outcome::Passed)
        },
    )]
}
