//! Rust: format, lints, documentation, tests.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::step::DEBUG;
use super::{BUILD, Outcome, Step, lifecycle, sanitizer};
use crate::build::dev_profile;
use crate::process::{Cmd, Context, Error, Result};
use crate::workspace::{files, folders, members};

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
            if long || sanitizer::missing()?.is_some() {
                return lifecycle::with_plugins(cargo_test())?.run();
            }
            // AddressSanitizer runs the integration tests of its packages in another step; with --long, both run them.
            let mut test = cargo_test().args(["--lib", "--bins"]);
            for name in tests_without_sanitizer()? {
                test = test.args(["--test", &name]);
            }
            lifecycle::with_plugins(test)?.run()?;
            lifecycle::with_plugins(cargo_test().arg("--doc"))?.run()
        })
        .locks(&[DEBUG])
        .seconds(160),
    ]
}

fn cargo_test() -> Cmd {
    dev_profile(Cmd::new("cargo")).args(["test", "--workspace", "--no-fail-fast"])
}

/// The names of the integration tests that the step with AddressSanitizer does not run.
fn tests_without_sanitizer() -> Result<BTreeSet<String>> {
    let mut names = BTreeSet::new();
    for member in members()? {
        let is_sanitized = sanitizer::tests_package(&package(&member)?);
        let folder = member.join("tests").to_string_lossy().into_owned();
        let programs = files(&folder, ".rs");
        let folders = folders(&folder).into_iter().map(|folder| folder.join("main.rs"));
        for source in programs.into_iter().chain(folders.filter(|main| main.is_file())) {
            let text =
                std::fs::read_to_string(&source).context(format_args!("cannot read {}", source.display()))?;
            if is_sanitized && !text.contains("not(tvmlike_sanitized)") {
                continue;
            }
            let named = if source.ends_with("main.rs") {
                source.parent()
            } else {
                Some(&*source)
            };
            let name = named.and_then(Path::file_stem).unwrap_or_default();
            names.insert(name.to_string_lossy().into_owned());
        }
    }
    Ok(names)
}

/// The name of the package in a folder.
fn package(folder: &Path) -> Result<String> {
    let manifest = folder.join("Cargo.toml");
    let text =
        std::fs::read_to_string(&manifest).context(format_args!("cannot read {}", manifest.display()))?;
    let name = text.lines().find_map(|line| line.strip_prefix("name = "));
    let name = name.ok_or_else(|| Error::new(format!("{} names no package", manifest.display())))?;
    Ok(name.trim_matches('"').to_owned())
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
