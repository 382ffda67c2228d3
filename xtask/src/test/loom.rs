//! Loom models of lock-free code (tests/loom): they run the library's own source files in all interleavings of threads.
//! The crate is outside the workspace, so that loom's dependencies are downloaded for it alone.

use super::{Outcome, Step};
use crate::process::{Cmd, Result};

const MANIFEST: &str = "tests/loom/Cargo.toml";

pub(super) fn steps(long: bool) -> Vec<Step> {
    let name = "rust: models of all interleavings (loom)";
    vec![Step::may_skip(name, &[], move || run(long)).seconds(if long { 90 } else { 40 })]
}

fn run(long: bool) -> Result<Outcome> {
    let fetch = Cmd::new("cargo").args(["fetch", "--locked", "--manifest-path", MANIFEST]);
    if let Err(error) = fetch.output() {
        return Ok(Outcome::Skipped(format!("loom cannot be downloaded: {error}")));
    }
    // Millions of steps: without optimization they take minutes.
    let cargo = if long {
        Cmd::new("cargo").env("TVMLIKE_LOOM_ALL", "1")
    } else {
        Cmd::new("cargo")
    };
    cargo
        .args(["test", "--release", "--locked", "--manifest-path", MANIFEST])
        .args(["--target-dir", "target/loom"])
        .limit_seconds(900)
        .run()
        .map(|()| Outcome::Passed)
}
