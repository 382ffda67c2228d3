//! TVM's and DGL's own front ends on our libraries: the tests in python/tests/compat, with the packages that the front
//! ends import.
//!
//! The extension modules of a front end are for one Python version. All tests run under the version of DGL's if it is
//! installed, those of TVM's extension module again under its version, with `--long` all of TVM; each run reports what it
//! skipped.

use std::path::PathBuf;

use super::python::{COMPAT_TESTS as TESTS, Suite, programs};
use super::{BUILD, Outcome, Step};
use crate::front_ends::{DGL, FrontEnd, TVM_0_11, TVM_0_16};
use crate::package::install;
use crate::process::Error;
use crate::step_env::log;
use crate::venv::{VENV, Venv, interpreters};
use crate::workspace::root;

/// The packages that the front ends and the tests import, with a NumPy that the front ends support.
const NEEDS: [&str; 8] = [
    "attrs",
    "cloudpickle",
    "decorator",
    "numpy==1.26.4",
    "psutil",
    "pytest",
    "tornado",
    "typing_extensions",
];
/// The Python versions that this NumPy supports, that of DGL's extension module first.
const PYTHONS: [&str; 4] = ["3.11", "3.10", "3.12", "3.9"];
/// Downloads the front ends.
const DOWNLOAD: &str = "compat: download the front ends of TVM and DGL";

pub(super) fn steps(long: bool) -> Vec<Step> {
    let download = Step::may_skip(DOWNLOAD, &[], move || {
        let tools = Venv::open(VENV, "python3")?;
        let front_ends = [&DGL, &TVM_0_11, &TVM_0_16];
        let wanted = &front_ends[..if long { 3 } else { 2 }];
        let missing: Vec<String> = wanted
            .iter()
            .filter_map(|front_end| Some(front_end.folder(&tools).err()?.to_string()))
            .collect();
        Ok(if missing.len() == wanted.len() {
            Outcome::Skipped(missing.join("; "))
        } else if missing.is_empty() {
            Outcome::Passed
        } else {
            Outcome::PassedWithout(missing)
        })
    });
    let found = interpreters("python3");
    let program = |version: &str| found.iter().find(|(other, _)| other == version).cloned();
    let mut steps = vec![download.seconds(20)];
    let Some((version, interpreter)) = PYTHONS.iter().find_map(|version| program(version)) else {
        let reason = format!("none of Python {} is installed", PYTHONS.join(", "));
        steps.push(Step::skip("compat: pytest", reason));
        return steps;
    };
    let all = vec![PathBuf::from(TESTS)];
    steps.push(pytest("all", &version, &interpreter, &TVM_0_11, all, None));
    let of_tvm = || programs(TESTS, "test_tvm").into_iter().map(|(path, _)| path);
    let mut again = |what: &str, tvm: &'static FrontEnd, matching: Option<&'static str>| {
        let files: Vec<PathBuf> = of_tvm().collect();
        steps.push(match program(tvm.python) {
            Some(_) if files.is_empty() => Step::skip(
                format!("compat: pytest, {what}"),
                format!("{TESTS} contains no tests of TVM"),
            ),
            Some((version, interpreter)) => pytest(what, &version, &interpreter, tvm, files, matching),
            None => Step::skip(
                format!("compat: pytest, {what} (Python {})", tvm.python),
                format!(
                    "TVM's compiled front end requires Python {}, which is not installed",
                    tvm.python
                ),
            ),
        });
    };
    if version != TVM_0_11.python {
        // The other tests have run under the other version.
        again("TVM's", &TVM_0_11, (!long).then_some("cython"));
    }
    if long {
        again("TVM's of 0.16", &TVM_0_16, None);
    }
    steps
}

/// Creates the step that runs these tests, or those whose names contain `matching`, under an interpreter, in a separate
/// environment.
fn pytest(
    what: &str,
    version: &str,
    interpreter: &str,
    tvm: &'static FrontEnd,
    files: Vec<PathBuf>,
    matching: Option<&'static str>,
) -> Step {
    let name = format!("compat: pytest, {what} (Python {version})");
    let report = name.clone();
    let folder = format!("target/venv-compat-{version}");
    let interpreter = interpreter.to_owned();
    let step = Step::may_skip(name, &[BUILD], move || {
        let venv = match environment(&folder, &interpreter) {
            Ok(venv) => venv,
            Err(error) => {
                return Ok(Outcome::Skipped(format!("cannot create an environment: {error}")));
            }
        };
        install(&venv)?;
        let mut suite = Suite::new(&report, "native").only(files.iter().cloned());
        if let Some(part) = matching {
            suite = suite.matching(part);
        }
        let tools = Venv::open(VENV, "python3")?;
        for (variable, front_end) in [("TVMLIKE_TEST_DGL", &DGL), ("TVMLIKE_TEST_TVM", tvm)] {
            match front_end.folder(&tools) {
                Ok(folder) => suite = suite.env(variable, root().join(folder)),
                // The tests that need the front end report as skipped.
                Err(error) => log!("    {error}"),
            }
        }
        suite.run(&venv)
    });
    step.after([DOWNLOAD.to_owned()]).seconds(60)
}

fn environment(folder: &str, interpreter: &str) -> std::result::Result<Venv, Error> {
    let venv = Venv::open(folder, interpreter)?;
    venv.need(&NEEDS)?;
    Ok(venv)
}
