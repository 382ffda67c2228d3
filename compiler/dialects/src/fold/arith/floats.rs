//! Folds of floating-point arithmetic.

use tvmlike_ir::{Folded, Folding};

use super::super::elementwise::{binary, splat, unary_to};
use crate::number::Float;

/// `addf`: x + -0 is x; constants are added.
pub(super) fn addf(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    let right = splat::<Float>(folding.context(), folding.constant(1));
    if right.is_some_and(|value| value.is_zero() && value.is_negative()) {
        return Some(folding.operand(0).into());
    }
    binary(folding, |a: &Float, b| a.add(*b)).map(Folded::from)
}

/// `negf`: -(-x) is x; a constant changes its sign.
pub(super) fn negf(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    let context = folding.context();
    if let Some(inner) = folding.operand(0).defining_op(context)
        && inner.name(context) == folding.op().name(context)
    {
        return inner.operand(context, 0).map(Folded::from);
    }
    let value = folding.constant(0)?;
    unary_to(context, value, value.ty(context), |a: &Float| Some(a.neg())).map(Folded::from)
}
