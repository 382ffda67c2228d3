//! Paddings and packings of filled tensors, and paddings that are inserted into filled tensors.

use tvmlike_ir::{AffineExprKind, AffineOp, Context, DYNAMIC, FoldResult, Op, Rewriter, Value};

use super::super::rewrite::{Make, constant, defined_by, segments};
use super::super::slices::{are_all, known, mixed, split};
use super::super::tensor::lists::Lists;
use super::super::tensor::types::{Ranked, number, replace, sizes};
use super::fill::{fill, filled};
use crate::applied_map::AppliedMap;

/// The value of each element that `pad` adds, if it is one value.
fn padding(context: &Context, pad: Op) -> Option<Value> {
    let body = pad.region(context, 0)?.first_block(context)?;
    let value = body.last_op(context)?.operand(context, 0)?;
    let is_outside = value.parent_block(context) != Some(body);
    (is_outside || value.constant_value(context).is_some()).then_some(value)
}

/// The sum of numbers. Those that are values are symbols of a map, or dimensions where they cannot be symbols.
fn sum(
    rewriter: &mut Rewriter<'_, '_>,
    op: Op,
    numbers: &[FoldResult],
    are_symbols: bool,
) -> Option<FoldResult> {
    let context = rewriter.context();
    let input = |index: usize| match are_symbols {
        true => context.affine_symbol(index as u32),
        false => context.affine_dim(index as u32),
    };
    let add = |a, b| context.affine_binary(AffineOp::Add, a, b).ok();
    let (mut all, mut values) = (context.affine_constant(0), Vec::new());
    for number in numbers {
        let part = match number {
            FoldResult::Attribute(_) => context.affine_constant(known(context, number)?),
            FoldResult::Value(value) => {
                values.push(*value);
                input(values.len() - 1)
            }
        };
        all = add(all, part)?;
    }
    let (dims, symbols) = match are_symbols {
        true => (Vec::new(), values),
        false => (values, Vec::new()),
    };
    let mut map = AppliedMap {
        results: vec![all],
        dims,
        symbols,
    };
    map.compose(context)?;
    map.simplify(context)?;
    map.canonicalize(context)?;
    let result = map.results[0];
    match result.kind(context) {
        AffineExprKind::Constant(value) => {
            return Some(FoldResult::Attribute(context.index_attribute(value)));
        }
        AffineExprKind::Dim(index) => return map.dims.get(index as usize).copied().map(FoldResult::Value),
        AffineExprKind::Symbol(index) => {
            return map.symbols.get(index as usize).copied().map(FoldResult::Value);
        }
        AffineExprKind::Binary { .. } => {}
    }
    let attribute = context.affine_map_attribute(map.map(context)?);
    let value = Make::new("affine.apply", &map.operands(), &[context.index_type()])
        .with(&[("map", attribute)])
        .value(rewriter, op)?;
    Some(FoldResult::Value(value))
}

/// The size of a dimension of a tensor.
fn size(rewriter: &mut Rewriter<'_, '_>, op: Op, tensor: Value, dim: usize) -> Option<FoldResult> {
    let context = rewriter.context();
    let index = context.index_type();
    match *sizes(context, tensor.ty(context))?.get(dim)? {
        DYNAMIC => {
            let dim = constant(rewriter, op, context.index_attribute(dim as i64), index)?;
            let size = Make::new("tensor.dim", &[tensor, dim], &[index]).value(rewriter, op)?;
            Some(FoldResult::Value(size))
        }
        size => Some(FoldResult::Attribute(context.index_attribute(size))),
    }
}

/// A filled tensor that is padded with the same value.
pub(super) fn padded(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let source = op.operand(context, 0)?;
    let (before, [value, _]) = filled(context, source)?;
    if padding(context, op)? != value {
        return None;
    }
    let ty = Ranked::of(context, op.result(context, 0)?.ty(context))?;
    let (low, high) = (mixed(context, op, "low")?, mixed(context, op, "high")?);
    let mut all = Vec::new();
    for (dim, wanted) in ty.shape.iter().enumerate() {
        all.push(match *wanted {
            DYNAMIC => {
                let own = size(rewriter, op, source, dim)?;
                sum(rewriter, op, &[own, *low.get(dim)?, *high.get(dim)?], false)?
            }
            size => FoldResult::Attribute(context.index_attribute(size)),
        });
    }
    let (values, shape) = split(context, &all);
    let empty = Make::new("tensor.empty", &values, &[ty.plain(context, &shape)?]).value(rewriter, op)?;
    let made = fill(rewriter, before, [value, empty])?;
    replace(rewriter, op, made)
}

/// A filled tensor that is packed, and padded with the same value.
pub(super) fn packed(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let (before, [value, _]) = filled(context, op.operand(context, 0)?)?;
    let destination = op.operand(context, 1)?;
    let has_padding = *segments(context, op)?.get(2)? > 0;
    let padding = op.operand(context, 2).filter(|_| has_padding);
    let is_same = |padding: Value| {
        let known = number(context, padding);
        padding == value || known.is_some() && known == number(context, value)
    };
    if !padding.is_none_or(is_same) || destination.uses(context).count() != 1 {
        return None;
    }
    let made = fill(rewriter, before, [value, destination])?;
    rewriter.replace_op(op, &[made]);
    Some(())
}

/// Whether the slices of two insertions have no element in common, as constants tell.
fn are_disjoint(context: &Context, a: &Lists, b: &Lists) -> bool {
    let range = |lists: &Lists, dim: usize| {
        let number = |list: &[FoldResult]| match list.get(dim)? {
            FoldResult::Value(_) => None,
            fixed => known(context, fixed),
        };
        let (start, size, stride) = (
            number(&lists.offsets)?,
            number(&lists.sizes)?,
            number(&lists.strides)?,
        );
        let last = size.checked_sub(1)?.checked_mul(stride)?.checked_add(start)?;
        Some((start, last))
    };
    (0..a.offsets.len()).any(|dim| {
        let ranges = range(a, dim).zip(range(b, dim));
        ranges.is_some_and(|((start, last), (other, other_last))| last < other || other_last < start)
    })
}

/// A padded tensor that is inserted into one that is filled with the same value, which other insertions leave there: the tensor
/// alone is inserted. MLIR 22 does so with strides, too, which do not count the padding.
pub(super) fn inserted(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let rank = |insert: Op, operand: usize| insert.operand(context, operand)?.ty(context).rank(context);
    let pad = defined_by(context, op.operand(context, 0)?, "tensor.pad")?;
    let mut lists = Lists::of(context, op)?;
    if rank(op, 0) != rank(op, 1) || !are_all(context, &lists.strides, 1) {
        return None;
    }
    let mut first = op.operand(context, 1)?;
    while let Some(before) = defined_by(context, first, "tensor.insert_slice") {
        if rank(before, 0) != rank(before, 1) {
            return None;
        }
        if !are_disjoint(context, &lists, &Lists::of(context, before)?) {
            break;
        }
        first = before.operand(context, 1)?;
    }
    let (_, [value, _]) = filled(context, first)?;
    if padding(context, pad)? != value {
        return None;
    }
    let source = pad.operand(context, 0)?;
    let low = mixed(context, pad, "low")?;
    for (offset, low) in lists.offsets.iter_mut().zip(low) {
        *offset = sum(rewriter, op, &[low, *offset], true)?;
    }
    for (dim, each) in lists.sizes.iter_mut().enumerate() {
        *each = size(rewriter, op, source, dim)?;
    }
    let tensors = [source, op.operand(context, 1)?];
    let made = lists.make(
        rewriter,
        op,
        "tensor.insert_slice",
        &tensors,
        &[tensors[1].ty(context)],
    )?;
    rewriter.replace_op(op, &[made.result(context, 0)?]);
    Some(())
}
