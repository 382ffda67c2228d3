//! The fuzz targets of the compiler's IR (fuzz/), built with a fuzzer's instrumentation by the stable compiler.
//!
//! A run of the tests is short and starts from nothing. With --long, each target runs for minutes, on from the inputs
//! that earlier runs found, in target/fuzz/corpus, and there is one more, of the dialects' custom forms.

use std::path::Path;

use super::mlir::PROGRAM;
use super::step::FUZZ;
use super::{BUILD, Step};
use crate::process::{Cmd, Context, Error, Result};

/// The targets, and how many inputs each tries in a short run.
const TARGETS: [(&str, u32); 3] = [("ir_text", 30_000), ("ir_tokens", 30_000), ("ir_calls", 2_000)];

/// The target with the dialects, which build longer than a short run takes.
const DIALECTS: &str = "ir_dialects";

/// How long each target runs with --long.
const LONG_SECONDS: u32 = 600;

/// What `cargo fuzz` passes, without a sanitizer: counters of edges, and comparisons.
const FLAGS: &str = "--cfg fuzzing -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares -Cdebug-assertions=on -Coverflow-checks=on";

pub(super) fn steps(long: bool) -> Vec<Step> {
    let seconds = if long { 4 * LONG_SECONDS + 300 } else { 90 };
    let needs: &[&str] = if long { &[BUILD] } else { &[] };
    vec![
        Step::new("fuzz: texts and calls of the IR", needs, move || run(long))
            .locks(&[FUZZ])
            .seconds(seconds),
    ]
}

fn run(long: bool) -> Result {
    let host = host()?;
    let mut build = Cmd::new("cargo").args(["build", "--release", "--manifest-path", "fuzz/Cargo.toml"]);
    // With a target, build scripts and macros are not instrumented.
    build = build.args(["--no-default-features", "--target-dir", FUZZ, "--target", &host]);
    for (target, _) in TARGETS {
        build = build.args(["--bin", target]);
    }
    if long {
        build = build.args(["--features", "dialects", "--bin", DIALECTS]);
    } else {
        // A short run takes less time than the optimization.
        build = build.env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "1");
    }
    build.env("RUSTFLAGS", FLAGS).run()?;
    let texts = format!("{FUZZ}/texts");
    if long {
        Cmd::new("python3")
            .args(["compiler/tests/custom_forms.py", PROGRAM, "--write", &texts])
            .args(["--every", "1"])
            .limit_seconds(900)
            .run()?;
    }
    let dialects = long.then_some((DIALECTS, 0));
    for (target, runs) in TARGETS.into_iter().chain(dialects) {
        let program = Path::new(FUZZ).join(&host).join("release").join(target);
        let artifacts = format!("-artifact_prefix={FUZZ}/{target}-");
        let fuzz = Cmd::new(&program)
            .args(["-max_len=4096", "-len_control=0", "-timeout=60", &artifacts])
            .env("TVMLIKE_FUZZ_TEXTS", &texts);
        let fuzz = if long {
            let corpus = format!("{FUZZ}/corpus/{target}");
            std::fs::create_dir_all(&corpus).context(&corpus)?;
            let fuzz = fuzz
                .arg(format!("-max_total_time={LONG_SECONDS}"))
                .arg("-print_final_stats=1");
            fuzz.arg(corpus).limit_seconds(u64::from(2 * LONG_SECONDS))
        } else {
            fuzz.args(["-seed=1", &format!("-runs={runs}")])
        };
        fuzz.run()?;
    }
    Ok(())
}

/// The target that the compiler runs on.
fn host() -> Result<String> {
    let version = Cmd::new("rustc").arg("-vV").output()?;
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned)
        .ok_or_else(|| Error::new("rustc -vV names no host"))
}
