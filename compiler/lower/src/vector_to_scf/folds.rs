//! Parts of vectors that were moved or repeated just before, as MLIR folds them.

use tvmlike_ir::{Context, Op, PatternSet, RewriteFn, Rewriter, Value};

use crate::make::property;
use crate::number;
use crate::vector_positions::{Position, part_at, vector_parts};

/// Adds the patterns.
pub(super) fn add_patterns(patterns: &mut PatternSet) {
    let fold = |name, rewrite| RewriteFn {
        benefit: 2,
        ..RewriteFn::new(name, "vector.extract", rewrite)
    };
    patterns.add_table(&[
        fold("FoldExtractOfTranspose", of_transposed),
        fold("FoldExtractOfBroadcast", of_repeated),
    ]);
}

/// What made the vector that a part is taken from at known places, if it has the name; the places.
fn made_by(context: &Context, op: Op, name: &str) -> Option<(Op, Vec<i64>)> {
    let maker = op.operand(context, 0)?.defining_op(context)?;
    let places = number::list(context, property(context, op, "static_position")?)?;
    (op.num_operands(context) == 1 && maker.is_named(context, name)).then_some((maker, places))
}

/// Takes a part of another vector.
fn take(rewriter: &mut Rewriter<'_, '_>, op: Op, vector: Value, places: &[i64]) -> Option<()> {
    let context = rewriter.context();
    let location = op.location(context);
    let value = match places {
        [] => vector,
        places => part_at(rewriter, location, vector, &Position::fixed(places))?,
    };
    if value.ty(context) != op.result(context, 0)?.ty(context) {
        return None;
    }
    rewriter.replace_op(op, &[value]);
    Some(())
}

/// A part of a transposed vector, whose dimensions are the last ones of the vector, in their order.
fn of_transposed(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let (maker, places) = made_by(context, op, "vector.transpose")?;
    let order = number::list(context, property(context, maker, "permutation")?)?;
    let rest = order.iter().enumerate().skip(places.len());
    if places.is_empty() || rest.into_iter().any(|(index, dim)| *dim != index as i64) {
        return None;
    }
    let mut moved = places.clone();
    for (place, dim) in places.iter().zip(&order) {
        *moved.get_mut(usize::try_from(*dim).ok()?)? = *place;
    }
    take(rewriter, op, maker.operand(context, 0)?, &moved)
}

/// A part of a vector that is repeated along the first dimensions.
fn of_repeated(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let (maker, places) = made_by(context, op, "vector.broadcast")?;
    let source = maker.operand(context, 0)?;
    let (own, _) = vector_parts(context, source.ty(context))?;
    let (all, _) = vector_parts(context, maker.result(context, 0)?.ty(context))?;
    let added = all.len().checked_sub(own.len())?;
    // What is repeated along a dimension of its own is left.
    if own != all[added..] || places.len() < added {
        return None;
    }
    take(rewriter, op, source, &places[added..])
}
