//! Making `affine.apply`.

use tvmlike_dialects::AppliedMap;
use tvmlike_ir::{AffineExpr, FoldResult, Folded, InsertionPoint, Location, Op, Rewriter, Value};

use crate::make::{Make, index_constant};
use crate::number;

fn apply(rewriter: &mut Rewriter<'_, '_>, location: Location, map: &AppliedMap) -> Option<Op> {
    let context = rewriter.context();
    let attribute = context.affine_map_attribute(map.map(context)?);
    let apply = Make::new("affine.apply", &map.operands(), &[context.index_type()])
        .with(&[("map", attribute)])
        .at(rewriter, location);
    Some(apply)
}

/// Replaces an operation by an applied map.
pub(super) fn replace_by_apply(rewriter: &mut Rewriter<'_, '_>, op: Op, map: &AppliedMap) -> Option<()> {
    let context = rewriter.context();
    let place = InsertionPoint::before(context, op);
    let new = rewriter.at(place, |rewriter| apply(rewriter, op.location(context), map))?;
    rewriter.replace_op(op, &[new.result(context, 0)?]);
    Some(())
}

/// The value of an expression of values: a constant if they are, one of them, or the result of `affine.apply`.
pub(super) fn apply_or_fold(
    rewriter: &mut Rewriter<'_, '_>,
    location: Location,
    expr: AffineExpr,
    symbols: &[Value],
) -> Option<Value> {
    let context = rewriter.context();
    let map = AppliedMap {
        results: vec![expr],
        dims: Vec::new(),
        symbols: symbols.to_vec(),
    };
    let op = rewriter.at(None, |rewriter| apply(rewriter, location, &map))?;
    let folded = match op.fold(rewriter.edit()) {
        Some(Folded::Results(results)) => results.first().copied(),
        _ => None,
    };
    let Some(folded) = folded else {
        rewriter.insert(op);
        return op.result(context, 0);
    };
    op.erase(rewriter.edit()).ok()?;
    match folded {
        FoldResult::Value(value) => Some(value),
        FoldResult::Attribute(value) => Some(index_constant(rewriter, location, number::of(context, value)?)),
    }
}
