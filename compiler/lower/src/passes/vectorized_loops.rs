//! `vectorize-parallel-loops`.

use tvmlike_ir::{Failure, Rewriter, WalkOrder, WalkResult};
use tvmlike_transform::{OptionRecord, Pass, PassRecord, Run};

use crate::vectorized_loops::{Vectors, vectorize};

pub(super) fn record() -> PassRecord {
    PassRecord::new(
        "vectorize-parallel-loops",
        "Compute several iterations of parallel loops by vectors",
        |_| Ok(Box::new(Vectorize)),
    )
    .with_options(vec![
        OptionRecord::uint("register-bytes", 16, "The size of a vector of the machine."),
        OptionRecord::bool(
            "only-nests",
            false,
            "Leave loops without a loop in them to a compiler that makes vectors of these itself.",
        ),
    ])
    .with_dialects(&["arith", "scf", "vector"])
}

struct Vectorize;

impl Pass for Vectorize {
    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        let (context, root) = (run.context(), run.op());
        let vectors = Vectors {
            register: run.options().int("register-bytes").clamp(8, 1024),
            only_nests: run.options().bool("only-nests"),
        };
        let mut loops = Vec::new();
        root.walk(context, WalkOrder::PostOrder, |op| {
            if op != root && op.is_named(context, "scf.parallel") {
                loops.push(op);
            }
            WalkResult::Advance
        });
        let mut rewriter = Rewriter::new(run.edit());
        for op in loops {
            vectorize(&mut rewriter, op, vectors);
        }
        Ok(())
    }
}
