//! The original front ends of TVM and DGL on our libraries: the tests of python/tests/compat, in an environment with what
//! those front ends import.
//!
//! A front end's compiled part is for one Python. The tests run under the Python of DGL's where the machine has it, and
//! those of TVM once more under that of TVM's; what is skipped under each is named.

use std::path::PathBuf;

use super::python::{Suite, programs};
use super::{BUILD, Outcome, Step};
use crate::clients::{Client, DGL, TVM_0_11, TVM_0_16};
use crate::package::{VENV, install};
use crate::process::Error;
use crate::surroundings::say;
use crate::venv::{Venv, interpreters};
use crate::workspace::root;

/// Where the tests are.
pub(super) const TESTS: &str = "python/tests/compat";
/// What the front ends import, and the tests. NumPy as the front ends know it.
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
/// The Pythons that this NumPy is for, the one of DGL's compiled part first.
const PYTHONS: [&str; 4] = ["3.11", "3.10", "3.12", "3.9"];
/// The step that fetches the front ends.
const CLIENTS: &str = "compat: fetch the front ends of TVM and DGL";

pub(super) fn steps(long: bool) -> Vec<Step> {
    let fetch = Step::may_skip(CLIENTS, &[], move || {
        let tools = Venv::open(VENV, "python3")?;
        let clients = [&DGL, &TVM_0_11, &TVM_0_16];
        let wanted = &clients[..if long { 3 } else { 2 }];
        let missing: Vec<String> = wanted
            .iter()
            .filter_map(|client| Some(client.folder(&tools).err()?.to_string()))
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
    let mut steps = vec![fetch.takes(20)];
    let Some((version, interpreter)) = PYTHONS.iter().find_map(|version| program(version)) else {
        let reason = format!("none of Python {} is on this machine", PYTHONS.join(", "));
        steps.push(Step::skip("compat: pytest", reason));
        return steps;
    };
    let all = vec![PathBuf::from(TESTS)];
    steps.push(pytest("all", &version, &interpreter, &TVM_0_11, all));
    let of_tvm = || programs(TESTS, "test_tvm").into_iter().map(|(path, _)| path);
    let mut again = |what: &str, tvm: &'static Client| {
        let files: Vec<PathBuf> = of_tvm().collect();
        steps.push(match program(tvm.python) {
            Some(_) if files.is_empty() => Step::skip(
                format!("compat: pytest, {what}"),
                format!("there is no test of TVM in {TESTS}"),
            ),
            Some((version, interpreter)) => pytest(what, &version, &interpreter, tvm, files),
            None => Step::skip(
                format!("compat: pytest, {what} (Python {})", tvm.python),
                format!(
                    "TVM's compiled front end is for Python {}, which is not on this machine",
                    tvm.python
                ),
            ),
        });
    };
    if version != TVM_0_11.python {
        again("TVM's", &TVM_0_11);
    }
    if long {
        again("TVM's of 0.16", &TVM_0_16);
    }
    steps
}

/// Runs these tests under an interpreter, in an environment of its own.
fn pytest(what: &str, version: &str, interpreter: &str, tvm: &'static Client, files: Vec<PathBuf>) -> Step {
    let name = format!("compat: pytest, {what} (Python {version})");
    let report = name.clone();
    let folder = format!("target/venv-compat-{version}");
    let interpreter = interpreter.to_owned();
    let step = Step::may_skip(name, &[BUILD], move || {
        let venv = match environment(&folder, &interpreter) {
            Ok(venv) => venv,
            Err(error) => {
                return Ok(Outcome::Skipped(format!("no environment can be made: {error}")));
            }
        };
        install(&venv)?;
        let mut suite = Suite::new(&report, "native").only(files.iter().cloned());
        let tools = Venv::open(VENV, "python3")?;
        for (variable, client) in [("TVMLIKE_TEST_DGL", &DGL), ("TVMLIKE_TEST_TVM", tvm)] {
            match client.folder(&tools) {
                Ok(folder) => suite = suite.env(variable, root().join(folder)),
                // The tests that need it say so, each by its name.
                Err(error) => say!("    {error}"),
            }
        }
        suite.run(&venv)
    });
    step.after([CLIENTS.to_owned()]).takes(60)
}

fn environment(folder: &str, interpreter: &str) -> std::result::Result<Venv, Error> {
    let venv = Venv::open(folder, interpreter)?;
    venv.need(&NEEDS)?;
    Ok(venv)
}
