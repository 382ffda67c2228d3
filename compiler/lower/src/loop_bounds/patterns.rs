//! The patterns of the passes on loops.

use tvmlike_ir::{PatternSet, RewriteFn};

use super::peel::Peeling;
use super::range::simplify_in_loops;
use super::sizes::{size_of_argument, size_of_result};

/// Adds the pattern that takes loops apart.
pub(crate) fn add_peeling(patterns: &mut PatternSet, peeling: Peeling) {
    patterns.add(peeling);
}

/// Adds the patterns that simplify what is in loops.
pub(crate) fn add_canonicalization(patterns: &mut PatternSet) {
    patterns.add_table(&[
        RewriteFn::new(
            "AffineOpSCFCanonicalizationPattern<AffineMinOp>",
            "affine.min",
            simplify_in_loops,
        ),
        RewriteFn::new(
            "AffineOpSCFCanonicalizationPattern<AffineMaxOp>",
            "affine.max",
            simplify_in_loops,
        ),
        RewriteFn::new(
            "DimOfIterArgFolder<tensor::DimOp>",
            "tensor.dim",
            size_of_argument,
        ),
        RewriteFn::new(
            "DimOfIterArgFolder<memref::DimOp>",
            "memref.dim",
            size_of_argument,
        ),
        RewriteFn::new(
            "DimOfLoopResultFolder<tensor::DimOp>",
            "tensor.dim",
            size_of_result,
        ),
        RewriteFn::new(
            "DimOfLoopResultFolder<memref::DimOp>",
            "memref.dim",
            size_of_result,
        ),
    ]);
}
