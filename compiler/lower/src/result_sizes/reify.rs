//! The sizes of results, by operation.
//!
//! Invariant: a size is a number or a value that is there before the operation is executed.

use tvmlike_dialects::structured_loops;
use tvmlike_ir::{
    AffineExprKind, AffineOp, Context, DYNAMIC, FoldResult, Folded, Location, Op, Rewriter, Value,
};

use crate::make::{Make, index_constant, operand_group, property};
use crate::number;
use crate::strided_metadata::{Number, apply, groups, mixed};

/// Finds the size of a dimension of a result.
type Reify = fn(&mut Rewriter<'_, '_>, Location, Op, usize) -> Option<Number>;

/// The operations of which each result has sizes that their operands tell.
const OPERATIONS: &[(&str, Reify)] = &[
    ("memref.assume_alignment", |rewriter, location, op, dim| {
        let source = op.operand(rewriter.context(), 0)?;
        size(rewriter, location, "memref.dim", source, dim)
    }),
    ("memref.expand_shape", output_shape),
    ("tensor.collapse_shape", collapsed),
    ("tensor.concat", concatenated),
    ("tensor.empty", |rewriter, _, op, dim| {
        given(rewriter.context(), op, "dynamicSizes", dim)
    }),
    ("tensor.expand_shape", output_shape),
    ("tensor.extract_slice", slice),
    ("tensor.generate", |rewriter, _, op, dim| {
        given(rewriter.context(), op, "dynamicExtents", dim)
    }),
    ("tensor.insert_slice", |rewriter, location, op, dim| {
        let dest = op.operand(rewriter.context(), 1)?;
        size(rewriter, location, "tensor.dim", dest, dim)
    }),
    ("tensor.pad", padded),
    ("tensor.splat", |rewriter, _, op, dim| {
        given(rewriter.context(), op, "dynamicSizes", dim)
    }),
];

/// The size of a dimension of a result. `None`: it is not known before.
pub(crate) fn reify(
    rewriter: &mut Rewriter<'_, '_>,
    location: Location,
    op: Op,
    result: usize,
    dim: usize,
) -> Option<Number> {
    let context = rewriter.context();
    match OPERATIONS.iter().find(|(name, _)| op.is_named(context, name)) {
        Some((_, reify)) => reify(rewriter, location, op, dim),
        None => structured(rewriter, location, op, result, dim),
    }
}

/// The size of a dimension in the type of a value.
fn dimension(context: &Context, value: Value, dim: usize) -> Option<i64> {
    value.ty(context).shape(context)?.iter().nth(dim)
}

/// The size of a dimension of a value: a number, or the result of `memref.dim` or `tensor.dim`.
fn size(
    rewriter: &mut Rewriter<'_, '_>,
    location: Location,
    name: &str,
    source: Value,
    dim: usize,
) -> Option<Number> {
    let context = rewriter.context();
    let size = dimension(context, source, dim)?;
    if size != DYNAMIC {
        return Some(Number::Known(size));
    }
    let index = index_constant(rewriter, location, i64::try_from(dim).ok()?);
    let value = Make::new(name, &[source, index], &[context.index_type()]).value(rewriter, location);
    Some(Number::Value(value))
}

/// Folds a detached operation as often as it can be, or inserts it. What its result is.
pub(crate) fn insert_or_fold(rewriter: &mut Rewriter<'_, '_>, location: Location, op: Op) -> Option<Number> {
    let context = rewriter.context();
    let result = loop {
        match op.fold(rewriter.edit()) {
            Some(Folded::InPlace) => {}
            Some(Folded::Results(results)) => break results.first().copied()?,
            None => {
                rewriter.insert(op);
                return op.result(context, 0).map(Number::Value);
            }
        }
    };
    op.erase(rewriter.edit()).ok()?;
    match result {
        FoldResult::Value(value) => Some(Number::Value(value)),
        FoldResult::Attribute(value) => {
            let known = number::of(context, value)?;
            index_constant(rewriter, location, known);
            Some(Number::Known(known))
        }
    }
}

/// As [`size`] of a tensor, folded, with the constants that MLIR makes on the way to a number, too.
fn folded_size(
    rewriter: &mut Rewriter<'_, '_>,
    location: Location,
    source: Value,
    dim: usize,
) -> Option<Number> {
    let context = rewriter.context();
    let known = dimension(context, source, dim)?;
    let index = index_constant(rewriter, location, i64::try_from(dim).ok()?);
    if known != DYNAMIC {
        index_constant(rewriter, location, known);
        return Some(Number::Known(known));
    }
    let op = rewriter.at(None, |rewriter| {
        Make::new("tensor.dim", &[source, index], &[context.index_type()]).at(rewriter, location)
    });
    insert_or_fold(rewriter, location, op)
}

/// A size that is static, or one of the operands of a group.
pub(crate) fn given(context: &Context, op: Op, group: &str, dim: usize) -> Option<Number> {
    let shape = op.result(context, 0)?.ty(context).shape(context)?.to_vec();
    let size = *shape.get(dim)?;
    let number = shape[..dim].iter().filter(|size| **size == DYNAMIC).count();
    let operand = op.operand(context, operand_group(context, op, group)?.start + number);
    match size {
        DYNAMIC => operand.map(Number::Value),
        size => Some(Number::Known(size)),
    }
}

fn output_shape(rewriter: &mut Rewriter<'_, '_>, _: Location, op: Op, dim: usize) -> Option<Number> {
    let context = rewriter.context();
    mixed(context, op, "output_shape", "static_output_shape")?
        .get(dim)
        .copied()
}

/// The sizes that a slice keeps: from the last one on, those that are not 1, or that the result has as 1.
fn slice(rewriter: &mut Rewriter<'_, '_>, _: Location, op: Op, dim: usize) -> Option<Number> {
    let context = rewriter.context();
    let sizes = mixed(context, op, "sizes", "static_sizes")?;
    let mut shape = op.result(context, 0)?.ty(context).shape(context)?.to_vec();
    let mut kept = Vec::new();
    for size in sizes.into_iter().rev() {
        let is_dropped = size == Number::Known(1) && shape.last() != Some(&1);
        if !is_dropped {
            shape.pop()?;
            kept.insert(0, size);
        }
    }
    kept.get(dim).copied()
}

/// Applies a sum or product to numbers.
fn fold(
    rewriter: &mut Rewriter<'_, '_>,
    location: Location,
    with: AffineOp,
    numbers: &[Number],
) -> Option<Number> {
    let context = rewriter.context();
    let mut expr = context.affine_symbol(0);
    for index in 1..numbers.len() {
        let symbol = context.affine_symbol(u32::try_from(index).ok()?);
        expr = context.affine_binary(with, expr, symbol).ok()?;
    }
    apply(rewriter, location, expr, numbers)
}

fn padded(rewriter: &mut Rewriter<'_, '_>, location: Location, op: Op, dim: usize) -> Option<Number> {
    let context = rewriter.context();
    let known = dimension(context, op.result(context, 0)?, dim)?;
    if known != DYNAMIC {
        return Some(Number::Known(known));
    }
    let low = *mixed(context, op, "low", "static_low")?.get(dim)?;
    let high = *mixed(context, op, "high", "static_high")?.get(dim)?;
    let own = folded_size(rewriter, location, op.operand(context, 0)?, dim)?;
    fold(rewriter, location, AffineOp::Add, &[own, low, high])
}

fn collapsed(rewriter: &mut Rewriter<'_, '_>, location: Location, op: Op, dim: usize) -> Option<Number> {
    let context = rewriter.context();
    let known = dimension(context, op.result(context, 0)?, dim)?;
    if known != DYNAMIC {
        return Some(Number::Known(known));
    }
    let source = op.operand(context, 0)?;
    let group = groups(context, op)?.get(dim)?.clone();
    let sizes = group
        .iter()
        .map(|dim| size(rewriter, location, "tensor.dim", source, *dim));
    let sizes = sizes.collect::<Option<Vec<_>>>()?;
    fold(rewriter, location, AffineOp::Mul, &sizes)
}

fn concatenated(rewriter: &mut Rewriter<'_, '_>, location: Location, op: Op, dim: usize) -> Option<Number> {
    let context = rewriter.context();
    let along = usize::try_from(number::of(context, property(context, op, "dim")?)?).ok()?;
    let operands: Vec<Value> = op.operands(context).collect();
    let result = *op
        .result(context, 0)?
        .ty(context)
        .shape(context)?
        .to_vec()
        .get(dim)?;
    if result != DYNAMIC {
        return Some(Number::Known(result));
    }
    if dim == along {
        let sizes = operands
            .iter()
            .map(|operand| folded_size(rewriter, location, *operand, dim));
        let sizes = sizes.collect::<Option<Vec<_>>>()?;
        let sum = fold(rewriter, location, AffineOp::Add, &sizes)?;
        if let Number::Known(known) = sum {
            index_constant(rewriter, location, known);
        }
        return Some(sum);
    }
    let known = |operand: &Value| {
        let size = *operand.ty(context).shape(context)?.to_vec().get(dim)?;
        (size != DYNAMIC).then_some(size)
    };
    let Some(known) = operands.iter().find_map(known) else {
        return size(rewriter, location, "tensor.dim", *operands.first()?, dim);
    };
    index_constant(rewriter, location, known);
    Some(Number::Known(known))
}

/// The dimensions of a result in the order in which MLIR finds their sizes: of a concatenation, the one along which it is comes last.
pub(super) fn order(context: &Context, op: Op, rank: usize) -> Vec<usize> {
    let along = property(context, op, "dim").and_then(|dim| number::of(context, dim));
    let is_last = |dim: &usize| i64::try_from(*dim).ok() == along;
    let (last, first): (Vec<usize>, Vec<usize>) = (0..rank).partition(is_last);
    [first, last].concat()
}

/// The size of an output of a structured operation: that of the first operand with a dimension that the same loop runs over.
fn structured(
    rewriter: &mut Rewriter<'_, '_>,
    location: Location,
    op: Op,
    result: usize,
    dim: usize,
) -> Option<Number> {
    let context = rewriter.context();
    let loops = structured_loops(context, op)?;
    let output = loops.inputs + result;
    let expr = loops.maps.get(output)?.results(context).get(dim)?;
    let operand = |index: usize| op.operand(context, index);
    let known = operand(output)?.ty(context).shape(context)?.to_vec();
    if known.get(dim).is_some_and(|size| *size != DYNAMIC) {
        return Some(Number::Known(known[dim]));
    }
    // A sum of loops has no size of its own.
    if !matches!(expr.kind(context), AffineExprKind::Dim(_)) {
        return None;
    }
    for (index, map) in loops.maps.iter().enumerate() {
        let place = map.results(context).iter().position(|each| each == expr);
        if let Some(place) = place {
            let is_output = index >= loops.inputs;
            let (index, place) = if is_output { (output, dim) } else { (index, place) };
            return size(rewriter, location, "tensor.dim", operand(index)?, place);
        }
    }
    None
}
