//! Parts of memrefs in faster memory: they are copied there before the operations that use them, and back after these.
//!
//! Invariant: an access of the slow memory among these operations is one of the fast memory, and what is copied back was written or
//! copied before.
//!
//! # Layers
//!
//! - `operations`: what is copied, for which operations, and where
//! - `partial`: whether writes are of all elements of a region
//! - `made`: constants and memory that copies need
//! - `dma`: copies by DMA
//! - `copy`: the copy of one region
//! - `range`: the regions of operations that follow each other

mod copy;
mod dma;
mod made;
mod operations;
mod partial;
mod range;

use std::collections::HashSet;

use tvmlike_ir::{Block, Context, Op, Rewriter};

use self::operations::Operations;
use self::range::copy_regions;
use super::fusion::footprint;
use super::nest::AffineFor;
use super::promote::promote;
use tvmlike_ir::{WalkOrder, WalkResult};

/// How memory is copied.
pub(crate) struct FastMemory {
    pub(crate) slow_space: i64,
    pub(crate) fast_space: i64,
    pub(crate) tag_space: i64,
    /// In bytes; there may be no limit.
    pub(crate) capacity: u64,
    pub(crate) by_dma: bool,
    pub(crate) only_unit_steps: bool,
}

/// What is made.
#[derive(Default)]
struct Made {
    /// The outermost loops of copies.
    nests: Vec<Op>,
    known: HashSet<Op>,
}

fn is_start(context: &Context, made: &Made, op: Op) -> bool {
    let names = ["affine.load", "affine.store", "affine.for"];
    names.iter().any(|name| op.is_named(context, name)) && !made.known.contains(&op)
}

/// The first operation from one on that a range can begin with.
fn find_start(context: &Context, made: &Made, from: Option<Op>) -> Option<Op> {
    std::iter::successors(from, |op| op.next(context)).find(|op| is_start(context, made, *op))
}

/// Copies for the operations of a block: each loop is a range of its own, and so is what is between loops.
fn copy_in_block(rewriter: &mut Rewriter<'_, '_>, block: Block, how: &FastMemory, made: &mut Made) {
    let context = rewriter.context();
    let mut start = find_start(context, made, block.first_op(context));
    let mut at = start;
    while let (Some(first), Some(op)) = (start, at) {
        let Some(root) = AffineFor::of(context, op).filter(|root| !made.known.contains(&root.0)) else {
            at = op.next(context);
            continue;
        };
        if first != op {
            copy_regions(rewriter, Operations { first, end: op }, how, made);
        }
        let is_too_large = match how.only_unit_steps {
            true => root.step(context) != 1,
            false => footprint(context, root).is_some_and(|bytes| bytes.cast_unsigned() > how.capacity),
        };
        if is_too_large {
            copy_in_block(rewriter, root.body(context), how, made);
        } else if let Some(end) = op.next(context) {
            copy_regions(rewriter, Operations { first: op, end }, how, made);
        }
        start = find_start(context, made, op.next(context));
        at = start;
    }
    if let (Some(first), Some(end)) = (start, block.last_op(context))
        && first != end
    {
        copy_regions(rewriter, Operations { first, end }, how, made);
    }
}

/// Copies what blocks access to fast memory. The accesses of the copies.
pub(crate) fn copy_to_fast_memory(
    rewriter: &mut Rewriter<'_, '_>,
    blocks: &[Block],
    how: &FastMemory,
) -> Vec<Op> {
    let context = rewriter.context();
    let mut made = Made::default();
    for block in blocks {
        copy_in_block(rewriter, *block, how, &mut made);
    }
    let mut accesses = Vec::new();
    for nest in made.nests {
        let mut loops = Vec::new();
        nest.walk(context, WalkOrder::PostOrder, |op| {
            match AffineFor::of(context, op) {
                Some(root) => loops.push(root),
                None if is_start(context, &Made::default(), op) => accesses.push(op),
                None => {}
            }
            WalkResult::Advance
        });
        for root in loops {
            promote(rewriter, root);
        }
    }
    accesses
}
