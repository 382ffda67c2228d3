//! `linalg-fuse-elementwise-ops`, and `fuse-elementwise-chains` and `decompose-linalg`, which the default pipeline has.

use tvmlike_ir::{Context, Failure, Op, PatternSet, WalkOrder, WalkResult};
use tvmlike_transform::{
    FrozenPatterns, GreedyConfig, Pass, PassRecord, Run, Strictness, rewrite_greedily, rewrite_ops_greedily,
    walk_and_rewrite,
};

use crate::linalg_fusion::{Mode, add_patterns};

pub(super) fn fusion() -> PassRecord {
    PassRecord::new(
        "linalg-fuse-elementwise-ops",
        "Fuse elementwise operations on tensors",
        |_| Ok(Box::new(LinalgFusion(Mode::Mlir))),
    )
    .shown_as("LinalgElementwiseOpFusionPass")
    .with_dialects(&["affine", "linalg", "memref"])
}

pub(super) fn chains() -> PassRecord {
    PassRecord::new(
        "fuse-elementwise-chains",
        "Fuse elementwise operations on tensors of any size, without computing an element twice",
        |_| Ok(Box::new(LinalgFusion(Mode::Chains))),
    )
    .shown_as("FuseElementwiseChainsPass")
    .with_dialects(&["affine", "linalg"])
}

pub(super) fn decomposition() -> PassRecord {
    PassRecord::new(
        "decompose-linalg",
        "Decompose the operations of linalg on tensors that have no loops of their own",
        |_| Ok(Box::new(Decompose)),
    )
    .shown_as("DecomposeLinalgPass")
    .with_dialects(&["affine", "arith", "linalg", "math", "tensor"])
}

struct Decompose;

impl Pass for Decompose {
    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        let (context, root) = (run.context(), run.op());
        let mut patterns = PatternSet::new();
        crate::linalg_decompose::add_patterns(&mut patterns);
        let frozen = FrozenPatterns::new(context, &patterns);
        // What has no uses stays: it may write to an argument.
        walk_and_rewrite(run.edit(), root, &frozen)
            .map(drop)
            .map_err(|error| run.fail(error.to_string()))
    }
}

/// The operations that chains can consist of. What has no uses stays: it may write to an argument.
fn parts_of_chains(context: &Context, root: Op) -> Vec<Op> {
    let mut found = Vec::new();
    root.walk(context, WalkOrder::PreOrder, |op| {
        let is_part = op.is_named(context, "linalg.generic") || op.is_named(context, "tensor.dim");
        if is_part && op.results(context).any(|result| result.has_uses(context)) {
            found.push(op);
        }
        WalkResult::Advance
    });
    found
}

struct LinalgFusion(Mode);

impl Pass for LinalgFusion {
    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        let (context, op) = (run.context(), run.op());
        let mut patterns = PatternSet::new();
        add_patterns(context, &mut patterns, self.0);
        let frozen = FrozenPatterns::new(context, &patterns);
        let config = GreedyConfig {
            top_down: true,
            interrupt: run.interrupt().cloned(),
            ..GreedyConfig::default()
        };
        let outcome = match self.0 {
            Mode::Mlir => rewrite_greedily(run.edit(), op, &frozen, &config),
            Mode::Chains => {
                let found = parts_of_chains(context, op);
                let config = GreedyConfig {
                    strictness: Strictness::ExistingAndNew,
                    ..config
                };
                rewrite_ops_greedily(run.edit(), &found, &frozen, &config, None)
            }
        };
        outcome.map(drop).map_err(|error| run.fail(error.to_string()))
    }
}
