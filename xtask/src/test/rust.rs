//! Rust: format, lints, documentation, tests.

use std::path::{Path, PathBuf};

use super::step::DEBUG;
use super::{BUILD, Outcome, Step, lifecycle};
use crate::build::dev_profile;
use crate::process::{Cmd, Context, Error, Result};
use crate::workspace::{files, folders, members, release_library, root};

pub(super) fn steps() -> Vec<Step> {
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
        Step::new("rust: cargo test", &[BUILD, lifecycle::BUILT], || {
            every_unit_test_runs()?;
            let test = dev_profile(Cmd::new("cargo")).args(["test", "--workspace", "--no-fail-fast"]);
            with_plugins(test)?.run()
        })
        .locks(&[DEBUG])
        .seconds(160),
    ]
}

/// Checks that no crate has unit tests whose manifest says that it has none, which saves a build of the crate.
fn every_unit_test_runs() -> Result {
    for member in members()? {
        let manifest = member.join("Cargo.toml");
        let text =
            std::fs::read_to_string(&manifest).context(format_args!("cannot read {}", manifest.display()))?;
        if text.contains("test = false")
            && let Some(source) = unit_test(&member.join("src"))?
        {
            return Err(Error::new(format!(
                "{} has a unit test, but {} has `test = false`",
                source.display(),
                manifest.display()
            )));
        }
    }
    Ok(())
}

/// A source file below a folder that contains a unit test.
fn unit_test(folder: &Path) -> Result<Option<PathBuf>> {
    let text = folder.to_string_lossy();
    for file in files(&text, ".rs") {
        let source =
            std::fs::read_to_string(&file).context(format_args!("cannot read {}", file.display()))?;
        if source.lines().any(|line| line.trim() == "#[test]") {
            return Ok(Some(file));
        }
    }
    for below in folders(&text) {
        if let Some(found) = unit_test(&below)? {
            return Ok(Some(found));
        }
    }
    Ok(None)
}

/// Sets the paths of the plugins that Rust tests load. Without them, the tests run cargo to build the plugins.
pub(super) fn with_plugins(test: Cmd) -> Result<Cmd> {
    let testing = root().join(release_library("tvmlike_testing"));
    lifecycle::with_variants(test.env("TVMLIKE_TEST_PLUGIN", testing))
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
