//! Loops of which one makes what another one uses, or which read the same, as one.
//!
//! Invariant: the choices are MLIR's, down to the order in which loops are looked at, but for those that make wrong code.
//!
//! # Layers
//!
//! - `slice`: the iterations of a loop nest that one iteration of another needs
//! - `slicing`: the slices that accesses of the same memory need, and those of several accesses
//! - `region`: the part of a memref that an access is of
//! - `cost`: how much loops compute
//! - `graph`: what depends on what in a block
//! - `nodes`: the accesses of an operation, and the graph of a block
//! - `buckets`: the order in which MLIR visits the operations of a graph
//! - `legal`: where a slice can be executed
//! - `profit`: where it is best executed
//! - `order`: whether slices read and write as the whole nest did
//! - `insert`: the slice in the other loop
//! - `private`: memory for one slice alone
//! - `sink`: loops that depend on their own earlier iterations inside of others
//! - `produce`: fusing loops with those that make what they use
//! - `siblings`: fusing loops that read the same

mod buckets;
mod cost;
mod graph;
mod insert;
mod legal;
mod nodes;
mod order;
mod private;
mod produce;
mod profit;
mod region;
mod siblings;
mod sink;
mod slice;
mod slicing;

use tvmlike_ir::{Block, Context, Exclusive, Op, WalkOrder, WalkResult};

use self::graph::Graph;
pub(super) use self::region::{Extents, Region, element_size, footprint};
use super::nest::AffineFor;

/// What is fused, and when.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fusion {
    /// How much more may be computed, as a part of what is computed.
    pub(crate) tolerance: f64,
    /// The memory space of small private memory.
    pub(crate) fast_space: Option<i64>,
    /// How many bytes small memory has.
    pub(crate) small: u64,
    /// Whether cost is no matter.
    pub(crate) is_maximal: bool,
    /// Whether loops are fused with those that make what they use.
    pub(crate) with_producers: bool,
    /// Whether loops are fused that read the same.
    pub(crate) with_siblings: bool,
}

/// Fuses loops in each block of an operation.
pub(crate) fn fuse(edit: &mut Exclusive<'_>, root: Op, how: &Fusion) {
    let context = edit.context();
    let mut blocks: Vec<Block> = Vec::new();
    root.walk(context, WalkOrder::PostOrder, |op| {
        blocks.extend(op.regions(context).flat_map(|region| region.blocks(context)));
        WalkResult::Advance
    });
    // A block of a loop that was fused is gone, with all that was in it.
    let mut gone = Gone::default();
    for block in blocks {
        if !gone.has(&block) && has_several_loops(context, block) {
            fuse_block(edit, block, how, &mut gone);
        }
    }
}

/// The blocks in loops that were erased.
#[derive(Default)]
struct Gone(std::collections::HashSet<Block>);

impl Gone {
    fn has(&self, block: &Block) -> bool {
        self.0.contains(block)
    }

    /// Notes the blocks in an operation that is going to be erased.
    fn add(&mut self, context: &Context, root: Op) {
        root.walk(context, WalkOrder::PostOrder, |op| {
            self.0
                .extend(op.regions(context).flat_map(|region| region.blocks(context)));
            WalkResult::Advance
        });
    }
}

fn has_several_loops(context: &Context, block: Block) -> bool {
    let loops = block
        .operations(context)
        .filter(|op| AffineFor::of(context, *op).is_some());
    loops.take(2).count() == 2
}

fn fuse_block(edit: &mut Exclusive<'_>, block: Block, how: &Fusion, gone: &mut Gone) {
    let Some(graph) = nodes::graph(edit.context(), block) else {
        return;
    };
    let mut greedy = Greedy {
        graph,
        how,
        block,
        gone,
    };
    match (how.with_producers, how.with_siblings) {
        (true, true) => {
            greedy.fuse_producers(edit, 1);
            greedy.fuse_siblings(edit);
            greedy.fuse_producers(edit, usize::MAX);
        }
        (true, false) => greedy.fuse_producers(edit, usize::MAX),
        _ => greedy.fuse_siblings(edit),
    }
    greedy.erase_unused(edit);
}

/// The loops of a block while they are fused.
struct Greedy<'g> {
    graph: Graph,
    how: &'g Fusion,
    block: Block,
    gone: &'g mut Gone,
}
