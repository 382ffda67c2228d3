//! The fuzz targets of the compiler's IR (fuzz/), built with a fuzzer's instrumentation by the stable compiler.
//!
//! They run with --long only, as their build takes minutes. Each target runs for minutes, on from the inputs that earlier runs
//! found, in target/fuzz/corpus.

use std::path::Path;

use super::mlir::PROGRAM;
use super::step::FUZZ;
use super::{BUILD, Step};
use crate::process::{Cmd, Context, Error, Result};

const TARGETS: [&str; 4] = ["ir_text", "ir_tokens", "ir_calls", "ir_dialects"];

/// How long each target runs.
const LONG_SECONDS: u32 = 600;

/// What `cargo fuzz` passes, without a sanitizer: counters of edges, and comparisons.
const FLAGS: &str = "--cfg fuzzing -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares -Cdebug-assertions=on -Coverflow-checks=on";

pub(super) fn steps() -> Vec<Step> {
    vec![
        Step::new("fuzz: texts and calls of the IR", &[BUILD], run)
            .locks(&[FUZZ])
            .seconds(4 * LONG_SECONDS + 300),
    ]
}

fn run() -> Result {
    let host = host()?;
    let mut build = Cmd::new("cargo").args(["build", "--release", "--manifest-path", "fuzz/Cargo.toml"]);
    // With a target, build scripts and macros are not instrumented.
    build = build.args(["--no-default-features", "--target-dir", FUZZ, "--target", &host]);
    build = build.args(["--features", "dialects"]);
    for target in TARGETS {
        build = build.args(["--bin", target]);
    }
    build.env("RUSTFLAGS", FLAGS).run()?;
    let texts = format!("{FUZZ}/texts");
    Cmd::new("python3")
        .args(["compiler/tests/custom_forms.py", PROGRAM, "--write", &texts])
        .args(["--every", "1"])
        .limit_seconds(900)
        .run()?;
    for target in TARGETS {
        let program = Path::new(FUZZ).join(&host).join("release").join(target);
        let artifacts = format!("-artifact_prefix={FUZZ}/{target}-");
        let fuzz = Cmd::new(&program)
            .args(["-max_len=4096", "-len_control=0", "-timeout=60", &artifacts])
            .env("TVMLIKE_FUZZ_TEXTS", &texts);
        let corpus = format!("{FUZZ}/corpus/{target}");
        std::fs::create_dir_all(&corpus).context(&corpus)?;
        fuzz.arg(format!("-max_total_time={LONG_SECONDS}"))
            .arg("-print_final_stats=1")
            .arg(corpus)
            .limit_seconds(u64::from(2 * LONG_SECONDS))
            .run()?;
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
