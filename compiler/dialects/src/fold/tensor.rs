//! `tensor`: sizes of dimensions, ranks, slices, and padding by nothing.

mod slices;

use tvmlike_define::{Definition, operand_range};
use tvmlike_ir::{Context, DYNAMIC, Folded, Folding, Op, Value};

use super::Rules;
use super::elementwise::splat;
use super::rewrite::defined_by;
use crate::number::Int;

pub(super) const RULES: Rules = Rules {
    folds: &[
        ("tensor.dim", dim),
        ("tensor.extract_slice", slices::extract),
        ("tensor.insert_slice", slices::insert),
        ("tensor.pad", pad),
        ("tensor.rank", super::memref::rank),
    ],
    patterns: &[],
    materialize: Some(super::arith::materialize),
    scope: None,
};

/// The operand of a group that stands for a dynamic dimension of a shape.
fn dynamic_operand(context: &Context, op: Op, group: &str, shape: &[i64], dim: usize) -> Option<Value> {
    let definition = op.info(context)?.extensions().get::<Definition>()?;
    let record = definition.record();
    let index = record.operands.iter().position(|each| *each.name == *group)?;
    let number = shape[..dim].iter().filter(|size| **size == DYNAMIC).count();
    let range = operand_range(context, op, record, index);
    op.operand(context, range.start + number)
}

/// The size with which an operation makes a dynamic dimension.
fn given_size(context: &Context, op: Op, shape: &[i64], dim: usize) -> Option<Value> {
    if op.is_named(context, "tensor.generate") {
        return dynamic_operand(context, op, "dynamicExtents", shape, dim);
    }
    let is_slice = op.is_named(context, "tensor.extract_slice");
    let rank = op.operand(context, 0)?.ty(context).rank(context);
    // Of a slice without some dimensions, `resolve-ranked-shaped-type-result-dims` finds the size.
    if !is_slice || rank != Some(shape.len()) {
        return None;
    }
    dynamic_operand(context, op, "sizes", shape, dim)
}

/// `dim`: a static size; a size that was given; of a cast.
fn dim(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    let context = folding.context();
    let index = splat::<Int>(context, folding.constant(1))?.to_i64()?;
    let source = folding.operand(0);
    let shape = source.ty(context).shape(context)?.to_vec();
    let index = usize::try_from(index).ok()?;
    let size = *shape.get(index)?;
    if size != DYNAMIC {
        return Some(context.index_attribute(size).into());
    }
    let made_by = source.defining_op(context);
    if let Some(value) = made_by.and_then(|op| given_size(context, op, &shape, index)) {
        return Some(value.into());
    }
    let cast = defined_by(context, source, "tensor.cast")?.operand(context, 0)?;
    cast.ty(context).rank(context)?;
    folding.set_operand(0, cast);
    Some(Folded::InPlace)
}

/// `pad`: to the same static shape, unless it is to stay.
fn pad(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    let context = folding.context();
    let source = folding.operand(0);
    let ty = folding.result_type();
    let is_same = source.ty(context) == ty && ty.has_static_shape(context);
    (is_same && folding.attribute("nofold").is_none()).then(|| source.into())
}
