//! `convert-linalg-to-loops`, `convert-linalg-to-parallel-loops`, `convert-linalg-to-affine-loops`.

use tvmlike_ir::{Failure, PatternSet};
use tvmlike_transform::{Pass, PassRecord, Run};

use super::greedy;
use crate::linalg::LoopKind;

pub(super) fn to_loops() -> PassRecord {
    PassRecord::new(
        "convert-linalg-to-loops",
        "Lower the operations from the linalg dialect into loops",
        |_| Ok(Box::new(LinalgToLoops(LoopKind::Scf))),
    )
    .shown_as("ConvertLinalgToLoopsPass")
    .with_dialects(&["linalg", "scf", "affine"])
}

pub(super) fn to_parallel_loops() -> PassRecord {
    PassRecord::new(
        "convert-linalg-to-parallel-loops",
        "Lower the operations from the linalg dialect into parallel loops",
        |_| Ok(Box::new(LinalgToLoops(LoopKind::Parallel))),
    )
    .shown_as("ConvertLinalgToParallelLoopsPass")
    .with_dialects(&["affine", "linalg", "memref", "scf"])
}

pub(super) fn to_affine_loops() -> PassRecord {
    PassRecord::new(
        "convert-linalg-to-affine-loops",
        "Lower the operations from the linalg dialect into affine loops",
        |_| Ok(Box::new(LinalgToLoops(LoopKind::Affine))),
    )
    .shown_as("ConvertLinalgToAffineLoopsPass")
    .with_dialects(&["affine", "linalg", "memref"])
}

struct LinalgToLoops(LoopKind);

impl Pass for LinalgToLoops {
    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        let mut patterns = PatternSet::new();
        crate::linalg::add_patterns(run.context(), &mut patterns, self.0);
        greedy::apply(run, &patterns)?;
        Ok(())
    }
}
