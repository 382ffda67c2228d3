//! Operations that do without a slot of memory: those that the passes on slots erase or change together with the slot.
//!
//! Invariant: nothing is changed while operations are collected.

use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};

use foldhash::fast::FixedState;
use tvmlike_ir::{Block, Context, DroppableUse, InsertionPoint, Op, OpOperand, Region, Rewriter};

use crate::regions::post_order;

/// Operations with the operands that they do without.
#[derive(Default)]
pub(super) struct Dropped {
    /// The operations in the order in which they were found.
    ops: Vec<Op>,
    uses: HashMap<Op, Vec<OpOperand>, FixedState>,
}

impl Dropped {
    /// Adds a use, if it is not there. Whether it was not.
    pub(super) fn add(&mut self, at: OpOperand, context: &Context) -> bool {
        let op = at.owner(context);
        let uses = self.uses.entry(op).or_default();
        if uses.is_empty() {
            self.ops.push(op);
        }
        let is_new = !uses.contains(&at);
        if is_new {
            uses.push(at);
        }
        is_new
    }

    pub(super) fn is_empty(&self) -> bool {
        self.ops.is_empty()
    }

    pub(super) fn contains(&self, op: Op) -> bool {
        self.uses.contains_key(&op)
    }

    pub(super) fn ops(&self) -> impl Iterator<Item = Op> + '_ {
        self.ops.iter().copied()
    }

    /// The operations that record the values of a slot in a region, in the order of MLIR: first those of the region.
    pub(super) fn recorders(&self, context: &Context, home: Region) -> Vec<Op> {
        let records = |op: &Op| {
            op.interface::<DroppableUse>(context)
                .is_some_and(|it| it.record.is_some())
        };
        let mut recorders: Vec<Op> = self.ops().filter(records).collect();
        let block = recorders.first().and_then(|op| op.block(context));
        let mut ranks: HashMap<Block, usize, FixedState> = HashMap::default();
        if recorders.iter().any(|op| op.block(context) != block) {
            let regions = recorders.iter().filter_map(|op| op.parent_region(context));
            for region in std::iter::once(home).chain(regions) {
                rank_blocks(context, region, &mut ranks);
            }
        }
        let rank = |op: Op| op.block(context).and_then(|block| ranks.get(&block));
        recorders.sort_by(|first, second| {
            rank(*first)
                .cmp(&rank(*second))
                .then_with(|| match first.is_before_in_block(context, *second) {
                    true => Ordering::Less,
                    false => Ordering::Greater,
                })
        });
        recorders
    }

    /// Adds what uses the results of those that pass a pointer on. `None`: an operation cannot do without its operands, or
    /// one that stays uses what goes.
    pub(super) fn close(&mut self, context: &Context) -> Option<()> {
        let mut pending: Vec<Op> = self.ops().collect();
        while let Some(op) = pending.pop() {
            let interface = op.interface::<DroppableUse>(context)?;
            if !(interface.can_drop)(context, op, self.uses.get(&op)?) {
                return None;
            }
            if !interface.forwards {
                continue;
            }
            for at in op.results(context).flat_map(|result| result.uses(context)) {
                if self.add(at, context) {
                    pending.push(at.owner(context));
                }
            }
        }
        let results = self.ops().flat_map(|op| op.results(context));
        let mut users = results.flat_map(|result| result.uses(context));
        users.all(|at| self.contains(at.owner(context))).then_some(())
    }

    /// Lets all do without the slot, and erases those that are nothing without it.
    pub(super) fn drop_all(self, rewriter: &mut Rewriter<'_, '_>) {
        let erased = self.ops.into_iter().filter(|op| drop_in(rewriter, *op));
        let mut erased: HashSet<Op, FixedState> = erased.collect();
        let context = rewriter.context();
        let is_used = |op: &Op| op.results(context).any(|result| result.has_uses(context));
        // Users go before what they use.
        let mut pending: Vec<Op> = erased.extract_if(|op| !is_used(op)).collect();
        while let Some(op) = pending.pop() {
            let sources: Vec<Op> = op
                .operands(context)
                .filter_map(|operand| operand.defining_op(context))
                .collect();
            rewriter.erase_op(op);
            let unused = sources.into_iter().filter(|op| !is_used(op) && erased.remove(op));
            pending.extend(unused);
        }
        assert!(erased.is_empty(), "only what goes uses the results of what goes");
    }
}

/// Numbers the blocks of a region, those that lead to others before these, behind the blocks that have numbers.
fn rank_blocks(context: &Context, region: Region, ranks: &mut HashMap<Block, usize, FixedState>) {
    let entry = region.first_block(context);
    let reached = entry.map_or_else(Vec::new, |entry| post_order(context, entry));
    for block in reached.into_iter().rev().chain(region.blocks(context)) {
        let next = ranks.len();
        ranks.entry(block).or_insert(next);
    }
}

/// Lets an operation do without the slot. Whether it is to be erased.
pub(super) fn drop_in(rewriter: &mut Rewriter<'_, '_>, op: Op) -> bool {
    let context = rewriter.context();
    let place = InsertionPoint::after(context, op);
    rewriter.at(place, |rewriter| {
        let interface = op.interface::<DroppableUse>(context);
        interface.is_some_and(|interface| (interface.drop)(rewriter, op))
    })
}
