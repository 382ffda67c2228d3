//! Least and greatest numbers by comparisons, and conversions of `bf16` by those of integers.

use tvmlike_ir::{FloatKind, Op, Type};
use tvmlike_transform::{ConversionFn, ConversionRewriter, ConvertedOperands};

use super::maker::expand;

/// Least and greatest numbers.
pub(crate) const EXTREMES: [ConversionFn; 8] = [
    ConversionFn::new("arith.maximumf", |rewriter, op, _| {
        extreme_float(rewriter, op, UGT, false)
    }),
    ConversionFn::new("arith.minimumf", |rewriter, op, _| {
        extreme_float(rewriter, op, ULT, false)
    }),
    ConversionFn::new("arith.maxnumf", |rewriter, op, _| {
        extreme_float(rewriter, op, UGT, true)
    }),
    ConversionFn::new("arith.minnumf", |rewriter, op, _| {
        extreme_float(rewriter, op, ULT, true)
    }),
    ConversionFn::new("arith.maxsi", |rewriter, op, _| extreme(rewriter, op, 4)),
    ConversionFn::new("arith.maxui", |rewriter, op, _| extreme(rewriter, op, 8)),
    ConversionFn::new("arith.minsi", |rewriter, op, _| extreme(rewriter, op, 2)),
    ConversionFn::new("arith.minui", |rewriter, op, _| extreme(rewriter, op, 6)),
];

/// Conversions of `bf16`.
pub(crate) const BF16: [ConversionFn; 2] = [
    ConversionFn::new("arith.extf", extend),
    ConversionFn::new("arith.truncf", truncate),
];

/// Unordered or greater.
const UGT: i64 = 9;
/// Unordered or less.
const ULT: i64 = 11;
/// Unordered or unequal.
const UNE: i64 = 13;
/// Unordered.
const UNO: i64 = 14;

/// Selects the operand that compares as a predicate says.
fn extreme(rewriter: &mut ConversionRewriter<'_, '_>, op: Op, predicate: i64) -> Option<()> {
    expand(rewriter, op, |make, lhs, rhs| {
        let is_first = make.compare(predicate, lhs, rhs);
        make.select(is_first, lhs, rhs)
    })
}

/// As [`extreme`], of floats: a NaN is the result, or is ignored.
fn extreme_float(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    predicate: i64,
    ignores_nan: bool,
) -> Option<()> {
    expand(rewriter, op, |make, lhs, rhs| {
        let is_first = make.compare_floats(predicate, lhs, rhs);
        let selected = make.select(is_first, lhs, rhs);
        let tested = if ignores_nan { lhs } else { rhs };
        let is_nan = make.compare_floats(UNO, tested, tested);
        make.select(is_nan, rhs, selected)
    })
}

/// Whether the elements of an operation's operand and result have these formats.
fn converts(rewriter: &ConversionRewriter<'_, '_>, op: Op, from: FloatKind, to: FloatKind) -> bool {
    let context = rewriter.context();
    let kind = |ty: Type| ty.element_type(context).unwrap_or(ty).float_kind(context);
    let operand = op
        .operand(context, 0)
        .and_then(|operand| kind(operand.ty(context)));
    let result = op.result(context, 0).and_then(|result| kind(result.ty(context)));
    operand == Some(from) && result == Some(to)
}

/// `bf16` has the upper bits of an `f32`.
fn extend(rewriter: &mut ConversionRewriter<'_, '_>, op: Op, _: &ConvertedOperands) -> Option<()> {
    if !converts(rewriter, op, FloatKind::BF16, FloatKind::F32) {
        return None;
    }
    let context = rewriter.context();
    expand(rewriter, op, |make, operand, _| {
        let (i16, i32) = (
            make.with_element(make.ty, context.i16()),
            make.with_element(make.ty, context.i32()),
        );
        let bits = make.unary("arith.bitcast", operand, i16);
        let bits = make.unary("arith.extui", bits, i32);
        let distance = make.integer(i32, 16);
        let bits = make.binary("arith.shli", bits, distance);
        make.unary("arith.bitcast", bits, make.ty)
    })
}

/// Rounds to the nearest `bf16`, to an even one of two.
fn truncate(rewriter: &mut ConversionRewriter<'_, '_>, op: Op, _: &ConvertedOperands) -> Option<()> {
    if !converts(rewriter, op, FloatKind::F32, FloatKind::BF16) {
        return None;
    }
    let context = rewriter.context();
    expand(rewriter, op, |make, operand, _| {
        let (i16, i32) = (
            make.with_element(make.ty, context.i16()),
            make.with_element(make.ty, context.i32()),
        );
        let is_nan = make.compare_floats(UNE, operand, operand);
        let half = make.integer(i32, 0x7fff);
        let nan = make.integer(i16, 0x7fc0);
        let distance = make.integer(i32, 16);
        let one = make.integer(i32, 1);
        let bits = make.unary("arith.bitcast", operand, i32);
        let upper = make.binary("arith.shrui", bits, distance);
        let last = make.binary("arith.andi", upper, one);
        let bias = make.binary("arith.addi", last, half);
        let rounded = make.binary("arith.addi", bits, bias);
        let upper = make.binary("arith.shrui", rounded, distance);
        let upper = make.unary("arith.trunci", upper, i16);
        let bits = make.select(is_nan, nan, upper);
        make.unary("arith.bitcast", bits, make.ty)
    })
}
