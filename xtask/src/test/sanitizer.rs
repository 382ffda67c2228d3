//! Rust under AddressSanitizer, which also finds leaks. It takes a build of its own, in target/asan.

use std::path::Path;

use super::step::{LIFECYCLE, RELEASE, SANITIZED};
use super::{Outcome, Step};
use crate::process::{Cmd, Result};

const TARGET: &str = "x86_64-unknown-linux-gnu";
const FOLDER: &str = SANITIZED;
/// Where memory is handled by hand.
const PACKAGES: [&str; 5] = [
    "tvmlike",
    "tvmlike-runtime",
    "tvmlike-registry",
    "tvmlike-classic",
    "tvmlike-node",
];
/// The tests of the calling conventions; `memref_memory` is not among them, since it has a `malloc` of its own.
const CONVENTIONS: [&str; 6] = [
    "native",
    "native_allocations",
    "library",
    "memref",
    "function_abi",
    "function_abi_random",
];

pub(super) fn steps() -> Vec<Step> {
    vec![
        Step::may_skip("rust: tests under AddressSanitizer", &[], tests)
            .holds(&[SANITIZED, RELEASE, LIFECYCLE])
            .takes(90),
    ]
}

fn tests() -> Result<Outcome> {
    if let Some(reason) = missing()? {
        return Ok(Outcome::Skipped(reason));
    }
    let test = || {
        cargo("test")
            .args(["--lib", "--no-fail-fast"])
            // A size that no machine has must be refused by us, not by the sanitizer.
            .env("ASAN_OPTIONS", "allocator_may_return_null=1")
    };
    test()
        .arg("--tests")
        .args(PACKAGES.map(|package| format!("--package={package}")))
        // What the compiler says to a wrong use of the macros has nothing to do with memory.
        .args(["--", "--skip", "what_the_macro_refuses"])
        .run()?;
    test()
        .arg("--package=tvmlike-conventions")
        .args(CONVENTIONS.map(|name| format!("--test={name}")))
        .run()
        .map(|()| Outcome::Passed)
}

/// Builds and runs the Rust host and the library that it links, both under the sanitizer.
pub(super) fn rust_host() -> Result<Outcome> {
    if let Some(reason) = missing()? {
        return Ok(Outcome::Skipped(reason));
    }
    // One after the other: cargo does not know that the program links the library.
    for package in ["tvmlike-ffi", "tvmlike-rust-host"] {
        cargo("build").args(["--package", package]).run()?;
    }
    let built = Path::new(FOLDER).join(TARGET).join("debug");
    crate::examples::run_rust_host(&built.join("rust_host")).map(|()| Outcome::Passed)
}

/// Why the sanitizer cannot be used here, if it cannot.
fn missing() -> Result<Option<String>> {
    let version = Cmd::new("rustc").arg("-vV").output()?;
    let here = version.contains(&format!("host: {TARGET}"));
    Ok((!here).then(|| format!("it is set up for {TARGET} only")))
}

fn cargo(command: &str) -> Cmd {
    Cmd::new("cargo")
        .args([command, "--target", TARGET, "--target-dir", FOLDER])
        // The sanitizer is an unstable option of the compiler; this lets the stable one take it.
        .env("RUSTC_BOOTSTRAP", "1")
        .env("RUSTFLAGS", "-Zsanitizer=address")
        // Tests build plugins by cargo, where others look for them: if they inherited the first of the two, all of
        // target/release would be built anew, and replaced while it is loaded elsewhere.
        .env(
            "CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUNNER",
            "env --unset=RUSTC_BOOTSTRAP",
        )
}
