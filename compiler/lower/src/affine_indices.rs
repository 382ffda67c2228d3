//! `affine.linearize_index` and `affine.delinearize_index` as arithmetic, or as applied maps.
//!
//! A basis is a list of sizes, of which the first one may be left out, for it changes nothing. Invariant: an outer size is dropped
//! before anything is made of a basis.
//!
//! # Layers
//!
//! - `basis`: the sizes of an operation
//! - `arithmetic`, `maps`: the patterns

mod arithmetic;
mod basis;
mod maps;

pub(crate) use basis::inner_sizes;

use tvmlike_ir::{PatternSet, RewriteFn};

/// Adds the patterns that make arithmetic.
pub(crate) fn add_arithmetic(patterns: &mut PatternSet) {
    patterns.add(RewriteFn::new(
        "LowerDelinearizeIndexOps",
        "affine.delinearize_index",
        arithmetic::delinearize,
    ));
    patterns.add(RewriteFn::new(
        "LowerLinearizeIndexOps",
        "affine.linearize_index",
        arithmetic::linearize,
    ));
}

/// Adds the patterns that make applied maps.
pub(crate) fn add_maps(patterns: &mut PatternSet) {
    patterns.add(RewriteFn::new(
        "LowerDelinearizeIndexOps",
        "affine.delinearize_index",
        maps::delinearize,
    ));
    patterns.add(RewriteFn::new(
        "LowerLinearizeIndexOps",
        "affine.linearize_index",
        maps::linearize,
    ));
}
