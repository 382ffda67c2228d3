//! Dominance between operations, blocks and values, as in MLIR.
//!
//! In a region whose order has a meaning, a definition dominates what every path from the entry visits later. In graph
//! regions, and in regions with one block of operations that are not registered, everything dominates everything. What is
//! nested counts as the operation that contains it. Invariant: the trees that are kept are of the regions as they were at
//! the first question; call `invalidate` after a change of blocks or branches.

mod exits;
mod regions;

use crate::context::Context;
use crate::id::{Block, Op, Region, Value};
use crate::value::ValueOwner;
use regions::Regions;

/// Answers whether operations, blocks and values dominate others.
pub struct DominanceInfo(Regions);

impl Default for DominanceInfo {
    fn default() -> Self {
        Self::new()
    }
}

impl DominanceInfo {
    /// An analysis without results. Each question computes what it needs once.
    pub fn new() -> Self {
        Self(Regions::new(false))
    }

    /// Forgets everything.
    pub fn invalidate(&mut self) {
        self.0.clear();
    }

    /// Forgets a region.
    pub fn invalidate_region(&mut self, region: Region) {
        self.0.remove(region);
    }

    /// Whether the order of operations counts in the region of a block.
    pub fn has_ssa_dominance(&mut self, context: &Context, block: Block) -> bool {
        block.is_ordered(context)
    }

    /// Whether there is a path to a block from the entry of its region.
    pub fn is_reachable_from_entry(&mut self, context: &Context, block: Block) -> bool {
        self.0.is_reachable(context, block)
    }

    /// Whether `a` comes before `b` on every path to `b`, or contains it.
    pub fn op_properly_dominates(&mut self, context: &Context, a: Op, b: Op) -> bool {
        self.0.op_properly_dominates(context, a, b, true)
    }

    /// As [`op_properly_dominates`](Self::op_properly_dominates), or `a` is `b`.
    pub fn op_dominates(&mut self, context: &Context, a: Op, b: Op) -> bool {
        a == b || self.op_properly_dominates(context, a, b)
    }

    /// Whether an operation can use a value: the value is defined before it on every path, and not by an operation that
    /// contains it.
    pub fn value_properly_dominates(&mut self, context: &Context, value: Value, op: Op) -> bool {
        match value.owner(context) {
            ValueOwner::Result { op: definition, .. } => {
                self.0.op_properly_dominates(context, definition, op, false)
            }
            ValueOwner::Argument { block, .. } => match op.block(context) {
                Some(user) => self.block_dominates(context, block, user),
                None => false,
            },
        }
    }

    /// As [`value_properly_dominates`](Self::value_properly_dominates), or the operation defines the value.
    pub fn value_dominates(&mut self, context: &Context, value: Value, op: Op) -> bool {
        value.defining_op(context) == Some(op) || self.value_properly_dominates(context, value, op)
    }

    /// Whether every path to `b` visits `a`, which is another block, or `a` contains `b`.
    pub fn block_properly_dominates(&mut self, context: &Context, a: Block, b: Block) -> bool {
        let [a_start, b_start] = [a, b].map(|block| block.first_op(context));
        self.0
            .properly_dominates(context, (a, a_start), (b, b_start), true)
    }

    /// As [`block_properly_dominates`](Self::block_properly_dominates), or `a` is `b`.
    pub fn block_dominates(&mut self, context: &Context, a: Block, b: Block) -> bool {
        a == b || self.block_properly_dominates(context, a, b)
    }

    /// The block of the same region that dominates a block and is dominated by all others that do.
    pub fn immediate_dominator(&mut self, context: &Context, block: Block) -> Option<Block> {
        self.0.immediate_dominator(context, block)
    }

    /// The last block that dominates both, or the blocks that contain them.
    pub fn nearest_common_dominator(&mut self, context: &Context, a: Block, b: Block) -> Option<Block> {
        self.0.nearest_common_dominator(context, a, b)
    }
}

/// Answers whether operations and blocks post-dominate others: every path from these to an exit visits those.
pub struct PostDominanceInfo(Regions);

impl Default for PostDominanceInfo {
    fn default() -> Self {
        Self::new()
    }
}

impl PostDominanceInfo {
    /// An analysis without results. Each question computes what it needs once.
    pub fn new() -> Self {
        Self(Regions::new(true))
    }

    /// Forgets everything.
    pub fn invalidate(&mut self) {
        self.0.clear();
    }

    /// Forgets a region.
    pub fn invalidate_region(&mut self, region: Region) {
        self.0.remove(region);
    }

    /// Whether `a` comes after `b` on every path from `b` to an exit, or contains it.
    pub fn op_properly_post_dominates(&mut self, context: &Context, a: Op, b: Op) -> bool {
        self.0.op_properly_dominates(context, a, b, true)
    }

    /// As [`op_properly_post_dominates`](Self::op_properly_post_dominates), or `a` is `b`.
    pub fn op_post_dominates(&mut self, context: &Context, a: Op, b: Op) -> bool {
        a == b || self.op_properly_post_dominates(context, a, b)
    }

    /// Whether every path from `b` to an exit visits `a`, which is another block, or `a` contains `b`.
    pub fn block_properly_post_dominates(&mut self, context: &Context, a: Block, b: Block) -> bool {
        self.0.properly_dominates(context, (a, None), (b, None), true)
    }

    /// As [`block_properly_post_dominates`](Self::block_properly_post_dominates), or `a` is `b`.
    pub fn block_post_dominates(&mut self, context: &Context, a: Block, b: Block) -> bool {
        a == b || self.block_properly_post_dominates(context, a, b)
    }

    /// The block of the same region that post-dominates a block and is post-dominated by all others that do. `None` if the
    /// paths end in different blocks.
    pub fn immediate_post_dominator(&mut self, context: &Context, block: Block) -> Option<Block> {
        self.0.immediate_dominator(context, block)
    }

    /// The first block that post-dominates both, or the blocks that contain them. `None` if their paths have no block in common.
    pub fn nearest_common_post_dominator(&mut self, context: &Context, a: Block, b: Block) -> Option<Block> {
        self.0.nearest_common_dominator(context, a, b)
    }
}
