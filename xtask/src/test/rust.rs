//! Rust: format, lints, documentation, tests.

use std::path::{Path, PathBuf};

use super::step::DEBUG;
use super::{BUILD, Outcome, Step, lifecycle};
use crate::build::{dev_profile, of_package, packages, release_profile};
use crate::process::{Cmd, Context, Error, Result};
use crate::workspace::{files, folders, members};

/// The crates whose tests run with those of the package, in its profile: so Cranelift, the largest crate, is built once.
const WITH_CRANELIFT: [&str; 2] = ["tvmlike-engine", "tvmlike-ir-functions"];
/// The other crates of the compiler, and its benchmark. Their tests run so, too, because most of the package is theirs;
/// with `--long` in the profile for development, which checks assertions and the overflow of numbers.
const COMPILER: [&str; 9] = [
    "tvmlike-syntax",
    "tvmlike-ir",
    "tvmlike-text",
    "tvmlike-define",
    "tvmlike-dialects",
    "tvmlike-transform",
    "tvmlike-lower",
    "tvmlike-tools",
    "tvmlike-bench-ir",
];

pub(super) fn steps(long: bool) -> Vec<Step> {
    vec![
        Step::may_skip("rust: format", &[], || {
            let fmt = Cmd::new("cargo").args(["fmt", "--all", "--check"]);
            with_component("fmt", "rustfmt", fmt)
        }),
        Step::may_skip("rust: clippy", &[], || {
            let clippy = Cmd::new("cargo").args(["clippy", "--workspace", "--all-targets"]);
            with_component("clippy", "clippy", clippy.args(["--", "-D", "warnings"]))
        })
        .locks(&[DEBUG])
        .seconds(45),
        Step::new("rust: documentation", &[], || {
            let doc = Cmd::new("cargo").args(["doc", "--workspace", "--no-deps"]);
            doc.env("RUSTDOCFLAGS", "-D warnings").run()
        })
        .locks(&[DEBUG])
        .seconds(10),
        Step::new("rust: cargo test", &[BUILD, lifecycle::BUILT], move || {
            every_unit_test_runs()?;
            let test = dev_profile(Cmd::new("cargo")).args(["test", "--workspace", "--no-fail-fast"]);
            let test = match long {
                // Mutations of texts take minutes.
                true => test.env("TVMLIKE_TEST_ALL", "1"),
                false => test,
            };
            let compiler: &[&str] = if long { &[] } else { &COMPILER };
            let of_release = || of_package().chain(WITH_CRANELIFT).chain(compiler.iter().copied());
            let test = of_release().fold(test, |test, name| test.args(["--exclude", name]));
            lifecycle::with_plugins(test)?.run()?;
            let test = release_profile(Cmd::new("cargo")).args(["test", "--release", "--no-fail-fast"]);
            packages(test, of_release()).run()
        })
        .locks(&[DEBUG])
        .seconds(160),
    ]
}

/// Checks that the unit tests of crates with `test = false`, which saves a build of each, run in their `tests/units.rs`.
fn every_unit_test_runs() -> Result {
    for member in members()? {
        let manifest = member.join("Cargo.toml");
        let text =
            std::fs::read_to_string(&manifest).context(format_args!("cannot read {}", manifest.display()))?;
        if !text.contains("test = false") {
            continue;
        }
        let units = member.join("tests/units.rs");
        let included = std::fs::read_to_string(&units).unwrap_or_default();
        for source in unit_tests(&member.join("src"))? {
            let inside = source.strip_prefix(&member).unwrap_or(&source).display();
            // A module in the folder of an included file is a part of it.
            let is_included = source.ancestors().any(|part| {
                let file = part.with_extension("rs");
                let file = file.strip_prefix(&member).unwrap_or(&file).display();
                included.contains(&format!("#[path = \"../{file}\"]"))
            });
            if !is_included {
                return Err(Error::new(format!(
                    "{inside} of {} has unit tests, but the manifest has `test = false` and {} does not include the file",
                    member.display(),
                    units.display()
                )));
            }
        }
    }
    Ok(())
}

/// The source files below a folder that contain unit tests.
fn unit_tests(folder: &Path) -> Result<Vec<PathBuf>> {
    let text = folder.to_string_lossy();
    let mut found = Vec::new();
    for file in files(&text, ".rs") {
        let source =
            std::fs::read_to_string(&file).context(format_args!("cannot read {}", file.display()))?;
        if source.lines().any(|line| line.trim() == "#[test]") {
            found.push(file);
        }
    }
    for below in folders(&text) {
        found.extend(unit_tests(&below)?);
    }
    Ok(found)
}

/// Runs `run`, a call of cargo's `command`. rustup installs it separately, as `component`.
fn with_component(command: &str, component: &str, run: Cmd) -> Result<Outcome> {
    if Cmd::new("cargo").args([command, "--version"]).output().is_err() {
        return Ok(Outcome::Skipped(format!(
            "cargo {command} is missing: rustup component add {component}"
        )));
    }
    run.run().map(|()| Outcome::Passed)
}
