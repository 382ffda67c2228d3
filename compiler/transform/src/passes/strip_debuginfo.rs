//! `strip-debuginfo`: forgets the locations of operations and arguments.

use tvmlike_ir::{Failure, WalkOrder, WalkResult};

use crate::pass::{Pass, PassRecord, Run};

pub(super) fn record() -> PassRecord {
    PassRecord::new("strip-debuginfo", "Strip debug info from all operations", |_| {
        Ok(Box::new(StripDebugInfo))
    })
    .shown_as("StripDebugInfo")
}

struct StripDebugInfo;

impl Pass for StripDebugInfo {
    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        let (context, op) = (run.context(), run.op());
        let unknown = context.unknown_location();
        op.walk_mut(run.edit(), WalkOrder::PreOrder, |edit, op| {
            op.set_location(edit, unknown);
            for block in op.regions(context).flat_map(|region| region.blocks(context)) {
                for argument in block.arguments(context) {
                    argument.set_location(edit, unknown);
                }
            }
            WalkResult::Advance
        });
        Ok(())
    }
}
