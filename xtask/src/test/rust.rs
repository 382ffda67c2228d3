//! Rust: format, lints, documentation, tests.

use super::step::DEBUG;
use super::{BUILD, Outcome, Step, lifecycle};
use crate::process::{Cmd, Result};
use crate::workspace::{release_library, root};

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
        Step::may_skip("rust: clippy of public items", &[], || {
            // The workspace's configuration would extend this lint to private functions.
            let clippy = Cmd::new("cargo").env("CLIPPY_CONF_DIR", root().join("xtask/public_items"));
            let clippy = clippy.args(["clippy", "--workspace", "--lib"]);
            with_component(
                "clippy",
                "clippy",
                clippy.args(["--", "-D", "clippy::missing_errors_doc"]),
            )
        })
        .locks(&[DEBUG])
        .seconds(20),
        Step::new("rust: documentation", &[], || {
            let doc = Cmd::new("cargo").args(["doc", "--workspace", "--no-deps"]);
            doc.env("RUSTDOCFLAGS", "-D warnings").run()
        })
        .locks(&[DEBUG])
        .seconds(10),
        Step::new("rust: cargo test", &[BUILD, lifecycle::BUILT], || {
            let test = Cmd::new("cargo").args(["test", "--workspace", "--no-fail-fast"]);
            with_plugins(test)?.run()
        })
        .locks(&[DEBUG])
        .seconds(160),
    ]
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
