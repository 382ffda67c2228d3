//! Folds and patterns of sizes and ranks.

use tvmlike_ir::{
    AttributeKind, Context, DYNAMIC, Element, Folded, Folding, InsertionPoint, Op, Rewriter, TypeKind, Value,
};

use super::super::elementwise::splat;
use super::super::rewrite::{Make, defined_by};
use super::cast::skip_casts;
use crate::number::Int;

/// The position of the first size among the operands of a subview: behind the source and the offsets.
fn first_size(context: &Context, op: Op) -> Option<usize> {
    let segments = op.property(context, context.identifier("operandSegmentSizes"))?;
    let AttributeKind::DenseArray(segments) = segments.kind(context) else {
        return None;
    };
    let numbers = segments.iter(context).take(2).map(|size| match size {
        Element::Integer(size) => size.to_i64().and_then(|size| usize::try_from(size).ok()),
        _ => None,
    });
    numbers.sum()
}

/// The size that an operation gets as operand for a dynamic dimension of the memref that it makes.
fn size_operand(context: &Context, op: Op, number: usize) -> Option<Value> {
    let first = match () {
        () if op.is_named(context, "memref.alloc") || op.is_named(context, "memref.alloca") => 0,
        // The source and the shift come first.
        () if op.is_named(context, "memref.view") => 2,
        // Dimensions that are dropped are static, so the dynamic ones are in the order of the operands.
        () if op.is_named(context, "memref.subview") => first_size(context, op)?,
        () => return None,
    };
    op.operand(context, first + number)
}

/// `dim`: a static size; a size that was given; of a cast.
pub(super) fn dim(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    let context = folding.context();
    let index = splat::<Int>(context, folding.constant(1))?.to_i64()?;
    let source = folding.operand(0);
    let TypeKind::MemRef { shape, .. } = source.ty(context).kind(context) else {
        return None;
    };
    let sizes: Vec<i64> = shape.iter().collect();
    let index = usize::try_from(index).ok()?;
    let size = *sizes.get(index)?;
    if size != DYNAMIC {
        return Some(context.index_attribute(size).into());
    }
    let number = sizes[..index].iter().filter(|size| **size == DYNAMIC).count();
    let made_by = source.defining_op(context);
    if let Some(value) = made_by.and_then(|op| size_operand(context, op, number)) {
        return Some(value.into());
    }
    skip_casts(folding)
}

/// `rank`: of a memref or a tensor with a rank.
pub(in crate::fold) fn rank(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    let context = folding.context();
    let rank = folding.operand(0).ty(context).rank(context)?;
    Some(context.index_attribute(i64::try_from(rank).ok()?).into())
}

/// `dim` of what is reshaped: the size among those that it is reshaped to, read where these are used.
pub(super) fn read_shape(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let reshape = defined_by(context, op.operand(context, 0)?, "memref.reshape")?;
    let index = op.operand(context, 1)?;
    if !is_there(context, op, reshape, index) {
        return None;
    }
    let shape = reshape.operand(context, 1)?;
    let element = shape.ty(context).element_type(context)?;
    let ty = op.result(context, 0)?.ty(context);
    let place = InsertionPoint::after(context, reshape);
    let size = rewriter.at(place, |rewriter| {
        let size = Make::new("memref.load", &[shape, index], &[element]).value(rewriter, op)?;
        match element == ty {
            true => Some(size),
            false => Make::new("arith.index_cast", &[size], &[ty]).value(rewriter, op),
        }
    })?;
    rewriter.replace_op(op, &[size]);
    Some(())
}

/// Whether the index of `dim` is there behind the reshape whose result `dim` reads.
fn is_there(context: &Context, op: Op, reshape: Op, index: Value) -> bool {
    let (block, own) = (reshape.block(context), index.parent_block(context));
    if own == block {
        let made_by = index.defining_op(context);
        return made_by.is_none_or(|made_by| !reshape.is_before_in_block(context, made_by));
    }
    let region = own.and_then(|own| own.region(context));
    let is_outside = region
        .zip(reshape.parent_region(context))
        .is_some_and(|(outer, inner)| outer != inner && inner.is_inside(context, outer));
    op.block(context) == block || is_outside
}
