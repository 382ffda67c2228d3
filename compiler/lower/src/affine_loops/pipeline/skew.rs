//! A loop whose operations are of two iterations.

use std::collections::HashSet;

use tvmlike_dialects::AppliedMap;
use tvmlike_ir::{AffineOp, InsertionPoint, Mapping, Op, Rewriter, Value};

use super::super::nest::{AffineFor, Side, apply, compose, shifted};
use super::super::promote::promote;
use super::super::trip_count::constant_trip_count;

/// Computes the indices of an operation for it alone, right before it. What was made.
pub(super) fn own_indices(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Vec<Op> {
    let context = rewriter.context();
    let location = op.location(context);
    let operands: Vec<Value> = op.operands(context).collect();
    let is_applied = |value: &Value| {
        let op = value.defining_op(context);
        op.is_some_and(|op| op.is_named(context, "affine.apply"))
    };
    let old: Vec<Value> = operands.iter().copied().filter(is_applied).collect();
    let mut composed = AppliedMap {
        results: (0..old.len()).map(|dim| context.affine_dim(dim as u32)).collect(),
        dims: old.clone(),
        symbols: Vec::new(),
    };
    if compose(context, &mut composed).is_none() {
        return Vec::new();
    }
    let place = InsertionPoint::before(context, op);
    let made: Option<Vec<Value>> = rewriter.at(place, |rewriter| {
        let results = composed.results.iter().map(|result| AppliedMap {
            results: vec![*result],
            ..composed.clone()
        });
        results.map(|map| apply(rewriter, location, &map)).collect()
    });
    let Some(made) = made else { return Vec::new() };
    for (index, operand) in operands.iter().enumerate() {
        if let Some(number) = old.iter().position(|value| value == operand) {
            rewriter.set_operand(op, index, made[number]);
        }
    }
    made.iter()
        .filter_map(|value| value.defining_op(context))
        .collect()
}

/// The lower bound of a loop, and so many iterations more.
fn bound(rewriter: &Rewriter<'_, '_>, at: AffineFor, iterations: i64) -> Option<AppliedMap> {
    let context = rewriter.context();
    let mut bound = at.bound(context, Side::Lower);
    let by = context.affine_constant(iterations.checked_mul(at.step(context))?);
    for result in &mut bound.results {
        *result = context.affine_binary(AffineOp::Add, *result, by).ok()?;
    }
    Some(bound)
}

/// Makes a loop before another one with copies of groups of its operations, each of so many iterations earlier.
fn part(
    rewriter: &mut Rewriter<'_, '_>,
    at: AffineFor,
    range: [i64; 2],
    groups: &[(i64, &[Op])],
) -> Option<()> {
    let context = rewriter.context();
    let location = at.0.location(context);
    let bounds = [bound(rewriter, at, range[0])?, bound(rewriter, at, range[1])?];
    let place = InsertionPoint::before(context, at.0);
    let new = rewriter.at(place, |rewriter| AffineFor::make(rewriter, location));
    for (side, bound) in [Side::Lower, Side::Upper].into_iter().zip(&bounds) {
        new.set_bound(rewriter, side, bound)?;
    }
    new.set_step(rewriter, at.step(context));
    let end = InsertionPoint::before(context, new.terminator(context));
    let mut mapping = Mapping::new();
    rewriter.at(end, |rewriter| {
        for (shift, ops) in groups {
            let mut variable = new.variable(context);
            if *shift != 0 && at.variable(context).has_uses(context) {
                let by = shifted(context, variable, -(at.step(context) * shift))?;
                variable = apply(rewriter, location, &by)?;
            }
            mapping.map_value(context, at.variable(context), variable);
            for op in *ops {
                rewriter.clone_op(*op, &mut mapping);
            }
        }
        Some(())
    })?;
    promote(rewriter, new);
    Some(())
}

/// Replaces a loop by its first iteration of `early`, a loop of `early` with the rest of the iteration before, and the rest of the
/// last iteration.
pub(super) fn skew(rewriter: &mut Rewriter<'_, '_>, at: AffineFor, early: &HashSet<Op>) -> Option<()> {
    let context = rewriter.context();
    let count = i64::try_from(constant_trip_count(context, at)?).ok()?;
    let (first, rest): (Vec<Op>, Vec<Op>) = at
        .body_ops(context)
        .into_iter()
        .partition(|op| early.contains(op));
    part(rewriter, at, [0, 1], &[(0, &first)])?;
    part(rewriter, at, [1, count], &[(0, &first), (1, &rest)])?;
    part(rewriter, at, [count, count + 1], &[(1, &rest)])?;
    rewriter.erase_op(at.0);
    Some(())
}
