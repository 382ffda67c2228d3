//! `control-flow-sink`: moves operations into the only region that uses them, if it is executed at most once.
//!
//! Invariant: a moved operation has no effect, and is executed at most as often as before.

use tvmlike_ir::{
    Context, DominanceInfo, Exclusive, Failure, Op, Region, RegionBranch, Traits, WalkOrder, WalkResult,
};

use crate::pass::{Pass, PassRecord, Run};

pub(super) fn record() -> PassRecord {
    PassRecord::new(
        "control-flow-sink",
        "Sink operations into conditional blocks",
        |_| Ok(Box::new(ControlFlowSink)),
    )
    .shown_as("ControlFlowSink")
    .with_statistics(&[("num-sunk", "Number of operations sunk")])
}

struct ControlFlowSink;

impl Pass for ControlFlowSink {
    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        let (context, op) = (run.context(), run.op());
        let mut branches = Vec::new();
        op.walk(context, WalkOrder::PostOrder, |op| {
            if op
                .interface::<RegionBranch>(context)
                .is_some_and(|branch| branch.enters_regions_once)
            {
                branches.push(op);
            }
            WalkResult::Advance
        });
        let mut sunk = 0;
        let (dominance, edit) = run.analysis::<DominanceInfo>();
        for branch in branches {
            for region in branch.regions(context) {
                sunk += sink_into(edit, dominance, region);
            }
        }
        run.preserved().one::<DominanceInfo>();
        if sunk == 0 {
            run.preserved().all();
        }
        run.count(0, sunk);
        Ok(())
    }
}

/// Moves what only a region uses into it. The number of operations.
fn sink_into(edit: &mut Exclusive<'_>, dominance: &mut DominanceInfo, region: Region) -> u64 {
    let context = edit.context();
    let mut sunk = 0;
    let blocks = region.blocks(context);
    let mut pending: Vec<Op> = blocks.flat_map(|block| block.operations(context)).collect();
    while let Some(user) = pending.pop() {
        sunk += sink_operands(edit, dominance, user, region, &mut pending);
    }
    sunk
}

/// Moves the definitions of an operation's operands into a region, and adds them to the stack. The number of operations.
fn sink_operands(
    edit: &mut Exclusive<'_>,
    dominance: &mut DominanceInfo,
    user: Op,
    region: Region,
    pending: &mut Vec<Op>,
) -> u64 {
    let context = edit.context();
    let Some(entry) = region.first_block(context) else {
        return 0;
    };
    let before = pending.len();
    let operands: Vec<_> = user.operands(context).collect();
    for value in operands {
        let Some(op) = value.defining_op(context) else {
            continue;
        };
        let is_inside = op.parent_region(context) == Some(region);
        if is_inside || !only_used_below(context, dominance, op, region) || !can_sink(context, op) {
            continue;
        }
        let first = entry.first_op(context);
        let moved = first.map(|first| op.move_before(edit, first));
        moved
            .transpose()
            .expect("an operation can be moved into a region that it is not in");
        pending.push(op);
    }
    (pending.len() - before) as u64
}

fn can_sink(context: &Context, op: Op) -> bool {
    !op.has_trait(context, Traits::TERMINATOR) && op.is_memory_effect_free(context)
}

/// Whether all users of an operation are in blocks that a region's entry dominates.
fn only_used_below(context: &Context, dominance: &mut DominanceInfo, op: Op, region: Region) -> bool {
    let Some(entry) = region.first_block(context) else {
        return false;
    };
    let mut uses = op.results(context).flat_map(|result| result.uses(context));
    uses.all(|at| {
        let block = at.owner(context).block(context);
        block.is_some_and(|block| dominance.block_dominates(context, entry, block))
    })
}
