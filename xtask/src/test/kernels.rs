//! Checks that the checked-in assembly is what MLIR generates from the sources.

use super::Step;
use super::step::Outcome;
use crate::process::{Cmd, Result};

/// The LLVM version that generated the assembly, and that the compiler's IR follows.
pub(super) const LLVM: &str = "22";
const SCRIPTS: [&str; 2] = ["examples/mlir_kernels/regenerate.py", "tests/kernels/generate.py"];

pub(super) fn steps() -> Vec<Step> {
    SCRIPTS
        .into_iter()
        .map(|script| Step::may_skip(format!("kernels: {script} --check"), &[], move || check(script)))
        .collect()
}

fn check(script: &str) -> Result<Outcome> {
    let Some(suffix) = suffix(&["mlir-opt", "mlir-translate", "clang"]) else {
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

/// Returns the ending of the names of these programs if all of them are installed in this version. On Debian, it is the
/// version.
pub(super) fn suffix(programs: &[&str]) -> Option<String> {
    let endings = [format!("-{LLVM}"), String::new()];
    endings.into_iter().find(|suffix| is_installed(programs, suffix))
}

fn is_installed(programs: &[&str], suffix: &str) -> bool {
    programs.iter().all(|program| {
        let version = Cmd::new(format!("{program}{suffix}"))
            .arg("--version")
            .limit_seconds(60)
            .output();
        version.is_ok_and(|version| version.contains(&format!("version {LLVM}.")))
    })
}
