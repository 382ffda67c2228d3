//! The long form of the stress tests: a minute each of everything at once, from Rust, C++ and Python, with memory
//! checked. The short forms are tests like others (tests/stress.rs, ffi/tests/cpp/stress.cpp,
//! python/tests/test_stress.py) and run with them.

use std::path::Path;

use super::step::RELEASE;
use super::{Outcome, PACKAGE, PREFIX, Step};
use crate::compiler::{Compile, Language, Output, default};
use crate::package;
use crate::process::{Cmd, Result, have};
use crate::venv::Venv;
use crate::workspace::{release_library, root};

const SECONDS: (&str, &str) = ("TVMLIKE_STRESS_SECONDS", "60");
const SOURCE: &str = "ffi/tests/cpp/stress.cpp";
const BAD_PLUGINS: &str = "target/test/bad_plugins";
/// The step of `c.rs` that builds the plugin which comes and goes.
const PLUGIN: &str = "c: build the plugins that must be refused";

pub(super) fn steps(long: bool) -> Vec<Step> {
    if !long {
        return Vec::new();
    }
    let mut steps = vec![
        Step::new("stress: a minute in Rust", &[], || {
            timed(Cmd::new("cargo").args(["test", "--release", "--package", "tvmlike", "--test", "stress"]))
        })
        .holds(&[RELEASE]),
        Step::new(
            "stress: a minute in C++, under sanitizers",
            &[PREFIX, PLUGIN],
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
            &[PREFIX, PLUGIN],
            || {
                if !have("valgrind") {
                    return Ok(Outcome::Skipped("valgrind is not installed".to_owned()));
                }
                program("stress.plain", &["-std=c++17"])?;
                let valgrind = Cmd::new("valgrind").args([
                    // Threads take turns: one that looks names up all the time would starve the others.
                    "--fair-sched=try",
                    "--quiet",
                    "--error-exitcode=99",
                    "--leak-check=full",
                    "--show-leak-kinds=definite",
                    "--errors-for-leak-kinds=definite",
                    // Its scheduler would let one thread of many run alone for long.
                    "--fair-sched=yes",
                ]);
                timed(told(valgrind.arg(root().join("target/test/stress.plain")))).map(|()| Outcome::Passed)
            },
        ),
    ];
    for path in ["native", "ctypes"] {
        steps.push(Step::new(
            format!("stress: a minute in Python ({path})"),
            &[PACKAGE],
            move || {
                let venv = Venv::open(package::VENV, "python3")?;
                let pytest = venv
                    .python_cmd()
                    .args(["-m", "pytest", "-q", "python/tests/test_stress.py"]);
                timed(told(pytest.env("TVMLIKE_FFI", path)))
            },
        ));
    }
    steps.into_iter().map(|step| step.takes(75)).collect()
}

/// Compiles the C++ form; what runs it is told where the plugin is.
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
    Ok(told(Cmd::new(&to)))
}

fn told(command: Cmd) -> Cmd {
    command.env("TVMLIKE_BAD_PLUGINS", root().join(BAD_PLUGINS)).env(
        "TVMLIKE_TEST_PLUGIN",
        root().join(release_library("tvmlike_testing")),
    )
}

fn timed(command: Cmd) -> Result {
    command.env(SECONDS.0, SECONDS.1).limit_seconds(900).run()
}
