//! The dominator trees of regions with several blocks, made when a region is asked about first.

use std::collections::HashMap;

use foldhash::fast::FixedState;

use super::exits::exits;
use crate::context::Context;
use crate::context::dialect::Traits;
use crate::dominator_tree::{Edges, Tree};
use crate::id::{Block, Op, Region};
use crate::side_table::SideTable;

/// The dominator tree of a region's blocks.
struct BlockTree {
    blocks: Vec<Block>,
    tree: Tree,
}

/// The trees of dominance, or of post-dominance, of the regions that were asked about.
pub(super) struct Regions {
    post: bool,
    trees: HashMap<Region, BlockTree, FixedState>,
    /// The number of a block in its region.
    indices: SideTable<Block, u32>,
}

impl Regions {
    pub(super) fn new(post: bool) -> Self {
        Self {
            post,
            trees: HashMap::default(),
            indices: SideTable::new(),
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.trees.clear();
    }

    /// Forgets a region.
    pub(super) fn remove(&mut self, region: Region) {
        self.trees.remove(&region);
    }

    /// The tree of a region; `None` if it has one block at most.
    #[inline]
    fn tree(&mut self, context: &Context, region: Region) -> Option<&BlockTree> {
        if region.first_block(context) == region.last_block(context) {
            return None;
        }
        if !self.trees.contains_key(&region) {
            let tree = self.analyze(context, region);
            self.trees.insert(region, tree);
        }
        self.trees.get(&region)
    }

    fn analyze(&mut self, context: &Context, region: Region) -> BlockTree {
        let blocks: Vec<Block> = region.blocks(context).collect();
        for (index, block) in blocks.iter().enumerate() {
            self.indices.set(*block, index as u32);
        }
        let mut edges = Vec::new();
        for (index, block) in blocks.iter().enumerate() {
            for successor in block.successors(context) {
                if successor.region(context) == Some(region) {
                    edges.push((index as u32, self.indices.get(successor)));
                }
            }
        }
        let count = blocks.len();
        let tree = match self.post {
            false => tree(0, count, &edges),
            true => {
                // The root is a node of its own, from which all exits are reached.
                let exits = exits(count, &edges);
                let mut edges: Vec<_> = edges.into_iter().map(|(from, to)| (to, from)).collect();
                edges.extend(exits.into_iter().map(|exit| (count as u32, exit)));
                tree(count as u32, count + 1, &edges)
            }
        };
        BlockTree { blocks, tree }
    }

    pub(super) fn is_reachable(&mut self, context: &Context, block: Block) -> bool {
        if block.previous(context).is_none() {
            return true;
        }
        let Some(region) = block.region(context) else {
            return true;
        };
        let index = self.indexed(context, region, block);
        match self.tree(context, region) {
            Some(tree) => tree.tree.is_reachable(index),
            None => true,
        }
    }

    /// The number of a block in its region, of which the tree exists then.
    fn indexed(&mut self, context: &Context, region: Region, block: Block) -> u32 {
        self.tree(context, region);
        self.indices.get(block)
    }

    /// Whether one place properly dominates another. A place is an operation of a block, or its end.
    pub(super) fn properly_dominates(
        &mut self,
        context: &Context,
        (a_block, a): (Block, Option<Op>),
        (mut b_block, mut b): (Block, Option<Op>),
        enclosing: bool,
    ) -> bool {
        if a_block == b_block && a == b {
            return !a_block.is_ordered(context);
        }
        let region = a_block.region(context);
        if region != b_block.region(context) {
            let ancestor = region.and_then(|region| ancestor_in(context, region, b_block));
            let Some((block, op)) = ancestor else {
                return false;
            };
            (b_block, b) = (block, Some(op));
            if enclosing && a_block == b_block && a == b {
                return true;
            }
        }
        if a_block == b_block {
            if !a_block.is_ordered(context) {
                return true;
            }
            let (first, second) = if self.post { (b, a) } else { (a, b) };
            return match (first, second) {
                (Some(first), Some(second)) => first.is_before(context, second, a_block),
                (Some(_), None) => true,
                (None, _) => false,
            };
        }
        let Some(region) = region else {
            return false;
        };
        let [a, b] = [a_block, b_block].map(|block| self.indexed(context, region, block));
        match self.tree(context, region) {
            Some(tree) => tree.tree.properly_dominates(a, b),
            None => false,
        }
    }

    pub(super) fn op_properly_dominates(&mut self, context: &Context, a: Op, b: Op, enclosing: bool) -> bool {
        match (a.block(context), b.block(context)) {
            (Some(a_block), Some(b_block)) => {
                self.properly_dominates(context, (a_block, Some(a)), (b_block, Some(b)), enclosing)
            }
            _ => false,
        }
    }

    pub(super) fn immediate_dominator(&mut self, context: &Context, block: Block) -> Option<Block> {
        let region = block.region(context)?;
        let index = self.indexed(context, region, block);
        let tree = self.tree(context, region)?;
        let dominator = tree.tree.immediate_dominator(index)?;
        tree.blocks.get(dominator as usize).copied()
    }

    pub(super) fn nearest_common_dominator(
        &mut self,
        context: &Context,
        a: Block,
        b: Block,
    ) -> Option<Block> {
        if a == b {
            return Some(a);
        }
        let (region, a, b) = common_region(context, a, b)?;
        if a == b {
            return Some(a);
        }
        let [a, b] = [a, b].map(|block| self.indexed(context, region, block));
        let tree = self.tree(context, region)?;
        let common = tree.tree.nearest_common_dominator(a, b)?;
        tree.blocks.get(common as usize).copied()
    }
}

fn tree(root: u32, count: usize, edges: &[(u32, u32)]) -> Tree {
    let reversed: Vec<_> = edges.iter().map(|(from, to)| (*to, *from)).collect();
    Tree::new(
        root,
        count,
        &Edges::new(count, edges),
        &Edges::new(count, &reversed),
    )
}

impl Block {
    /// Whether the order of operations counts in the block: in a region with several blocks it always does.
    #[inline]
    pub fn is_ordered(self, context: &Context) -> bool {
        let Some(region) = self.region(context) else {
            return true;
        };
        if region.first_block(context) != region.last_block(context) {
            return true;
        }
        match region.parent_op(context).map(|op| op.info(context)) {
            None => true,
            Some(None) => false,
            Some(Some(info)) => !info.traits().contains(Traits::HAS_ONLY_GRAPH_REGION),
        }
    }
}

/// The operation of a region that contains a block, and its block.
fn ancestor_in(context: &Context, region: Region, block: Block) -> Option<(Block, Op)> {
    let mut at = block.parent_op(context);
    while let Some(op) = at {
        let block = op.block(context)?;
        if block.region(context) == Some(region) {
            return Some((block, op));
        }
        at = block.parent_op(context);
    }
    None
}

/// The innermost region that contains both blocks, with the blocks of this region that contain them.
fn common_region(context: &Context, a: Block, b: Block) -> Option<(Region, Block, Block)> {
    let in_region = |region: Region, block: Block| match block.region(context) {
        Some(of) if of == region => Some(block),
        _ => ancestor_in(context, region, block).map(|(block, _)| block),
    };
    let mut at = Some(a);
    while let Some(a) = at {
        let region = a.region(context)?;
        if let Some(b) = in_region(region, b) {
            return Some((region, a, b));
        }
        at = region.parent_op(context).and_then(|op| op.block(context));
    }
    None
}
