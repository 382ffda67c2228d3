//! `loop-invariant-subset-hoisting`.

use tvmlike_ir::{Failure, LoopLike, Op, WalkOrder, WalkResult};
use tvmlike_transform::{Pass, PassRecord, Run};

pub(super) fn record() -> PassRecord {
    PassRecord::new(
        "loop-invariant-subset-hoisting",
        "Hoist loop invariant subset ops outside of the loop",
        |_| Ok(Box::new(LoopInvariantSubsetHoisting)),
    )
    .shown_as("LoopInvariantSubsetHoisting")
}

struct LoopInvariantSubsetHoisting;

impl Pass for LoopInvariantSubsetHoisting {
    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        let (context, root) = (run.context(), run.op());
        let mut loops: Vec<Op> = Vec::new();
        // Inner loops first: what leaves one can leave the loop around it, too.
        root.walk(context, WalkOrder::PostOrder, |op| {
            if op != root && op.interface::<LoopLike>(context).is_some() {
                loops.push(op);
            }
            WalkResult::Advance
        });
        for op in loops {
            crate::subset_hoisting::hoist_from(run.edit(), op);
        }
        Ok(())
    }
}
