//! Loops with several iterations of the original in each of their own, where loops inside stay one loop.

use tvmlike_ir::{Context, InsertionPoint, Mapping, Op, Rewriter, Type, Value};

use super::nest::{AffineFor, apply, loops_in, shifted};
use super::promote::promote;
use super::trip_count::{constant_trip_count, largest_divisor};
use super::unroll::{has_single_bounds, make_rest};

/// Why a loop stays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Unjammed {
    /// MLIR leaves it, too.
    Impossible,
    /// It passes values on: MLIR counts the first ones as often as it unrolls.
    PassesValues,
}

/// Adjacent operations of one block, without loops: they are copied together.
type Group = Vec<Op>;

/// The groups of operations in a loop, and in those inside of it.
fn groups(context: &Context, at: AffineFor, found: &mut Vec<Group>) {
    let mut group = Group::new();
    for op in at.body_ops(context) {
        match AffineFor::of(context, op) {
            Some(inner) => {
                close(&mut group, found);
                groups(context, inner, found);
            }
            None => group.push(op),
        }
    }
    close(&mut group, found);
}

fn close(group: &mut Group, found: &mut Vec<Group>) {
    if !group.is_empty() {
        found.push(std::mem::take(group));
    }
}

/// Whether the bounds of all loops inside are known before the loop.
fn are_bounds_outside(context: &Context, at: AffineFor) -> bool {
    loops_in(context, at.0).into_iter().all(|inner| {
        let bounds = inner.0.operands(context).take(inner.inits(context).start);
        bounds.into_iter().all(|value| {
            let home = value
                .parent_block(context)
                .and_then(|block| block.parent_op(context));
            home.is_none_or(|home| !home.is_inside(context, at.0))
        })
    })
}

/// Unrolls a loop, and lets the loops inside do the work of all copies.
pub(crate) fn unroll_and_jam(
    rewriter: &mut Rewriter<'_, '_>,
    at: AffineFor,
    factor: u64,
) -> Result<(), Unjammed> {
    let context = rewriter.context();
    let count = constant_trip_count(context, at);
    if factor <= 1 {
        if count == Some(1) {
            promote(rewriter, at);
        }
        return Ok(());
    }
    if at.body_ops(context).is_empty() {
        return Ok(());
    }
    if count.is_some_and(|count| count < factor) || !are_bounds_outside(context, at) {
        return Err(Unjammed::Impossible);
    }
    if !at.inits(context).is_empty() {
        return Err(Unjammed::PassesValues);
    }
    let mut passing = loops_in(context, at.0);
    passing.retain(|at| !at.inits(context).is_empty());
    let mut found = Vec::new();
    groups(context, at, &mut found);
    if !largest_divisor(context, at).is_multiple_of(factor) {
        if !has_single_bounds(context, at) {
            return Err(Unjammed::Impossible);
        }
        make_rest(rewriter, at, factor).ok_or(Unjammed::Impossible)?;
    }
    let step = at.step(context);
    at.set_step(rewriter, step.wrapping_mul(factor.cast_signed()));
    let passing: Vec<Multiplied> = passing
        .into_iter()
        .filter_map(|inner| multiply(rewriter, inner, factor))
        .collect();
    copy_groups(rewriter, at, &found, &passing, (factor, step)).ok_or(Unjammed::Impossible)?;
    promote(rewriter, at);
    Ok(())
}

/// A loop that passes on the values of all copies.
struct Multiplied {
    at: AffineFor,
    /// The number of values of one copy.
    count: usize,
}

/// Makes a loop pass on as many times more values, which are those of the first copy so far.
fn multiply(rewriter: &mut Rewriter<'_, '_>, at: AffineFor, factor: u64) -> Option<Multiplied> {
    let context = rewriter.context();
    let factor = usize::try_from(factor).ok()?;
    let inits: Vec<Value> = at
        .inits(context)
        .filter_map(|index| at.0.operand(context, index))
        .collect();
    let types: Vec<Type> = inits.iter().map(|value| value.ty(context)).collect();
    let location = at.0.location(context);
    rewriter.set_before(at.0);
    let new = at.with_inits(rewriter, &inits.repeat(factor))?;
    let body = new.body(context);
    for ty in types.iter().cycle().take(types.len() * (factor - 1)) {
        body.add_argument(rewriter.edit(), *ty, location);
    }
    let terminator = new.terminator(context);
    let yielded: Vec<Value> = terminator.operands(context).collect();
    rewriter.modify(terminator, |edit| {
        terminator.set_operands(edit, &yielded.repeat(factor))
    });
    let results: Vec<Value> = new.0.results(context).take(inits.len()).collect();
    rewriter.replace_op(at.0, &results);
    rewriter.set_insertion_point(None);
    Some(Multiplied {
        at: new,
        count: inits.len(),
    })
}

impl Multiplied {
    /// Maps the values of the first copy to those of another one.
    fn map(&self, context: &Context, number: u64, mapping: &mut Mapping) {
        let shift = number as usize * self.count;
        let arguments = self.at.iteration_arguments(context);
        let results: Vec<Value> = self.at.0.results(context).collect();
        for all in [arguments, results] {
            for (one, other) in all.iter().zip(&all[shift..]).take(self.count) {
                mapping.map_value(context, *one, *other);
            }
        }
    }

    /// Makes a copy pass on its own values.
    fn connect(&self, rewriter: &mut Rewriter<'_, '_>, number: u64, mapping: &Mapping) {
        let context = rewriter.context();
        let shift = number as usize * self.count;
        let inits = self.at.inits(context).start;
        for (op, start) in [(self.at.0, inits), (self.at.terminator(context), 0)] {
            for index in start..start + self.count {
                let value = op
                    .operand(context, index)
                    .and_then(|value| mapping.value(context, value));
                if let Some(value) = value {
                    rewriter.set_operand(op, index + shift, value);
                }
            }
        }
    }
}

/// Puts copies of each group behind it.
fn copy_groups(
    rewriter: &mut Rewriter<'_, '_>,
    at: AffineFor,
    groups: &[Group],
    passing: &[Multiplied],
    (factor, step): (u64, i64),
) -> Option<()> {
    let context = rewriter.context();
    let (variable, location) = (at.variable(context), at.0.location(context));
    for number in (1..factor).rev() {
        let mut mapping = Mapping::new();
        for inner in passing {
            inner.map(context, number, &mut mapping);
        }
        for group in groups {
            rewriter.set_insertion_point(InsertionPoint::after(context, *group.last()?));
            if variable.has_uses(context) {
                let by = step.wrapping_mul(number.cast_signed());
                let next = apply(rewriter, location, &shifted(context, variable, by)?)?;
                mapping.map_value(context, variable, next);
            }
            for op in group {
                rewriter.clone_op(*op, &mut mapping);
            }
        }
        for inner in passing {
            inner.connect(rewriter, number, &mapping);
        }
    }
    rewriter.set_insertion_point(None);
    Some(())
}
