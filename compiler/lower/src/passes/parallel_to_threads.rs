//! `convert-parallel-loops-to-threads`.

use tvmlike_ir::Failure;
use tvmlike_transform::{OptionRecord, Pass, PassRecord, Run};

use crate::parallel_threads::run_on_threads;

pub(super) fn record() -> PassRecord {
    PassRecord::new(
        "convert-parallel-loops-to-threads",
        "Run the iterations of parallel loops on threads",
        |_| Ok(Box::new(ParallelToThreads)),
    )
    .on("builtin.module")
    .with_dialects(&["arith", "cf", "func", "llvm", "scf"])
    .with_options(vec![OptionRecord::uint(
        "threads",
        0,
        "The number of threads; 0: as many as there are processors",
    )])
}

struct ParallelToThreads;

impl Pass for ParallelToThreads {
    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        let (module, threads) = (run.op(), run.options().int("threads"));
        run_on_threads(run.edit(), module, threads)
    }
}
