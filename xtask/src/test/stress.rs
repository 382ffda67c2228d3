//! The stress tests of `--long`: a minute each from Rust, C++ and Python, with memory checks. The short versions are
//! ordinary tests (tests/stress.rs, ffi/tests/cpp/stress.cpp, python/tests/test_stress.py).

use std::path::Path;

use super::c::BUILD_BAD_PLUGINS;
use super::step::RELEASE;
use super::{Outcome, PACKAGE, PREFIX, Step};
use crate::compiler::{Compile, Language, Output, default};
use crate::process::{Cmd, Result, have};
use crate::venv::{VENV, Venv};
use crate::workspace::{release_library, root};

const SECONDS: (&str, &str) = ("TVMLIKE_STRESS_SECONDS", "60");
const SOURCE: &str = "ffi/tests/cpp/stress.cpp";
const BAD_PLUGINS: &str = "target/test/bad_plugins";

pub(super) fn steps(long: bool) -> Vec<Step> {
    if !long {
        return Vec::new();
    }
    let mut steps = vec![
        Step::new("stress: a minute in Rust", &[], || {
            timed(Cmd::new("cargo").args(["test", "--release", "--package", "tvmlike", "--test", "stress"]))
        })
        .locks(&[RELEASE]),
        Step::new(
            "stress: a minute in C++, under sanitizers",
            &[PREFIX, BUILD_BAD_PLUGINS],
            || {
                let options = [
                    "-std=c++17",
                    "-fsanitize=address,undefined",
                    "-fno-sanitize-recover=all",
                ];
                timed(program("stress.sanitized", &options)?)
            },
        ),
        Step::may_skip(
            "stress: a minute in C++, under valgrind",
            &[PREFIX, BUILD_BAD_PLUGINS],
            || {
                if !have("valgrind") {
                    return Ok(Outcome::Skipped("valgrind is not installed".to_owned()));
                }
                program("stress.plain", &["-std=c++17"])?;
                let valgrind = Cmd::new("valgrind").args([
                    "--quiet",
                    "--error-exitcode=99",
                    "--leak-check=full",
                    "--show-leak-kinds=definite",
                    "--errors-for-leak-kinds=definite",
                    // Otherwise valgrind runs one of many threads for a long time.
                    "--fair-sched=yes",
                ]);
                timed(with_plugins(
                    valgrind.arg(root().join("target/test/stress.plain")),
                ))
                .map(|()| Outcome::Passed)
            },
        ),
    ];
    for path in ["native", "ctypes"] {
        steps.push(Step::new(
            format!("stress: a minute in Python ({path})"),
            &[PACKAGE],
            move || {
                let venv = Venv::open(VENV, "python3")?;
                let pytest = venv
                    .python_cmd()
                    .args(["-m", "pytest", "-q", "python/tests/test_stress.py"]);
                timed(with_plugins(pytest.env("TVMLIKE_FFI", path)))
            },
        ));
    }
    steps.into_iter().map(|step| step.seconds(75)).collect()
}

/// Compiles the C++ program and returns the command that runs it.
fn program(name: &str, options: &[&str]) -> Result<Cmd> {
    let to = root().join("target/test").join(name);
    Compile {
        compiler: &default(Language::Cpp)?,
        options,
        source: Path::new(SOURCE),
        makes: Output::Program,
        to: &to,
    }
    .run()?;
    Ok(with_plugins(Cmd::new(&to)))
}

/// Sets the paths of the plugins that the program loads.
fn with_plugins(command: Cmd) -> Cmd {
    command.env("TVMLIKE_BAD_PLUGINS", root().join(BAD_PLUGINS)).env(
        "TVMLIKE_TEST_PLUGIN",
        root().join(release_library("tvmlike_testing")),
    )
}

fn timed(command: Cmd) -> Result {
    command.env(SECONDS.0, SECONDS.1).limit_seconds(900).run()
}
