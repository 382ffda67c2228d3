//! Rust: format, lints, documentation, tests.

use super::step::{DEBUG, LIFECYCLE, RELEASE};
use super::{BUILD, Outcome, Step};
use crate::process::{Cmd, Result};

pub(super) fn steps() -> Vec<Step> {
    vec![
        Step::may_skip("rust: format", &[], || {
            with_component("fmt", "rustfmt", &["fmt", "--all", "--check"])
        }),
        Step::may_skip("rust: clippy", &[], || {
            let args = ["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"];
            with_component("clippy", "clippy", &args)
        })
        .locks(&[DEBUG])
        .seconds(30),
        Step::new("rust: documentation", &[], || {
            let doc = Cmd::new("cargo").args(["doc", "--workspace", "--no-deps"]);
            doc.env("RUSTDOCFLAGS", "-D warnings").run()
        })
        .locks(&[DEBUG])
        .seconds(10),
        // The tests of the facade load libraries in target/release, and run cargo to build them there.
        Step::new("rust: cargo test", &[BUILD], || {
            Cmd::new("cargo")
                .args(["test", "--workspace", "--no-fail-fast"])
                .run()
        })
        .locks(&[DEBUG, RELEASE, LIFECYCLE])
        .seconds(90),
    ]
}

fn with_component(command: &str, component: &str, args: &[&str]) -> Result<Outcome> {
    if Cmd::new("cargo").args([command, "--version"]).output().is_err() {
        return Ok(Outcome::Skipped(format!(
            "cargo {command} is missing: rustup component add {component}"
        )));
    }
    Cmd::new("cargo").args(args).run().map(|()| Outcome::Passed)
}
