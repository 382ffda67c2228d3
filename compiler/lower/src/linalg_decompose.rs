//! Operations of linalg on tensors that have no loops of their own, as `linalg.generic`: `linalg.softmax`, `linalg.pack`,
//! `linalg.unpack`.
//!
//! # Layers
//!
//! - `generic`: making `linalg.generic`
//! - `softmax`, `pack`: the operations
//!
//! Invariant: sizes that do not fit each other are not hidden: they are sizes of operands of what is made.

mod generic;
mod pack;
mod softmax;

pub(crate) use pack::Tiles;

use tvmlike_ir::{PatternSet, RewriteFn};

/// Adds the patterns.
pub(crate) fn add_patterns(patterns: &mut PatternSet) {
    patterns.add_table(&[
        RewriteFn::new("DecomposeSoftmax", "linalg.softmax", softmax::decompose),
        RewriteFn::new("DecomposePack", "linalg.pack", pack::pack),
        RewriteFn::new("DecomposeUnpack", "linalg.unpack", pack::unpack),
    ]);
}
