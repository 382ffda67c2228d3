//! The fold and most patterns of `scf.if`.

use smallvec::SmallVec;
use tvmlike_ir::{Block, Context, Folded, Folding, Op, OpOperand, Region, Rewriter, Value};

use super::super::elementwise::splat;
use super::super::rewrite::{Make, constant, defined_by, operand};
use super::region::{create_like, is_own, replace_by_block, replace_yield, result_types, results, yielded};
use crate::number::Int;

/// The block of the region that is executed if the condition is true.
pub(super) fn then_block(context: &Context, op: Op) -> Option<Block> {
    op.region(context, 0)?.first_block(context)
}

/// The block of the region that is executed if the condition is false, if there is one.
pub(super) fn else_block(context: &Context, op: Op) -> Option<Block> {
    op.region(context, 1)?.first_block(context)
}

/// The bit that a value is the inverse of.
pub(super) fn inverted(context: &Context, value: Value) -> Option<Value> {
    let xor = defined_by(context, value, "arith.xori")?;
    let mask = xor.operand(context, 1)?.constant_value(context);
    splat::<Int>(context, mask)?
        .is_one()
        .then(|| xor.operand(context, 0))?
}

/// An inverted condition: the regions change places.
pub(super) fn invert(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    let context = folding.context();
    let op = folding.op();
    let other = else_block(context, op)?;
    let condition = inverted(context, folding.operand(0))?;
    let (yes, no) = (op.region(context, 0)?, op.region(context, 1)?);
    let first = yes.first_block(context)?;
    folding.set_operand(0, condition);
    let edit = folding.edit();
    first.detach(edit);
    other.detach(edit);
    yes.append(edit, other).ok()?;
    no.append(edit, first).ok()?;
    Some(Folded::InPlace)
}

/// The uses of a value by operations in a region.
pub(super) fn uses_inside(context: &Context, value: Value, region: Region) -> SmallVec<[OpOperand; 4]> {
    let is_inside = |at: &OpOperand| {
        let user = at.owner(context).parent_region(context);
        user.is_some_and(|user| user == region || user.is_inside(context, region))
    };
    value.uses(context).filter(is_inside).collect()
}

/// The condition is known in the regions.
pub(super) fn propagate_condition(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let condition = operand(context, op, 0)?;
    if condition.constant_value(context).is_some() {
        return None;
    }
    let regions = [op.region(context, 0)?, op.region(context, 1)?];
    let mut known = [None, None];
    let uses: SmallVec<[OpOperand; 8]> = condition.uses(context).collect();
    for at in uses {
        let user = at.owner(context).parent_region(context)?;
        let is_in = |region: &Region| user == *region || user.is_inside(context, *region);
        let Some(index) = regions.iter().position(is_in) else {
            continue;
        };
        let value = match known[index] {
            Some(value) => value,
            None => constant(rewriter, op, context.bool_attribute(index == 0), context.i1())?,
        };
        known[index] = Some(value);
        rewriter.modify(at.owner(context), |edit| at.set(edit, value));
    }
    known.iter().any(Option::is_some).then_some(())
}

/// Moves the regions of an operation to another one that has none yet.
fn move_regions(rewriter: &mut Rewriter<'_, '_>, from: Op, to: Op) -> Option<()> {
    let context = rewriter.context();
    for index in 0..from.num_regions(context) {
        rewriter.inline_region(from.region(context, index)?, to.region(context, index)?, None);
    }
    Some(())
}

/// Values that are known before the choice are selected.
pub(super) fn to_select(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let count = op.num_results(context);
    if count == 0 {
        return None;
    }
    let (then, other) = (then_block(context, op)?, else_block(context, op)?);
    let pairs: Vec<(Value, Value)> = yielded(context, then)?
        .into_iter()
        .zip(yielded(context, other)?)
        .collect();
    let is_inside = |value: Value, block: Block| {
        value
            .parent_block(context)
            .and_then(|owner| owner.region(context))
            == block.region(context)
    };
    let stays: Vec<bool> = pairs
        .iter()
        .map(|(yes, no)| {
            let is_own = is_own(context, op, *yes) || is_own(context, op, *no);
            is_own || is_inside(*yes, then) || is_inside(*no, other)
        })
        .collect();
    if stays.iter().all(|stays| *stays) {
        return None;
    }
    let all_types = result_types(context, op);
    let types: Vec<_> = all_types
        .iter()
        .zip(&stays)
        .filter(|(_, stays)| **stays)
        .map(|(ty, _)| *ty)
        .collect();
    let condition = operand(context, op, 0).filter(|condition| !is_own(context, op, *condition))?;
    let new = create_like(rewriter, op, &[condition], &types);
    move_regions(rewriter, op, new)?;
    rewriter.set_before(new);
    let mut kept = results(context, new).into_iter();
    let (mut yes_values, mut no_values, mut values) = (Vec::new(), Vec::new(), Vec::new());
    for ((yes, no), stays) in pairs.into_iter().zip(&stays) {
        values.push(match () {
            () if *stays => {
                yes_values.push(yes);
                no_values.push(no);
                kept.next()?
            }
            () if yes == no => yes,
            () => Make::new("arith.select", &[condition, yes, no], &[yes.ty(context)]).value(rewriter, op)?,
        });
    }
    replace_yield(rewriter, then, &yes_values)?;
    replace_yield(rewriter, other, &no_values)?;
    rewriter.replace_op(op, &values);
    Some(())
}

/// A second region that does nothing.
pub(super) fn drop_empty_else(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let other = else_block(context, op)?;
    if op.num_results(context) > 0 || other.first_op(context) != other.last_op(context) {
        return None;
    }
    let new = create_like(rewriter, op, &[operand(context, op, 0)?], &[]);
    rewriter.inline_region(op.region(context, 0)?, new.region(context, 0)?, None);
    rewriter.erase_op(op);
    Some(())
}

/// A known condition.
pub(super) fn take_known(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let condition = splat::<Int>(context, operand(context, op, 0)?.constant_value(context))?;
    let block = match condition.is_zero() {
        true => else_block(context, op),
        false => then_block(context, op),
    };
    match block {
        Some(block) => replace_by_block(rewriter, op, block, &[]),
        None => {
            rewriter.erase_op(op);
            Some(())
        }
    }
}

/// Results that are one value in both regions, or the condition, or its inverse.
pub(super) fn replace_results(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    if op.num_results(context) == 0 {
        return None;
    }
    let yes = yielded(context, then_block(context, op)?)?;
    let no = yielded(context, else_block(context, op)?)?;
    let condition = operand(context, op, 0)?;
    let bit = |value: Value| {
        let is_bit = value.ty(context).is_signless_integer(context, 1);
        let number = splat::<Int>(context, value.constant_value(context).filter(|_| is_bit))?;
        Some(!number.is_zero())
    };
    let mut changed = None;
    for ((result, yes), no) in results(context, op).into_iter().zip(yes).zip(no) {
        if !result.has_uses(context) {
            continue;
        }
        let value = match (bit(yes), bit(no)) {
            _ if yes == no && is_own(context, op, yes) => continue,
            _ if yes == no => yes,
            _ if is_own(context, op, condition) => continue,
            (Some(false), Some(true)) => {
                let ty = context.i1();
                let mask = constant(rewriter, op, context.bool_attribute(true), ty)?;
                Make::new("arith.xori", &[condition, mask], &[ty]).value(rewriter, op)?
            }
            (Some(true), Some(false)) => condition,
            _ => continue,
        };
        rewriter.replace_all_uses(result, value);
        changed = Some(());
    }
    changed
}
