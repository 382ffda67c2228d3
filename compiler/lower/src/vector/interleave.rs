//! `vector.interleave` and `vector.deinterleave`: shuffles of vectors of one dimension, and the rows of others.

use tvmlike_ir::{Op, PatternSet, RewriteFn, Rewriter};
use tvmlike_transform::{ConversionFn, ConversionRewriter, ConvertedOperands};

use super::elements::positions;
use super::progressive::{Start, part, rows, start, with_part};
use super::{shuffled, vector_parts};
use crate::make::Make;

/// Adds the rewrites.
pub(super) fn add_patterns(patterns: &mut PatternSet) {
    patterns.add_table(&[
        RewriteFn::new("UnrollInterleaveOp", "vector.interleave", interleave_rows),
        RewriteFn::new("UnrollDeinterleaveOp", "vector.deinterleave", deinterleave_rows),
    ]);
}

/// The patterns of the conversion.
pub(super) const PATTERNS: [ConversionFn; 2] = [
    ConversionFn::new("vector.interleave", interleave),
    ConversionFn::new("vector.deinterleave", deinterleave),
];

fn interleave_rows(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let location = op.location(context);
    let operands = [op.operand(context, 0)?, op.operand(context, 1)?];
    let ty = op.result(context, 0)?.ty(context);
    let (row, outer) = rows(context, ty)?;
    let mut result = start(rewriter, location, ty, Start::Zero)?;
    for position in positions(&outer) {
        let lhs = part(rewriter, location, operands[0], &position)?;
        let rhs = part(rewriter, location, operands[1], &position)?;
        let made = Make::new("vector.interleave", &[lhs, rhs], &[row]).value(rewriter, location);
        result = with_part(rewriter, location, result, made, &position);
    }
    rewriter.replace_op(op, &[result]);
    Some(())
}

fn deinterleave_rows(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let location = op.location(context);
    let source = op.operand(context, 0)?;
    let ty = op.result(context, 0)?.ty(context);
    let (row, outer) = rows(context, ty)?;
    let zero = start(rewriter, location, ty, Start::Zero)?;
    let mut results = [zero, zero];
    for position in positions(&outer) {
        let taken = part(rewriter, location, source, &position)?;
        let made = Make::new("vector.deinterleave", &[taken], &[row, row]).at(rewriter, location);
        for (index, result) in results.iter_mut().enumerate() {
            let value = made.result(context, index)?;
            *result = with_part(rewriter, location, *result, value, &position);
        }
    }
    rewriter.replace_op(op, &results);
    Some(())
}

fn interleave(rewriter: &mut ConversionRewriter<'_, '_>, op: Op, operands: &ConvertedOperands) -> Option<()> {
    let context = rewriter.context();
    let (sizes, _) = vector_parts(context, op.result(context, 0)?.ty(context))?;
    let [size] = sizes.as_slice() else {
        return None;
    };
    let half = size / 2;
    let mask: Vec<i64> = (0..*size).map(|lane| lane / 2 + (lane % 2) * half).collect();
    let vectors = [operands.one(0)?, operands.one(1)?];
    let value = shuffled(rewriter, op.location(context), vectors, &mask)?;
    rewriter.replace_op(op, &[value]);
    Some(())
}

fn deinterleave(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    operands: &ConvertedOperands,
) -> Option<()> {
    let context = rewriter.context();
    let location = op.location(context);
    let (sizes, _) = vector_parts(context, op.result(context, 0)?.ty(context))?;
    let [size] = sizes.as_slice() else {
        return None;
    };
    let source = operands.one(0)?;
    let ty = source.ty(context);
    let poison = Make::new("llvm.mlir.poison", &[], &[ty]).value(rewriter, location);
    let mut results = Vec::new();
    for first in 0..2 {
        let mask: Vec<i64> = (0..*size).map(|lane| 2 * lane + first).collect();
        results.push(shuffled(rewriter, location, [source, poison], &mask)?);
    }
    rewriter.replace_op(op, &results);
    Some(())
}
