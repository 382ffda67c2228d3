//! Patterns that replace views by `memref.reinterpret_cast`, and what is asked of views by what they are made of.

use tvmlike_ir::{DYNAMIC, Location, Op, PatternSet, RewriteFn, Rewriter};

use super::allocated::of_allocated;
use super::apply::Number;
use super::reshape::{of_collapsed, of_expanded};
use super::view::{View, mixed, of_memref, of_subview, reinterpret};
use crate::make::{Make, index_constant};

/// Adds the patterns.
pub(crate) fn add_patterns(patterns: &mut PatternSet) {
    patterns.add_table(&[
        RewriteFn::new("SubviewFolder", "memref.subview", |rewriter, op| {
            replace_view(rewriter, op, of_subview)
        }),
        RewriteFn::new(
            "ReshapeFolder<ExpandShapeOp>",
            "memref.expand_shape",
            |rewriter, op| replace_view(rewriter, op, of_expanded),
        ),
        RewriteFn::new(
            "ReshapeFolder<CollapseShapeOp>",
            "memref.collapse_shape",
            |rewriter, op| replace_view(rewriter, op, of_collapsed),
        ),
        RewriteFn::new(
            "ExtractStridedMetadataOpFolder",
            "memref.extract_strided_metadata",
            metadata,
        ),
        RewriteFn::new(
            "RewriteExtractAlignedPointerAsIndexOfViewLikeOp",
            "memref.extract_aligned_pointer_as_index",
            aligned_pointer,
        ),
    ]);
}

/// Finds out what the result of an operation is a view of.
type FindView = fn(&mut Rewriter<'_, '_>, Location, Op) -> Option<View>;

fn replace_view(rewriter: &mut Rewriter<'_, '_>, op: Op, find: FindView) -> Option<()> {
    let context = rewriter.context();
    let location = op.location(context);
    op.operand(context, 0)?.ty(context).strides_and_offset(context)?;
    let view = find(rewriter, location, op)?;
    let ty = op.result(context, 0)?.ty(context);
    let new = reinterpret(rewriter, location, &view, ty);
    let value = new.result(context, 0)?;
    rewriter.replace_op(op, &[value]);
    Some(())
}

/// What the source of an operation is a view of, if an operation that is known makes it; else what its type tells.
fn metadata(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let source = op.operand(rewriter.context(), 0)?.defining_op(rewriter.context());
    source
        .and_then(|source| replace_metadata(rewriter, op, source))
        .or_else(|| use_known(rewriter, op))
}

/// The offset, sizes and strides that the type of the source tells, which MLIR's fold of the operation finds.
fn use_known(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let ty = op.operand(context, 0)?.ty(context);
    let (strides, offset) = ty.strides_and_offset(context)?;
    let sizes = ty.shape(context)?.to_vec();
    let mut changed = None;
    for (index, number) in [offset].into_iter().chain(sizes).chain(strides).enumerate() {
        // The first result is the base.
        let result = op.result(context, index + 1)?;
        if number != DYNAMIC && result.has_uses(context) {
            let value = index_constant(rewriter, op.location(context), number);
            rewriter.replace_all_uses(result, value);
            changed = Some(());
        }
    }
    changed
}

fn replace_metadata(rewriter: &mut Rewriter<'_, '_>, op: Op, source: Op) -> Option<()> {
    let context = rewriter.context();
    let location = op.location(context);
    let view = if source.is_named(context, "memref.subview") {
        of_subview(rewriter, location, source)?
    } else if source.is_named(context, "memref.expand_shape") {
        of_expanded(rewriter, location, source)?
    } else if source.is_named(context, "memref.collapse_shape") {
        of_collapsed(rewriter, location, source)?
    } else if source.is_named(context, "memref.reinterpret_cast") {
        let base = source.operand(context, 0)?;
        base.ty(context).rank(context)?;
        View {
            base: of_memref(rewriter, location, base)?.base,
            offset: *mixed(context, source, "offsets", "static_offsets")?.first()?,
            sizes: mixed(context, source, "sizes", "static_sizes")?,
            strides: mixed(context, source, "strides", "static_strides")?,
        }
    } else if source.is_named(context, "memref.cast") {
        let base = source.operand(context, 0)?;
        base.ty(context).strides_and_offset(context)?;
        of_memref(rewriter, location, base)?
    } else if ["memref.alloc", "memref.alloca", "memref.get_global"]
        .iter()
        .any(|name| source.is_named(context, name))
    {
        of_allocated(rewriter, location, source)?
    } else if source.is_named(context, "memref.extract_strided_metadata") {
        View {
            base: source.result(context, 0)?,
            offset: Number::Known(0),
            sizes: Vec::new(),
            strides: Vec::new(),
        }
    } else {
        return None;
    };
    let mut values = vec![view.base];
    for number in std::iter::once(&view.offset)
        .chain(&view.sizes)
        .chain(&view.strides)
    {
        values.push(number.value(rewriter, location));
    }
    rewriter.replace_op(op, &values);
    Some(())
}

/// The pointer of a view is that of what it is a view of.
fn aligned_pointer(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let view = op.operand(context, 0)?.defining_op(context)?;
    let views = [
        "memref.subview",
        "memref.reinterpret_cast",
        "memref.cast",
        "memref.expand_shape",
        "memref.collapse_shape",
    ];
    if !views.iter().any(|name| view.is_named(context, name)) {
        return None;
    }
    let source = view.operand(context, 0)?;
    let new = Make::new(
        "memref.extract_aligned_pointer_as_index",
        &[source],
        &[context.index_type()],
    )
    .value(rewriter, op.location(context));
    rewriter.replace_op(op, &[new]);
    Some(())
}
