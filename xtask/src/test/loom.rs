//! Loom models of lock-free code (tests/loom): they run the library's own source files in all interleavings of threads.
//! The crate is outside the workspace, so that loom's dependencies are downloaded for it alone.

use super::{Outcome, Step};
use crate::process::{Cmd, Result};

const MANIFEST: &str = "tests/loom/Cargo.toml";

pub(super) fn steps() -> Vec<Step> {
    vec![Step::may_skip("rust: models of all interleavings (loom)", &[], run).seconds(90)]
}

fn run() -> Result<Outcome> {
    let fetch = Cmd::new("cargo").args(["fetch", "--locked", "--manifest-path", MANIFEST]);
    if let Err(error) = fetch.output() {
        return Ok(Outcome::Skipped(format!("loom cannot be downloaded: {error}")));
    }
    // Millions of steps: without optimization they take minutes.
    Cmd::new("cargo")
        .env("TVMLIKE_LOOM_ALL", "1")
        .args(["test", "--release", "--locked", "--manifest-path", MANIFEST])
        .args(["--target-dir", "target/loom"])
        .limit_seconds(900)
        .run()
        .map(|()| Outcome::Passed)
}
