//! `buffer-hoisting`, `buffer-loop-hoisting`, `optimize-allocation-liveness`, `promote-buffers-to-stack`,
//! `buffer-results-to-out-params` and `drop-equivalent-buffer-results`.

use tvmlike_ir::{Exclusive, Failure, Op};
use tvmlike_transform::{OptionRecord, Options, Pass, PassRecord, Run};

use crate::bufferize::has_body;
use crate::placement::{
    Hoisting, OutParams, SmallMemory, drop_equivalent_results, free_early, hoist, promote_to_stack,
    results_to_out_params,
};

/// Changes an operation.
type Change = fn(&mut Exclusive<'_>, Op, &Options) -> Result<(), Failure>;

struct Placement(Change);

impl Pass for Placement {
    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        let (op, options) = (run.op(), run.options());
        self.0(run.edit(), op, options)
    }
}

fn record(name: &'static str, shown: &'static str, summary: &'static str, change: Change) -> PassRecord {
    PassRecord::new(name, summary, move |_| Ok(Box::new(Placement(change)))).shown_as(shown)
}

pub(super) fn hoisting() -> PassRecord {
    record(
        "buffer-hoisting",
        "BufferHoistingPass",
        "Optimizes placement of allocation operations by moving them into common dominators and out of nested regions",
        |edit, op, _| {
            hoist(edit, op, Hoisting::Dominators);
            Ok(())
        },
    )
    .on("func.func")
}

pub(super) fn loop_hoisting() -> PassRecord {
    record(
        "buffer-loop-hoisting",
        "BufferLoopHoistingPass",
        "Optimizes placement of allocation operations by moving them out of loop nests",
        |edit, op, _| {
            hoist(edit, op, Hoisting::Loops);
            Ok(())
        },
    )
    .on("func.func")
}

pub(super) fn liveness() -> PassRecord {
    record(
        "optimize-allocation-liveness",
        "OptimizeAllocationLivenessPass",
        "This pass optimizes the liveness of temp allocations in the input function",
        |edit, op, _| {
            if has_body(edit, op) {
                free_early(edit, op);
            }
            Ok(())
        },
    )
    .on("func.func")
    .with_dialects(&["memref"])
}

const BYTES: &str = "max-alloc-size-in-bytes";
const RANK: &str = "max-rank-of-allocated-memref";

pub(super) fn to_stack() -> PassRecord {
    record(
        "promote-buffers-to-stack",
        "PromoteBuffersToStackPass",
        "Promotes heap-based allocations to automatically managed stack-based allocations",
        |edit, op, options| {
            let number = |name| u64::try_from(options.int(name)).unwrap_or_default();
            let small = SmallMemory {
                bytes: number(BYTES),
                rank: number(RANK),
            };
            promote_to_stack(edit, op, small);
            Ok(())
        },
    )
    .on("func.func")
    .with_options(vec![
        OptionRecord::uint(
            BYTES,
            1024,
            "Maximal size in bytes to promote allocations to stack.",
        ),
        OptionRecord::uint(RANK, 1, "Maximal memref rank to promote dynamic buffers."),
    ])
}

pub(super) fn out_params() -> PassRecord {
    record(
        "buffer-results-to-out-params",
        "BufferResultsToOutParamsPass",
        "Converts memref-typed function results to out-params",
        |edit, op, options| {
            let options = OutParams {
                add_attribute: options.bool("add-result-attr"),
                hoist_static: options.bool("hoist-static-allocs"),
                hoist_dynamic: options.bool("hoist-dynamic-allocs"),
                public: options.bool("modify-public-functions"),
            };
            results_to_out_params(edit, op, options)
        },
    )
    .on("builtin.module")
    .with_dialects(&["memref"])
    .with_options(vec![
        OptionRecord::bool(
            "add-result-attr",
            false,
            "Add the attribute 'bufferize.result' to all output parameters.",
        ),
        OptionRecord::bool(
            "hoist-dynamic-allocs",
            false,
            "Hoist dynamic allocations to call sites.",
        ),
        OptionRecord::bool(
            "hoist-static-allocs",
            false,
            "Hoist static allocations to call sites.",
        ),
        OptionRecord::bool(
            "modify-public-functions",
            false,
            "Modify function signatures of public functions.",
        ),
    ])
}

pub(super) fn equivalent_results() -> PassRecord {
    record(
        "drop-equivalent-buffer-results",
        "DropEquivalentBufferResultsPass",
        "Remove MemRef return values that are equivalent to a bbArg",
        |edit, op, _| drop_equivalent_results(edit, op),
    )
    .on("builtin.module")
    .with_dialects(&["memref"])
}
