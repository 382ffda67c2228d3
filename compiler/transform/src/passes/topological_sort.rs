//! `topological-sort`: puts the operations of graphs behind those that define their operands.
//!
//! The order of operations that do not depend on each other stays. In a circle, the first operation goes first.

use tvmlike_ir::{Block, Context, Exclusive, Failure, Op, SideTable, Traits, Value, WalkOrder, WalkResult};

use crate::pass::{Pass, PassRecord, Run};

pub(super) fn record() -> PassRecord {
    PassRecord::new(
        "topological-sort",
        "Sort regions without SSA dominance in topological order",
        |_| Ok(Box::new(TopologicalSort)),
    )
    .shown_as("TopologicalSort")
}

struct TopologicalSort;

impl Pass for TopologicalSort {
    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        let (context, root) = (run.context(), run.op());
        let mut blocks: Vec<Block> = Vec::new();
        root.walk(context, WalkOrder::PostOrder, |op| {
            if op.has_trait(context, Traits::HAS_ONLY_GRAPH_REGION) {
                blocks.extend(op.regions(context).flat_map(|region| region.blocks(context)));
            }
            WalkResult::Advance
        });
        for block in blocks {
            sort(run.edit(), block);
        }
        Ok(())
    }
}

/// Whether the operations that define a value for `user` or one nested in it are all in order, with those around them.
fn is_ready(context: &Context, value: Value, user: Op, unsorted: &SideTable<Op, bool>) -> bool {
    let mut at = value.defining_op(context);
    while let Some(op) = at {
        if op == user {
            return true;
        }
        if unsorted.get(op) {
            return false;
        }
        at = op.parent_op(context);
    }
    true
}

/// Whether everything that an operation and those in it use is in order.
fn can_come_next(context: &Context, user: Op, unsorted: &SideTable<Op, bool>) -> bool {
    user.walk(context, WalkOrder::PreOrder, |nested| {
        let is_ready = nested
            .operands(context)
            .all(|value| is_ready(context, value, user, unsorted));
        match is_ready {
            true => WalkResult::Advance,
            false => WalkResult::Interrupt,
        }
    })
}

/// Sorts the operations of a block; a terminator stays.
fn sort(edit: &mut Exclusive<'_>, block: Block) {
    let context = edit.context();
    let end = block
        .last_op(context)
        .filter(|last| last.has_trait(context, Traits::TERMINATOR));
    let ops = block.operations(context).filter(|op| Some(*op) != end);
    let mut unsorted: SideTable<Op, bool> = SideTable::new();
    for op in ops {
        unsorted.set(op, true);
    }
    // What is before `next` is in order.
    let mut next = block.first_op(context).filter(|first| Some(*first) != end);
    while let Some(first) = next {
        let mut has_progress = false;
        let mut at = Some(first);
        while let Some(op) = at.filter(|op| Some(*op) != end) {
            at = op.next(context);
            if !can_come_next(context, op, &unsorted) {
                continue;
            }
            unsorted.set(op, false);
            has_progress = true;
            if next == Some(op) {
                next = op.next(context).filter(|op| Some(*op) != end);
            } else if let Some(next) = next {
                op.move_before(edit, next)
                    .expect("an operation can be moved within its block");
            }
        }
        if !has_progress && let Some(op) = next {
            unsorted.set(op, false);
            next = op.next(context).filter(|op| Some(*op) != end);
        }
    }
}
