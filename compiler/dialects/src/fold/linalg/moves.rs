//! Structured operations that only move elements, or none.

use tvmlike_ir::{Context, Folded, Folding, Op, Rewriter, TypeKind, Value, ValueOwner};

use super::super::rewrite::defined_by;
use super::super::tensor::types::replace;
use super::{inputs, like, result_types};
use crate::llvm::integers;
use crate::structured::indexing_maps;

fn numbers(context: &Context, op: Op, name: &str) -> Option<Vec<i64>> {
    integers(context, op.property(context, context.identifier(name)))
}

fn is_buffer(context: &Context, value: Value) -> bool {
    matches!(value.ty(context).kind(context), TypeKind::MemRef { .. })
}

/// An operation on a memref without elements.
pub(super) fn drop_empty(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    inputs(context, op)?;
    let is_empty = |value: Value| {
        let shape = value.ty(context).shape(context);
        is_buffer(context, value) && shape.is_some_and(|shape| shape.iter().any(|size| size == 0))
    };
    if op.num_results(context) > 0 || !op.operands(context).any(is_empty) {
        return None;
    }
    rewriter.erase_op(op);
    Some(())
}

/// `copy` of a tensor or a memref to itself.
pub(super) fn drop_own_copy(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let input = op.operand(context, 0)?;
    if op.operand(context, 1)? != input {
        return None;
    }
    let results = [input];
    rewriter.replace_op(op, &results[..op.num_results(context).min(1)]);
    Some(())
}

/// `transpose` of a tensor that leaves the dimensions in their order.
pub(super) fn keep(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    let (context, input) = (folding.context(), folding.operand(0));
    let permutation = numbers(context, folding.op(), "permutation")?;
    let result = folding.op().result(context, 0)?;
    let is_same = permutation
        .into_iter()
        .eq(0..input.ty(context).rank(context)? as i64);
    (is_same && result.ty(context) == input.ty(context)).then(|| input.into())
}

/// `transpose` of a transposed tensor.
pub(super) fn transpose_twice(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let first = defined_by(context, op.operand(context, 0)?, "linalg.transpose")?;
    let inner = numbers(context, first, "permutation")?;
    let outer = numbers(context, op, "permutation")?;
    let both = outer
        .into_iter()
        .map(|dim| inner.get(usize::try_from(dim).ok()?).copied());
    let both: Vec<i64> = both.collect::<Option<_>>()?;
    let source = first.operand(context, 0)?;
    redo(rewriter, op, source, "permutation", &both)
}

/// `broadcast` of a broadcast tensor.
pub(super) fn broadcast_twice(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let first = defined_by(context, op.operand(context, 0)?, "linalg.broadcast")?;
    let inner = numbers(context, first, "dimensions")?;
    let mut all = numbers(context, op, "dimensions")?;
    let rank = op.operand(context, 1)?.ty(context).rank(context)? as i64;
    let kept: Vec<i64> = (0..rank).filter(|dim| !all.contains(dim)).collect();
    for dim in inner {
        all.push(*kept.get(usize::try_from(dim).ok()?)?);
    }
    all.sort_unstable();
    let source = first.operand(context, 0)?;
    redo(rewriter, op, source, "dimensions", &all)
}

/// Replaces an operation by one like it of another input, with another list.
fn redo(rewriter: &mut Rewriter<'_, '_>, op: Op, input: Value, name: &str, list: &[i64]) -> Option<()> {
    let context = rewriter.context();
    let operands = [input, op.operand(context, 1)?];
    let types = result_types(context, &operands[1..]);
    let made = like(rewriter, op, &operands, &types);
    rewriter.set_attribute(made, context.identifier(name), context.dense_i64_array(list));
    let results: Vec<Value> = made.results(context).collect();
    rewriter.replace_op(op, &results);
    Some(())
}

/// An operation with equal maps that gives one of its operands.
pub(super) fn drop_identity(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let inputs = inputs(context, op)?;
    let maps = indexing_maps(context, op)?;
    if maps.iter().any(|map| Some(map) != maps.first()) {
        return None;
    }
    let body = op.region(context, 0)?.first_block(context)?;
    let end = body.first_op(context)?;
    if !end.is_named(context, "linalg.yield") {
        return None;
    }
    let operands: Vec<Value> = op.operands(context).collect();
    if operands.iter().all(|value| is_buffer(context, *value)) {
        let is_own = operands.len() == 2 && inputs == 1 && operands[0] == operands[1];
        let first = body.argument(context, 0);
        if !is_own
            || !end
                .operands(context)
                .all(|value| first == Some(value) || body.argument(context, 1) == Some(value))
        {
            return None;
        }
        rewriter.erase_op(op);
        return Some(());
    }
    if operands.iter().any(|value| is_buffer(context, *value)) || op.num_results(context) != 1 {
        return None;
    }
    let given = end.operand(context, 0)?;
    let ValueOwner::Argument { block, index } = given.owner(context) else {
        return None;
    };
    let value = *operands.get(index).filter(|_| block == body)?;
    let ty = op.result(context, 0)?.ty(context);
    let (from, to) = (value.ty(context), ty);
    let can_cast = from.element_type(context) == to.element_type(context)
        && from.is_shaped(context)
        && from.rank(context) == to.rank(context);
    if !can_cast {
        return None;
    }
    replace(rewriter, op, value)
}
