//! Rust tests under AddressSanitizer, which also finds leaks. They are built separately, in target/asan.

use std::path::Path;

use super::step::{LIFECYCLE, RELEASE, SANITIZED};
use super::{Outcome, Step};
use crate::process::{Cmd, Result};

const TARGET: &str = "x86_64-unknown-linux-gnu";
const FOLDER: &str = SANITIZED;
/// The crates that manage memory themselves.
const PACKAGES: [&str; 5] = [
    "tvmlike",
    "tvmlike-runtime",
    "tvmlike-registry",
    "tvmlike-classic",
    "tvmlike-node",
];
/// The tests of the calling conventions, except `memref_memory`, which defines its own `malloc`.
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
            .locks(&[SANITIZED, RELEASE, LIFECYCLE])
            .seconds(90),
    ]
}

fn tests() -> Result<Outcome> {
    if let Some(reason) = missing()? {
        return Ok(Outcome::Skipped(reason));
    }
    let test = || {
        cargo("test")
            .args(["--lib", "--no-fail-fast"])
            // The tests expect NULL for an impossible size; the sanitizer would abort.
            .env("ASAN_OPTIONS", "allocator_may_return_null=1")
    };
    test()
        .arg("--tests")
        .args(PACKAGES.map(|package| format!("--package={package}")))
        // Compiler messages for wrong uses of the macros do not depend on the sanitizer.
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
    // One after the other: cargo does not know that the program links libtvmlike.
    for package in ["tvmlike-ffi", "tvmlike-rust-host"] {
        cargo("build").args(["--package", package]).run()?;
    }
    let built = Path::new(FOLDER).join(TARGET).join("debug");
    crate::examples::run_rust_host(&built.join("rust_host")).map(|()| Outcome::Passed)
}

/// Returns why the sanitizer is unavailable on this machine, if it is.
fn missing() -> Result<Option<String>> {
    let version = Cmd::new("rustc").arg("-vV").output()?;
    let supported = version.contains(&format!("host: {TARGET}"));
    Ok((!supported).then(|| format!("it requires {TARGET}")))
}

fn cargo(command: &str) -> Cmd {
    Cmd::new("cargo")
        .args([command, "--target", TARGET, "--target-dir", FOLDER])
        // Sanitizers are an unstable option; this variable enables it in a stable compiler.
        .env("RUSTC_BOOTSTRAP", "1")
        .env("RUSTFLAGS", "-Zsanitizer=address")
        // Tests run cargo to build plugins in target/release. If they inherited RUSTC_BOOTSTRAP, cargo would rebuild
        // everything there and replace libraries that other steps have loaded.
        .env(
            "CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUNNER",
            "env --unset=RUSTC_BOOTSTRAP",
        )
}
