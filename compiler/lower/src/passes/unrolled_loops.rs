//! `unroll-innermost-loops`.

use tvmlike_ir::{Failure, Rewriter, WalkOrder, WalkResult};
use tvmlike_transform::{Pass, PassRecord, Run};

use crate::unrolled_loops::{is_innermost, unroll};

pub(super) fn record() -> PassRecord {
    PassRecord::new(
        "unroll-innermost-loops",
        "Compare at the end of innermost loops, and do the work of several iterations in one",
        |_| Ok(Box::new(Unroll)),
    )
    .with_dialects(&["arith", "scf"])
}

struct Unroll;

impl Pass for Unroll {
    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        let (context, root) = (run.context(), run.op());
        let mut loops = Vec::new();
        root.walk(context, WalkOrder::PreOrder, |op| {
            if is_innermost(context, op) {
                loops.push(op);
            }
            WalkResult::Advance
        });
        let mut rewriter = Rewriter::new(run.edit());
        for op in loops {
            unroll(&mut rewriter, op);
        }
        Ok(())
    }
}
