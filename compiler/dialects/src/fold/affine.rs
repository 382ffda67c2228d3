//! `affine`: loops, choices, applied maps, least and greatest results of maps, and indices of several dimensions as one.

mod choice;
mod compose;
mod linearize;
mod loops;
mod minimum;

use tvmlike_ir::{AffineExpr, AffineExprKind, AttributeKind, Folded, Folding, RewriteFn};

use super::Rules;

pub(super) const RULES: Rules = Rules {
    folds: &[
        ("affine.apply", apply),
        ("affine.delinearize_index", linearize::delinearize),
        ("affine.for", loops::fold_for),
        ("affine.if", choice::compose_condition),
        ("affine.linearize_index", linearize::linearize),
        ("affine.max", minimum::maximum),
        ("affine.min", minimum::minimum),
    ],
    patterns: &[
        (
            "affine.apply",
            &[RewriteFn::new(
                "SimplifyAffineOp<AffineApplyOp>",
                "affine.apply",
                compose::simplify_apply,
            )],
        ),
        (
            "affine.for",
            &[RewriteFn::new(
                "AffineForEmptyLoopFolder",
                "affine.for",
                loops::empty_loop,
            )],
        ),
        (
            "affine.if",
            &[
                RewriteFn::new("SimplifyDeadElse", "affine.if", choice::drop_empty_else),
                RewriteFn::new("AlwaysTrueOrFalseIf", "affine.if", choice::take_known),
            ],
        ),
    ],
    materialize: Some(super::arith::materialize),
    scope: None,
};

/// `apply`: of a map that is a dimension, a symbol, or a number when the constants among its operands are known.
fn apply(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    let context = folding.context();
    let AttributeKind::AffineMap(map) = folding.attribute("map")?.kind(context) else {
        return None;
    };
    let dims = map.num_dims(context);
    let expr = map.results(context).get(0)?;
    match expr.kind(context) {
        AffineExprKind::Dim(dim) => return Some(folding.operand(dim as usize).into()),
        AffineExprKind::Symbol(symbol) => return Some(folding.operand((dims + symbol) as usize).into()),
        _ => {}
    }
    Some(context.index_attribute(known(folding, dims, expr)?).into())
}

/// The number that an expression gives for the operands that are constants.
fn known(folding: &Folding<'_, '_>, dims: u32, expr: AffineExpr) -> Option<i64> {
    let context = folding.context();
    let number = |index: u32| {
        let constant = folding.constant(index as usize)?;
        match constant.kind(context) {
            AttributeKind::Integer { value, .. } => value.to_i64(),
            _ => None,
        }
    };
    let known = expr.replace_with(context, |part| {
        let number = match part.kind(context) {
            AffineExprKind::Dim(dim) => number(dim),
            AffineExprKind::Symbol(symbol) => number(dims + symbol),
            _ => None,
        };
        number.map(|number| context.affine_constant(number))
    });
    known.ok()?.constant(context)
}
