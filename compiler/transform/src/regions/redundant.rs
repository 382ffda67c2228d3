//! Dropping arguments of blocks that are the same value on every path to the block.
//!
//! Invariant: the value is known in the block, as it is known in each of its predecessors.

use tvmlike_ir::{Block, Branch, Context, Op, Region, Rewriter, Value};

/// Drops such arguments of the blocks of regions, and of all regions in them. Whether there were some.
pub(super) fn drop_redundant_arguments(rewriter: &mut Rewriter<'_, '_>, regions: &[Region]) -> bool {
    let context = rewriter.context();
    let mut changed = false;
    let mut pending = regions.to_vec();
    while let Some(region) = pending.pop() {
        let blocks: Vec<Block> = region.blocks(context).collect();
        for block in blocks {
            changed |= drop_from(rewriter, block);
            pending.extend(block.operations(context).flat_map(|op| op.regions(context)));
        }
    }
    changed
}

fn drop_from(rewriter: &mut Rewriter<'_, '_>, block: Block) -> bool {
    let context = rewriter.context();
    let arguments: Vec<Value> = block.arguments(context).collect();
    let mut is_dropped = vec![false; arguments.len()];
    for (index, argument) in arguments.iter().enumerate() {
        if let Some(value) = common(context, block, index)
            && value != *argument
        {
            is_dropped[index] = true;
            rewriter.replace_all_uses(*argument, value);
        }
    }
    if !is_dropped.contains(&true) {
        return false;
    }
    let uses: Vec<(Op, usize)> = block
        .uses(context)
        .map(|at| (at.owner(context), at.index(context)))
        .collect();
    for (op, number) in uses {
        let Some(branch) = op.interface::<Branch>(context) else {
            continue;
        };
        let passed = (branch.operands)(context, op, number);
        let kept: Vec<Value> = passed
            .operands
            .enumerate()
            .filter(|(index, _)| !is_dropped[passed.produced + index])
            .filter_map(|(_, operand)| op.operand(context, operand))
            .collect();
        (branch.set_operands)(rewriter.edit(), op, number, &kept);
    }
    rewriter.erase_arguments(block, |index| is_dropped[index]);
    true
}

/// The value that all branches to a block pass to an argument.
fn common(context: &Context, block: Block, index: usize) -> Option<Value> {
    let mut found = None;
    for at in block.uses(context) {
        let op = at.owner(context);
        let branch = op.interface::<Branch>(context)?;
        let value = branch.operand_of(context, op, at.index(context), index)?;
        if *found.get_or_insert(value) != value {
            return None;
        }
    }
    found
}
