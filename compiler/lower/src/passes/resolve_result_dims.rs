//! `resolve-ranked-shaped-type-result-dims`, `resolve-shaped-type-result-dims`, `reify-result-shapes`.

use tvmlike_ir::{Failure, PatternSet, Rewriter, WalkOrder, WalkResult};
use tvmlike_transform::{OptionRecord, Pass, PassRecord, Run};

use super::greedy;
use crate::result_sizes::{add_patterns, reify_shape};

fn record(argument: &'static str, summary: &'static str, display: &'static str) -> PassRecord {
    PassRecord::new(argument, summary, |_| Ok(Box::new(ResolveResultDims)))
        .shown_as(display)
        .with_options(vec![OptionRecord::bool(
            "error-on-pattern-iteration-limit",
            true,
            "Throw an error when pattern rewriter hits iteration limit",
        )])
        .with_dialects(&["affine", "memref", "tensor"])
}

pub(super) fn ranked() -> PassRecord {
    record(
        "resolve-ranked-shaped-type-result-dims",
        "Resolve memref.dim of result values of ranked shape type",
        "ResolveRankedShapeTypeResultDimsPass",
    )
}

/// The sizes of operations that infer them from all their operands, those of tosa, stay.
pub(super) fn all() -> PassRecord {
    record(
        "resolve-shaped-type-result-dims",
        "Resolve memref.dim of result values",
        "ResolveShapedTypeResultDimsPass",
    )
}

struct ResolveResultDims;

impl Pass for ResolveResultDims {
    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        let mut patterns = PatternSet::new();
        add_patterns(&mut patterns);
        let is_done = greedy::apply(run, &patterns)?.converged;
        if !is_done && run.options().bool("error-on-pattern-iteration-limit") {
            let (context, op) = (run.context(), run.op());
            let name = op.name(context).text(context);
            return Err(run.fail(format!(
                "'{name}' op dim operation resolution hit pattern iteration limit"
            )));
        }
        Ok(())
    }
}

pub(super) fn reify() -> PassRecord {
    PassRecord::new(
        "reify-result-shapes",
        "Reifies the results of `tensor::PadOp` and `tensor::ConcatOp`.",
        |_| Ok(Box::new(ReifyResultShapes)),
    )
    .shown_as("ReifyResultShapesPass")
    .with_dialects(&["affine", "memref", "tensor"])
}

struct ReifyResultShapes;

impl Pass for ReifyResultShapes {
    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        let (context, root) = (run.context(), run.op());
        let mut found = Vec::new();
        root.walk(context, WalkOrder::PostOrder, |op| {
            if op.is_named(context, "tensor.pad") || op.is_named(context, "tensor.concat") {
                found.push(op);
            }
            WalkResult::Advance
        });
        for op in found {
            reify_shape(&mut Rewriter::new(run.edit()), op);
        }
        Ok(())
    }
}
