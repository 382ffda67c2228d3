//! Transfers whose vectors lie along other dimensions than the last ones in their order: by transpositions and broadcasts.

use tvmlike_ir::{DYNAMIC, Op, PatternSet, RewriteFn, Rewriter, TypeKind, Value};

use super::transfer::Transfer;
use super::{READ, WRITE};
use crate::make::Make;
use crate::number;
use crate::vector_positions::vector_parts;

/// Adds what MLIR's transfers are folded to.
pub(super) fn add_folds(patterns: &mut PatternSet) {
    let fold = |root| RewriteFn {
        benefit: 2,
        ..RewriteFn::new("FoldTransferInBounds", root, mark_in_bounds)
    };
    patterns.add_table(&[fold(READ), fold(WRITE)]);
}

/// Adds the patterns.
pub(crate) fn add_patterns(patterns: &mut PatternSet) {
    add_folds(patterns);
    patterns.add_table(&[
        RewriteFn::new("TransferReadPermutationLowering", READ, read),
        RewriteFn::new("TransferWritePermutationLowering", WRITE, write),
        RewriteFn::new("TransferOpReduceRank", READ, reduce_rank),
        RewriteFn::new("TransferWriteNonPermutationLowering", WRITE, extend),
    ]);
}

/// Marks dimensions that are known to be in bounds.
fn mark_in_bounds(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let transfer = Transfer::of(context, op)?;
    let (TypeKind::MemRef { shape, .. } | TypeKind::RankedTensor { shape, .. }) =
        transfer.base.ty(context).kind(context)
    else {
        return None;
    };
    let shape = shape.to_vec();
    let is_within = |dim: usize, size: i64| {
        let index = number::constant(context, *transfer.indices.get(dim)?)?;
        let known = shape.get(dim).copied().filter(|size| *size != DYNAMIC)?;
        Some(index >= 0 && index.checked_add(size)? <= known)
    };
    let parts = transfer.in_bounds.iter().zip(&transfer.dims).zip(&transfer.sizes);
    let bounds: Vec<bool> = parts
        .map(|((bound, dim), size)| *bound || dim.and_then(|dim| is_within(dim, *size)) == Some(true))
        .collect();
    if bounds == transfer.in_bounds {
        return None;
    }
    let bounds: Vec<_> = bounds
        .iter()
        .map(|bound| context.bool_attribute(*bound))
        .collect();
    let bounds = context.array_attribute(&bounds);
    rewriter.set_attribute(op, context.identifier("in_bounds"), bounds);
    Some(())
}

/// For each dimension of the vector, its place among the last dimensions of the base in their order, where those that are the
/// same everywhere take the places that are left; `None`: a dimension is not among the last ones.
fn places(transfer: &Transfer) -> Option<Vec<usize>> {
    let (rank, count) = (transfer.indices.len(), transfer.dims.len());
    let (first, added) = (rank.saturating_sub(count), count.saturating_sub(rank));
    let mut taken = vec![false; rank.max(count)];
    let mut places = vec![None; count];
    for (place, dim) in places.iter_mut().zip(&transfer.dims) {
        if let Some(dim) = dim {
            let at = dim.checked_sub(first)? + added;
            taken[at] = true;
            *place = Some(at);
        }
    }
    let mut free = (0..taken.len()).filter(|at| !taken[*at]);
    places
        .into_iter()
        .map(|place| place.or_else(|| free.next()))
        .collect()
}

/// A list whose items are put to places.
fn arranged<T: Copy>(items: &[T], places: &[usize]) -> Option<Vec<T>> {
    let mut made = items.to_vec();
    for (item, place) in items.iter().zip(places) {
        *made.get_mut(*place)? = *item;
    }
    Some(made)
}

fn is_in_order(places: &[usize]) -> bool {
    places.iter().enumerate().all(|(index, place)| index == *place)
}

fn transposed(
    rewriter: &mut Rewriter<'_, '_>,
    transfer: &Transfer,
    vector: Value,
    order: &[usize],
) -> Option<Value> {
    let context = rewriter.context();
    let (sizes, element) = vector_parts(context, vector.ty(context))?;
    let moved: Vec<i64> = order.iter().map(|dim| sizes[*dim]).collect();
    // Dimensions of one element move nothing.
    let others = order.iter().filter(|dim| sizes[**dim] != 1);
    if moved == sizes && others.is_sorted() {
        return Some(vector);
    }
    let ty = context.vector_type(&moved, element, &[]).ok()?;
    let order: Vec<i64> = order.iter().map(|dim| *dim as i64).collect();
    let made = Make::new("vector.transpose", &[vector], &[ty])
        .with(&[("permutation", context.dense_i64_array(&order))])
        .value(rewriter, transfer.location);
    Some(made)
}

fn read(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let transfer = Transfer::of(context, op)?;
    let places = places(&transfer)?;
    if places.is_empty() || is_in_order(&places) {
        return None;
    }
    let new = Transfer {
        sizes: arranged(&transfer.sizes, &places)?,
        dims: arranged(&transfer.dims, &places)?,
        in_bounds: arranged(&transfer.in_bounds, &places)?,
        ..transfer
    };
    let vector = new.make(rewriter)?.result(context, 0)?;
    let vector = transposed(rewriter, &new, vector, &places)?;
    rewriter.replace_op(op, &[vector]);
    Some(())
}

fn write(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let transfer = Transfer::of(context, op)?;
    let places = places(&transfer)?;
    if places.is_empty() || is_in_order(&places) {
        return None;
    }
    let mut order = vec![0; places.len()];
    for (index, place) in places.iter().enumerate() {
        *order.get_mut(*place)? = index;
    }
    let value = transposed(rewriter, &transfer, transfer.value?, &order)?;
    let new = Transfer {
        value: Some(value),
        dims: arranged(&transfer.dims, &places)?,
        in_bounds: arranged(&transfer.in_bounds, &places)?,
        ..transfer
    };
    let new = new.make(rewriter)?;
    rewriter.replace_op(op, new.result(context, 0).as_slice());
    Some(())
}

/// The dimensions of a read that are the same everywhere, if they come first, by a broadcast.
fn reduce_rank(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let transfer = Transfer::of(context, op)?;
    let location = transfer.location;
    let ty = transfer.vector(context)?;
    let leading = transfer.dims.iter().take_while(|dim| dim.is_none()).count();
    let dims = &transfer.dims[leading..];
    let first = transfer.indices.len().checked_sub(dims.len())?;
    let is_minor = dims
        .iter()
        .enumerate()
        .all(|(index, dim)| dim.is_none_or(|dim| dim == first + index));
    if leading == 0 || !is_minor {
        return None;
    }
    let new = Transfer {
        sizes: transfer.sizes[leading..].to_vec(),
        dims: dims.to_vec(),
        in_bounds: transfer.in_bounds[leading..].to_vec(),
        ..transfer.clone()
    };
    let source = new.make(rewriter)?.result(context, 0)?;
    let vector = Make::new("vector.broadcast", &[source], &[ty]).value(rewriter, location);
    rewriter.replace_op(op, &[vector]);
    Some(())
}

/// A write along dimensions with others between or behind them: those are dimensions of one element.
fn extend(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let transfer = Transfer::of(context, op)?;
    let location = transfer.location;
    if transfer.dims.is_empty() || places(&transfer).is_some() {
        return None;
    }
    let used: Option<Vec<usize>> = transfer.dims.iter().copied().collect();
    let used = used?;
    let first = *used.iter().min()?;
    let missing: Vec<usize> = (first..transfer.indices.len())
        .filter(|dim| !used.contains(dim))
        .collect();
    let mut sizes = vec![1; missing.len()];
    sizes.extend(&transfer.sizes);
    let ty = context.vector_type(&sizes, transfer.element, &[]).ok()?;
    let value = Make::new("vector.broadcast", &[transfer.value?], &[ty]).value(rewriter, location);
    let mask = match transfer.mask {
        Some(mask) => {
            let (own, _) = vector_parts(context, mask.ty(context))?;
            let wide: Vec<i64> = vec![1; missing.len()]
                .into_iter()
                .chain(own.iter().copied())
                .collect();
            let ty = context.vector_type(&wide, context.i1(), &[]).ok()?;
            let wide = Make::new("vector.broadcast", &[mask], &[ty]).value(rewriter, location);
            // In the order of the memory; MLIR 22 puts the new dimensions last.
            let (mut old, mut new) = (missing.len().., 0..);
            let order: Option<Vec<usize>> = (first..transfer.indices.len())
                .map(|dim| {
                    if used.contains(&dim) {
                        old.next()
                    } else {
                        new.next()
                    }
                })
                .collect();
            let order = order?;
            Some(transposed(rewriter, &transfer, wide, &order)?)
        }
        None => None,
    };
    let new = Transfer {
        value: Some(value),
        mask,
        dims: missing
            .iter()
            .map(|dim| Some(*dim))
            .chain(transfer.dims.iter().copied())
            .collect(),
        in_bounds: vec![true; missing.len()]
            .into_iter()
            .chain(transfer.in_bounds.iter().copied())
            .collect(),
        sizes,
        ..transfer
    };
    let new = new.make(rewriter)?;
    rewriter.replace_op(op, new.result(context, 0).as_slice());
    Some(())
}
