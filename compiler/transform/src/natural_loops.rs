//! Natural loops: blocks that branches repeat, with one block through which each is entered.
//!
//! Invariant: a loop is behind the loops that contain it, and its first block is its header.

use std::collections::{HashMap, HashSet};

use foldhash::fast::FixedState;
use tvmlike_ir::{Block, Context, DominanceInfo, Region};

/// A loop.
#[derive(Clone, Debug)]
pub struct NaturalLoop {
    /// The blocks: the header, then the others in the order of the region.
    pub blocks: Vec<Block>,
    /// The number of the loop around it.
    pub parent: Option<usize>,
}

impl NaturalLoop {
    /// The block that dominates the others.
    pub fn header(&self) -> Block {
        self.blocks[0]
    }

    /// The blocks that branch to the header.
    pub fn latches(&self, context: &Context) -> Vec<Block> {
        let is_latch = |block: &&Block| block.successors(context).any(|next| next == self.header());
        self.blocks.iter().filter(is_latch).copied().collect()
    }

    /// The blocks that branch to one outside.
    pub fn exiting(&self, context: &Context) -> Vec<Block> {
        let leaves = |block: &&Block| block.successors(context).any(|next| !self.blocks.contains(&next));
        self.blocks.iter().filter(leaves).copied().collect()
    }

    /// The blocks outside that blocks of the loop branch to, each once.
    pub fn exits(&self, context: &Context) -> Vec<Block> {
        let mut found = Vec::new();
        for next in self.blocks.iter().flat_map(|block| block.successors(context)) {
            if !self.blocks.contains(&next) && !found.contains(&next) {
                found.push(next);
            }
        }
        found
    }
}

/// The natural loops of a region.
pub fn natural_loops(context: &Context, region: Region, dominance: &mut DominanceInfo) -> Vec<NaturalLoop> {
    let order: Vec<Block> = region.blocks(context).collect();
    let mut found: Vec<NaturalLoop> = Vec::new();
    for header in &order {
        if !dominance.is_reachable_from_entry(context, *header) {
            continue;
        }
        let mut pending: Vec<Block> = header
            .predecessors(context)
            .filter(|from| {
                dominance.is_reachable_from_entry(context, *from)
                    && dominance.block_dominates(context, *header, *from)
            })
            .collect();
        if pending.is_empty() {
            continue;
        }
        let mut members: HashSet<Block, FixedState> = HashSet::default();
        members.insert(*header);
        while let Some(block) = pending.pop() {
            if members.insert(block) {
                let from = block.predecessors(context);
                pending.extend(from.filter(|from| dominance.is_reachable_from_entry(context, *from)));
            }
        }
        let others = order
            .iter()
            .filter(|block| *block != header && members.contains(block));
        found.push(NaturalLoop {
            blocks: std::iter::once(header).chain(others).copied().collect(),
            parent: None,
        });
    }
    nest(found)
}

/// Sorts loops by their number of blocks and finds those around each.
fn nest(mut loops: Vec<NaturalLoop>) -> Vec<NaturalLoop> {
    loops.sort_by_key(|each| std::cmp::Reverse(each.blocks.len()));
    // The last loop that contains a block so far is the smallest.
    let mut innermost: HashMap<Block, usize, FixedState> = HashMap::default();
    for (number, each) in loops.iter_mut().enumerate() {
        each.parent = innermost.get(&each.header()).copied();
        for block in &each.blocks {
            innermost.insert(*block, number);
        }
    }
    loops
}
