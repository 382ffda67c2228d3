//! Python: style, types, and the tests of the installed package.

use std::path::Path;

use super::{BUILD, Outcome, PACKAGE, Step};
use crate::package::{VENV, install};
use crate::process::{Explain, Result};
use crate::venv::{Venv, other_interpreters};
use crate::workspace::{release_library, root};

/// Fixed, so that a new release does not fail an old commit.
const RUFF: &str = "ruff==0.17.5";
const MYPY: &str = "mypy==2.4.1";
/// What the tests import beside the package.
const TEST_PACKAGES: [&str; 3] = ["ml_dtypes", "numpy", "pytest"];

pub(super) fn steps() -> Vec<Step> {
    vec![
        Step::new(PACKAGE, &[BUILD], || {
            let venv = venv()?;
            venv.need(&TEST_PACKAGES)?;
            install(&venv)
        }),
        Step::new("python: ruff check", &[], || {
            tool(RUFF, &["ruff", "check", "python", "examples", "benches", "xtask"])
        }),
        Step::new("python: ruff format", &[], || {
            tool(
                RUFF,
                &[
                    "ruff", "format", "--check", "python", "examples", "benches", "xtask",
                ],
            )
        }),
        // NumPy is in the same environment: its types are part of ours.
        Step::new("python: mypy --strict", &[PACKAGE], || {
            tool(MYPY, &["mypy", "--strict", "python/tvmlike"])
        }),
        Step::may_skip("python: pytest", &[PACKAGE], || pytest(&venv()?)),
    ]
}

/// The tests under every other Python of the machine, each in an environment of its own.
pub(super) fn steps_of_other_interpreters() -> Vec<Step> {
    let others = other_interpreters("python3");
    if others.is_empty() {
        return vec![Step::skip(
            "python: pytest on other versions",
            "there is no other Python on this machine",
        )];
    }
    let of_one = |(version, interpreter): (String, String)| {
        Step::may_skip(format!("python: pytest on {version}"), &[BUILD], move || {
            let folder = format!("target/venv-{version}");
            let venv = match Venv::open(&folder, &interpreter) {
                Ok(venv) => venv,
                Err(error) => return Ok(Outcome::Skipped(format!("no environment can be made: {error}"))),
            };
            venv.need(&TEST_PACKAGES)?;
            install(&venv)?;
            pytest(&venv)
        })
    };
    others.into_iter().map(of_one).collect()
}

fn venv() -> Result<Venv> {
    Venv::open(VENV, "python3")
}

fn tool(package: &str, command: &[&str]) -> Result {
    let venv = venv()?;
    venv.need(&[package])?;
    venv.python_cmd().arg("-m").args(command).limit_seconds(600).run()
}

/// Runs the tests against the installed package: nothing puts the sources on the path.
fn pytest(venv: &Venv) -> Result<Outcome> {
    let report = Path::new("target/test/pytest.xml");
    venv.python_cmd()
        .args(["-m", "pytest", "--quiet", "python/tests"])
        .arg(format!("--junit-xml={}", report.display()))
        .env(
            "TVMLIKE_TEST_PLUGIN",
            root().join(release_library("tvmlike_testing")),
        )
        .limit_seconds(1200)
        .run()?;
    let report = std::fs::read_to_string(report).explain(format_args!("cannot read {}", report.display()))?;
    Ok(match skipped(&report) {
        none if none.is_empty() => Outcome::Passed,
        some => Outcome::PassedWithout(some),
    })
}

/// The tests that a JUnit report lists as skipped, with their reasons.
fn skipped(report: &str) -> Vec<String> {
    fn attribute<'a>(element: &'a str, name: &str) -> &'a str {
        let value = element.split_once(&format!(" {name}=\""));
        value
            .and_then(|(_, rest)| rest.split_once('"'))
            .map_or("", |(value, _)| value)
    }
    let of_case = |case: &str| {
        let (test, inside) = case.split_once('>')?;
        let inside = inside.split("</testcase>").next()?;
        let (_, skipped) = inside.split_once("<skipped")?;
        Some(format!(
            "{}: {}",
            attribute(test, "name"),
            attribute(skipped, "message").replace("&#x27;", "'")
        ))
    };
    report.split("<testcase").skip(1).filter_map(of_case).collect()
}

#[cfg(test)]
mod tests {
    use super::skipped;

    #[test]
    fn skipped_tests_are_read_out_of_a_report() {
        let report = r#"<testsuite name="pytest" tests="3"><testcase classname="a" name="passes" time="0.1" />
            <testcase classname="a" name="torch[x]" time="0"><skipped type="pytest.skip"
            message="no torch">file.py:3: no torch</skipped></testcase>
            <testcase classname="a" name="fails"><failure message="f">skipped</failure></testcase></testsuite>"#;
        let report = report.replace("\n            ", " ");
        assert_eq!(skipped(&report), ["torch[x]: no torch"]);
        assert!(skipped("").is_empty());
    }
}
