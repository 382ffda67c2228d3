//! Python: style, types, and the tests of the installed package, on both call paths.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use super::step::LIFECYCLE;
use super::{BUILD, Outcome, PACKAGE, Step, compat};
use crate::package::{VENV, install};
use crate::process::{Cmd, Explain, Result};
use crate::surroundings::say;
use crate::venv::{Venv, other_interpreters};
use crate::workspace::{create_dir, files, library_name, release_library, root};

/// Fixed, so that a new release does not fail an old commit.
const RUFF: &str = "ruff==0.17.5";
const MYPY: &str = "mypy==2.4.1";
/// What the tests import beside the package.
const TEST_PACKAGES: [&str; 3] = ["ml_dtypes", "numpy", "pytest"];
/// Where the tests are.
const TESTS: &str = "python/tests";
/// Builds the two forms of the plugin that the tests reload. If each run of the tests built them, as pytest alone does,
/// one could copy what another has just put in the place of its own.
const RELOADED: &str = "python: build the plugin that is reloaded";
const RELOADED_FORMS: [(&str, &[&str]); 2] = [
    ("target/test/lifecycle_1", &[]),
    ("target/test/lifecycle_2", &["--features", "next"]),
];

/// The call paths, as `TVMLIKE_FFI` names them.
pub(super) const CALL_PATHS: [&str; 2] = ["native", "ctypes"];

/// Ways to run an interpreter in which it looks for mistakes itself, as (name, variable, value). A variable reaches
/// the interpreters that tests start, too, which an option would not.
const STRICT_MODES: [(&str, &str, &str); 2] = [
    ("python -X dev", "PYTHONDEVMODE", "1"),
    ("PYTHONMALLOC=debug", "PYTHONMALLOC", "debug"),
];

/// Mixed calls for which memory must stay constant. ctypes takes many times as long for each.
const SOAK_CALLS: [(&str, &str); 2] = [("native", "10000000"), ("ctypes", "1000000")];

pub(super) fn steps(long: bool) -> Vec<Step> {
    let mut steps = vec![
        Step::new(PACKAGE, &[BUILD], || prepare(&venv()?)).takes(20),
        Step::new(RELOADED, &[], build_reloaded)
            .holds(&[LIFECYCLE])
            .takes(15),
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
        })
        .takes(10),
    ];
    // The short form runs each path once, the native one in a strict mode.
    for path in if long { &CALL_PATHS[..] } else { &CALL_PATHS[1..] } {
        let name = format!("python: pytest ({path})");
        let suite = Suite::new(&name, path);
        steps.push(suite_step(name, PACKAGE, move || suite.run(&venv()?)));
    }
    // The first has the second in it; by itself the second is for the long form.
    let strict_modes = if long {
        &STRICT_MODES[..]
    } else {
        &STRICT_MODES[..1]
    };
    for &(mode, variable, value) in strict_modes {
        for path in if long { &CALL_PATHS[..] } else { &CALL_PATHS[..1] } {
            let name = format!("python: pytest ({path}) under {mode}");
            let mut suite = Suite::new(&name, path).env(variable, value);
            if !long {
                // No call is in them; the other path's run has them.
                suite = suite.without(programs(TESTS, "test_stubs").into_iter().map(|(path, _)| path));
            }
            steps.push(suite_step(name, PACKAGE, move || suite.run(&venv()?)));
        }
    }
    for (program, name) in programs(TESTS, "soak") {
        for (path, calls) in SOAK_CALLS {
            let program = program.clone();
            let soak = Step::new(format!("python: {name} ({path})"), &[PACKAGE], move || {
                let soak = venv()?.python_cmd().arg(&program).args(["--calls", calls]);
                with_plugin(soak, path).limit_seconds(1800).run()
            });
            steps.push(soak.takes(30));
        }
    }
    if long {
        steps.extend(of_other_interpreters());
        steps.extend(with_array_packages());
    }
    steps
}

/// The Python programs of a folder whose names begin so, with their names.
pub(super) fn programs(folder: &str, prefix: &str) -> Vec<(PathBuf, String)> {
    let name = |path: &PathBuf| {
        path.file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned()
    };
    let found = files(folder, ".py")
        .into_iter()
        .map(|path| (path.clone(), name(&path)));
    found.filter(|(_, name)| name.starts_with(prefix)).collect()
}

/// The tests under every other Python of the machine, each in an environment of its own.
fn of_other_interpreters() -> Vec<Step> {
    let others = other_interpreters("python3");
    if others.is_empty() {
        return vec![Step::skip(
            "python: pytest on other versions",
            "there is no other Python on this machine",
        )];
    }
    let mut steps = Vec::new();
    for (version, interpreter) in others {
        for path in CALL_PATHS {
            let (version, interpreter) = (version.clone(), interpreter.clone());
            let name = format!("python: pytest on {version} ({path})");
            let suite = Suite::new(&name, path);
            steps.push(suite_step(name, BUILD, move || {
                let folder = format!("target/venv-{version}");
                let venv = match Venv::open(&folder, &interpreter) {
                    Ok(venv) => venv,
                    Err(error) => {
                        return Ok(Outcome::Skipped(format!("no environment can be made: {error}")));
                    }
                };
                prepare(&venv)?;
                suite.run(&venv)
            }));
        }
    }
    steps
}

/// The tests with PyTorch and with JAX, which the short run leaves out: they are gigabytes.
fn with_array_packages() -> Vec<Step> {
    let mut steps = Vec::new();
    for (title, package) in [("PyTorch", "torch"), ("JAX", "jax")] {
        for path in CALL_PATHS {
            let name = format!("python: pytest with {title} ({path})");
            let mut suite = Suite::new(&name, path);
            for prefix in [
                &format!("test_{package}"),
                "test_arrays",
                "test_dlpack",
                "test_tensor",
                "test_memref",
            ] {
                suite = suite.only(programs(TESTS, prefix).into_iter().map(|(path, _)| path));
            }
            steps.push(suite_step(name, BUILD, move || {
                let venv = Venv::open(&format!("target/venv-{package}"), "python3")?;
                if let Err(error) = venv.need(&[package]) {
                    return Ok(Outcome::Skipped(format!(
                        "{package} cannot be installed: {error}"
                    )));
                }
                prepare(&venv)?;
                if package == "torch" {
                    // It takes the arrays of what is installed.
                    let program = venv.python_cmd().arg("examples/mlir_kernels.py");
                    program.env("TVMLIKE_FFI", path).limit_seconds(120).run()?;
                }
                suite.run(&venv)
            }));
        }
    }
    steps
}

/// A step that is a run of the tests. `makes` is the step that makes what they test.
fn suite_step(
    name: String,
    makes: &'static str,
    run: impl Fn() -> Result<Outcome> + Send + Sync + 'static,
) -> Step {
    Step::may_skip(name, &[makes, RELOADED], run).takes(90)
}

fn build_reloaded() -> Result {
    let library = library_name("tvmlike_lifecycle");
    for (to, features) in RELOADED_FORMS {
        Cmd::new("cargo")
            .args([
                "build",
                "--package",
                "tvmlike-lifecycle",
                "--target-dir",
                LIFECYCLE,
            ])
            .args(features)
            .run()?;
        let built = Path::new(LIFECYCLE).join("debug").join(&library);
        create_dir(Path::new(to))?;
        std::fs::copy(&built, Path::new(to).join(&library))
            .explain(format_args!("cannot copy {}", built.display()))?;
    }
    Ok(())
}

fn venv() -> Result<Venv> {
    Venv::open(VENV, "python3")
}

/// Installs the package, and what its tests import.
fn prepare(venv: &Venv) -> Result {
    venv.need(&TEST_PACKAGES)?;
    if let Err(error) = venv.need(&[MYPY]) {
        // It does not run under every Python that we do. The tests that ask it are skipped, by name.
        say!("    without {MYPY}: {error}");
    }
    install(venv)
}

fn tool(package: &str, command: &[&str]) -> Result {
    let venv = venv()?;
    venv.need(&[package])?;
    venv.python_cmd().arg("-m").args(command).limit_seconds(600).run()
}

/// A program that calls by this path, and finds the plugin that many tests call into.
fn with_plugin(program: Cmd, path: &str) -> Cmd {
    let plugin = root().join(release_library("tvmlike_testing"));
    program
        .env("TVMLIKE_FFI", path)
        .env("TVMLIKE_TEST_PLUGIN", plugin)
}

/// A run of the tests against the installed package: nothing puts the sources on the path.
pub(super) struct Suite {
    /// Where pytest writes what became of each test.
    report: PathBuf,
    path: &'static str,
    env: Vec<(&'static str, OsString)>,
    files: Vec<PathBuf>,
    without: Vec<PathBuf>,
}

impl Suite {
    /// The run of a step, by the step's name.
    pub(super) fn new(step: &str, path: &'static str) -> Suite {
        let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
        let name: String = step.chars().map(plain).collect();
        Suite {
            report: Path::new("target/test/pytest").join(name + ".xml"),
            path,
            env: Vec::new(),
            files: Vec::new(),
            without: Vec::new(),
        }
    }

    pub(super) fn env(mut self, name: &'static str, value: impl AsRef<OsStr>) -> Suite {
        self.env.push((name, value.as_ref().to_owned()));
        self
    }

    /// Runs these files, and not all.
    pub(super) fn only(mut self, files: impl IntoIterator<Item = PathBuf>) -> Suite {
        self.files.extend(files);
        self
    }

    /// Leaves these files out.
    fn without(mut self, files: impl IntoIterator<Item = PathBuf>) -> Suite {
        self.without.extend(files);
        self
    }

    pub(super) fn run(&self, venv: &Venv) -> Result<Outcome> {
        let report = &self.report;
        let forms =
            RELOADED_FORMS.map(|(folder, _)| root().join(folder).join(library_name("tvmlike_lifecycle")));
        let forms = std::env::join_paths(forms).explain("the path of the checkout cannot be in a list")?;
        let mut pytest = venv
            .python_cmd()
            .args(["-m", "pytest", "--quiet"])
            .arg(format!("--junit-xml={}", report.display()));
        if self.files.is_empty() {
            // The front ends of others have steps of their own, with what they need.
            pytest = pytest.arg(TESTS).arg(format!("--ignore={}", compat::TESTS));
            pytest = pytest.args(
                self.without
                    .iter()
                    .map(|file| format!("--ignore={}", file.display())),
            );
        }
        pytest = with_plugin(pytest.args(&self.files), self.path).env("TVMLIKE_LIFECYCLE_PLUGINS", forms);
        for (name, value) in &self.env {
            pytest = pytest.env(name, value);
        }
        pytest.limit_seconds(1200).run()?;
        let report =
            std::fs::read_to_string(report).explain(format_args!("cannot read {}", report.display()))?;
        Ok(match skipped(&report) {
            none if none.is_empty() => Outcome::Passed,
            some => Outcome::PassedWithout(some),
        })
    }
}

/// The tests that a JUnit report lists as skipped, with their reasons.
fn skipped(report: &str) -> Vec<String> {
    const COLLECTION_SKIPPED: &str = "collection skipped";
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
        let mut reason = attribute(skipped, "message");
        if let (COLLECTION_SKIPPED, Some((_, rest))) = (reason, skipped.split_once("Skipped: ")) {
            // A whole file: the reason stands behind its name, in quotes.
            reason = rest.split(['"', '<']).next().unwrap_or(rest);
        }
        let reason = reason.replace("&#x27;", "'").replace("&quot;", "\"");
        Some(format!("{}: {reason}", attribute(test, "name")))
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
            <testcase classname="" name="tests.jax"><skipped message="collection skipped">('/x.py', 11,
            "Skipped: could not import 'jax'")</skipped></testcase>
            <testcase classname="a" name="fails"><failure message="f">skipped</failure></testcase></testsuite>"#;
        let report = report.replace("\n            ", " ");
        assert_eq!(
            skipped(&report),
            ["torch[x]: no torch", "tests.jax: could not import 'jax'"]
        );
        assert!(skipped("").is_empty());
    }
}
