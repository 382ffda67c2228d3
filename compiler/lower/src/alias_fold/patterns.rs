//! The patterns.

use tvmlike_define::OpBuilder;
use tvmlike_ir::{AffineExpr, AffineMap, Context, Op, PatternSet, RewriteFn, Rewriter, Value};

use super::access::{Access, is_minor_identity};
use super::indices::{Subview, of_collapsed, of_expanded};
use crate::make::build;
use crate::strided_metadata::{Number, groups, split};

/// Adds the patterns.
pub(crate) fn add_patterns(patterns: &mut PatternSet) {
    patterns.add_table(PATTERNS);
}

const PATTERNS: &[RewriteFn] = &[
    RewriteFn::new(
        "LoadOpOfSubViewOpFolder<memref::LoadOp>",
        "memref.load",
        of_subview,
    ),
    RewriteFn::new(
        "LoadOpOfSubViewOpFolder<vector::LoadOp>",
        "vector.load",
        of_subview,
    ),
    RewriteFn::new(
        "LoadOpOfSubViewOpFolder<vector::MaskedLoadOp>",
        "vector.maskedload",
        of_subview,
    ),
    RewriteFn::new(
        "LoadOpOfSubViewOpFolder<vector::TransferReadOp>",
        "vector.transfer_read",
        of_subview,
    ),
    RewriteFn::new(
        "StoreOpOfSubViewOpFolder<memref::StoreOp>",
        "memref.store",
        of_subview,
    ),
    RewriteFn::new(
        "StoreOpOfSubViewOpFolder<vector::TransferWriteOp>",
        "vector.transfer_write",
        of_subview,
    ),
    RewriteFn::new(
        "StoreOpOfSubViewOpFolder<vector::StoreOp>",
        "vector.store",
        of_subview,
    ),
    RewriteFn::new(
        "StoreOpOfSubViewOpFolder<vector::MaskedStoreOp>",
        "vector.maskedstore",
        of_subview,
    ),
    RewriteFn::new(
        "LoadOpOfExpandShapeOpFolder<memref::LoadOp>",
        "memref.load",
        expanded,
    ),
    RewriteFn::new(
        "LoadOpOfExpandShapeOpFolder<vector::LoadOp>",
        "vector.load",
        expanded,
    ),
    RewriteFn::new(
        "LoadOpOfExpandShapeOpFolder<vector::MaskedLoadOp>",
        "vector.maskedload",
        expanded,
    ),
    RewriteFn::new(
        "LoadOpOfExpandShapeOpFolder<vector::TransferReadOp>",
        "vector.transfer_read",
        expanded,
    ),
    RewriteFn::new(
        "StoreOpOfExpandShapeOpFolder<memref::StoreOp>",
        "memref.store",
        expanded,
    ),
    RewriteFn::new(
        "StoreOpOfExpandShapeOpFolder<vector::StoreOp>",
        "vector.store",
        expanded,
    ),
    RewriteFn::new(
        "StoreOpOfExpandShapeOpFolder<vector::MaskedStoreOp>",
        "vector.maskedstore",
        expanded,
    ),
    RewriteFn::new(
        "LoadOpOfCollapseShapeOpFolder<memref::LoadOp>",
        "memref.load",
        collapsed,
    ),
    RewriteFn::new(
        "LoadOpOfCollapseShapeOpFolder<vector::LoadOp>",
        "vector.load",
        collapsed,
    ),
    RewriteFn::new(
        "LoadOpOfCollapseShapeOpFolder<vector::MaskedLoadOp>",
        "vector.maskedload",
        collapsed,
    ),
    RewriteFn::new(
        "StoreOpOfCollapseShapeOpFolder<memref::StoreOp>",
        "memref.store",
        collapsed,
    ),
    RewriteFn::new(
        "StoreOpOfCollapseShapeOpFolder<vector::StoreOp>",
        "vector.store",
        collapsed,
    ),
    RewriteFn::new(
        "StoreOpOfCollapseShapeOpFolder<vector::MaskedStoreOp>",
        "vector.maskedstore",
        collapsed,
    ),
    RewriteFn::new("SubViewOfSubViewFolder", "memref.subview", subview_of_subview),
];

fn known_numbers(context: &Context, values: &[Value]) -> Vec<Number> {
    values.iter().map(|value| Number::of(context, *value)).collect()
}

/// A map of dimensions without some, as a map of all.
fn with_dropped(context: &Context, map: AffineMap, rank: usize, dropped: &[usize]) -> Option<AffineMap> {
    let kept: Vec<AffineExpr> = (0..rank)
        .filter(|dim| !dropped.contains(dim))
        .map(|dim| context.affine_dim(dim as u32))
        .collect();
    let results = map.results(context).iter();
    let results = results.map(|result| result.replace_inputs(context, &kept, &[]).ok());
    context
        .affine_map(rank as u32, 0, &results.collect::<Option<Vec<_>>>()?)
        .ok()
}

fn of_subview(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let access = Access::of(context, op, "memref.subview")?;
    let view = Subview::of(context, access.view)?;
    let rank = view.offsets.len();
    let map = access.transfer_map(context);
    if map.is_some() {
        if access.bounds(context)?.contains(&false) || !view.has_unit_steps(context) {
            return None;
        }
    } else {
        // The rows of a vector with several dimensions are next to each other in the source.
        let covered = access.vector_rank(context);
        let is_dense = |dim: usize| view.has_unit_step(context, dim) && !view.dropped.contains(&dim);
        if covered > 1 && !(rank.checked_sub(covered)?..rank).all(is_dense) {
            return None;
        }
    }
    let map = match map {
        Some(map) => Some(with_dropped(context, map, rank, &view.dropped)?),
        None => None,
    };
    let location = op.location(context);
    let numbers = known_numbers(context, &access.indices);
    let value = |rewriter: &mut Rewriter<'_, '_>, number: Number| number.value(rewriter, location);
    let indices = view.resolve(rewriter, location, &numbers, value)?;
    access.replace(rewriter, &indices, map, true)
}

fn expanded(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let access = Access::of(context, op, "memref.expand_shape")?;
    let groups = groups(context, access.view)?;
    let rank = groups.iter().map(Vec::len).sum::<usize>();
    let covered = access.vector_rank(context);
    // A vector that leaves a dimension would continue in the next row of the source.
    let is_single = |dim: usize| groups.iter().any(|group| *group == [dim]);
    let is_last = |dim: usize| groups.iter().any(|group| group.last() == Some(&dim));
    let mut map = None;
    if let Some(own) = access.transfer_map(context) {
        let bounds = access.bounds(context)?;
        if !is_minor_identity(context, own) || covered > groups.len() {
            return None;
        }
        let is_kept =
            |(index, dim): (usize, usize)| is_single(dim) || is_last(dim) && bounds.get(index) == Some(&true);
        if !(rank - covered..rank).enumerate().all(is_kept) {
            return None;
        }
        map = Some(
            context
                .affine_minor_identity_map(groups.len() as u32, covered as u32)
                .ok()?,
        );
    } else if covered > 1 {
        let first = rank.checked_sub(covered)?;
        if !is_last(first) || !(first + 1..rank).all(is_single) {
            return None;
        }
    }
    let location = op.location(context);
    let is_inside = access.is_of_element();
    let indices = of_expanded(rewriter, location, access.view, &access.indices, is_inside)?;
    access.replace(rewriter, &indices, map, false)
}

fn collapsed(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let access = Access::of(context, op, "memref.collapse_shape")?;
    let covered = access.vector_rank(context);
    let groups = groups(context, access.view)?;
    let is_single = |group: &Vec<usize>| group.len() == 1;
    if covered > 1
        && !groups
            .get(groups.len().checked_sub(covered)?..)?
            .iter()
            .all(is_single)
    {
        return None;
    }
    let indices = of_collapsed(rewriter, op.location(context), access.view, &access.indices)?;
    access.replace(rewriter, &indices, None, false)
}

/// A subview of a subview is one of its source.
fn subview_of_subview(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let made = op.operand(context, 0)?.defining_op(context)?;
    if !made.is_named(context, "memref.subview") {
        return None;
    }
    let (outer, inner) = (Subview::of(context, op)?, Subview::of(context, made)?);
    if !outer.has_unit_steps(context) || !inner.has_unit_steps(context) {
        return None;
    }
    // An operand that is a constant would become a part of the offset, which the type of the result does not have.
    let is_constant = |number: &Number| match number {
        Number::Value(value) => value.constant_value(context).is_some(),
        Number::Known(_) => false,
    };
    if outer.offsets.iter().chain(&inner.offsets).any(is_constant) {
        return None;
    }
    let mut sizes = outer.sizes.iter();
    let mut resolved = Vec::new();
    for (dim, size) in inner.sizes.iter().enumerate() {
        resolved.push(match inner.dropped.contains(&dim) {
            true => *size,
            false => *sizes.next()?,
        });
    }
    let location = op.location(context);
    let offsets = inner.resolve(rewriter, location, &outer.offsets, |_, number| number)?;
    let (offsets, static_offsets) = split(&offsets);
    let (sizes, static_sizes) = split(&resolved);
    let (strides, static_strides) = split(&inner.steps);
    let new = OpBuilder::new("memref.subview")
        .operand("source", [made.operand(context, 0)?])
        .operand("offsets", offsets)
        .operand("sizes", sizes)
        .operand("strides", strides)
        .attribute("static_offsets", context.dense_i64_array(&static_offsets))
        .attribute("static_sizes", context.dense_i64_array(&static_sizes))
        .attribute("static_strides", context.dense_i64_array(&static_strides))
        .result("result", [op.result(context, 0)?.ty(context)]);
    let new = build(rewriter, new, location);
    rewriter.replace_op(op, &[new.result(context, 0)?]);
    Some(())
}
