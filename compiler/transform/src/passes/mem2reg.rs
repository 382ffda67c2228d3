//! `mem2reg`: puts values in the place of slots of memory.
//!
//! A slot is replaced if every operation that uses it reads or writes it, all in blocks of one region, or can do without it.
//! Invariant: nothing is changed before that is known of all uses.

mod analysis;

use std::collections::HashMap;

use tvmlike_ir::{
    Block, Branch, Context, DominanceInfo, DroppableUse, Exclusive, Failure, InsertionPoint, MemorySlot, Op,
    Rewriter, SlotAccess, SlotAllocation, SlotUse, Value, WalkOrder, WalkResult,
};

use crate::options::OptionRecord;
use crate::pass::{Pass, PassRecord, Run};
use analysis::Plan;

pub(super) fn record() -> PassRecord {
    PassRecord::new("mem2reg", "Promotes memory slots into values.", |_| {
        Ok(Box::new(Mem2Reg))
    })
    .shown_as("Mem2Reg")
    .with_options(vec![OptionRecord::bool(
        "region-simplify",
        true,
        "Perform control flow optimizations to the region tree",
    )])
    .with_dialects(&["ub"])
    .with_statistics(&[
        ("promoted slots", "Total amount of memory slot promoted"),
        (
            "new block args",
            "Total amount of new block argument inserted in blocks",
        ),
    ])
}

struct Mem2Reg;

impl Pass for Mem2Reg {
    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        let (context, op) = (run.context(), run.op());
        let (mut promoted, mut arguments) = (0, 0);
        let (dominance, edit) = run.analysis::<DominanceInfo>();
        for region in op.regions(context) {
            let mut allocations = Vec::new();
            for block in region.blocks(context) {
                for op in block.operations(context) {
                    op.walk(context, WalkOrder::PostOrder, |op| {
                        if op.interface::<SlotAllocation>(context).is_some() {
                            allocations.push(op);
                        }
                        WalkResult::Advance
                    });
                }
            }
            while promote_some(edit, dominance, &mut allocations, &mut promoted, &mut arguments) {}
        }
        // No block was added or removed.
        run.preserved().one::<DominanceInfo>();
        if promoted == 0 {
            run.preserved().all();
        }
        run.count(0, promoted);
        run.count(1, arguments);
        Ok(())
    }
}

/// Promotes the slots of allocations, each if it can be. Those of which something stays remain in the list. Whether there was
/// one.
fn promote_some(
    edit: &mut Exclusive<'_>,
    dominance: &mut DominanceInfo,
    allocations: &mut Vec<Op>,
    promoted: &mut u64,
    arguments: &mut u64,
) -> bool {
    let before = *promoted;
    allocations.retain(|allocation| {
        let context = edit.context();
        let Some(interface) = allocation.interface::<SlotAllocation>(context) else {
            return false;
        };
        for slot in (interface.slots)(context, *allocation) {
            if let Some(plan) = Plan::of(context, dominance, slot) {
                *promoted += 1;
                *arguments += plan.merges.len() as u64;
                Promoter {
                    rewriter: &mut Rewriter::new(edit),
                    allocation: *allocation,
                    slot,
                    recorders: plan.dropped.recorders(context, plan.home),
                    plan,
                    unwritten: None,
                }
                .run(dominance);
                return false;
            }
        }
        true
    });
    *promoted > before
}

/// What an operation does with a slot, by its interface.
fn use_of(context: &Context, op: Op, slot: MemorySlot) -> Option<SlotUse> {
    let access = op.interface::<SlotAccess>(context)?;
    (access.use_of)(context, op, slot)
}

struct Promoter<'p, 'e, 'c> {
    rewriter: &'p mut Rewriter<'e, 'c>,
    allocation: Op,
    slot: MemorySlot,
    plan: Plan,
    /// The operations that record the values that take the slot's place.
    recorders: Vec<Op>,
    /// The value of the slot before something is written, once it was needed.
    unwritten: Option<Value>,
}

impl Promoter<'_, '_, '_> {
    fn run(&mut self, dominance: &mut DominanceInfo) {
        let context = self.rewriter.context();
        let region = self.plan.home;
        // Down the tree of dominators, from the entry: a block with the value at its start.
        let mut children: HashMap<Block, Vec<Block>> = HashMap::new();
        for block in region.blocks(context) {
            if let Some(parent) = dominance.immediate_dominator(context, block) {
                children.entry(parent).or_default().push(block);
            }
        }
        let entry = region.first_block(context);
        let mut pending: Vec<(Block, Option<Value>)> = entry.map(|entry| (entry, None)).into_iter().collect();
        while let Some((block, value)) = pending.pop() {
            let value = self.block(block, value);
            let below = children.get(&block).into_iter().flatten();
            pending.extend(below.map(|child| (*child, value)));
        }
        self.erase_uses();
        std::mem::take(&mut self.plan.dropped).drop_all(self.rewriter);
        self.complete_dead_branches();
        if let Some(unwritten) = self.unwritten
            && !unwritten.has_uses(context)
            && let Some(op) = unwritten.defining_op(context)
        {
            self.rewriter.erase_op(op);
        }
        self.rewriter.erase_op(self.allocation);
    }

    /// Follows the value through a block, replaces what reads it, and passes it on. The value at the end.
    fn block(&mut self, block: Block, value: Option<Value>) -> Option<Value> {
        let context = self.rewriter.context();
        let mut value = value;
        if self.plan.merges.contains(&block) {
            let location = self.slot.pointer.location(context);
            let argument = block.add_argument(self.rewriter.edit(), self.slot.element, location);
            value = Some(argument);
            // As in MLIR, only what has the slot's own pointer records what comes from several blocks, in the order of uses.
            let recorders = self
                .plan
                .dropped
                .ops()
                .filter(|op| op.operands(context).any(|operand| operand == self.slot.pointer));
            let recorders: Vec<Op> = recorders.collect();
            let place = InsertionPoint::at_start(context, block);
            record_value(self.rewriter, &recorders, argument, Some(place));
        }
        let accesses = self.plan.accessed.contains(&block);
        for op in accesses.then(|| block.operations(context)).into_iter().flatten() {
            match use_of(context, op, self.slot) {
                Some(SlotUse::Write(written)) => {
                    value = Some(written);
                    let place = InsertionPoint::after(context, op);
                    record_value(self.rewriter, &self.recorders, written, place);
                }
                Some(SlotUse::Read) => {
                    let known = *value.get_or_insert_with(|| self.unwritten());
                    for result in op.results(context) {
                        self.rewriter.replace_all_uses(result, known);
                    }
                }
                None => {}
            }
        }
        let Some(terminator) = block.last_op(context) else {
            return value;
        };
        for index in 0..terminator.num_successors(context) {
            let target = terminator.successor(context, index);
            if target.is_some_and(|target| self.plan.merges.contains(&target)) {
                let passed = *value.get_or_insert_with(|| self.unwritten());
                self.pass(terminator, index, passed);
            }
        }
        value
    }

    /// The value of the slot before something is written.
    fn unwritten(&mut self) -> Value {
        if let Some(value) = self.unwritten {
            return value;
        }
        let context = self.rewriter.context();
        let interface = self.allocation.interface::<SlotAllocation>(context);
        let block = self.allocation.block(context);
        let place = block.map(|block| InsertionPoint::at_start(context, block));
        let (allocation, slot) = (self.allocation, self.slot);
        let made = self.rewriter.at(place, |rewriter| {
            interface.and_then(|interface| (interface.unwritten)(rewriter, allocation, slot))
        });
        let made = made.expect("an allocation with slots makes the value of one that nothing has written");
        *self.unwritten.insert(made)
    }

    /// Appends a value to what a terminator passes to a successor.
    fn pass(&mut self, terminator: Op, successor: usize, value: Value) {
        let context = self.rewriter.context();
        let Some(branch) = terminator.interface::<Branch>(context) else {
            return;
        };
        let range = (branch.operands)(context, terminator, successor).operands;
        let mut values: Vec<Value> = range
            .filter_map(|index| terminator.operand(context, index))
            .collect();
        values.push(value);
        let set = branch.set_operands;
        self.rewriter
            .modify(terminator, |edit| set(edit, terminator, successor, &values));
    }

    /// Erases all uses. A read that no path from the entry leads to gives the value of a slot that nothing has written.
    fn erase_uses(&mut self) {
        let context = self.rewriter.context();
        for op in std::mem::take(&mut self.plan.uses) {
            let unreached: Vec<Value> = op
                .results(context)
                .filter(|result| result.has_uses(context))
                .collect();
            for result in unreached {
                let value = self.unwritten();
                self.rewriter.replace_all_uses(result, value);
            }
            self.rewriter.erase_op(op);
        }
    }

    /// Lets branches of blocks that no path leads to pass the value of a slot that nothing has written.
    fn complete_dead_branches(&mut self) {
        let context = self.rewriter.context();
        for block in std::mem::take(&mut self.plan.merges) {
            let uses: Vec<_> = block.uses(context).collect();
            for at in uses {
                let terminator = at.owner(context);
                let successor = at.index(context);
                let Some(branch) = terminator.interface::<Branch>(context) else {
                    continue;
                };
                let passed = (branch.operands)(context, terminator, successor);
                if passed.produced + passed.operands.len() + 1 == block.num_arguments(context) {
                    let value = self.unwritten();
                    self.pass(terminator, successor, value);
                }
            }
        }
    }
}

/// Lets operations record a value of the slot at a place.
fn record_value(
    rewriter: &mut Rewriter<'_, '_>,
    recorders: &[Op],
    value: Value,
    place: Option<InsertionPoint>,
) {
    let context = rewriter.context();
    for op in recorders {
        let record = op.interface::<DroppableUse>(context).and_then(|it| it.record);
        if let Some(record) = record {
            rewriter.at(place, |rewriter| record(rewriter, *op, value));
        }
    }
}
