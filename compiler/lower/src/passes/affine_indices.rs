//! `affine-expand-index-ops` and `affine-expand-index-ops-as-affine`.

use tvmlike_ir::{Failure, PatternSet};
use tvmlike_transform::{Pass, PassRecord, Run};

use super::greedy;
use crate::affine_indices::{add_arithmetic, add_maps};

pub(super) fn as_arithmetic() -> PassRecord {
    PassRecord::new(
        "affine-expand-index-ops",
        "Lower affine operations operating on indices into more fundamental operations",
        |_| Ok(Box::new(ExpandIndexOps(add_arithmetic))),
    )
    .shown_as("AffineExpandIndexOps")
    .with_dialects(&["arith"])
}

pub(super) fn as_affine() -> PassRecord {
    PassRecord::new(
        "affine-expand-index-ops-as-affine",
        "Lower affine operations operating on indices into affine.apply operations",
        |_| Ok(Box::new(ExpandIndexOps(add_maps))),
    )
    .shown_as("AffineExpandIndexOpsAsAffine")
    .with_dialects(&["affine"])
}

struct ExpandIndexOps(fn(&mut PatternSet));

impl Pass for ExpandIndexOps {
    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        let mut patterns = PatternSet::new();
        (self.0)(&mut patterns);
        match greedy::apply(run, &patterns)?.converged {
            true => Ok(()),
            false => Err(run.fail("the patterns did not converge")),
        }
    }
}
