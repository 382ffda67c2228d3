//! Loops with several iterations of the original in each of their own.

use std::collections::HashMap;

use foldhash::fast::FixedState;
use tvmlike_dialects::AppliedMap;
use tvmlike_ir::{
    AffineExpr, AffineOp, Attribute, Context, InsertionPoint, Location, Mapping, Op, Rewriter, Value,
};

use super::nest::{AffineFor, Side, shifted};
use super::promote::promote;
use super::trip_count::{constant_trip_count, largest_divisor, trip_count};
use crate::make::Make;

/// How a loop is unrolled.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unrolling {
    /// The number of iterations in one; `None`: all.
    pub(crate) factor: Option<u64>,
    /// Whether a loop of fewer iterations is unrolled by their number.
    pub(crate) up_to_factor: bool,
    /// Whether a loop that leaves a rest is unrolled as a whole.
    pub(crate) cleanup: bool,
}

/// The maps that add a number to a variable, which many loops need.
#[derive(Default)]
pub(crate) struct Shifts(HashMap<i64, Attribute, FixedState>);

impl Shifts {
    /// Makes the variable of another iteration.
    fn apply(
        &mut self,
        rewriter: &mut Rewriter<'_, '_>,
        location: Location,
        variable: Value,
        by: i64,
    ) -> Option<Value> {
        let context = rewriter.context();
        let map = match self.0.get(&by) {
            Some(map) => *map,
            None => context.affine_map_attribute(shifted(context, variable, by)?.map(context)?),
        };
        self.0.insert(by, map);
        let made = Make::new("affine.apply", &[variable], &[context.index_type()])
            .with(&[("map", map)])
            .value(rewriter, location);
        Some(made)
    }
}

/// Unrolls a loop. Whether it is done: a loop for which there is nothing to do is.
pub(crate) fn unroll(
    rewriter: &mut Rewriter<'_, '_>,
    shifts: &mut Shifts,
    at: AffineFor,
    how: Unrolling,
) -> bool {
    let count = constant_trip_count(rewriter.context(), at);
    match (how.factor, count) {
        (None, _) => unroll_all(rewriter, shifts, at),
        (Some(factor), Some(count)) if how.up_to_factor && count < factor => {
            unroll_by(rewriter, shifts, at, count, false)
        }
        (Some(factor), _) => unroll_by(rewriter, shifts, at, factor, how.cleanup && !how.up_to_factor),
    }
}

/// Unrolls a loop of a known number of iterations.
fn unroll_all(rewriter: &mut Rewriter<'_, '_>, shifts: &mut Shifts, at: AffineFor) -> bool {
    match constant_trip_count(rewriter.context(), at) {
        None => false,
        Some(0) => true,
        Some(count) => promote(rewriter, at) || unroll_by(rewriter, shifts, at, count, false),
    }
}

fn unroll_by(
    rewriter: &mut Rewriter<'_, '_>,
    shifts: &mut Shifts,
    at: AffineFor,
    factor: u64,
    cleanup: bool,
) -> bool {
    let context = rewriter.context();
    let count = constant_trip_count(context, at);
    if factor <= 1 {
        return count != Some(1) || promote(rewriter, at);
    }
    if at.body_ops(context).is_empty() {
        return true;
    }
    if count.is_some_and(|count| count < factor) {
        return cleanup && unroll_all(rewriter, shifts, at);
    }
    if !largest_divisor(context, at).is_multiple_of(factor) {
        if !has_single_bounds(context, at) {
            return false;
        }
        if cleanup {
            return unroll_all(rewriter, shifts, at);
        }
        if make_rest(rewriter, at, factor).is_none() {
            return false;
        }
    }
    let step = at.step(context);
    at.set_step(rewriter, step.wrapping_mul(factor.cast_signed()));
    copy_body(rewriter, shifts, at, factor, step);
    promote(rewriter, at);
    true
}

/// Whether each bound has one result.
pub(super) fn has_single_bounds(context: &Context, at: AffineFor) -> bool {
    [Side::Lower, Side::Upper]
        .into_iter()
        .all(|side| at.bound(context, side).results.len() == 1)
}

/// Makes a loop of the iterations behind the last whole group of them, and ends the loop before it.
pub(super) fn make_rest(rewriter: &mut Rewriter<'_, '_>, at: AffineFor, factor: u64) -> Option<()> {
    let context = rewriter.context();
    let place = InsertionPoint::after(context, at.0);
    let rest = rewriter.at(place, |rewriter| rewriter.clone_op(at.0, &mut Mapping::new()));
    let rest = AffineFor(rest);
    let results: Vec<Value> = at.0.results(context).collect();
    for (old, new) in results.iter().zip(rest.0.results(context)) {
        rewriter.replace_all_uses(*old, new);
    }
    for (index, result) in rest.inits(context).zip(&results) {
        // As MLIR, wherever the loop has the value.
        let init = rest.0.operand(context, index)?;
        let same: Vec<usize> = (0..rest.0.num_operands(context))
            .filter(|index| rest.0.operand(context, *index) == Some(init))
            .collect();
        for index in same {
            rewriter.set_operand(rest.0, index, *result);
        }
    }
    let split = rest_start(context, at, factor)?;
    rest.set_bound(rewriter, Side::Lower, &split)?;
    promote(rewriter, rest);
    at.set_bound(rewriter, Side::Upper, &split)
}

/// Where the iterations behind the last whole group begin.
fn rest_start(context: &Context, at: AffineFor, factor: u64) -> Option<AppliedMap> {
    let count = trip_count(context, at)?;
    let binary = |op, lhs, rhs| context.affine_binary(op, lhs, rhs).ok();
    let number = |number: i64| context.affine_constant(number);
    let lower = at.bound(context, Side::Lower);
    let [dims, symbols] = [&lower.dims, &lower.symbols].map(|values| values.len() as u32);
    let bumped = |count_expr: AffineExpr| {
        let rest = binary(AffineOp::Mod, count_expr, number(factor.cast_signed()))?;
        let whole = binary(
            AffineOp::Add,
            count_expr,
            binary(AffineOp::Mul, rest, number(-1))?,
        )?;
        let distance = binary(AffineOp::Mul, whole, number(at.step(context)))?;
        let distance = distance
            .shift_dims(context, count.dims.len() as u32, dims, 0)
            .and_then(|expr| expr.shift_symbols(context, count.symbols.len() as u32, symbols, 0))
            .ok()?;
        binary(AffineOp::Add, *lower.results.first()?, distance)
    };
    let results: Option<Vec<AffineExpr>> = count.results.iter().map(|expr| bumped(*expr)).collect();
    let mut split = AppliedMap {
        results: results?,
        dims: [&lower.dims[..], &count.dims].concat(),
        symbols: [&lower.symbols[..], &count.symbols].concat(),
    };
    split.compose(context)?;
    // MLIR composes applied maps, and simplifies once more.
    split.simplify(context)?;
    split.simplify(context)?;
    split.canonicalize(context)?;
    Some(split)
}

/// Appends copies of the body for the further iterations of a group.
fn copy_body(
    rewriter: &mut Rewriter<'_, '_>,
    shifts: &mut Shifts,
    at: AffineFor,
    factor: u64,
    step: i64,
) -> Option<()> {
    let context = rewriter.context();
    let location = at.0.location(context);
    let terminator = at.terminator(context);
    let original: Vec<Op> = at.body_ops(context);
    let (variable, body) = (at.variable(context), at.body(context));
    let arguments = at.iteration_arguments(context);
    let yielded: Vec<Value> = terminator.operands(context).collect();
    let mut last = yielded.clone();
    rewriter.set_before(terminator);
    // What is mapped is mapped again, but regions are not.
    let has_regions = original.iter().any(|op| op.num_regions(context) > 0);
    let mut mapping = Mapping::new();
    for number in 1..factor {
        if has_regions {
            mapping = Mapping::new();
        }
        for (argument, value) in arguments.iter().zip(&last) {
            mapping.map_value(context, *argument, *value);
        }
        if variable.has_uses(context) {
            let by = step.wrapping_mul(number.cast_signed());
            let next = shifts.apply(rewriter, location, variable, by)?;
            mapping.map_value(context, variable, next);
        }
        for op in &original {
            rewriter.clone_op(*op, &mut mapping);
        }
        for (value, last) in yielded.iter().zip(&mut last) {
            let is_copied = value
                .defining_op(context)
                .is_some_and(|op| op.block(context) == Some(body));
            if is_copied {
                *last = mapping.value(context, *value)?;
            }
        }
    }
    rewriter.modify(terminator, |edit| terminator.set_operands(edit, &last));
    Some(())
}
