//! affine to scf, memref, vector and arith.
//!
//! # Layers
//!
//! - `expand`: affine expressions as operations of arith
//! - `access`, `bounds`: loads and stores; the values of maps
//! - `choices`, `loops`: choices; loops

mod access;
mod bounds;
mod choices;
mod dma;
mod expand;
mod loops;

use tvmlike_transform::{ConversionFn, ConversionPatterns};

const PATTERNS: [ConversionFn; 14] = [
    ConversionFn::new("affine.apply", bounds::apply),
    ConversionFn::new("affine.dma_start", dma::start),
    ConversionFn::new("affine.dma_wait", dma::wait),
    ConversionFn::new("affine.for", loops::convert_for),
    ConversionFn::new("affine.if", choices::convert_if),
    ConversionFn::new("affine.load", access::load),
    ConversionFn::new("affine.max", bounds::max),
    ConversionFn::new("affine.min", bounds::min),
    ConversionFn::new("affine.parallel", loops::convert_parallel),
    ConversionFn::new("affine.prefetch", access::prefetch),
    ConversionFn::new("affine.store", access::store),
    ConversionFn::new("affine.vector_load", access::vector_load),
    ConversionFn::new("affine.vector_store", access::vector_store),
    ConversionFn::new("affine.yield", choices::convert_yield),
];

/// What takes the place of one of them where divisions by powers of two become shifts.
const SHIFTS: [ConversionFn; 1] =
    [ConversionFn::new("affine.apply", bounds::apply_by_shifts).with_benefit(2)];

/// Adds the patterns.
pub(crate) fn add_patterns(patterns: &mut ConversionPatterns) {
    patterns.add_table(&PATTERNS, None);
}

/// Adds the patterns that make shifts and masks of divisions by powers of two in `affine.apply`.
pub(crate) fn add_shifts(patterns: &mut ConversionPatterns) {
    patterns.add_table(&SHIFTS, None);
}
