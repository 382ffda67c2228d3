//! Parts of vectors with another shape that have all their elements.

use tvmlike_ir::{Op, PatternSet, RewriteFn, Rewriter};

use super::vector_parts;
use crate::make::Make;

/// Adds the pattern, which MLIR has among those that canonicalize `vector.extract`.
pub(super) fn add_patterns(patterns: &mut PatternSet) {
    patterns.add_table(&[RewriteFn::new(
        "foldExtractFromShapeCastToShapeCast",
        "vector.extract",
        part_of_shaped,
    )]);
}

/// A part with all elements of a vector with another shape: a vector with another shape.
fn part_of_shaped(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let made = op.operand(context, 0)?.defining_op(context)?;
    if !made.is_named(context, "vector.shape_cast") {
        return None;
    }
    let vector = made.operand(context, 0)?;
    let ty = op.result(context, 0)?.ty(context);
    let count = |ty| Some(vector_parts(context, ty)?.0.iter().product::<i64>());
    if count(ty)? != count(vector.ty(context))? {
        return None;
    }
    let value = Make::new("vector.shape_cast", &[vector], &[ty]).value(rewriter, op.location(context));
    rewriter.replace_op(op, &[value]);
    Some(())
}
