//! Erasing blocks that no path from the entry of their region reaches.

use tvmlike_ir::{Block, Context, Region, Rewriter, SideTable};

/// Erases the blocks of regions, and of all regions in them, that are not reached. Whether there were some.
pub fn erase_unreachable_blocks(rewriter: &mut Rewriter<'_, '_>, regions: &[Region]) -> bool {
    let context = rewriter.context();
    let mut erased = false;
    let mut pending = regions.to_vec();
    while let Some(region) = pending.pop() {
        let Some(entry) = region.first_block(context) else {
            continue;
        };
        if entry.next(context).is_some() {
            let dead = unreached(context, region, entry);
            erased |= !dead.is_empty();
            erase(rewriter, &dead);
        }
        let ops = region.blocks(context).flat_map(|block| block.operations(context));
        pending.extend(ops.flat_map(|op| op.regions(context)));
    }
    erased
}

/// The blocks of a region that are not reached from its entry.
fn unreached(context: &Context, region: Region, entry: Block) -> Vec<Block> {
    let mut reached: SideTable<Block, bool> = SideTable::new();
    let mut pending = vec![entry];
    while let Some(block) = pending.pop() {
        if !std::mem::replace(reached.entry(block), true) {
            pending.extend(block.successors(context));
        }
    }
    region
        .blocks(context)
        .filter(|block| !reached.get(*block))
        .collect()
}

/// Erases blocks that use nothing but each other and what dominates them.
fn erase(rewriter: &mut Rewriter<'_, '_>, blocks: &[Block]) {
    for block in blocks {
        rewriter.report_block_erasure(*block);
    }
    for block in blocks {
        block.detach(rewriter.edit());
    }
    let erased = rewriter.edit().erase_unused(blocks, &[]);
    erased.expect("what is reached uses nothing of what is not, as verified");
}
