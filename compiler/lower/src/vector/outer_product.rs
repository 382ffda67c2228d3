//! `vector.outerproduct`: each lane of the left vector times the right one, combined with what was there before.

use tvmlike_ir::{Op, PatternSet, RewriteFn, Rewriter, Value};

use super::combine::Combine;
use super::masked::Root;
use super::progressive::{Start, part, start, with_part};
use super::vector_parts;
use crate::make::Make;

/// Adds the pattern.
pub(super) fn add_patterns(patterns: &mut PatternSet) {
    patterns.add_table(&[RewriteFn::new(
        "OuterProductOpLowering",
        "vector.outerproduct",
        outer_product,
    )]);
}

fn outer_product(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let (lhs, rhs) = (op.operand(context, 0)?, op.operand(context, 1)?);
    let before = op.operand(context, 2);
    let ty = op.result(context, 0)?.ty(context);
    let (sizes, _) = vector_parts(context, ty)?;
    let combine = Combine::of(context, op, ty)?;
    let root = Root::of(context, op);
    let location = op.location(context);
    let right = rhs.ty(context);
    if !right.is_shaped(context) {
        return root.replace(rewriter, &mut |rewriter| {
            let rhs = Make::new("vector.broadcast", &[rhs], &[ty]).value(rewriter, location);
            Some(combine.apply_to_product(rewriter, location, [lhs, rhs], before, root.mask))
        });
    }
    root.replace(rewriter, &mut |rewriter| {
        let mut result = start(rewriter, location, ty, Start::Zero)?;
        for place in 0..sizes[0] {
            let row = |rewriter: &mut Rewriter<'_, '_>, of: Option<Value>| match of {
                Some(of) => part(rewriter, location, of, &[place]).map(Some),
                None => Some(None),
            };
            let scalar = row(rewriter, Some(lhs))??;
            let factor = Make::new("vector.broadcast", &[scalar], &[right]).value(rewriter, location);
            let before = row(rewriter, before)?;
            let mask = row(rewriter, root.mask)?;
            let value = combine.apply_to_product(rewriter, location, [factor, rhs], before, mask);
            result = with_part(rewriter, location, result, value, &[place]);
        }
        Some(result)
    })
}
