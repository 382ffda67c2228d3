//! `transpose`.

use tvmlike_ir::{Context, Folded, Folding, Op, Rewriter, Value};

use super::super::elementwise::is_poison;
use super::super::rewrite::Make;
use super::super::tensor::elements::resize_splat;
use super::parts::{flat, maker, numbers, result_type, splat_source, unflat};
use crate::verifiers::Vector;

const TRANSPOSE: &str = "vector.transpose";

/// The permutation of a transpose, as numbers of dimensions.
fn permutation(context: &Context, op: Op) -> Option<Vec<usize>> {
    let permutation = numbers(context, op, "permutation")?;
    permutation
        .into_iter()
        .map(|dim| usize::try_from(dim).ok())
        .collect()
}

/// Whether a transpose leaves the elements in their order: it moves only dimensions of size 1.
pub(super) fn keeps_order(context: &Context, op: Op) -> Option<bool> {
    let vector = Vector::of_value(context, op.operand(context, 0)?)?;
    let permutation = permutation(context, op)?;
    let moved = permutation.into_iter().filter(|dim| {
        let is_scalable = vector.scalable.get(*dim) == Some(&true);
        vector.sizes.get(*dim) != Some(&1) || is_scalable
    });
    Some(moved.is_sorted())
}

/// `transpose`: of equal elements, of poison, or to the same type and in the same order.
pub(super) fn fold(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    let (context, op) = (folding.context(), folding.op());
    let (source, ty) = (folding.operand(0), folding.result_type());
    if let Some(known) = folding.constant(0) {
        if is_poison(context, known) {
            return Some(known.into());
        }
        if let Some(moved) = resize_splat(context, Some(known), ty) {
            return Some(moved.into());
        }
    }
    let is_same = source.ty(context) == ty && keeps_order(context, op)?;
    is_same.then(|| source.into())
}

/// A transposed mask: a mask with transposed sizes.
pub(super) fn of_mask(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let made = op.operand(context, 0)?.defining_op(context)?;
    let permutation = permutation(context, op)?;
    if made.is_named(context, "vector.create_mask") {
        let moved = permutation.into_iter().map(|dim| made.operand(context, dim));
        let moved: Vec<Value> = moved.collect::<Option<_>>()?;
        return Make::new("vector.create_mask", &moved, &[result_type(context, op)?]).replace(rewriter, op);
    }
    if !made.is_named(context, "vector.constant_mask") {
        return None;
    }
    let set = numbers(context, made, "mask_dim_sizes")?;
    let moved = permutation.into_iter().map(|dim| set.get(dim).copied());
    super::masks::replace(rewriter, op, &moved.collect::<Option<Vec<_>>>()?)
}

/// A transpose that keeps the order of elements, after a cast of the shape: a cast.
pub(super) fn of_shape_cast(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let source = maker(context, op, 0, "vector.shape_cast")?.operand(context, 0)?;
    if !keeps_order(context, op)? {
        return None;
    }
    Make::new("vector.shape_cast", &[source], &[result_type(context, op)?]).replace(rewriter, op)
}

/// A transpose of a transpose.
pub(super) fn twice(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let first = maker(context, op, 0, TRANSPOSE)?;
    let inner = numbers(context, first, "permutation")?;
    let both = permutation(context, op)?
        .into_iter()
        .map(|dim| inner.get(dim).copied());
    let both = context.dense_i64_array(&both.collect::<Option<Vec<_>>>()?);
    Make::new(
        TRANSPOSE,
        &[first.operand(context, 0)?],
        &[result_type(context, op)?],
    )
    .with(&[("permutation", both)])
    .replace(rewriter, op)
}

/// A transpose of equal elements.
pub(super) fn of_splat(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let splat = splat_source(context, op.operand(context, 0)?)?;
    Make::new("vector.broadcast", &[splat], &[result_type(context, op)?]).replace(rewriter, op)
}

/// A transpose of elements: the elements in another order.
pub(super) fn of_elements(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let made = maker(context, op, 0, "vector.from_elements")?;
    let from = Vector::of_value(context, op.operand(context, 0)?)?;
    let ty = result_type(context, op)?;
    let to = Vector::of(context, ty)?;
    let permutation = permutation(context, op)?;
    let all: Vec<Value> = made.operands(context).collect();
    let moved = (0..all.len()).map(|index| {
        let place = unflat(&to.sizes, index as i64);
        let mut source = vec![0; place.len()];
        for (index, dim) in place.iter().zip(&permutation) {
            *source.get_mut(*dim)? = *index;
        }
        all.get(usize::try_from(flat(&from.sizes, &source)).ok()?)
            .copied()
    });
    let moved: Vec<Value> = moved.collect::<Option<_>>()?;
    Make::new("vector.from_elements", &moved, &[ty]).replace(rewriter, op)
}

/// A transpose of what is repeated, that moves only dimensions along which it is repeated, or of size 1, among each other.
pub(super) fn of_broadcast(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let source = maker(context, op, 0, "vector.broadcast")?.operand(context, 0)?;
    let permutation = permutation(context, op)?;
    let own = super::parts::sizes(context, source.ty(context));
    let added = permutation.len().checked_sub(own.len())?;
    let mut low = 0;
    for (dim, size) in own.iter().enumerate() {
        let is_after_other = dim > 0 && own[dim - 1] != 1;
        if *size == 1 && !is_after_other {
            continue;
        }
        let high = dim + added;
        let group = low..high;
        if permutation[group.clone()].iter().any(|dim| !group.contains(dim)) {
            return None;
        }
        low = high;
    }
    Make::new("vector.broadcast", &[source], &[result_type(context, op)?]).replace(rewriter, op)
}
