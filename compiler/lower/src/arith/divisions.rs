//! Divisions that round up or down, by those that round to zero.

use tvmlike_ir::Op;
use tvmlike_transform::{ConversionFn, ConversionRewriter, ConvertedOperands};

use super::maker::{EQUAL, LESS, NOT_EQUAL, expand};

/// The patterns. What they make is arith.
pub(crate) const DIVISIONS: [ConversionFn; 3] = [
    ConversionFn::new("arith.ceildivsi", ceil_signed),
    ConversionFn::new("arith.ceildivui", ceil_unsigned),
    ConversionFn::new("arith.floordivsi", floor_signed),
];

/// The same for indices. The lowering of index, which is MLIR's, overflows near the least and the greatest index.
pub(crate) const INDEX_DIVISIONS: [ConversionFn; 2] = [
    ConversionFn::new("index.ceildivs", ceil_signed),
    ConversionFn::new("index.floordivs", floor_signed),
];

fn ceil_unsigned(rewriter: &mut ConversionRewriter<'_, '_>, op: Op, _: &ConvertedOperands) -> Option<()> {
    expand(rewriter, op, |make, lhs, rhs| {
        let zero = make.constant(0);
        let is_zero = make.compare(EQUAL, lhs, zero);
        let one = make.constant(1);
        let less = make.binary("arith.subi", lhs, one);
        let quotient = make.binary("arith.divui", less, rhs);
        let more = make.binary("arith.addi", quotient, one);
        make.select(is_zero, zero, more)
    })
}

fn ceil_signed(rewriter: &mut ConversionRewriter<'_, '_>, op: Op, _: &ConvertedOperands) -> Option<()> {
    expand(rewriter, op, |make, lhs, rhs| {
        let zero = make.constant(0);
        let one = make.constant(1);
        let quotient = make.binary("arith.divsi", lhs, rhs);
        let product = make.binary("arith.muli", quotient, rhs);
        let has_rest = make.compare(NOT_EQUAL, lhs, product);
        let lhs_negative = make.compare(LESS, lhs, zero);
        let rhs_negative = make.compare(LESS, rhs, zero);
        let same_sign = make.compare(EQUAL, lhs_negative, rhs_negative);
        let condition = make.binary("arith.andi", has_rest, same_sign);
        let more = make.binary("arith.addi", quotient, one);
        make.select(condition, more, quotient)
    })
}

fn floor_signed(rewriter: &mut ConversionRewriter<'_, '_>, op: Op, _: &ConvertedOperands) -> Option<()> {
    expand(rewriter, op, |make, lhs, rhs| {
        let quotient = make.binary("arith.divsi", lhs, rhs);
        let product = make.binary("arith.muli", quotient, rhs);
        let has_rest = make.compare(NOT_EQUAL, lhs, product);
        let zero = make.constant(0);
        let lhs_negative = make.compare(LESS, lhs, zero);
        let rhs_negative = make.compare(LESS, rhs, zero);
        let other_sign = make.compare(NOT_EQUAL, lhs_negative, rhs_negative);
        let condition = make.binary("arith.andi", has_rest, other_sign);
        let minus_one = make.constant(-1);
        let less = make.binary("arith.addi", quotient, minus_one);
        make.select(condition, less, quotient)
    })
}
