//! Loops with several iterations of the original in each of their own, where loops inside stay one loop.

use tvmlike_ir::{Context, InsertionPoint, Mapping, Op, Rewriter};

use super::nest::{AffineFor, apply, loops_in, shifted};
use super::promote::promote;
use super::trip_count::{constant_trip_count, largest_divisor};
use super::unroll::{has_single_bounds, make_rest};

/// Why a loop stays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Unjammed {
    /// MLIR leaves it, too.
    Impossible,
    /// A loop passes values on.
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
    if loops_in(context, at.0)
        .iter()
        .any(|at| !at.inits(context).is_empty())
    {
        return Err(Unjammed::PassesValues);
    }
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
    copy_groups(rewriter, at, &found, factor, step).ok_or(Unjammed::Impossible)?;
    promote(rewriter, at);
    Ok(())
}

/// Puts copies of each group behind it.
fn copy_groups(
    rewriter: &mut Rewriter<'_, '_>,
    at: AffineFor,
    groups: &[Group],
    factor: u64,
    step: i64,
) -> Option<()> {
    let context = rewriter.context();
    let (variable, location) = (at.variable(context), at.0.location(context));
    for number in (1..factor).rev() {
        let mut mapping = Mapping::new();
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
    }
    rewriter.set_insertion_point(None);
    Some(())
}
