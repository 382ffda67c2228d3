//! The passes that make a module of the llvm dialect.

use std::sync::Arc;

use tvmlike_ir::{Context, Exclusive, Identifier, Op, WalkOrder, WalkResult};
use tvmlike_transform::{Pipeline, RunOptions, find_pass};

use crate::pass_manager::is_interrupted;

/// A pass of the default pipeline.
struct Step {
    /// The pass with its options.
    pass: &'static str,
    /// The dialects whose operations it lowers: without one, it has nothing to do.
    lowers: &'static str,
    /// The dialects whose operations it can make.
    makes: &'static str,
    /// Whether it is one of the passes.
    when: fn(&Lowering<'_>) -> bool,
}

const fn step(pass: &'static str, lowers: &'static str, makes: &'static str) -> Step {
    step_if(pass, lowers, makes, |_| true)
}

const fn step_if(
    pass: &'static str,
    lowers: &'static str,
    makes: &'static str,
    when: fn(&Lowering<'_>) -> bool,
) -> Step {
    Step {
        pass,
        lowers,
        makes,
        when,
    }
}

/// The pass that lets threads run loops, which gets their number.
const THREADS: &str = "convert-parallel-loops-to-threads";
/// The pass that adds checks of indices and views.
const CHECKS: &str = "generate-runtime-verification";

/// The passes of the default pipeline, in order.
const DEFAULT: [Step; 32] = [
    step("check-linalg-sizes", "linalg", "affine arith cf memref"),
    step_if(
        "convert-linalg-to-loops",
        "linalg",
        "affine arith memref scf",
        |lowering| !lowering.has_parallel_loops(),
    ),
    step_if(
        "convert-linalg-to-parallel-loops",
        "linalg",
        "affine arith memref scf",
        |lowering| lowering.has_parallel_loops(),
    ),
    step("func.func(lower-vector-mask)", "vector", "arith vector"),
    step(
        "func.func(lower-vector-multi-reduction)",
        "vector",
        "arith vector",
    ),
    // Unrolled, the rows of vectors stay in registers.
    step(
        "convert-vector-to-scf{full-unroll=true}",
        "vector",
        "affine arith memref scf vector",
    ),
    // Behind it, all loops are those of scf, and all accesses those of memref, in the loops of the source.
    step("lower-affine", "affine", "arith memref scf vector"),
    step_if(CHECKS, "memref", "arith cf memref scf", |lowering| {
        lowering.bounds_checks
    }),
    step_if(
        "vectorize-parallel-loops",
        "scf",
        "arith memref scf vector",
        |lowering| lowering.loops == Loops::Optimized,
    ),
    step_if(
        "vectorize-parallel-loops{only-nests=true register-bytes=32}",
        "scf",
        "arith memref scf vector",
        |lowering| lowering.loops == Loops::Nests,
    ),
    step_if("scf-forall-to-parallel", "scf", "arith scf", |lowering| {
        lowering.has_threads()
    }),
    step_if(THREADS, "scf", "arith cf func llvm memref scf", |lowering| {
        lowering.has_threads()
    }),
    step_if(
        "scf-parallel-for-to-nested-fors",
        "scf",
        "arith scf",
        |lowering| lowering.loops == Loops::Optimized,
    ),
    step_if("unroll-innermost-loops", "scf", "arith scf", |lowering| {
        lowering.loops == Loops::Optimized
    }),
    step("convert-scf-to-cf", "scf", "arith cf"),
    step("memref-expand", "memref", "affine arith memref"),
    step("expand-strided-metadata", "memref", "affine arith memref"),
    step("lower-affine", "affine", "arith memref scf vector"),
    step("convert-complex-to-standard", "complex", "arith complex math"),
    // Before vector: the C library knows no vectors.
    step("prepare-math-for-llvm", "math", "arith func math vector"),
    // Before arith and memref: masks of transfers are comparisons with sizes.
    step("convert-vector-to-llvm", "vector", "arith llvm math memref ub"),
    step("convert-ub-to-llvm", "ub", "llvm"),
    step("arith-expand-divisions", "arith", "arith"),
    step("check-allocations", "memref", "arith cf memref"),
    // Before arith: it looks for constants. For a dimension that is none, it stores all sizes to the stack, and loads one.
    step("finalize-memref-to-llvm", "memref", "arith llvm"),
    step("convert-complex-to-llvm", "complex", "arith llvm"),
    step("convert-math-to-llvm", "math", "arith llvm"),
    step("convert-arith-to-llvm", "arith", "llvm"),
    step("convert-index-to-llvm", "index", "llvm"),
    step("convert-cf-to-llvm", "cf", "llvm"),
    step("convert-func-to-llvm", "func", "llvm"),
    step("reconcile-unrealized-casts", "builtin llvm", "llvm"),
];

/// The dialects of the operations below a module.
fn dialects(context: &Context, module: Op) -> Vec<String> {
    let mut names: Vec<Identifier> = Vec::new();
    module.walk(context, WalkOrder::PreOrder, |op| {
        let name = op.name(context);
        if op != module && names.last() != Some(&name) && !names.contains(&name) {
            names.push(name);
        }
        WalkResult::Advance
    });
    let mut found: Vec<String> = Vec::new();
    for name in names {
        let dialect = String::from_utf8_lossy(name.dialect_namespace(context).unwrap_or_default());
        if !found.iter().any(|known| *known == dialect) {
            found.push(dialect.into_owned());
        }
    }
    found
}

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

impl Lowering<'_> {
    fn has_threads(&self) -> bool {
        self.threads != 1
    }

    /// Whether operations of linalg become parallel loops.
    fn has_parallel_loops(&self) -> bool {
        self.has_threads() || self.loops != Loops::AsTheyAre
    }
}

/// The text of the default pipeline for a module with operations of some dialects. A pass that this build does not have is left
/// out: then an operation that it would lower is refused by name.
fn default_pipeline(lowering: Lowering<'_>, mut dialects: Vec<String>) -> String {
    let mut passes: Vec<String> = Vec::new();
    for step in DEFAULT {
        let name = step.pass.trim_start_matches("func.func(");
        let name = name.split(['{', ')']).next().unwrap_or_default();
        let mut lowered = step.lowers.split(' ');
        let has_work = lowered.any(|dialect| dialects.iter().any(|known| known == dialect));
        if !has_work || !(step.when)(&lowering) || find_pass(name).is_none() {
            continue;
        }
        dialects.extend(step.makes.split(' ').map(str::to_owned));
        passes.push(match step.pass {
            THREADS => format!("{THREADS}{{threads={}}}", lowering.threads),
            pass => pass.to_owned(),
        });
    }
    format!("builtin.module({})", passes.join(","))
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
    let dialects = dialects(edit, module);
    let is_lowered = lowering.pipeline.is_none() && dialects.iter().all(|dialect| dialect == "llvm");
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
    let default = || default_pipeline(lowering, dialects);
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
        interrupt: Some(Arc::new(is_interrupted)),
        ..RunOptions::default()
    };
    passes.run(edit, module, &options).map_err(|_| None)
}
