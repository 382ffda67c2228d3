//! The numbers that the variable of a loop can be.

use tvmlike_ir::{AffineOp, Context, FoldResult, LoopLike, Op, Rewriter, Value, ValueOwner};

use super::apply::replace_by_apply;
use crate::constraints::{Bound, Constraints, simplify_min_max};
use crate::make::property;
use crate::number;

/// The lower bound, the upper bound and the step of the loop of scf whose variable a value is. A loop that compares without signs
/// tells nothing.
fn bounds_of(context: &Context, variable: Value) -> Option<[FoldResult; 3]> {
    let ValueOwner::Argument { block, .. } = variable.owner(context) else {
        return None;
    };
    let op = block.parent_op(context)?;
    let loops = ["scf.for", "scf.parallel", "scf.forall"];
    let is_unsigned = property(context, op, "unsignedCmp").is_some();
    if is_unsigned || !loops.iter().any(|name| op.is_named(context, name)) {
        return None;
    }
    let interface = op.interface::<LoopLike>(context)?;
    let variables = (interface.induction_variables)(context, op);
    let position = variables.iter().position(|each| *each == variable)?;
    (interface.bounds)(context, op).get(position).copied()
}

fn known(context: &Context, bound: FoldResult) -> Option<i64> {
    number::of(context, bound.constant(context)?)
}

/// Adds that a variable is at least the lower bound, and at most the last number before the upper bound. `None`: the step is not known.
fn add_range(
    context: &Context,
    constraints: &mut Constraints,
    variable: Value,
    [lower, upper, step]: [FoldResult; 3],
) -> Option<()> {
    let step = known(context, step)?;
    let dim = constraints.add_dim(Some(variable));
    let value = |bound| match bound {
        FoldResult::Value(value) => Some(value),
        FoldResult::Attribute(_) => None,
    };
    let symbols = [lower, upper].map(|bound| constraints.add_symbol(value(bound)));
    let numbers = [lower, upper].map(|bound| known(context, bound));
    for (symbol, number) in symbols.into_iter().zip(numbers) {
        if let Some(number) = number {
            constraints.set_symbol(symbol, number);
        }
    }
    constraints.add_inequality(&[(dim, 1)], &[(symbols[0], -1)], 0);
    let [first, end] = [0, 1].map(|index| match numbers[index] {
        Some(number) => context.affine_constant(number),
        None => context.affine_symbol(symbols[index] as u32),
    });
    let binary = |op, lhs, rhs| context.affine_binary(op, lhs, rhs).ok();
    let number = |number| context.affine_constant(number);
    let bound = match numbers {
        [Some(first), Some(end)] if first.saturating_add(step) >= end => {
            // One iteration at most.
            binary(AffineOp::Add, context.affine_symbol(symbols[0] as u32), number(1))?
        }
        _ => {
            let distance = binary(AffineOp::Mul, first, number(-1))?;
            let distance = binary(AffineOp::Add, end, distance)?;
            let distance = binary(AffineOp::Add, distance, number(-1))?;
            let steps = binary(AffineOp::FloorDiv, distance, number(step))?;
            let last = binary(AffineOp::Mul, steps, number(step))?;
            binary(AffineOp::Add, binary(AffineOp::Add, first, number(1))?, last)?
        }
    };
    constraints.add_bound(context, Bound::Upper, dim, &[bound])
}

/// Replaces a minimum or maximum of variables of loops by the one result that it must be.
pub(super) fn simplify_in_loops(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let mut constraints = Constraints::default();
    let mut seen = Vec::new();
    for operand in op.operands(context) {
        if seen.contains(&operand) {
            continue;
        }
        if let Some(bounds) = bounds_of(context, operand) {
            seen.push(operand);
            add_range(context, &mut constraints, operand, bounds)?;
        }
    }
    let map = simplify_min_max(context, op, constraints)?;
    replace_by_apply(rewriter, op, &map)
}
