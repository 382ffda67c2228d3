//! Loops apart from their first or last iteration.
//!
//! Invariant: the loops run the same iterations as before. A loop that is marked is not taken apart again.

use tvmlike_dialects::AppliedMap;
use tvmlike_ir::{
    AffineExpr, AffineOp, Context, Exclusive, InsertionPoint, Mapping, Op, Pattern, Rewriter, Value,
    WalkOrder, WalkResult,
};

use super::apply::{apply_or_fold, replace_by_apply};
use crate::constraints::{Constraints, simplify_min_max};
use crate::make::property;
use crate::number;

const PEELED: &str = "__peeled_loop__";
const PARTIAL: &str = "__partial_iteration__";

/// Takes loops apart.
#[derive(Clone, Copy)]
pub(crate) struct Peeling {
    /// The first iteration, and not the last one if it is not a whole step.
    pub(crate) front: bool,
    /// Whether loops in such a last iteration stay.
    pub(crate) skip_partial: bool,
}

impl Peeling {
    /// Removes the marks in an operation.
    pub(crate) fn remove_marks(edit: &mut Exclusive<'_>, root: Op) {
        let context = edit.context();
        let names = [PEELED, PARTIAL].map(|name| context.identifier(name));
        root.walk_mut(edit, WalkOrder::PostOrder, |edit, op| {
            for name in names {
                op.remove_attribute(edit, name);
            }
            WalkResult::Advance
        });
    }
}

impl Pattern for Peeling {
    fn name(&self) -> &'static str {
        "ForLoopPeelingPattern"
    }

    fn root(&self) -> Option<&str> {
        Some("scf.for")
    }

    fn rewrite(&self, rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
        let context = rewriter.context();
        let bounds = Bounds::of(context, op)?;
        let is_unsigned = property(context, op, "unsignedCmp").is_some();
        if is_unsigned || is_marked(context, op, PEELED) {
            return None;
        }
        let other = if self.front {
            peel_first(rewriter, op, &bounds)?
        } else {
            if self.skip_partial && is_in_partial(context, op) {
                return None;
            }
            let partial = peel_last(rewriter, op, &bounds)?;
            simplify_bounds(rewriter, op, &bounds, true);
            simplify_bounds(rewriter, partial, &bounds, false);
            partial
        };
        mark(rewriter, other, &[PEELED, PARTIAL]);
        mark(rewriter, op, &[PEELED]);
        Some(())
    }
}

fn is_marked(context: &Context, op: Op, name: &str) -> bool {
    op.discardable_attribute(context, context.identifier(name))
        .is_some()
}

fn mark(rewriter: &mut Rewriter<'_, '_>, op: Op, names: &[&str]) {
    let context = rewriter.context();
    rewriter.modify(op, |edit| {
        for name in names {
            op.set_discardable_attribute(edit, context.identifier(*name), context.unit_attribute());
        }
    });
}

/// Whether a loop is in the last iteration of another one.
fn is_in_partial(context: &Context, op: Op) -> bool {
    let mut at = op.parent_op(context);
    while let Some(parent) = at {
        if parent.is_named(context, "scf.for") && is_marked(context, parent, PARTIAL) {
            return true;
        }
        at = parent.parent_op(context);
    }
    false
}

/// The bounds of a loop of indices.
struct Bounds {
    lower: Value,
    upper: Value,
    step: Value,
}

impl Bounds {
    /// `None`: the variable is not an index, for which alone there is `affine.apply`.
    fn of(context: &Context, op: Op) -> Option<Self> {
        let [lower, upper, step] = [0, 1, 2].map(|index| op.operand(context, index));
        let bounds = Self {
            lower: lower?,
            upper: upper?,
            step: step?,
        };
        bounds.lower.ty(context).is_index(context).then_some(bounds)
    }

    fn values(&self) -> [Value; 3] {
        [self.lower, self.upper, self.step]
    }

    fn known(&self, context: &Context) -> [Option<i64>; 3] {
        self.values()
            .map(|value| number::of(context, value.constant_value(context)?))
    }
}

/// `(s1 - s0) mod s2`: what the last iteration has of a step.
fn rest(context: &Context) -> Option<AffineExpr> {
    let symbol = |index| context.affine_symbol(index);
    let binary = |op, lhs, rhs| context.affine_binary(op, lhs, rhs).ok();
    let negated = binary(AffineOp::Mul, symbol(0), context.affine_constant(-1))?;
    let distance = binary(AffineOp::Add, symbol(1), negated)?;
    binary(AffineOp::Mod, distance, symbol(2))
}

/// Whether the applied maps that compute the bounds tell that there is no rest.
fn is_multiple(context: &Context, bounds: &Bounds, rest: AffineExpr) -> bool {
    let mut definitions = bounds
        .values()
        .into_iter()
        .filter_map(|value| value.defining_op(context));
    if !definitions.any(|op| op.is_named(context, "affine.apply")) {
        return false;
    }
    let mut map = AppliedMap {
        results: vec![rest],
        dims: Vec::new(),
        symbols: bounds.values().to_vec(),
    };
    let is_composed = map
        .compose(context)
        .and_then(|()| map.simplify(context))
        .is_some();
    is_composed && map.results[0].constant(context) == Some(0)
}

/// Makes a loop for the last iteration behind a loop, which ends before it.
fn peel_last(rewriter: &mut Rewriter<'_, '_>, op: Op, bounds: &Bounds) -> Option<Op> {
    let context = rewriter.context();
    let [lower, upper, step] = bounds.known(context);
    if step.is_some_and(|step| step <= 1) {
        return None;
    }
    if let (Some(lower), Some(upper), Some(step)) = (lower, upper, step)
        && upper.wrapping_sub(lower) % step == 0
    {
        return None;
    }
    let rest = rest(context)?;
    if is_multiple(context, bounds, rest) {
        return None;
    }
    let negated = context
        .affine_binary(AffineOp::Mul, rest, context.affine_constant(-1))
        .ok()?;
    let end = context
        .affine_binary(AffineOp::Add, context.affine_symbol(1), negated)
        .ok()?;
    let location = op.location(context);
    let place = InsertionPoint::before(context, op);
    let split = rewriter.at(place, |rewriter| {
        apply_or_fold(rewriter, location, end, &bounds.values())
    })?;
    let place = InsertionPoint::after(context, op);
    let partial = rewriter.at(place, |rewriter| rewriter.clone_op(op, &mut Mapping::new()));
    partial.set_operand(rewriter.edit(), 0, split);
    let results: Vec<Value> = op.results(context).collect();
    for (old, new) in results.iter().zip(partial.results(context)) {
        rewriter.replace_all_uses(*old, new);
    }
    for (index, result) in results.iter().enumerate() {
        partial.set_operand(rewriter.edit(), 3 + index, *result);
    }
    rewriter.set_operand(op, 1, split);
    Some(partial)
}

/// Makes a loop for the first iteration before a loop, which begins behind it.
fn peel_first(rewriter: &mut Rewriter<'_, '_>, op: Op, bounds: &Bounds) -> Option<Op> {
    let context = rewriter.context();
    if let [Some(lower), Some(upper), Some(step)] = bounds.known(context)
        && (upper.wrapping_sub(lower) as f32 / step as f32).ceil() <= 1.0
    {
        return None;
    }
    let next = context
        .affine_binary(AffineOp::Add, context.affine_symbol(0), context.affine_symbol(1))
        .ok()?;
    let location = op.location(context);
    let place = InsertionPoint::before(context, op);
    let (split, first) = rewriter.at(place, |rewriter| {
        let split = apply_or_fold(rewriter, location, next, &[bounds.lower, bounds.step])?;
        Some((split, rewriter.clone_op(op, &mut Mapping::new())))
    })?;
    first.set_operand(rewriter.edit(), 1, split);
    let results: Vec<Value> = first.results(context).collect();
    rewriter.modify(op, |edit| {
        for (index, result) in results.iter().enumerate() {
            op.set_operand(edit, 3 + index, *result);
        }
        op.set_operand(edit, 0, split);
    });
    Some(first)
}

/// Simplifies minima and maxima in a loop of which all iterations are whole steps, or of which the only one is none.
fn simplify_bounds(rewriter: &mut Rewriter<'_, '_>, root: Op, bounds: &Bounds, is_whole: bool) {
    let context = rewriter.context();
    let body = root
        .region(context, 0)
        .and_then(|region| region.first_block(context));
    let Some(variable) = body.and_then(|body| body.argument(context, 0)) else {
        return;
    };
    let mut found = Vec::new();
    root.walk(context, WalkOrder::PostOrder, |op| {
        if op.is_named(context, "affine.min") || op.is_named(context, "affine.max") {
            found.push(op);
        }
        WalkResult::Advance
    });
    let [_, upper, step] = bounds.known(context);
    for op in found {
        let mut constraints = Constraints::default();
        let dim = constraints.add_dim(Some(variable));
        let symbols = [bounds.upper, bounds.step].map(|value| constraints.add_symbol(Some(value)));
        for (symbol, number) in symbols.into_iter().zip([upper, step]) {
            if let Some(number) = number {
                constraints.set_symbol(symbol, number);
            }
        }
        // The distance from the variable to the old bound is at least a step, or less.
        let sign = if is_whole { 1 } else { -1 };
        let symbols = [(symbols[0], sign), (symbols[1], -sign)];
        constraints.add_inequality(&[(dim, -sign)], &symbols, if is_whole { 0 } else { -1 });
        if let Some(map) = simplify_min_max(context, op, constraints) {
            replace_by_apply(rewriter, op, &map);
        }
    }
}
