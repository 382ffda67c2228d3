//! Masks: `constant_mask`, `create_mask`, and `mask` around an operation.

use tvmlike_ir::{Context, FoldResult, Folded, Folding, Op, Rewriter, Value};

use super::super::rewrite::{Make, defined_by, scalar};
use super::parts::{Lanes, lanes, numbers, result_type, result_vector, sizes};
use crate::verifiers::Vector;

/// Replaces an operation by a mask of sizes.
pub(super) fn replace(rewriter: &mut Rewriter<'_, '_>, op: Op, set: &[i64]) -> Option<()> {
    let context = rewriter.context();
    let set = context.dense_i64_array(set);
    Make::new("vector.constant_mask", &[], &[result_type(context, op)?])
        .with(&[("mask_dim_sizes", set)])
        .replace(rewriter, op)
}

/// `constant_mask`: of all lanes or of none.
pub(super) fn constant_mask(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    let (context, ty) = (folding.context(), folding.result_type());
    let set = numbers(context, folding.op(), "mask_dim_sizes")?;
    let sizes = sizes(context, ty);
    let is_set = match sizes.is_empty() {
        true => *set.first()? == 1,
        false if set == sizes => true,
        false if set.iter().all(|size| *size == 0) => false,
        false => return None,
    };
    let lanes = context.dense_elements_from_attributes(ty, &[context.bool_attribute(is_set)]);
    Some(lanes.ok()?.into())
}

/// The number by which the scale of the target is multiplied.
fn scale_factor(context: &Context, value: Value) -> Option<i64> {
    const SCALE: &str = "vector.vscale";
    if defined_by(context, value, SCALE).is_some() {
        return Some(1);
    }
    let product = defined_by(context, value, "arith.muli")?;
    let (left, right) = (product.operand(context, 0)?, product.operand(context, 1)?);
    let factor = match () {
        () if defined_by(context, left, SCALE).is_some() => right,
        () if defined_by(context, right, SCALE).is_some() => left,
        () => return None,
    };
    scalar(context, factor)?.to_i64()
}

/// `create_mask` of constants.
pub(super) fn create_mask(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let mask = result_vector(context, op)?;
    let mut set = Vec::new();
    for (dim, bound) in op.operands(context).enumerate() {
        let size = mask.sizes.get(dim).copied().unwrap_or(1);
        let is_scalable = mask.scalable.get(dim) == Some(&true);
        let number = match scalar(context, bound) {
            // Of the lanes of a scalable dimension, a number says nothing but that there is none.
            Some(number) => number.to_i64().filter(|number| !is_scalable || *number < 0)?,
            None => scale_factor(context, bound).filter(|factor| *factor >= size)?,
        };
        set.push(number.clamp(0, size));
    }
    if set.contains(&0) {
        set.fill(0);
    }
    replace(rewriter, op, &set)
}

/// The operation in a mask, and what the mask gives.
fn body(context: &Context, op: Op) -> Option<(Option<Op>, Op)> {
    let block = op.region(context, 0)?.first_block(context)?;
    let end = block.last_op(context)?;
    let inner = block.first_op(context).filter(|inner| *inner != end);
    Some((inner, end))
}

/// `mask`: around nothing.
pub(super) fn mask(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    let (context, op) = (folding.context(), folding.op());
    let (inner, end) = body(context, op)?;
    let is_empty = inner.is_none() && op.num_operands(context) == 1 && end.num_operands(context) > 0;
    is_empty.then(|| Folded::Results(end.operands(context).map(FoldResult::Value).collect()))
}

/// `mask` of all lanes: the operation in it. In MLIR, this is a fold that moves the operation.
pub(super) fn unmask(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let inner = body(context, op)?.0?;
    if lanes(context, op.operand(context, 0)?) != Lanes::All {
        return None;
    }
    rewriter.move_op_before(inner, op);
    let results: Vec<Value> = inner.results(context).collect();
    rewriter.replace_op(op, &results);
    Some(())
}

/// `mask` around nothing, with values for lanes that are not set: a choice.
pub(super) fn to_select(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let (inner, end) = body(context, op)?;
    let (mask, other) = (op.operand(context, 0)?, op.operand(context, 1)?);
    let value = end.operand(context, 0)?;
    let ty = result_type(context, op)?;
    let lanes = Vector::of_value(context, mask)?.sizes;
    if inner.is_some() || !ty.is_shaped(context) || sizes(context, ty) != lanes {
        return None;
    }
    Make::new("arith.select", &[mask, value, other], &[ty]).replace(rewriter, op)
}
