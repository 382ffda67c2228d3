//! Loops.

use tvmlike_ir::{Op, Value};
use tvmlike_transform::{ConversionRewriter, ConvertedOperands};

use super::copy_loop_attributes;
use crate::make::{Make, branch, compare, conditional_branch, property};

/// Predicates of `arith.cmpi`.
const LESS: i64 = 2;
const UNSIGNED_LESS: i64 = 6;

/// A loop that counts: the block with its arguments compares, and the last block of the body adds the step.
pub(super) fn convert_for(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    _: &ConvertedOperands,
) -> Option<()> {
    let context = rewriter.context();
    let location = op.location(context);
    let start = op.block(context)?;
    let body = op.region(context, 0)?;
    let condition = body.first_block(context)?;
    let last = body.last_block(context)?;
    let end = rewriter.split_block(start, Some(op));
    let first = rewriter.split_block(condition, condition.first_op(context));
    let last = if last == condition { first } else { last };
    rewriter.inline_region(body, end.region(context)?, Some(end));
    let variable = condition.argument(context, 0)?;
    let terminator = last.last_op(context)?;
    rewriter.set_to_end(last);
    let step = op.operand(context, 2)?;
    let next = Make::new("arith.addi", &[variable, step], &[variable.ty(context)]).value(rewriter, location);
    let passed: Vec<Value> = std::iter::once(next)
        .chain(terminator.operands(context))
        .collect();
    let latch = branch(rewriter, location, condition, &passed);
    copy_loop_attributes(rewriter, op, latch);
    rewriter.erase_op(terminator);
    rewriter.set_to_end(start);
    let passed: Vec<Value> = op
        .operand(context, 0)
        .into_iter()
        .chain(op.operands(context).skip(3))
        .collect();
    branch(rewriter, location, condition, &passed);
    rewriter.set_to_end(condition);
    let is_unsigned = property(context, op, "unsignedCmp").is_some();
    let less = if is_unsigned { UNSIGNED_LESS } else { LESS };
    let upper = op.operand(context, 1)?;
    let less = compare(rewriter, location, less, [variable, upper]);
    conditional_branch(rewriter, location, less, (first, &[]), (end, &[]));
    let results: Vec<Value> = condition.arguments(context).skip(1).collect();
    rewriter.replace_op(op, &results);
    Some(())
}

/// The value that decides about a condition of a loop, and what it passes on.
fn condition_parts(rewriter: &ConversionRewriter<'_, '_>, condition: Op) -> Option<(Value, Vec<Value>)> {
    let context = rewriter.context();
    let mut operands = condition.operands(context);
    Some((operands.next()?, operands.collect()))
}

/// A loop with a condition, and a part that runs if it holds.
pub(super) fn convert_while(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    _: &ConvertedOperands,
) -> Option<()> {
    let context = rewriter.context();
    let location = op.location(context);
    let start = op.block(context)?;
    let (before_region, after_region) = (op.region(context, 0)?, op.region(context, 1)?);
    let (before, after) = (
        before_region.first_block(context)?,
        after_region.first_block(context)?,
    );
    let (before_last, after_last) = (
        before_region.last_block(context)?,
        after_region.last_block(context)?,
    );
    let end = rewriter.split_block(start, Some(op));
    let region = end.region(context)?;
    rewriter.inline_region(after_region, region, Some(end));
    rewriter.inline_region(before_region, region, Some(after));
    rewriter.set_to_end(start);
    let inits: Vec<Value> = op.operands(context).collect();
    branch(rewriter, location, before, &inits);
    let condition = before_last.last_op(context)?;
    let (holds, passed) = condition_parts(rewriter, condition)?;
    rewriter.set_before(condition);
    let place = condition.location(context);
    conditional_branch(rewriter, place, holds, (after, &passed), (end, &[]));
    rewriter.erase_op(condition);
    let yielded = after_last.last_op(context)?;
    let values: Vec<Value> = yielded.operands(context).collect();
    rewriter.set_before(yielded);
    let latch = branch(rewriter, yielded.location(context), before, &values);
    copy_loop_attributes(rewriter, op, latch);
    rewriter.erase_op(yielded);
    rewriter.replace_op(op, &passed);
    Some(())
}

/// A loop whose part after the condition only passes its arguments on.
pub(super) fn convert_do_while(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    _: &ConvertedOperands,
) -> Option<()> {
    let context = rewriter.context();
    let location = op.location(context);
    let start = op.block(context)?;
    let (before_region, after_region) = (op.region(context, 0)?, op.region(context, 1)?);
    let after = after_region.first_block(context)?;
    let yielded = after.first_op(context)?;
    let is_trivial = after.next(context).is_none()
        && yielded.next(context).is_none()
        && yielded.operands(context).eq(after.arguments(context));
    if !is_trivial {
        return None;
    }
    let before = before_region.first_block(context)?;
    let last = before_region.last_block(context)?;
    let end = rewriter.split_block(start, Some(op));
    rewriter.inline_region(before_region, end.region(context)?, Some(end));
    rewriter.set_to_end(start);
    let inits: Vec<Value> = op.operands(context).collect();
    branch(rewriter, location, before, &inits);
    let condition = last.last_op(context)?;
    let (holds, passed) = condition_parts(rewriter, condition)?;
    rewriter.set_to_end(last);
    let place = condition.location(context);
    let latch = conditional_branch(rewriter, place, holds, (before, &passed), (end, &[]));
    copy_loop_attributes(rewriter, op, latch);
    rewriter.replace_op(op, &passed);
    rewriter.erase_op(condition);
    Some(())
}
