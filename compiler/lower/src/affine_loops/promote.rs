//! The body of a loop of one iteration in the place of the loop.

use tvmlike_dialects::AppliedMap;
use tvmlike_ir::{Context, InsertionPoint, Op, Rewriter, Value};

use super::nest::{AffineFor, Side, apply};
use super::trip_count::constant_trip_count;
use crate::make::{has_trait, index_constant};

/// The start of the function around an operation.
fn function_start(context: &Context, op: Op) -> Option<InsertionPoint> {
    let mut parents = std::iter::successors(op.parent_op(context), |op| op.parent_op(context));
    let function = parents.find(|op| has_trait(context, *op, "FunctionOpInterface"))?;
    let entry = function.region(context, 0)?.first_block(context)?;
    Some(InsertionPoint::at_start(context, entry))
}

/// The value of the variable in the only iteration.
fn only_value(rewriter: &mut Rewriter<'_, '_>, at: AffineFor, lower: &AppliedMap) -> Option<Value> {
    let context = rewriter.context();
    let location = at.0.location(context);
    let before = InsertionPoint::before(context, at.0);
    if let Some(number) = at.constant_bound(context, Side::Lower) {
        let place = function_start(context, at.0).or(before);
        return Some(rewriter.at(place, |rewriter| index_constant(rewriter, location, number)));
    }
    if lower.symbols.is_empty() && lower.dims.len() == 1 && lower.results[0] == context.affine_dim(0) {
        return Some(lower.dims[0]);
    }
    rewriter.at(before, |rewriter| apply(rewriter, location, lower))
}

/// Replaces a loop that is known to have one iteration by its body. Whether it did.
pub(super) fn promote(rewriter: &mut Rewriter<'_, '_>, at: AffineFor) -> bool {
    let context = rewriter.context();
    let lower = at.bound(context, Side::Lower);
    if constant_trip_count(context, at) != Some(1) || lower.results.len() != 1 {
        return false;
    }
    let variable = at.variable(context);
    if variable.has_uses(context) {
        let Some(value) = only_value(rewriter, at, &lower) else {
            return false;
        };
        rewriter.replace_all_uses(variable, value);
    }
    let inits: Vec<Value> = at
        .inits(context)
        .filter_map(|index| at.0.operand(context, index))
        .collect();
    for (argument, init) in at.iteration_arguments(context).into_iter().zip(inits) {
        rewriter.replace_all_uses(argument, init);
    }
    let yielded: Vec<Value> = at.terminator(context).operands(context).collect();
    for (result, value) in at.0.results(context).zip(yielded) {
        rewriter.replace_all_uses(result, value);
    }
    for op in at.body_ops(context) {
        rewriter.move_op_before(op, at.0);
    }
    rewriter.erase_op(at.0);
    true
}
