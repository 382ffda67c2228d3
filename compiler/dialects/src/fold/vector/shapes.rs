//! `broadcast` and `shape_cast`.

use tvmlike_ir::{AttributeKind, Context, Folded, Folding, Op, Rewriter, Value};

use super::super::elementwise::is_poison;
use super::super::rewrite::{Make, defined_by, scalar};
use super::super::tensor::elements::{reshape, resize_splat};
use super::parts::{is_broadcastable, maker, numbers, result_type, result_vector, sizes};
use super::transpose::keeps_order;
use crate::verifiers::Vector;

const BROADCAST: &str = "vector.broadcast";
const SHAPE_CAST: &str = "vector.shape_cast";

/// The source of the operation with a name that defines the first operand.
fn source_of(context: &Context, op: Op, name: &str) -> Option<Value> {
    maker(context, op, 0, name)?.operand(context, 0)
}

/// `broadcast`: to the same type, of other leading dimensions of size 1, of constants.
pub(super) fn broadcast(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    let (context, op) = (folding.context(), folding.op());
    let (source, ty) = (folding.operand(0), folding.result_type());
    if source.ty(context) == ty {
        return Some(source.into());
    }
    let vector = Vector::of(context, ty)?;
    if let Some(first) = source_of(context, op, SHAPE_CAST)
        && is_broadcastable(context, first.ty(context), &vector)
    {
        let (own, before) = (
            sizes(context, source.ty(context)),
            sizes(context, first.ty(context)),
        );
        if own.ends_with(&before) || before.ends_with(&own) {
            folding.set_operand(0, first);
            return Some(Folded::InPlace);
        }
    }
    let known = folding.constant(0)?;
    match known.kind(context) {
        AttributeKind::Integer { .. } | AttributeKind::Float { .. } => {
            let is_same = known.ty(context) == vector.element;
            let whole = context.dense_elements_from_attributes(ty, &[known]).ok();
            Some(whole.filter(|_| is_same)?.into())
        }
        _ if is_poison(context, known) => Some(known.into()),
        _ => Some(resize_splat(context, Some(known), ty)?.into()),
    }
}

/// A broadcast of a broadcast.
pub(super) fn broadcast_twice(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let source = source_of(context, op, BROADCAST)?;
    Make::new(BROADCAST, &[source], &[result_type(context, op)?]).replace(rewriter, op)
}

/// `shape_cast`: to the same type, of what does not change the order of elements, of constants.
pub(super) fn shape_cast(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    let (context, op) = (folding.context(), folding.op());
    let (source, ty) = (folding.operand(0), folding.result_type());
    if source.ty(context) == ty {
        return Some(source.into());
    }
    if let Some(made) = source.defining_op(context) {
        let is_transpose = made.is_named(context, "vector.transpose");
        if made.is_named(context, SHAPE_CAST) || is_transpose {
            if is_transpose && !keeps_order(context, made)? {
                return None;
            }
            folding.set_operand(0, made.operand(context, 0)?);
            return Some(Folded::InPlace);
        }
    }
    let first = source_of(context, op, BROADCAST);
    if let Some(first) = first.filter(|first| first.ty(context) == ty) {
        return Some(first.into());
    }
    let known = folding.constant(0)?;
    match is_poison(context, known) {
        true => Some(known.into()),
        false => Some(reshape(context, Some(known), ty)?.into()),
    }
}

/// How often the elements of a source are repeated along its own dimensions.
fn stretch(from: &[i64], to: &[i64]) -> i64 {
    let own = &to[to.len() - from.len()..];
    let pairs = from.iter().zip(own);
    pairs.fold(1, |factor: i64, (from, to)| match from {
        1 => factor.wrapping_mul(*to),
        _ => factor,
    })
}

/// A vector that is repeated, with another shape: the vector repeated to that shape.
///
/// MLIR 22 also does this where the elements of the source are repeated one by one instead of the source as a whole.
pub(super) fn of_broadcast(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let source = source_of(context, op, BROADCAST)?;
    let vector = result_vector(context, op)?;
    if !is_broadcastable(context, source.ty(context), &vector) {
        return None;
    }
    if let Some(from) = Vector::of_value(context, source).filter(|from| from.num_elements() != 1) {
        let middle = sizes(context, op.operand(context, 0)?.ty(context));
        if stretch(&from.sizes, &middle) != stretch(&from.sizes, &vector.sizes) {
            return None;
        }
    }
    Make::new(BROADCAST, &[source], &[result_type(context, op)?]).replace(rewriter, op)
}

/// A mask without its last dimensions of size 1, all lanes of which are set.
pub(super) fn of_mask(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let made = op.operand(context, 0)?.defining_op(context)?;
    let ty = result_type(context, op)?;
    let (from, to) = (result_vector(context, made)?, Vector::of(context, ty)?);
    let is_one = |dim: &usize| from.sizes[*dim] == 1 && !from.scalable[*dim];
    let ones = (0..from.rank()).rev().take_while(is_one).count();
    let kept = (from.rank() - ones).max(1);
    if kept >= from.rank() || from.sizes[..kept] != to.sizes || from.scalable[..kept] != to.scalable {
        return None;
    }
    if made.is_named(context, "vector.create_mask") {
        let bounds: Vec<Value> = made.operands(context).collect();
        let is_one = |bound: &Value| {
            let is_constant = defined_by(context, *bound, "arith.constant").is_some();
            is_constant && scalar(context, *bound).is_some_and(|bound| bound.is_one())
        };
        if !bounds.get(kept..)?.iter().all(is_one) {
            return None;
        }
        return Make::new("vector.create_mask", &bounds[..kept], &[ty]).replace(rewriter, op);
    }
    if !made.is_named(context, "vector.constant_mask") {
        return None;
    }
    let set = numbers(context, made, "mask_dim_sizes")?;
    if set.get(kept..)?.iter().any(|size| *size != 1) {
        return None;
    }
    super::masks::replace(rewriter, op, &set[..kept])
}
