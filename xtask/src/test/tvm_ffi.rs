//! tvm-ffi: compares our structs and constants with its header, and tests both packages in one process.

use std::path::{Path, PathBuf};

use super::python::{CALL_PATHS, programs};
use super::step::RELEASE;
use super::{BUILD, Outcome, PREFIX, Step};
use crate::build::release_profile;
use crate::compiler::{Language, default};
use crate::install::LOCAL_PREFIX;
use crate::package::install;
use crate::process::{Cmd, Error, Result};
use crate::venv::Venv;
use crate::workspace::{release_library, root};

/// The newest tested version.
const NEWEST: Version = Version {
    requirement: "apache-tvm-ffi==0.1.15.post2",
    venv: ".venv-peers",
};
/// The oldest supported version, which is tested with `--long`.
const OLDEST: Version = Version {
    requirement: "apache-tvm-ffi==0.1.8.post0",
    venv: "target/venv-tvm-ffi-oldest",
};
/// The other packages of the tests; tvm-ffi compiles kernels with ninja.
const TEST_PACKAGES: [&str; 4] = ["ml_dtypes", "ninja", "numpy", "pytest"];
/// Builds the plugin that tvm-ffi's loader can load too.
const EXPORTING: &str = "tvm-ffi: build the plugin that both load";

/// A version of tvm-ffi.
#[derive(Clone, Copy)]
struct Version {
    requirement: &'static str,
    /// Separate from the environment of the package's own tests.
    venv: &'static str,
}

impl Version {
    /// The environment with the version, or why it cannot be installed.
    fn environment(self) -> Result<std::result::Result<Venv, Outcome>> {
        let venv = Venv::open(self.venv, "python3")?;
        Ok(match venv.need(&[self.requirement]) {
            Ok(()) => Ok(venv),
            Err(why) => Err(Outcome::Skipped(format!(
                "{} cannot be installed: {why}",
                self.requirement
            ))),
        })
    }
}

pub(super) fn steps(long: bool) -> Vec<Step> {
    let layout = Step::may_skip("tvm-ffi: the layouts of values and objects", &[PREFIX], || {
        let venv = match NEWEST.environment()? {
            Ok(venv) => venv,
            Err(unavailable) => return Ok(unavailable),
        };
        let query = "import os, importlib.util as u; \
                     print(os.path.join(os.path.dirname(u.find_spec('tvm_ffi').origin), 'include'))";
        let include = venv.python_cmd().args(["-c", query]).output()?;
        crate::workspace::create_dir(Path::new("target/test"))?;
        // The checks are static assertions: compiling suffices.
        Cmd::new(default(Language::C)?)
            .args(["-std=c11", "-Wall", "-Wextra", "-Werror", "-I"])
            .arg(Path::new(LOCAL_PREFIX).join("include"))
            .args([
                "-I",
                include.trim(),
                "-c",
                "ffi/tests/layout/tvm_ffi.c",
                "-o",
                "target/test/tvm_ffi.o",
            ])
            .run()
            .map(|()| Outcome::Passed)
    });
    let mut steps = vec![layout];
    steps.extend(same_process(long));
    steps
}

/// The tests and the example with both packages in one process, on both call paths.
fn same_process(long: bool) -> Vec<Step> {
    let mut steps = vec![
        Step::new(EXPORTING, &[BUILD], || {
            release_profile(Cmd::new("cargo"))
                .args(["build", "--release", "--package", "tvmlike-exporting"])
                .run()
        })
        .locks(&[RELEASE])
        .seconds(10),
    ];
    let oldest = CALL_PATHS.map(|path| (path, OLDEST, ", the oldest version"));
    let newest = CALL_PATHS.map(|path| (path, NEWEST, ""));
    for (path, version, which) in newest.into_iter().chain(oldest.into_iter().filter(|_| long)) {
        let name = format!("tvm-ffi: in the same process{which} ({path})");
        let step = Step::may_skip(name, &[EXPORTING], move || {
            let venv = match version.environment()? {
                Ok(venv) => venv,
                Err(unavailable) => return Ok(unavailable),
            };
            venv.need(&TEST_PACKAGES)?;
            install(&venv)?;
            run(&venv, path).map(|()| Outcome::Passed)
        });
        steps.push(step.seconds(30));
    }
    steps
}

fn run(venv: &Venv, path: &str) -> Result {
    let tests = programs("python/tests", "test_tvm_ffi");
    let beside_python = venv.python().parent().map(|folder| root().join(folder));
    let inherited = std::env::var_os("PATH").unwrap_or_default();
    // pip installs programs such as ninja beside the interpreter.
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
