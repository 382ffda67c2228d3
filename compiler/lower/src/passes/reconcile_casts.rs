//! `reconcile-unrealized-casts`: removes casts that cancel each other out.

use tvmlike_ir::{Failure, WalkOrder, WalkResult};
use tvmlike_transform::{Pass, PassRecord, Run, reconcile_casts};

pub(super) fn record() -> PassRecord {
    PassRecord::new(
        "reconcile-unrealized-casts",
        "Simplify and eliminate unrealized conversion casts",
        |_| Ok(Box::new(ReconcileCasts)),
    )
    .shown_as("ReconcileUnrealizedCastsPass")
}

struct ReconcileCasts;

impl Pass for ReconcileCasts {
    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        let (context, root) = (run.context(), run.op());
        let mut casts = Vec::new();
        root.walk(context, WalkOrder::PostOrder, |op| {
            if op.is_named(context, "builtin.unrealized_conversion_cast") {
                casts.push(op);
            }
            WalkResult::Advance
        });
        reconcile_casts(run.edit(), &casts);
        Ok(())
    }
}
