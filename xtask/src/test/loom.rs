//! Models of what threads do without locks (tests/loom): all interleavings of the library's own code over loom's
//! atomics. The crate stands apart from the workspace, so that what loom needs is fetched for it alone.

use super::{Outcome, Step};
use crate::process::{Cmd, Result};

const MANIFEST: &str = "tests/loom/Cargo.toml";

pub(super) fn steps() -> Vec<Step> {
    vec![Step::may_skip("rust: models of all interleavings (loom)", &[], run).takes(60)]
}

fn run() -> Result<Outcome> {
    let fetch = Cmd::new("cargo").args(["fetch", "--locked", "--manifest-path", MANIFEST]);
    if let Err(error) = fetch.output() {
        return Ok(Outcome::Skipped(format!("loom cannot be fetched: {error}")));
    }
    // Millions of steps: without optimisation they take minutes.
    Cmd::new("cargo")
        .args(["test", "--release", "--locked", "--manifest-path", MANIFEST])
        .args(["--target-dir", "target/loom"])
        .limit_seconds(900)
        .run()
        .map(|()| Outcome::Passed)
}
