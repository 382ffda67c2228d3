//! `sroa`: splits slots of memory with several parts into slots of their own.
//!
//! A slot is split if every operation that uses it accesses known parts, or can do without it. Invariant: nothing is changed
//! before that is known of all uses.

use std::collections::HashSet;

use foldhash::fast::FixedState;

use tvmlike_ir::{
    Aggregate, AggregateAllocation, Attribute, BoundedAccess, Context, Exclusive, Failure, InsertionPoint,
    MemorySlot, Op, OpOperand, PartAccess, PartUses, Rewriter, WalkOrder, WalkResult,
};

use super::dropped::{Dropped, drop_in};
use crate::pass::{Pass, PassRecord, Run};

pub(super) fn record() -> PassRecord {
    PassRecord::new("sroa", "Scalar Replacement of Aggregates", |_| Ok(Box::new(Sroa)))
        .shown_as("SROA")
        .with_statistics(&[
            ("destructured slots", "Total amount of memory slots destructured"),
            (
                "slots with memory benefit",
                "Total amount of memory slots in which the destructured size was smaller than the total size after eliminating unused fields",
            ),
            (
                "max subelement number",
                "Maximal number of sub-elements a successfully destructured slot initially had",
            ),
        ])
}

struct Sroa;

impl Pass for Sroa {
    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        let (context, op) = (run.context(), run.op());
        let mut counts = Counts::default();
        for region in op.regions(context) {
            let mut allocations = Vec::new();
            for block in region.blocks(context) {
                for op in block.operations(context) {
                    op.walk(context, WalkOrder::PostOrder, |op| {
                        if op.interface::<AggregateAllocation>(context).is_some() {
                            allocations.push(op);
                        }
                        WalkResult::Advance
                    });
                }
            }
            while split_some(run.edit(), &mut allocations, &mut counts) {}
        }
        if counts.split == 0 {
            run.preserved().all();
        }
        run.count(0, counts.split);
        run.count(1, counts.smaller);
        run.count_most(2, counts.most_parts);
        Ok(())
    }
}

#[derive(Default)]
struct Counts {
    split: u64,
    /// Slots with parts that nothing accesses.
    smaller: u64,
    most_parts: u64,
}

/// Splits the slots of allocations, each if it can be. The list becomes that of those that stay and of the new ones. Whether
/// there was one.
fn split_some(edit: &mut Exclusive<'_>, allocations: &mut Vec<Op>, counts: &mut Counts) -> bool {
    let before = counts.split;
    let mut next = Vec::with_capacity(allocations.len());
    for allocation in allocations.drain(..) {
        let context = edit.context();
        let Some(interface) = allocation.interface::<AggregateAllocation>(context) else {
            continue;
        };
        let found = (interface.aggregate)(context, allocation);
        let found = found.and_then(|aggregate| Some((Plan::of(context, &aggregate)?, aggregate)));
        let Some((plan, aggregate)) = found else {
            next.push(allocation);
            continue;
        };
        counts.split += 1;
        counts.smaller += u64::from(aggregate.parts.len() != plan.used.len());
        counts.most_parts = counts.most_parts.max(aggregate.parts.len() as u64);
        plan.split(
            &mut Rewriter::new(edit),
            allocation,
            *interface,
            &aggregate,
            &mut next,
        );
    }
    *allocations = next;
    counts.split > before
}

/// How a slot is split.
struct Plan {
    /// The indices of the parts that something accesses.
    used: Vec<Attribute>,
    /// The operations that access parts.
    accesses: HashSet<Op, FixedState>,
    /// The operations that do without the slot.
    dropped: Dropped,
}

impl Plan {
    /// The plan for a slot; `None` if it is not used, or something needs the slot as a whole.
    fn of(context: &Context, aggregate: &Aggregate) -> Option<Self> {
        if !aggregate.slot.pointer.has_uses(context) {
            return None;
        }
        let mut uses = PartUses::default();
        let mut plan = Self {
            used: Vec::new(),
            accesses: HashSet::default(),
            dropped: Dropped::default(),
        };
        for at in aggregate.slot.pointer.uses(context) {
            let op = at.owner(context);
            let access = op.interface::<PartAccess>(context);
            if access.is_some_and(|access| (access.parts_of)(context, op, aggregate, &mut uses)) {
                plan.accesses.insert(op);
            } else {
                plan.dropped.add(at, context);
            }
        }
        let mut seen = HashSet::default();
        while let Some(slot) = uses.inside.pop() {
            plan.check_inside(context, slot, &mut uses.inside, &mut seen);
        }
        plan.used = uses.used;
        plan.dropped.close(context)?;
        Some(plan)
    }

    /// Finds the uses of a pointer into a part that could access what is behind the part.
    fn check_inside(
        &mut self,
        context: &Context,
        slot: MemorySlot,
        inside: &mut Vec<MemorySlot>,
        seen: &mut HashSet<OpOperand, FixedState>,
    ) {
        for at in slot.pointer.uses(context) {
            if !seen.insert(at) {
                continue;
            }
            let op = at.owner(context);
            let access = op.interface::<BoundedAccess>(context);
            if !access.is_some_and(|access| (access.is_inside)(context, op, slot, inside)) {
                self.dropped.add(at, context);
            }
        }
    }

    /// The operations that change, in the order in which they stand.
    fn changed(&self, context: &Context, allocation: Op) -> Vec<Op> {
        let is_changed = |op: &Op| self.accesses.contains(op) || self.dropped.contains(*op);
        let block = allocation.block(context);
        let mut all = self.accesses.iter().copied().chain(self.dropped.ops());
        if all.all(|op| op.block(context) == block) {
            let behind = std::iter::successors(allocation.next(context), |op| op.next(context));
            return behind.filter(is_changed).collect();
        }
        let mut found = Vec::new();
        let blocks = allocation
            .parent_region(context)
            .into_iter()
            .flat_map(|region| region.blocks(context));
        for op in blocks.flat_map(|block| block.operations(context)) {
            op.walk(context, WalkOrder::PreOrder, |op| {
                found.extend(Some(op).filter(is_changed));
                WalkResult::Advance
            });
        }
        found
    }

    /// Splits the slot. The list gets the allocations of parts.
    fn split(
        self,
        rewriter: &mut Rewriter<'_, '_>,
        allocation: Op,
        interface: AggregateAllocation,
        aggregate: &Aggregate,
        allocations: &mut Vec<Op>,
    ) {
        let context = rewriter.context();
        let changed = self.changed(context, allocation);
        rewriter.set_after(allocation);
        let mut slots = Vec::new();
        for index in &self.used {
            let Some(ty) = aggregate.part(*index) else {
                continue;
            };
            let slot = (interface.allocate)(rewriter, allocation, ty);
            allocations.extend(slot.pointer.defining_op(context));
            slots.push((*index, slot));
        }
        let mut erased = Vec::new();
        for op in changed.into_iter().rev() {
            let is_erased = if self.accesses.contains(&op) {
                let access = op.interface::<PartAccess>(context);
                rewriter.at(InsertionPoint::after(context, op), |rewriter| {
                    access.is_some_and(|access| (access.redirect)(rewriter, op, aggregate, &slots))
                })
            } else {
                drop_in(rewriter, op)
            };
            if is_erased {
                erased.push(op);
            }
        }
        rewriter.set_insertion_point(None);
        for op in erased {
            rewriter.erase_op(op);
        }
        rewriter.erase_op(allocation);
    }
}
