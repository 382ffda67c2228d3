//! Patterns of `cf.cond_br`.

use smallvec::SmallVec;
use tvmlike_ir::{Block, Op, OpOperand, Rewriter, Value};

use super::super::elementwise::splat;
use super::super::rewrite::{Make, constant, operand};
use super::target::{Target, replace_by_br, replace_by_cond_br, single_predecessor};
use crate::number::Int;

/// A known condition.
pub(super) fn take_known(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let condition = operand(context, op, 0)?.constant_value(context);
    let taken = usize::from(splat::<Int>(context, condition)?.is_zero());
    replace_by_br(rewriter, op, &Target::of(context, op, taken)?)
}

/// Goes on where the successors go that do nothing else.
pub(super) fn pass_through(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let (yes, no) = (Target::of(context, op, 0)?, Target::of(context, op, 1)?);
    let further = [yes.passed_through(context), no.passed_through(context)];
    if further.iter().all(Option::is_none) {
        return None;
    }
    let [new_yes, new_no] = &further;
    let targets = [new_yes.as_ref().unwrap_or(&yes), new_no.as_ref().unwrap_or(&no)];
    replace_by_cond_br(rewriter, op, targets)
}

/// Two successors that are one: values that differ are selected, if no other branch goes there.
pub(super) fn join_successors(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let (yes, no) = (Target::of(context, op, 0)?, Target::of(context, op, 1)?);
    if yes.block != no.block {
        return None;
    }
    if yes.operands == no.operands {
        return replace_by_br(rewriter, op, &yes);
    }
    let block = op.block(context)?;
    if yes.block.predecessors(context).any(|before| before != block) {
        return None;
    }
    context.load_op_info(context.identifier("arith.select"))?;
    let condition = operand(context, op, 0)?;
    let mut operands = Vec::with_capacity(yes.operands.len());
    for (one, other) in yes.operands.iter().zip(&no.operands) {
        operands.push(match one == other {
            true => *one,
            false => Make::new("arith.select", &[condition, *one, *other], &[one.ty(context)])
                .value(rewriter, op)?,
        });
    }
    let block = yes.block;
    replace_by_br(rewriter, op, &Target { block, operands })
}

/// A condition that decided that the block is reached.
pub(super) fn take_decided(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let block = op.block(context)?;
    let before = single_predecessor(context, block)?.last_op(context)?;
    if !before.is_named(context, "cf.cond_br") || operand(context, before, 0) != operand(context, op, 0) {
        return None;
    }
    let taken = usize::from(before.successor(context, 0) != Some(block));
    replace_by_br(rewriter, op, &Target::of(context, op, taken)?)
}

/// The uses of a value by operations directly in a block.
fn uses_in(rewriter: &Rewriter<'_, '_>, value: Value, block: Block) -> SmallVec<[OpOperand; 4]> {
    let context = rewriter.context();
    let uses = value.uses(context);
    uses.filter(|at| at.owner(context).block(context) == Some(block))
        .collect()
}

/// The condition is known in a successor that no other branch goes to.
pub(super) fn propagate_truth(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let condition = operand(context, op, 0)?;
    let mut changed = None;
    for (index, truth) in [(0, true), (1, false)] {
        let block = op.successor(context, index)?;
        if single_predecessor(context, block).is_none() {
            continue;
        }
        let uses = uses_in(rewriter, condition, block);
        if uses.is_empty() {
            continue;
        }
        let known = constant(rewriter, op, context.bool_attribute(truth), context.i1())?;
        for at in uses {
            rewriter.modify(at.owner(context), |edit| at.set(edit, known));
        }
        changed = Some(());
    }
    changed
}

/// A successor that begins with `ub.unreachable` is not taken.
pub(super) fn drop_unreachable(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let is_reached = |index| {
        let first = op.successor(context, index)?.first_op(context)?;
        Some(!first.is_named(context, "ub.unreachable"))
    };
    let taken = match (is_reached(0)?, is_reached(1)?) {
        (false, _) => 1,
        (true, false) => 0,
        (true, true) => return None,
    };
    replace_by_br(rewriter, op, &Target::of(context, op, taken)?)
}
