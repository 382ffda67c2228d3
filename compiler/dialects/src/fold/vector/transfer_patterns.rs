//! Patterns of transfers: reads of what was written by another map, writes that a later one makes useless, and slices of
//! tensors that are written as a whole.

use tvmlike_define::OpBuilder;
use tvmlike_ir::{Context, FoldResult, Op, Rewriter, Value};

use super::super::rewrite::{Make, build, defined_by};
use super::super::slices::{are_all, mixed};
use super::super::tensor::lists::Lists;
use super::parts::{has_one_use, maker, result_type, sizes};
use super::transfer::{Transfer, known};
use crate::verifiers::Vector;

/// The sizes that a transfer transfers along each dimension of memory.
fn chunk(context: &Context, transfer: &Transfer) -> Vec<i64> {
    let mut chunk = vec![1; transfer.indices.len()];
    let sizes = sizes(context, transfer.vector.ty(context));
    for (dim, size) in transfer.dims(context).into_iter().zip(sizes) {
        if let Some(place) = dim.and_then(|dim| chunk.get_mut(dim)) {
            *place = size;
        }
    }
    chunk
}

/// A read of all that was written: the vector, repeated and transposed.
pub(super) fn read_written(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let read = Transfer::of(context, op)?;
    let write = read.write_before(context)?;
    let is_plain = |transfer: &Transfer| transfer.mask.is_none() && transfer.is_in_bounds();
    if !read.is_of_tensor(context) || !is_plain(&read) || !is_plain(&write) || read.indices != write.indices {
        return None;
    }
    if chunk(context, &read) != chunk(context, &write) {
        return None;
    }
    let (read_dims, write_dims) = (read.dims(context), write.dims(context));
    // Which dimension of the vector that was written each of the one that is read is.
    let source = |dim: &Option<usize>| {
        let dim = (*dim)?;
        write_dims.iter().position(|other| *other == Some(dim))
    };
    let sources: Vec<Option<usize>> = read_dims.iter().map(source).collect();
    if (0..write_dims.len()).any(|dim| !sources.contains(&Some(dim))) {
        return None;
    }
    let repeated = (0..sources.len()).filter(|dim| sources[*dim].is_none());
    let mut order: Vec<usize> = repeated.collect();
    for dim in 0..write_dims.len() {
        order.push(sources.iter().position(|source| *source == Some(dim))?);
    }
    let ty = result_type(context, op)?;
    let vector = Vector::of(context, ty)?;
    let shape: Vec<i64> = order.iter().map(|dim| vector.sizes[*dim]).collect();
    let scalable: Vec<bool> = order.iter().map(|dim| vector.scalable[*dim]).collect();
    let wide = vector.with_shape(context, &shape, &scalable)?;
    let mut permutation = vec![0; order.len()];
    for (index, dim) in (0_i64..).zip(&order) {
        permutation[*dim] = index;
    }
    let permutation = context.dense_i64_array(&permutation);
    let value = Make::new("vector.broadcast", &[write.vector], &[wide]).value(rewriter, op)?;
    Make::new("vector.transpose", &[value], &[ty])
        .with(&[("permutation", permutation)])
        .replace(rewriter, op)
}

/// A write of elements that were written before, with nothing else in between: into the tensor before that.
pub(super) fn skip_written(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let last = Transfer::of(context, op)?;
    if !last.is_of_tensor(context) {
        return None;
    }
    let mut changed = op;
    let mut next = last.write_before(context);
    while let Some(write) = next {
        if last.is_like(context, &write) && last.mask == write.mask {
            rewriter.set_operand(changed, 1, write.base);
            return Some(());
        }
        if !write.is_apart(context, &last) || !has_one_use(context, write.op.result(context, 0)?) {
            return None;
        }
        changed = write.op;
        next = write.write_before(context);
    }
    None
}

/// A slice of a tensor that is written as a whole, put into another one: the slice of the other one is written.
pub(super) fn swap_slice(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let taken = maker(context, op, 0, "tensor.extract_slice")?;
    let write = maker(context, taken, 0, "vector.transfer_write")?;
    let transfer = Transfer::of(context, write)?;
    let [taken_result, write_result] = [taken.result(context, 0)?, write.result(context, 0)?];
    if !has_one_use(context, taken_result) || !has_one_use(context, write_result) || transfer.mask.is_some() {
        return None;
    }
    let (lists, own) = (Lists::of(context, op)?, Lists::of(context, taken)?);
    let are_ones = are_all(context, &lists.strides, 1) && are_all(context, &own.strides, 1);
    let are_starts = are_all(context, &own.offsets, 0)
        && transfer
            .indices
            .iter()
            .all(|index| known(context, *index) == Some(0));
    if !are_ones || !are_starts || !are_equal(context, &lists.sizes, &mixed(context, taken, "sizes")?) {
        return None;
    }
    let ty = taken_result.ty(context);
    if ty.rank(context)? != transfer.map.results(context).len() {
        return None;
    }
    let shape = transfer.base.ty(context).shape(context)?.to_vec();
    let written = transfer
        .dims(context)
        .into_iter()
        .map(|dim| shape.get(dim?).copied());
    if written.collect::<Option<Vec<_>>>()? != sizes(context, transfer.vector.ty(context)) {
        return None;
    }
    let into = op.operand(context, 1)?;
    let slice = lists.make(rewriter, op, "tensor.extract_slice", &[into], &[ty])?;
    slice_location(rewriter, slice, taken);
    let slice = slice.result(context, 0)?;
    let written = write_into(rewriter, op, &transfer, slice)?;
    rewriter.set_operand(op, 0, written);
    Some(())
}

fn slice_location(rewriter: &mut Rewriter<'_, '_>, made: Op, like: Op) {
    let location = like.location(rewriter.context());
    rewriter.modify(made, |edit| made.set_location(edit, location));
}

/// Whether numbers are the same constants or values.
fn are_equal(context: &Context, one: &[FoldResult], other: &[FoldResult]) -> bool {
    let number = super::super::slices::known;
    let is_same = |(one, other): (&FoldResult, &FoldResult)| match number(context, one) {
        Some(number_of_one) => number(context, other) == Some(number_of_one),
        None => one == other,
    };
    one.len() == other.len() && one.iter().zip(other).all(is_same)
}

/// Makes a write as another one into another tensor, of which no dimension is known to be in bounds.
fn write_into(rewriter: &mut Rewriter<'_, '_>, root: Op, like: &Transfer, tensor: Value) -> Option<Value> {
    let context = rewriter.context();
    let flags = vec![context.bool_attribute(false); like.in_bounds.len()];
    let op = OpBuilder::new("vector.transfer_write")
        .operand("valueToStore", [like.vector])
        .operand("base", [tensor])
        .operand("indices", like.indices.iter().copied())
        .attribute("permutation_map", context.affine_map_attribute(like.map))
        .attribute("in_bounds", context.array_attribute(&flags))
        .result("result", [tensor.ty(context)]);
    let made = build(rewriter, root, op)?;
    if let Some(made) = defined_by(context, made, "vector.transfer_write") {
        slice_location(rewriter, made, like.op);
    }
    Some(made)
}
