//! `lower-vector-gathers`, `lower-vector-multi-reduction`, `lower-vector-mask` and `prepare-vector-for-llvm`: operations of vector by
//! simpler ones.

use tvmlike_ir::{Failure, PatternSet};
use tvmlike_transform::{OptionRecord, Pass, PassRecord, Run};

use super::greedy;
use crate::vector::{Strategy, add_lanes, add_mask_patterns, add_multi_reductions, add_prepared};

pub(super) fn multi_reduction() -> PassRecord {
    PassRecord::new(
        "lower-vector-multi-reduction",
        "Lower 'vector.multi_reduction' operations",
        |options| {
            Ok(Box::new(LowerMultiReduction(
                match options.text("lowering-strategy") {
                    "inner-reduction" => Strategy::InnerReduction,
                    _ => Strategy::InnerParallel,
                },
            )))
        },
    )
    .shown_as("LowerVectorMultiReduction")
    .on("func.func")
    .with_dialects(&["arith", "vector"])
    .with_options(vec![OptionRecord::choice(
        "lowering-strategy",
        &[
            (
                "inner-parallel",
                "Lower multi_reduction into outer-reduction and inner-parallel ops.",
            ),
            (
                "inner-reduction",
                "Lower multi_reduction into outer-parallel and inner-reduction ops.",
            ),
        ],
        "inner-parallel",
        "Select the strategy to control how multi_reduction is lowered.",
    )])
}

struct LowerMultiReduction(Strategy);

impl Pass for LowerMultiReduction {
    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        let mut patterns = PatternSet::new();
        add_multi_reductions(&mut patterns, self.0);
        greedy::apply(run, &patterns).map(drop)
    }
}

pub(super) fn mask() -> PassRecord {
    PassRecord::new("lower-vector-mask", "Lower 'vector.mask' operations", |_| {
        Ok(Box::new(LowerMask))
    })
    .shown_as("LowerVectorMaskPass")
    .on("func.func")
    .with_dialects(&["arith", "vector"])
}

struct LowerMask;

impl Pass for LowerMask {
    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        let mut patterns = PatternSet::new();
        add_mask_patterns(&mut patterns);
        greedy::apply(run, &patterns).map(drop)
    }
}

/// Not one of MLIR.
pub(super) fn preparation() -> PassRecord {
    PassRecord::new(
        "prepare-vector-for-llvm",
        "Replace masked reductions, scans, and accesses of several rows, which 'convert-vector-to-llvm' leaves",
        |_| Ok(Box::new(PrepareVector)),
    )
    .on("func.func")
    .with_dialects(&["arith", "ub", "vector"])
}

struct PrepareVector;

impl Pass for PrepareVector {
    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        let mut patterns = PatternSet::new();
        add_prepared(&mut patterns);
        greedy::apply(run, &patterns).map(drop)
    }
}

/// Not one of MLIR.
pub(super) fn lanes() -> PassRecord {
    PassRecord::new(
        "lower-vector-gathers",
        "Replace gathers, scatters and accesses of packed elements by accesses of single elements",
        |_| Ok(Box::new(LowerGathers)),
    )
    .on("func.func")
    .with_dialects(&["arith", "memref", "scf", "vector"])
}

struct LowerGathers;

impl Pass for LowerGathers {
    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        let mut patterns = PatternSet::new();
        add_lanes(&mut patterns);
        greedy::apply(run, &patterns).map(drop)
    }
}
