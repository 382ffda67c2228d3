//! The passes that make a module of the llvm dialect.

use tvmlike_ir::{Context, Exclusive, Op, WalkOrder, WalkResult};
use tvmlike_transform::{Pipeline, RunOptions, find_pass};

use crate::pass_manager::is_interrupted;

/// The passes of the default pipeline, in order. One that this build does not have is left out: then an operation that it
/// would lower is refused by name.
const DEFAULT: [&str; 24] = [
    "check-linalg-sizes",
    LOOPS,
    "func.func(lower-vector-mask)",
    "func.func(lower-vector-multi-reduction)",
    // Unrolled, the rows of vectors stay in registers.
    "convert-vector-to-scf{full-unroll=true}",
    SCF,
    BLOCKS,
    "memref-expand",
    "expand-strided-metadata",
    "lower-affine",
    "convert-complex-to-standard",
    // Before vector: the C library knows no vectors.
    "prepare-math-for-llvm",
    // Before arith and memref: masks of transfers are comparisons with sizes.
    "convert-vector-to-llvm",
    "convert-ub-to-llvm",
    "arith-expand-divisions",
    "check-allocations",
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

/// The pass that makes loops of operations of linalg, and the one that makes parallel loops of them.
const LOOPS: &str = "convert-linalg-to-loops";
const PARALLEL_LOOPS: &str = "convert-linalg-to-parallel-loops";
/// The first pass behind which all loops are those of scf, and all accesses those of memref, in the loops of the source.
const SCF: &str = "lower-affine";
/// The pass that makes blocks of loops, and those that unroll loops before it.
const BLOCKS: &str = "convert-scf-to-cf";
const UNROLL: [&str; 2] = ["scf-parallel-for-to-nested-fors", "unroll-innermost-loops"];
/// The pass that makes vectors of parallel loops.
const VECTORIZE: &str = "vectorize-parallel-loops";
/// Its options where a back end makes vectors of other loops.
const NESTS: &str = "only-nests=true register-bytes=32";
/// The pass that adds checks of indices and views.
const CHECKS: &str = "generate-runtime-verification";

/// What is done to loops before a back end gets them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Loops {
    /// Nothing.
    AsTheyAre,
    /// Parallel loops get vectors, and innermost ones are unrolled.
    Optimized,
    /// Parallel loops with loops in them get vectors; the back end does the rest.
    Nests,
}

/// How a module is lowered.
#[derive(Clone, Copy)]
pub(super) struct Lowering<'a> {
    /// The text of the passes; by default those of this file.
    pub(super) pipeline: Option<&'a str>,
    /// Whether indices are checked.
    pub(super) bounds_checks: bool,
    /// What is done to loops before a back end gets them.
    pub(super) loops: Loops,
    /// How many threads run parallel loops: 0 for as many as there are processors.
    pub(super) threads: u32,
}

impl Default for Lowering<'_> {
    fn default() -> Self {
        Self {
            pipeline: None,
            bounds_checks: false,
            loops: Loops::AsTheyAre,
            threads: 1,
        }
    }
}

/// Puts passes behind the first one of a name.
fn add_behind(names: &mut Vec<String>, behind: &str, passes: &[String]) {
    let at = names
        .iter()
        .position(|name| *name == behind)
        .map_or(0, |at| at + 1);
    names.splice(at..at, passes.iter().cloned());
}

/// The text of the default pipeline.
fn default_pipeline(lowering: Lowering<'_>) -> String {
    let is_there = |text: &&&str| {
        let pass = text.strip_prefix("func.func(").unwrap_or(text);
        pass.split(['{', ')'])
            .next()
            .is_some_and(|name| find_pass(name).is_some())
    };
    let there = DEFAULT.iter().filter(is_there);
    let mut names: Vec<String> = there.map(|name| (*name).to_owned()).collect();
    if lowering.threads != 1 || lowering.loops != Loops::AsTheyAre {
        for name in &mut names {
            if *name == LOOPS {
                PARALLEL_LOOPS.clone_into(name);
            }
        }
    }
    if lowering.threads != 1 {
        let threads = format!(
            "convert-parallel-loops-to-threads{{threads={}}}",
            lowering.threads
        );
        add_behind(&mut names, SCF, &["scf-forall-to-parallel".to_owned(), threads]);
    }
    match lowering.loops {
        Loops::AsTheyAre => {}
        Loops::Optimized => add_behind(&mut names, SCF, &[VECTORIZE.to_owned()]),
        Loops::Nests => add_behind(&mut names, SCF, &[format!("{VECTORIZE}{{{NESTS}}}")]),
    }
    if lowering.bounds_checks {
        add_behind(&mut names, SCF, &[CHECKS.to_owned()]);
    }
    if lowering.loops == Loops::Optimized
        && let Some(at) = names.iter().position(|name| name == BLOCKS)
    {
        names.splice(at..at, UNROLL.map(str::to_owned));
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
            "bounds_checks: {what}; add the pass {CHECKS} to a pipeline, before the passes that lower memref"
        )));
    }
    if lowering.threads != 1 && lowering.pipeline.is_some() {
        return Err(Some(
            "threads: they are for the default pipeline; add the pass convert-parallel-loops-to-threads to a pipeline, before \
             the passes that lower scf"
                .to_owned(),
        ));
    }
    if is_lowered {
        return Ok(());
    }
    let default = || default_pipeline(lowering);
    let text = lowering.pipeline.map_or_else(default, str::to_owned);
    run(edit, module, &text)
}

/// Runs the passes of a text.
///
/// # Errors
/// As [`lower`].
pub(super) fn run(edit: &mut Exclusive<'_>, module: Op, text: &str) -> Result<(), Option<String>> {
    let mut passes = Pipeline::parse(text).map_err(Some)?;
    let options = RunOptions {
        verify_each: false,
        interrupt: Some(std::sync::Arc::new(is_interrupted)),
        ..RunOptions::default()
    };
    passes.run(edit, module, &options).map_err(|_| None)
}
