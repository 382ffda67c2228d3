//! The Rust tests under AddressSanitizer, which also finds leaks. It takes a build of its own, in target/asan.

use super::{Outcome, Step};
use crate::process::{Cmd, Result};

const TARGET: &str = "x86_64-unknown-linux-gnu";
/// Where memory is handled by hand.
const PACKAGES: [&str; 3] = ["tvmlike", "tvmlike-runtime", "tvmlike-registry"];

pub(super) fn steps() -> Vec<Step> {
    vec![Step::may_skip("rust: tests under AddressSanitizer", &[], run)]
}

fn run() -> Result<Outcome> {
    let version = Cmd::new("rustc").arg("-vV").output()?;
    if !version.contains(&format!("host: {TARGET}")) {
        return Ok(Outcome::Skipped(format!("it is set up for {TARGET} only")));
    }
    Cmd::new("cargo")
        .args(["test", "--target", TARGET, "--target-dir", "target/asan"])
        .args(["--lib", "--tests", "--no-fail-fast"])
        .args(PACKAGES.map(|package| format!("--package={package}")))
        // What the compiler says to a wrong use of the macros has nothing to do with memory.
        .args(["--", "--skip", "what_the_macro_refuses"])
        // The sanitizer is an unstable option of the compiler; this lets the stable one take it.
        .env("RUSTC_BOOTSTRAP", "1")
        // A size that no machine has must be refused by us, not by the sanitizer.
        .env("ASAN_OPTIONS", "allocator_may_return_null=1")
        .env("RUSTFLAGS", "-Zsanitizer=address")
        .run()
        .map(|()| Outcome::Passed)
}
