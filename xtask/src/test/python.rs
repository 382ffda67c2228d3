//! Python: format, lints, types, and the tests of the installed package on both call paths.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use super::{BUILD, Outcome, PACKAGE, Step, lifecycle};
use crate::package::install;
use crate::process::{Cmd, Context, Error, Result};
use crate::step_env::log;
use crate::venv::{VENV, Venv, other_interpreters};
use crate::workspace::{files, release_library, root};

/// Pinned, so that a new release does not fail an old commit.
const RUFF: &str = "ruff==0.17.5";
pub(super) const MYPY: &str = "mypy==2.4.1";
/// Packages that run functions in other processes, with `--long` only: the name, what pip installs, and their test.
const SCHEDULERS: [(&str, &str, &str); 3] = [
    ("Dask", "distributed==2026.8.0", "test_dask"),
    ("joblib", "joblib==1.6.0", "test_joblib"),
    ("Ray", "ray==2.60.0", "test_ray"),
];
/// The packages that the tests import.
const TEST_PACKAGES: [&str; 3] = ["ml_dtypes", "numpy", "pytest"];
/// The directory of the tests.
const TESTS: &str = "python/tests";
/// The tests of the compatibility libraries.
pub(super) const COMPAT_TESTS: &str = "python/tests/compat";

/// The call paths, as values of `TVMLIKE_FFI`.
pub(super) const CALL_PATHS: [&str; 2] = ["native", "ctypes"];

/// Tests that call through few paths but run long: they start programs, compile, or compare whole dialects. Without `--long`
/// only the run of the native path has them.
const OF_ONE_PATH: [&str; 12] = [
    "test_cli.py",
    "test_compile_linalg.py",
    "test_compile_program.py",
    "test_discovery.py",
    "test_docs.py",
    "test_docs_c.py",
    "test_engines.py",
    "test_native_metadata.py",
    "test_plugin_reload.py",
    "test_trace.py",
    "dialects/test_dialect_operations.py",
    "ir/test_ir_plugin_passes.py",
];

/// Debug modes of the interpreter, as (name, environment variable, value). Unlike an option, a variable also applies to
/// the interpreters that tests start.
const STRICT_MODES: [(&str, &str, &str); 2] = [
    ("python -X dev", "PYTHONDEVMODE", "1"),
    ("PYTHONMALLOC=debug", "PYTHONMALLOC", "debug"),
];

/// The number of mixed calls during which memory must stay constant, and the number with `--long`. Calls by ctypes are
/// many times slower.
const SOAK_CALLS: [(&str, [&str; 2]); 2] = [
    ("native", ["3000000", "10000000"]),
    ("ctypes", ["300000", "1000000"]),
];

pub(super) fn steps(long: bool) -> Vec<Step> {
    let mut steps = vec![
        Step::new(PACKAGE, &[BUILD], || prepare(&venv()?)).seconds(20),
        Step::new("python: ruff check", &[], || {
            tool(
                RUFF,
                &[
                    "ruff", "check", "compiler", "python", "examples", "benches", "xtask",
                ],
            )
        }),
        Step::new("python: ruff format", &[], || {
            tool(
                RUFF,
                &[
                    "ruff", "format", "--check", "compiler", "python", "examples", "benches", "xtask",
                ],
            )
        }),
        // In the environment with NumPy, whose types the package's annotations use.
        Step::new("python: mypy --strict", &[PACKAGE], || {
            tool(MYPY, &["mypy", "--strict", "python/tvmlike"])
        })
        .seconds(10),
    ];
    // Without --long, each path runs once, the native one in a debug mode.
    for path in if long { &CALL_PATHS[..] } else { &CALL_PATHS[1..] } {
        let name = format!("python: pytest ({path})");
        let mut suite = Suite::new(&name, path);
        if long {
            // The C++ classes of all operations, and each header with both compilers, take minutes to compile.
            suite = suite.env("TVMLIKE_TEST_ALL", "1");
        } else {
            let of_one_path = OF_ONE_PATH.iter().map(|file| Path::new(TESTS).join(file));
            suite = suite.without(of_one_path, "the run of the native path has it; with --long both");
        }
        steps.push(suite_step(name, PACKAGE, move || suite.run(&venv()?)));
    }
    // The first mode includes the second; alone, the second runs with --long.
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
                // The call path has no effect on the stubs: the run of the ctypes path covers those of Python, and skips those
                // of C++.
                let stubs = programs(TESTS, "test_stubs").into_iter();
                let of_python = stubs.filter(|(_, name)| !name.contains("cpp"));
                suite = suite.without(
                    of_python.map(|(path, _)| path),
                    "the run of the ctypes path has it",
                );
            }
            steps.push(suite_step(name, PACKAGE, move || suite.run(&venv()?)));
        }
    }
    for (program, name) in programs(TESTS, "soak") {
        for (path, calls) in SOAK_CALLS {
            let program = program.clone();
            let soak = Step::new(format!("python: {name} ({path})"), &[PACKAGE], move || {
                let soak = venv()?.python_cmd().arg(&program);
                let soak = soak.args(["--calls", calls[usize::from(long)]]);
                with_plugin(soak, path).limit_seconds(1800).run()
            });
            steps.push(soak.seconds(30));
        }
    }
    if long {
        steps.extend(of_other_interpreters());
        steps.extend(with_array_packages());
        steps.extend(with_schedulers());
    }
    steps
}

/// Returns the Python programs of a folder whose names have this prefix, with their names.
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

/// The tests under every other installed Python, each in a separate environment.
fn of_other_interpreters() -> Vec<Step> {
    let others = other_interpreters("python3");
    if others.is_empty() {
        return vec![Step::skip(
            "python: pytest on other versions",
            "no other Python is installed",
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
                        return Ok(Outcome::Skipped(format!("cannot create an environment: {error}")));
                    }
                };
                prepare(&venv)?;
                suite.run(&venv)
            }));
        }
    }
    steps
}

/// The tests with PyTorch and with JAX, for `--long` only: a download of gigabytes.
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
                    // The example uses the arrays of the installed packages.
                    let program = venv.python_cmd().arg("examples/mlir_kernels.py");
                    program.env("TVMLIKE_FFI", path).limit_seconds(120).run()?;
                }
                suite.run(&venv)
            }));
        }
    }
    steps
}

/// The tests with Dask, joblib and Ray, for `--long` only: they are downloads of up to 80 MB.
fn with_schedulers() -> Vec<Step> {
    let mut steps = Vec::new();
    for (title, package, test) in SCHEDULERS {
        for path in CALL_PATHS {
            let name = format!("python: pytest with {title} ({path})");
            let suite = Suite::new(&name, path).only(programs(TESTS, test).into_iter().map(|(path, _)| path));
            steps.push(suite_step(name, BUILD, move || {
                let venv = Venv::open("target/venv-schedulers", "python3")?;
                if let Err(error) = venv.need(&[package]) {
                    return Ok(Outcome::Skipped(format!(
                        "{package} cannot be installed: {error}"
                    )));
                }
                prepare(&venv)?;
                suite.run(&venv)
            }));
        }
    }
    steps
}

/// Creates a step that runs the tests. `needs` is the step that builds what they test.
fn suite_step(
    name: String,
    needs: &'static str,
    run: impl Fn() -> Result<Outcome> + Send + Sync + 'static,
) -> Step {
    Step::may_skip(name, &[needs, lifecycle::BUILT], run).seconds(90)
}

fn venv() -> Result<Venv> {
    Venv::open(VENV, "python3")
}

/// Installs the package and the packages that its tests import.
fn prepare(venv: &Venv) -> Result {
    venv.need(&TEST_PACKAGES)?;
    if let Err(error) = venv.need(&[MYPY]) {
        // mypy does not support every Python that the package supports. The tests that need it report as skipped.
        log!("    without {MYPY}: {error}");
    }
    install(venv)
}

fn tool(package: &str, command: &[&str]) -> Result {
    let venv = venv()?;
    venv.need(&[package])?;
    venv.python_cmd().arg("-m").args(command).limit_seconds(600).run()
}

/// Sets the call path of a program and the testing plugin, which many tests call.
fn with_plugin(program: Cmd, path: &str) -> Cmd {
    let plugin = root().join(release_library("tvmlike_testing"));
    program
        .env("TVMLIKE_FFI", path)
        .env("TVMLIKE_TEST_PLUGIN", plugin)
}

/// A run of the tests against the installed package: the sources are not on `sys.path`.
pub(super) struct Suite {
    /// The JUnit report that pytest writes.
    report: PathBuf,
    path: &'static str,
    env: Vec<(&'static str, OsString)>,
    files: Vec<PathBuf>,
    matching: Option<&'static str>,
    /// The files that are left out, with the reason.
    without: Vec<(PathBuf, &'static str)>,
}

impl Suite {
    /// Creates the run of the step with this name.
    pub(super) fn new(step: &str, path: &'static str) -> Suite {
        let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
        let name: String = step.chars().map(plain).collect();
        Suite {
            report: Path::new("target/test/pytest").join(name + ".xml"),
            path,
            env: Vec::new(),
            files: Vec::new(),
            matching: None,
            without: Vec::new(),
        }
    }

    pub(super) fn env(mut self, name: &'static str, value: impl AsRef<OsStr>) -> Suite {
        self.env.push((name, value.as_ref().to_owned()));
        self
    }

    /// Runs only these files.
    pub(super) fn only(mut self, files: impl IntoIterator<Item = PathBuf>) -> Suite {
        self.files.extend(files);
        self
    }

    /// Runs only the tests whose names contain `part`.
    pub(super) fn matching(mut self, part: &'static str) -> Suite {
        self.matching = Some(part);
        self
    }

    /// Leaves these files out, for a reason that the summary names.
    fn without(mut self, files: impl IntoIterator<Item = PathBuf>, reason: &'static str) -> Suite {
        self.without.extend(files.into_iter().map(|file| (file, reason)));
        self
    }

    pub(super) fn run(&self, venv: &Venv) -> Result<Outcome> {
        let report = &self.report;
        let mut pytest = venv
            .python_cmd()
            .args(["-m", "pytest", "--quiet"])
            .arg(format!("--junit-xml={}", report.display()));
        if self.files.is_empty() {
            // The tests of TVM's and DGL's front ends run in separate steps, with the packages that they need.
            pytest = pytest.arg(TESTS).arg(format!("--ignore={}", COMPAT_TESTS));
            for (file, _) in &self.without {
                if !file.is_file() {
                    return Err(Error::new(format!(
                        "{} is left out, but it does not exist",
                        file.display()
                    )));
                }
                pytest = pytest.arg(format!("--ignore={}", file.display()));
            }
        }
        if let Some(part) = self.matching {
            pytest = pytest.args(["-k", part]);
        }
        pytest = lifecycle::with_variants(with_plugin(pytest.args(&self.files), self.path))?;
        for (name, value) in &self.env {
            pytest = pytest.env(name, value);
        }
        pytest.limit_seconds(1200).run()?;
        let report =
            std::fs::read_to_string(report).context(format_args!("cannot read {}", report.display()))?;
        let mut omitted = skipped(&report);
        omitted.extend(
            self.without
                .iter()
                .map(|(file, reason)| format!("{}: {reason}", file.display())),
        );
        Ok(if omitted.is_empty() {
            Outcome::Passed
        } else {
            Outcome::PassedWithout(omitted)
        })
    }
}

/// Returns the skipped tests of a JUnit report, with their reasons.
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
            // A whole file was skipped: the reason follows its name, in quotes.
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
    fn skipped_tests_are_read_from_a_report() {
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
