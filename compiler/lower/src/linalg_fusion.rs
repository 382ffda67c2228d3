//! Fusion of `linalg.generic` on tensors: chains of operations on elements become one operation.
//!
//! # Layers
//!
//! - `generic`: the parts of `linalg.generic`, and making one
//! - `fuse`: a producer in its consumer
//! - `unused`: operands and results that nothing needs
//! - `constants`: operands whose elements are one known scalar
//! - `outputs`: outputs that are not read
//!
//! Invariant: the results are those of the operations that were there. [`Mode::Chains`] computes no element twice, and leaves each
//! size that was compared with others an operand of the fused operation, or known.

mod constants;
mod fuse;
mod generic;
mod outputs;
mod unused;

use tvmlike_ir::{Canonicalization, Context, PatternSet};

/// What is fused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mode {
    /// What MLIR fuses.
    Mlir,
    /// Producers of which each element is used once, whatever is known of sizes.
    Chains,
}

/// Adds the patterns.
pub(crate) fn add_patterns(context: &Context, patterns: &mut PatternSet, mode: Mode) {
    patterns.add(fuse::Fuse(mode));
    if mode == Mode::Mlir {
        patterns.add_table(&constants::FILLS);
    }
    patterns.add(constants::FoldScalar(mode));
    if mode == Mode::Mlir {
        patterns.add_table(&outputs::UNREAD);
    }
    if mode == Mode::Chains {
        patterns.add_table(&outputs::SIZES);
    }
    patterns.add(unused::Deduplicate(mode));
    if mode == Mode::Mlir {
        patterns.add_table(&unused::CYCLES);
    }
    let apply = context.load_op_info(context.identifier("affine.apply"));
    if let Some(Canonicalization(own)) = apply.and_then(|info| info.extensions().get()) {
        patterns.extend(own);
    }
    if mode == Mode::Mlir {
        patterns.add_table(&outputs::IDENTITY);
    }
}
