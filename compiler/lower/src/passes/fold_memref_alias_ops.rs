//! `fold-memref-alias-ops`.

use tvmlike_ir::{Failure, PatternSet};
use tvmlike_transform::{Pass, PassRecord, Run};

use super::greedy;

pub(super) fn record() -> PassRecord {
    PassRecord::new(
        "fold-memref-alias-ops",
        "Fold memref alias ops into consumer load/store ops",
        |_| Ok(Box::new(FoldMemRefAliasOps)),
    )
    .shown_as("FoldMemRefAliasOpsPass")
    .with_dialects(&["affine", "memref", "vector"])
}

struct FoldMemRefAliasOps;

impl Pass for FoldMemRefAliasOps {
    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        let mut patterns = PatternSet::new();
        crate::alias_fold::add_patterns(&mut patterns);
        greedy::apply(run, &patterns)?;
        Ok(())
    }
}
