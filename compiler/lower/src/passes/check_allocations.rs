//! `check-allocations`.

use tvmlike_ir::{Failure, Rewriter, WalkOrder, WalkResult};
use tvmlike_transform::{Pass, PassRecord, Run};

use crate::allocation_checks::{check, is_allocation};

pub(super) fn record() -> PassRecord {
    PassRecord::new(
        "check-allocations",
        "Check at run time that memory can be allocated",
        |_| Ok(Box::new(CheckAllocations)),
    )
    .with_dialects(&["arith", "cf", "memref"])
}

struct CheckAllocations;

impl Pass for CheckAllocations {
    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        let (context, root) = (run.context(), run.op());
        let mut ops = Vec::new();
        root.walk(context, WalkOrder::PreOrder, |op| {
            if is_allocation(context, op) {
                ops.push(op);
            }
            WalkResult::Advance
        });
        let mut rewriter = Rewriter::new(run.edit());
        for op in ops {
            check(&mut rewriter, op);
        }
        Ok(())
    }
}
