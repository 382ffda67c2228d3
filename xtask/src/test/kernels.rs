//! The assembly that is checked in: is it what MLIR makes of the sources?

use super::Step;
use super::step::Outcome;
use crate::process::{Cmd, Result};

/// What the assembly was made with.
const LLVM: &str = "22";
const SCRIPTS: [&str; 2] = ["examples/mlir_kernels/regenerate.py", "tests/kernels/generate.py"];

pub(super) fn steps() -> Vec<Step> {
    SCRIPTS
        .into_iter()
        .map(|script| Step::may_skip(format!("kernels: {script} --check"), &[], move || check(script)))
        .collect()
}

fn check(script: &str) -> Result<Outcome> {
    // Debian's programs have the version behind their names.
    let Some(suffix) = [format!("-{LLVM}"), String::new()]
        .into_iter()
        .find(|suffix| is_there(suffix))
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

/// Whether all programs of the pipeline are there in this version.
fn is_there(suffix: &str) -> bool {
    ["mlir-opt", "mlir-translate", "clang"].iter().all(|program| {
        let said = Cmd::new(format!("{program}{suffix}"))
            .arg("--version")
            .limit_seconds(60)
            .output();
        said.is_ok_and(|said| said.contains(&format!("version {LLVM}.")))
    })
}
