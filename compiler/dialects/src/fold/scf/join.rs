//! Two `scf.if` of one condition, one behind the other, are one.

use tvmlike_ir::{Block, Context, Op, Rewriter, Value};

use super::super::rewrite::operand;
use super::choice::{else_block, inverted, then_block, uses_inside};
use super::region::{create_like, result_types, results, yield_at_end, yielded};

/// The blocks of a choice that are executed when the condition of the choice before it is true, and when it is false.
fn blocks_by_condition(context: &Context, before: Op, op: Op) -> Option<[Option<Block>; 2]> {
    let (first, second) = (operand(context, before, 0)?, operand(context, op, 0)?);
    let (then, other) = (then_block(context, op), else_block(context, op));
    if inverted(context, first) == Some(second) || inverted(context, second) == Some(first) {
        return Some([other, then]);
    }
    (first == second).then_some([then, other])
}

/// Moves the operations of a block behind those of another one, which then yields the values of both.
fn append(rewriter: &mut Rewriter<'_, '_>, block: Block, to: Block) -> Option<()> {
    let context = rewriter.context();
    let (first, second) = (to.last_op(context)?, block.last_op(context)?);
    rewriter.merge_blocks(block, to, &[]);
    let values: Vec<Value> = first.operands(context).chain(second.operands(context)).collect();
    yield_at_end(rewriter, to, second, &values);
    rewriter.erase_op(first);
    rewriter.erase_op(second);
    Some(())
}

/// Joins a choice with the one before it.
pub(super) fn join_neighbours(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let before = op
        .previous(context)
        .filter(|before| before.is_named(context, "scf.if"))?;
    let blocks = blocks_by_condition(context, before, op)?;
    let known = [
        yielded(context, then_block(context, before)?)?,
        else_block(context, before)
            .and_then(|block| yielded(context, block))
            .unwrap_or_default(),
    ];
    // What the first choice yields is known in the second one.
    for (block, values) in blocks.into_iter().zip(known) {
        let Some(region) = block.and_then(|block| block.region(context)) else {
            continue;
        };
        for (result, value) in results(context, before).into_iter().zip(values) {
            for at in uses_inside(context, result, region) {
                rewriter.modify(at.owner(context), |edit| at.set(edit, value));
            }
        }
    }
    let first_types = result_types(context, before);
    let types = [first_types.clone(), result_types(context, op)].concat();
    let new = create_like(rewriter, before, &[operand(context, before, 0)?], &types);
    for (index, block) in blocks.into_iter().enumerate() {
        let region = new.region(context, index)?;
        rewriter.inline_region(before.region(context, index)?, region, None);
        match (region.first_block(context), block) {
            (Some(first), Some(block)) => append(rewriter, block, first)?,
            (None, Some(block)) => rewriter.inline_region(block.region(context)?, region, None),
            (_, None) => {}
        }
    }
    let all = results(context, new);
    let (first, second) = all.split_at(first_types.len());
    rewriter.replace_op(before, first);
    rewriter.replace_op(op, second);
    Some(())
}
