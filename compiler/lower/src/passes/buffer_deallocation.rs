//! `buffer-deallocation-simplification`, `bufferization-lower-deallocations`, `convert-bufferization-to-memref`, and the pipeline with all that frees memory.

use tvmlike_ir::Failure;
use tvmlike_transform::{
    ConversionPatterns, ConversionTarget, FrozenPatterns, GreedyConfig, Legality, OptionRecord, Pass,
    PassRecord, RegionSimplification, Run, rewrite_greedily,
};

use crate::deallocation::{lower_copies, lower_deallocations, simplifications};
use crate::make::has_trait;

pub(super) fn simplification() -> PassRecord {
    PassRecord::new(
        "buffer-deallocation-simplification",
        "Optimizes `bufferization.dealloc` operation for more efficient codegen",
        |_| Ok(Box::new(Simplification)),
    )
    .shown_as("BufferDeallocationSimplificationPass")
    .with_dialects(&["bufferization", "arith"])
}

struct Simplification;

impl Pass for Simplification {
    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        let (context, root) = (run.context(), run.op());
        let frozen = FrozenPatterns::new(context, &simplifications(context, root));
        let config = GreedyConfig {
            region_simplification: RegionSimplification::Normal,
            interrupt: run.interrupt().cloned(),
            ..GreedyConfig::default()
        };
        rewrite_greedily(run.edit(), root, &frozen, &config).map_err(|error| run.fail(error.to_string()))?;
        Ok(())
    }
}

pub(super) fn lowering() -> PassRecord {
    PassRecord::new(
        "bufferization-lower-deallocations",
        "Lowers `bufferization.dealloc` operations to `memref.dealloc`operations",
        |_| Ok(Box::new(Lowering)),
    )
    .shown_as("LowerDeallocationsPass")
    .with_dialects(&["arith", "memref", "scf", "func"])
}

struct Lowering;

impl Pass for Lowering {
    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        let (context, root) = (run.context(), run.op());
        if !root.is_named(context, "builtin.module") && !has_trait(context, root, "FunctionOpInterface") {
            return Err(run.fail("root operation must be a builtin.module or a function"));
        }
        fold_others(run)?;
        lower_deallocations(run.edit(), root)
    }
}

/// Folds operations of other dialects than those that the passes make, as a conversion does that leaves them.
fn fold_others(run: &mut Run<'_, '_>) -> Result<(), Failure> {
    let (context, root) = (run.context(), run.op());
    let mut target = ConversionTarget::new();
    target.dialects(context, &["memref", "arith", "scf", "func"], &Legality::Legal);
    run.convert_partial(root, &target, &ConversionPatterns::new())
}

pub(super) fn to_memref() -> PassRecord {
    PassRecord::new(
        "convert-bufferization-to-memref",
        "Convert operations from the Bufferization dialect to the MemRef dialect",
        |_| Ok(Box::new(ToMemref)),
    )
    .shown_as("ConvertBufferizationToMemRefPass")
    .with_dialects(&["arith", "memref", "scf", "func"])
}

struct ToMemref;

impl Pass for ToMemref {
    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        let root = run.op();
        fold_others(run)?;
        lower_deallocations(run.edit(), root)?;
        lower_copies(run.edit(), root)
    }
}

pub(super) fn pipeline() -> PassRecord {
    let name = "private-function-dynamic-ownership";
    PassRecord::pipeline(
        "buffer-deallocation-pipeline",
        "The default pipeline for automatically inserting deallocation operations after one-shot bufferization. \
         Deallocation operations (except `memref.realloc`) may not be present already.",
        |options| {
            let name = "private-function-dynamic-ownership";
            format!(
                "expand-realloc{{emit-deallocs=false}},canonicalize,\
                 ownership-based-buffer-deallocation{{{name}={}}},canonicalize,\
                 buffer-deallocation-simplification,bufferization-lower-deallocations,cse,canonicalize",
                options.bool(name)
            )
        },
    )
    .with_options(vec![OptionRecord::bool(
        name,
        false,
        "Allows to add additional results to private functions to return ownership of returned memrefs to callers. \
         This can avoid spurious buffer clones in the callee.",
    )])
}
