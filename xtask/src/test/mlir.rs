//! The compiler's IR beside mlir-opt 22: the recorded output for the corpus, and whether the recording is current.

use super::Step;
use super::kernels::{LLVM, suffix};
use super::step::Outcome;
use crate::process::{Cmd, Result};

pub(super) fn steps(long: bool) -> Vec<Step> {
    // mlir-opt needs minutes to print each case with each option.
    let recorded = Step::may_skip("mlir: expected/ is what mlir-opt prints", &[], recorded);
    if long {
        vec![recorded.seconds(300)]
    } else {
        Vec::new()
    }
}

fn recorded() -> Result<Outcome> {
    if suffix(&["mlir-opt"]).is_none() {
        return Ok(Outcome::Skipped(format!(
            "mlir-opt of LLVM {LLVM} is not installed"
        )));
    }
    Cmd::new("python3")
        .arg("compiler/tests/expected.py")
        .limit_seconds(1800)
        .run()?;
    Ok(Outcome::Passed)
}
