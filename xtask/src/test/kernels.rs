//! Checks that the checked-in assembly is what MLIR generates from the sources.

use super::Step;
use super::step::Outcome;
use crate::process::{Cmd, Result};

/// The LLVM version that generated the assembly.
const LLVM: &str = "22";
const SCRIPTS: [&str; 2] = ["examples/mlir_kernels/regenerate.py", "tests/kernels/generate.py"];

pub(super) fn steps() -> Vec<Step> {
    SCRIPTS
        .into_iter()
        .map(|script| Step::may_skip(format!("kernels: {script} --check"), &[], move || check(script)))
        .collect()
}

fn check(script: &str) -> Result<Outcome> {
    // On Debian, the names of the programs end with the version.
    let Some(suffix) = [format!("-{LLVM}"), String::new()]
        .into_iter()
        .find(|suffix| is_installed(suffix))
    else {
        return Ok(Outcome::Skipped(format!(
            "mlir-opt of LLVM {LLVM} is not installed"
        )));
    };
    Cmd::new("python3")
        .args([script, "--check", &format!("--suffix={suffix}")])
        .limit_seconds(300)
        .run()?;
    Ok(Outcome::Passed)
}

/// Whether all programs of the pipeline are installed in this version.
fn is_installed(suffix: &str) -> bool {
    ["mlir-opt", "mlir-translate", "clang"].iter().all(|program| {
        let version = Cmd::new(format!("{program}{suffix}"))
            .arg("--version")
            .limit_seconds(60)
            .output();
        version.is_ok_and(|version| version.contains(&format!("version {LLVM}.")))
    })
}
