//! tvm-ffi: our structs and numbers against those of its own header, and both packages in one process.

use std::path::{Path, PathBuf};

use super::python::{CALL_PATHS, programs};
use super::step::RELEASE;
use super::{BUILD, Outcome, PREFIX, Step};
use crate::compiler::{Language, default};
use crate::install::LOCAL_PREFIX;
use crate::package::install;
use crate::process::{Cmd, Error, Result};
use crate::venv::Venv;
use crate::workspace::{release_library, root};

/// The version whose header is compared, and which is in the same process.
const TVM_FFI: &str = "apache-tvm-ffi==0.1.15.post2";
/// What its tests need beside it: ninja is what it compiles kernels with.
const WITH_IT: [&str; 4] = ["ml_dtypes", "ninja", "numpy", "pytest"];
/// Makes the plugin whose functions tvm-ffi's loader finds.
const EXPORTING: &str = "neighbours: build the plugin that both load";
/// Packages that are only compared with live apart from what the project itself needs.
const VENV: &str = ".venv-peers";

pub(super) fn steps() -> Vec<Step> {
    let layout = Step::may_skip("layout: values and objects are tvm-ffi's", &[PREFIX], || {
        let venv = Venv::open(VENV, "python3")?;
        if let Err(why) = venv.need(&[TVM_FFI]) {
            return Ok(not_there(&why));
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
    });
    let mut steps = vec![layout];
    steps.extend(neighbours());
    steps
}

fn not_there(why: &Error) -> Outcome {
    Outcome::Skipped(format!("{TVM_FFI} cannot be installed: {why}"))
}

/// Both packages in one process, on both call paths: the tests that are about that, and the example.
fn neighbours() -> Vec<Step> {
    let mut steps = vec![
        Step::new(EXPORTING, &[BUILD], || {
            Cmd::new("cargo")
                .args(["build", "--release", "--package", "tvmlike-exporting"])
                .run()
        })
        .holds(&[RELEASE])
        .takes(10),
    ];
    for path in CALL_PATHS {
        let name = format!("neighbours: tvm-ffi in the same process ({path})");
        let step = Step::may_skip(name, &[EXPORTING], move || {
            let venv = Venv::open(VENV, "python3")?;
            if let Err(why) = venv.need(&[TVM_FFI]) {
                return Ok(not_there(&why));
            }
            venv.need(&WITH_IT)?;
            install(&venv)?;
            run(&venv, path).map(|()| Outcome::Passed)
        });
        steps.push(step.takes(30));
    }
    steps
}

fn run(venv: &Venv, path: &str) -> Result {
    let tests = programs("python/tests", "test_tvm_ffi");
    let beside_python = venv.python().parent().map(|folder| root().join(folder));
    let inherited = std::env::var_os("PATH").unwrap_or_default();
    // The programs that packages bring along, ninja among them, are found beside the interpreter.
    let folders: Vec<PathBuf> = beside_python
        .into_iter()
        .chain(std::env::split_paths(&inherited))
        .collect();
    let search = std::env::join_paths(folders).map_err(|why| Error::new(format!("PATH: {why}")))?;
    let python = || {
        venv.python_cmd()
            .env("TVMLIKE_FFI", path)
            .env(
                "TVMLIKE_TEST_PLUGIN",
                root().join(release_library("tvmlike_testing")),
            )
            .env("PATH", &search)
    };
    python()
        .args(["-m", "pytest", "--quiet", "-rs"])
        .args(tests.iter().map(|(test, _)| test))
        .limit_seconds(600)
        .run()?;
    python().arg("examples/with_tvm_ffi.py").limit_seconds(120).run()
}
