//! The passes that make a module of the llvm dialect.

use tvmlike_ir::{Context, Exclusive, Op, WalkOrder, WalkResult};
use tvmlike_transform::{Pipeline, RunOptions, find_pass};

use crate::pass_manager::is_interrupted;

/// The passes of the default pipeline, in order. One that this build does not have is left out: then an operation that it
/// would lower is refused by name.
const DEFAULT: [&str; 17] = [
    "convert-linalg-to-loops",
    "lower-affine",
    "convert-scf-to-cf",
    "memref-expand",
    "expand-strided-metadata",
    "lower-affine",
    // Before arith and memref: masks of transfers are comparisons with sizes.
    "convert-vector-to-llvm",
    "convert-ub-to-llvm",
    "arith-expand",
    // Before arith: it looks for constants. For a dimension that is none, it stores all sizes to the stack, and loads one.
    "finalize-memref-to-llvm",
    "convert-complex-to-llvm",
    "convert-math-to-llvm",
    "convert-arith-to-llvm",
    "convert-index-to-llvm",
    "convert-cf-to-llvm",
    "convert-func-to-llvm",
    "reconcile-unrealized-casts",
];

/// Whether all operations below a module are of the llvm dialect.
fn is_lowered(context: &Context, module: Op) -> bool {
    let mut lowered = true;
    module.walk(context, WalkOrder::PreOrder, |op| {
        let is_llvm = op.name(context).dialect_namespace(context) == Some(b"llvm");
        lowered &= op == module || is_llvm;
        if lowered {
            WalkResult::Advance
        } else {
            WalkResult::Interrupt
        }
    });
    lowered
}

/// The pass that adds checks of indices and views, and the one behind which it runs first: then all accesses are those of
/// memref, in the loops of the source.
const CHECKS: (&str, &str) = ("generate-runtime-verification", "lower-affine");

/// How a module is lowered.
#[derive(Clone, Copy, Default)]
pub(super) struct Lowering<'a> {
    /// The text of the passes; by default those of this file.
    pub(super) pipeline: Option<&'a str>,
    /// Whether indices are checked.
    pub(super) bounds_checks: bool,
}

/// The text of the default pipeline.
fn default_pipeline(bounds_checks: bool) -> String {
    let mut names: Vec<&str> = DEFAULT
        .iter()
        .copied()
        .filter(|name| find_pass(name).is_some())
        .collect();
    if bounds_checks {
        let (checks, behind) = CHECKS;
        let at = names
            .iter()
            .position(|name| *name == behind)
            .map_or(0, |at| at + 1);
        names.insert(at, checks);
    }
    format!("builtin.module({})", names.join(","))
}

/// Lowers a module.
///
/// # Errors
/// The text of a pipeline that is invalid, or why no checks can be added; `None` if a pass failed, with diagnostics.
pub(super) fn lower(
    edit: &mut Exclusive<'_>,
    module: Op,
    lowering: Lowering<'_>,
) -> Result<(), Option<String>> {
    let is_lowered = lowering.pipeline.is_none() && is_lowered(edit, module);
    if lowering.bounds_checks && (is_lowered || lowering.pipeline.is_some()) {
        let what = match is_lowered {
            true => "the module is of the llvm dialect, which has no memrefs to check",
            false => "it is for the default pipeline",
        };
        return Err(Some(format!(
            "bounds_checks: {what}; add the pass {} to a pipeline, before the passes that lower memref",
            CHECKS.0
        )));
    }
    if is_lowered {
        return Ok(());
    }
    let default = || default_pipeline(lowering.bounds_checks);
    let text = lowering.pipeline.map_or_else(default, str::to_owned);
    let mut passes = Pipeline::parse(&text).map_err(Some)?;
    let options = RunOptions {
        verify_each: false,
        interrupt: Some(std::sync::Arc::new(is_interrupted)),
        ..RunOptions::default()
    };
    passes.run(edit, module, &options).map_err(|_| None)
}
