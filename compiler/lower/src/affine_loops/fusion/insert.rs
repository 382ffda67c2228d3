//! The slice of a loop nest in another one.

use std::collections::HashSet;

use tvmlike_ir::{Context, InsertionPoint, Mapping, Op, Rewriter, Value};

use super::super::dependence::Dependences;
use super::super::nest::{AffineFor, Side};
use super::super::promote::promote;
use super::super::space::loop_of;
use super::super::trip_count::constant_trip_count;
use super::slice::Slice;
use super::slicing::is_parallel_reduction;

/// Copies a nest with the bounds of a slice to its place. A loop that combines values is joined with the one around it, if it is to be:
/// then the other loop in the place of that one.
pub(super) fn insert(
    rewriter: &mut Rewriter<'_, '_>,
    source: AffineFor,
    slice: &Slice,
    joins: bool,
) -> Option<(AffineFor, AffineFor)> {
    let context = rewriter.context();
    let place = match slice.is_backward {
        true => Some(InsertionPoint::at_start(context, slice.place.body(context))),
        false => InsertionPoint::before(context, slice.place.terminator(context)),
    };
    let mut mapping = Mapping::new();
    rewriter.at(place, |rewriter| rewriter.clone_op(source.0, &mut mapping));
    let mut loops = Vec::new();
    for (number, variable) in slice.variables.iter().enumerate() {
        let copy = mapping
            .value(context, *variable)
            .and_then(|value| loop_of(context, value));
        let Some(at) = copy else {
            continue;
        };
        loops.push(at);
        for side in [Side::Lower, Side::Upper] {
            if let Some(mut bound) = slice.bound(number, side) {
                bound.canonicalize(context);
                at.set_bound(rewriter, side, &bound);
            }
        }
    }
    let mut joined = None;
    for at in loops {
        let is_joined =
            joins && is_parallel_reduction(&Dependences::new(context), at) && slice.is_one_iteration(context);
        if !is_joined {
            promote(rewriter, at);
        } else if let Some(pair) = join(rewriter, at) {
            joined = Some(pair);
        }
    }
    joined
}

/// The operations of a block that use values, and those that use theirs. `None`: one is in another block.
fn users_in_block(context: &Context, op: Op) -> Option<Vec<Op>> {
    let mut found: HashSet<Op> = HashSet::new();
    let mut pending = vec![op];
    while let Some(next) = pending.pop() {
        for value in next.results(context) {
            for user in value.uses(context).map(|at| at.owner(context)) {
                if user.block(context) != op.block(context) || user.next(context).is_none() {
                    return None;
                }
                if found.insert(user) {
                    pending.push(user);
                }
            }
        }
    }
    let ops = op.block(context)?.operations(context);
    Some(ops.filter(|op| found.contains(op)).collect())
}

/// Lets the loop around one of one iteration, which combines values, combine them. The loop before, and that in its place.
fn join(rewriter: &mut Rewriter<'_, '_>, at: AffineFor) -> Option<(AffineFor, AffineFor)> {
    let context = rewriter.context();
    let outer = AffineFor::of(context, at.0.parent_op(context)?)?;
    if constant_trip_count(context, at) != Some(1) {
        return None;
    }
    let after = users_in_block(context, at.0)?;
    let operands = |of: AffineFor| -> Vec<Value> {
        let inits = of.inits(context);
        inits.filter_map(|index| of.0.operand(context, index)).collect()
    };
    let (old, added) = (operands(outer), operands(at));
    let yielded: Vec<Value> = at.terminator(context).operands(context).collect();
    rewriter.set_before(outer.0);
    let new = outer.with_inits(rewriter, &[&old[..], &added].concat())?;
    rewriter.set_insertion_point(None);
    let body = new.body(context);
    for (argument, init) in at.iteration_arguments(context).into_iter().zip(&added) {
        let ty = init.ty(context);
        let own = body.add_argument(rewriter.edit(), ty, at.0.location(context));
        rewriter.replace_all_uses(argument, own);
    }
    rewriter.replace_all_uses(at.variable(context), new.variable(context));
    let terminator = new.terminator(context);
    let mut all: Vec<Value> = terminator.operands(context).collect();
    all.extend(yielded);
    rewriter.modify(terminator, |edit| terminator.set_operands(edit, &all));
    let results: Vec<Value> = new.0.results(context).collect();
    let before = outer.0.results(context).chain(at.0.results(context));
    for (value, result) in before.collect::<Vec<Value>>().into_iter().zip(results) {
        rewriter.replace_all_uses(value, result);
    }
    for op in after.into_iter().rev() {
        rewriter.move_op_after(op, new.0);
    }
    for op in at.body_ops(context) {
        rewriter.move_op_before(op, at.0);
    }
    rewriter.erase_op(at.0);
    rewriter.erase_op(outer.0);
    Some((outer, new))
}
