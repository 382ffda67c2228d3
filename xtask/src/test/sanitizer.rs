//! Rust tests under AddressSanitizer, which also finds leaks. They are built separately, in target/asan.

use std::path::Path;

use super::step::SANITIZED;
use super::{BUILD, Outcome, Step, lifecycle};
use crate::build::dev_profile;
use crate::process::{Cmd, Result};

const TARGET: &str = "x86_64-unknown-linux-gnu";
const FOLDER: &str = SANITIZED;
/// The crates that every run tests: those that manage the memory of values, objects and functions.
const PACKAGES: [&str; 2] = ["tvmlike-runtime", "tvmlike-registry"];

/// The crates that `--long` tests, too: the others with unsafe code, and those of the compiler that call it most.
const MORE: [&str; 8] = [
    "tvmlike",
    "tvmlike-conventions",
    "tvmlike-classic",
    "tvmlike-node",
    "tvmlike-ir",
    "tvmlike-text",
    "tvmlike-define",
    "tvmlike-dialects",
];

pub(super) fn steps(long: bool) -> Vec<Step> {
    let mut steps = vec![
        Step::may_skip(
            "rust: tests under AddressSanitizer",
            &[BUILD, lifecycle::BUILT],
            || tests(&PACKAGES),
        )
        .locks(&[SANITIZED])
        .seconds(90),
    ];
    if long {
        steps.push(
            Step::may_skip(
                "rust: tests of more crates under AddressSanitizer",
                &[BUILD, lifecycle::BUILT],
                || tests(&MORE),
            )
            .locks(&[SANITIZED])
            .seconds(300),
        );
    }
    steps
}

fn tests(packages: &[&str]) -> Result<Outcome> {
    if let Some(reason) = missing()? {
        return Ok(Outcome::Skipped(reason));
    }
    let test = cargo("test")
        .args(["--lib", "--tests", "--no-fail-fast"])
        .args(packages.iter().map(|package| format!("--package={package}")))
        // The tests expect NULL for an impossible size; the sanitizer would abort.
        .env("ASAN_OPTIONS", "allocator_may_return_null=1");
    lifecycle::with_plugins(test)?.run().map(|()| Outcome::Passed)
}

/// Builds and runs the Rust host and the library that it links, both under the sanitizer.
pub(super) fn rust_host() -> Result<Outcome> {
    if let Some(reason) = missing()? {
        return Ok(Outcome::Skipped(reason));
    }
    // One after the other: cargo does not know that the program links libtvmlike. The compiler has no part in the program.
    for package in [
        &["tvmlike-ffi", "--no-default-features"][..],
        &["tvmlike-rust-host"],
    ] {
        cargo("build").arg("--package").args(package).run()?;
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
    dev_profile(Cmd::new("cargo"))
        .args([command, "--target", TARGET, "--target-dir", FOLDER])
        // Sanitizers are an unstable option; this variable enables it in a stable compiler.
        .env("RUSTC_BOOTSTRAP", "1")
        // The cfg excludes tests that define their own `malloc`.
        .env("RUSTFLAGS", "-Zsanitizer=address --cfg=tvmlike_sanitized")
}
