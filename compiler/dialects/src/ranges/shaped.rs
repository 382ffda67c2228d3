//! Sizes of shaped types, elements of vectors, and `affine.apply`.

use tvmlike_ir::{AffineExpr, AffineExprKind, AffineOp, AttributeKind, Context, Op, TypeKind};

use super::Rule::{All, Some as AnyOf};
use super::calculate::{self, Promises};
use super::index::LARGE_WIDTH;
use super::{Table, operand_type, result_width};
use crate::number::{Int, IntRange};

pub(super) const MEMREF: Table = &[("memref.dim", AnyOf(dim))];

pub(super) const TENSOR: Table = &[("tensor.dim", AnyOf(dim))];

pub(super) const VECTOR: Table = &[
    ("vector.broadcast", All(|_, _, it| it.first().cloned())),
    ("vector.extract", All(|_, _, it| it.first().cloned())),
    (
        "vector.insert",
        All(|_, _, it| Some(it.first()?.union(it.get(1)?))),
    ),
    ("vector.shape_cast", All(|_, _, it| it.first().cloned())),
    ("vector.step", All(step)),
    ("vector.transpose", All(|_, _, it| it.first().cloned())),
];

pub(super) const AFFINE: Table = &[("affine.apply", All(apply))];

/// The size that an operand has in a dimension in a range; a size that is not known is any that is not negative.
fn dim(context: &Context, op: Op, operands: &[Option<IntRange>]) -> Option<IntRange> {
    let width = result_width(context, op)?;
    let any = IntRange::signed(Int::new(width, 0), IntRange::full(width).smax)?;
    let ty = operand_type(context, op, 0)?;
    let (TypeKind::MemRef { shape, .. } | TypeKind::RankedTensor { shape, .. }) = ty.kind(context) else {
        return Some(any);
    };
    let rank = shape.len() as i64;
    let wanted = operands.get(1)?;
    let bound = |value: &Int| value.to_i64();
    let first = wanted.as_ref().and_then(|range| bound(&range.smin)).unwrap_or(0);
    let last = wanted
        .as_ref()
        .and_then(|range| bound(&range.smax))
        .unwrap_or(rank);
    let mut all: Option<IntRange> = None;
    for at in first.max(0)..=last.min(rank - 1) {
        let size = usize::try_from(at).ok().and_then(|at| shape.iter().nth(at));
        let one = match size.filter(|size| *size >= 0) {
            Some(size) => IntRange::constant(&Int::new(width, size))?,
            None => any.clone(),
        };
        all = Some(all.map_or_else(|| one.clone(), |all| all.union(&one)));
    }
    all.or(Some(any))
}

/// The numbers from 0 on.
fn step(context: &Context, op: Op, _: &[IntRange]) -> Option<IntRange> {
    let width = result_width(context, op)?;
    let ty = op.result(context, 0)?.ty(context);
    let TypeKind::Vector { shape, scalable, .. } = ty.kind(context) else {
        return None;
    };
    if scalable.any() {
        return None;
    }
    let last = shape.iter().next()? - 1;
    IntRange::unsigned(Int::new(width, 0), Int::new(width, last))
}

/// The value of an expression of the operands.
fn apply(context: &Context, op: Op, operands: &[IntRange]) -> Option<IntRange> {
    let map = op.property(context, context.identifier("map"))?;
    let AttributeKind::AffineMap(map) = map.kind(context) else {
        return None;
    };
    let dims = (map.num_dims(context) as usize).min(operands.len());
    let (dims, symbols) = operands.split_at(dims);
    expression(context, map.results(context).iter().next()?, dims, symbols)
}

/// The range of an expression. Its depth is limited, so this can recurse.
fn expression(
    context: &Context,
    expr: AffineExpr,
    dims: &[IntRange],
    symbols: &[IntRange],
) -> Option<IntRange> {
    Some(match expr.kind(context) {
        AffineExprKind::Constant(value) => IntRange::constant(&Int::new(LARGE_WIDTH, value))?,
        AffineExprKind::Dim(at) => dims.get(at as usize)?.clone(),
        AffineExprKind::Symbol(at) => symbols.get(at as usize)?.clone(),
        AffineExprKind::Binary { op, lhs, rhs } => {
            let a = expression(context, lhs, dims, symbols)?;
            let b = expression(context, rhs, dims, symbols)?;
            match op {
                AffineOp::Add => calculate::add(&a, &b, Promises::default()),
                AffineOp::Mul => calculate::mul(&a, &b, Promises::default()),
                AffineOp::Mod => modulo(&a, &b),
                AffineOp::FloorDiv => calculate::floordivs(&a, &divisor(b)),
                AffineOp::CeilDiv => calculate::ceildivs(&a, &divisor(b)),
            }
        }
    })
}

/// The remainder that is not negative, of a divisor above 0.
fn modulo(a: &IntRange, b: &IntRange) -> IntRange {
    let width = a.width();
    let below =
        |range: &IntRange, limit: &Int| !range.smin.is_negative() && range.smax.cmp_signed(limit).is_lt();
    if below(a, &b.smin) {
        return a.clone();
    }
    if !a.smin.is_negative() && !b.smin.is_negative() && b.smin == b.smax {
        return calculate::remu(a, b);
    }
    IntRange::between(Int::new(width, 0), b.smax.sub(&Int::new(width, 1)), false)
}

/// A divisor, which is above 0.
fn divisor(range: IntRange) -> IntRange {
    let one = Int::new(range.width(), 1);
    match range.smin.cmp_signed(&one).is_lt() && range.smax.cmp_signed(&one).is_ge() {
        true => IntRange::between(one, range.smax, true),
        false => range,
    }
}
