//! Patterns of `subview`: constants among its numbers, casts of its source, views of everything.
//!
//! Invariant: a subview that would be out of bounds, and so not valid, is not made.

use tvmlike_define::OpBuilder;
use tvmlike_ir::{Context, DYNAMIC, FoldResult, Op, Rewriter, Type, TypeKind, Value};

use super::super::rewrite::{Make, build, defined_by};
use super::super::slices::{self, LISTS, are_all, known, mixed, split, with_lists};
use super::cast::{is_as_static, uncast};
use crate::verifiers::{Slice, dropped_by_stride, out_of_bounds, subview_type};

/// The offsets, sizes and strides of a subview.
struct Subview {
    source: Value,
    ty: Type,
    lists: [Vec<FoldResult>; 3],
}

impl Subview {
    fn of(context: &Context, op: Op) -> Option<Self> {
        let [offsets, sizes, strides] = LISTS.map(|name| mixed(context, op, name));
        Some(Self {
            source: op.operand(context, 0)?,
            ty: op.result(context, 0)?.ty(context),
            lists: [offsets?, sizes?, strides?],
        })
    }

    /// The type of the view with the same dimensions, but of another memref or with other numbers.
    fn type_of(&self, context: &Context, source: Type, lists: &[Vec<FoldResult>; 3]) -> Option<Type> {
        let [offsets, sizes, strides] = lists.each_ref().map(|list| split(context, list).1);
        let can_be = |list: &[i64]| list.iter().all(|number| *number >= 0 || *number == DYNAMIC);
        if !can_be(&offsets) || !can_be(&sizes) || strides.contains(&0) {
            return None;
        }
        let slice = Slice {
            offsets,
            sizes,
            strides,
        };
        if out_of_bounds(source.shape(context)?, &slice).is_some() {
            return None;
        }
        let whole = subview_type(context, source, &slice)?;
        // As in MLIR, the strides of the source tell which dimensions the view leaves out.
        let (own, _) = self.source.ty(context).strides_and_offset(context)?;
        let (kept, _) = self.ty.strides_and_offset(context)?;
        let dropped = dropped_by_stride(&slice.sizes, &own, &kept)?;
        if !dropped.contains(&true) {
            return Some(whole);
        }
        let (strides, offset) = whole.strides_and_offset(context)?;
        let TypeKind::MemRef { element, space, .. } = whole.kind(context) else {
            return None;
        };
        let numbered = slice.sizes.iter().zip(strides).zip(dropped);
        let kept = numbered.filter(|(_, dropped)| !dropped).map(|(pair, _)| pair);
        let (shape, strides): (Vec<i64>, Vec<i64>) = kept.unzip();
        let layout = context.strided_layout_attribute(offset, &strides);
        context.memref_type(&shape, element, Some(layout), space).ok()
    }
}

/// Replaces a subview by another one and a cast.
fn replace(
    rewriter: &mut Rewriter<'_, '_>,
    op: Op,
    source: Value,
    ty: Type,
    lists: &[Vec<FoldResult>; 3],
) -> Option<()> {
    let context = rewriter.context();
    let old = op.result(context, 0)?.ty(context);
    let lists = lists.each_ref().map(|list| split(context, list));
    let new = OpBuilder::new("memref.subview")
        .operand("source", [source])
        .result("result", [ty]);
    let new = build(rewriter, op, with_lists(new, context, lists))?;
    Make::new("memref.cast", &[new], &[old]).replace(rewriter, op)
}

/// Numbers that are constants become part of the operation, those of one list at a time.
pub(super) fn use_constants(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let view = Subview::of(context, op)?;
    let mut lists = view.lists.clone();
    let is_changed = (0..).zip(&mut lists).any(|(index, list)| {
        slices::use_constants(
            context,
            list,
            if index == 2 {
                |_| true
            } else {
                |number| number >= 0
            },
        )
    });
    if !is_changed {
        return None;
    }
    let ty = view.type_of(context, view.source.ty(context), &lists)?;
    replace(rewriter, op, view.source, ty, &lists)
}

/// A view of a memref before it was cast, if the cast says no more. Constants become part of the operation first.
pub(super) fn skip_cast(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let is_index = |value: Value| {
        defined_by(context, value, "arith.constant").is_some() && value.ty(context) == context.index_type()
    };
    if op.operands(context).any(is_index) {
        return None;
    }
    let view = Subview::of(context, op)?;
    let source = uncast(context, view.source)?;
    if !is_as_static(context, source.ty(context), view.source.ty(context)) {
        return None;
    }
    let ty = view.type_of(context, source.ty(context), &view.lists)?;
    replace(rewriter, op, source, ty, &view.lists)
}

/// A view of everything is a cast.
pub(super) fn cast_whole(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let view = Subview::of(context, op)?;
    let [offsets, sizes, strides] = &view.lists;
    let shape = view.source.ty(context).shape(context)?.to_vec();
    let is_whole = shape.len() == view.ty.rank(context)?
        && are_all(context, offsets, 0)
        && are_all(context, strides, 1)
        && sizes
            .iter()
            .zip(shape)
            .all(|(size, whole)| known(context, size) == Some(whole));
    if !is_whole {
        return None;
    }
    if view.source.ty(context) == view.ty {
        rewriter.replace_op(op, &[view.source]);
        return Some(());
    }
    Make::new("memref.cast", &[view.source], &[view.ty]).replace(rewriter, op)
}
