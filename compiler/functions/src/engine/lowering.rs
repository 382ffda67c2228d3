//! The passes that make a module of the llvm dialect.

use std::borrow::Cow;
use std::sync::Arc;

use tvmlike_ir::{Context, Exclusive, Identifier, Op, WalkOrder, WalkResult};
use tvmlike_transform::{Pipeline, RunOptions, find_pass};

use super::copies;
use crate::pass_manager::is_interrupted;

/// A pass of the default pipeline.
struct Step {
    /// The pass with its options.
    pass: &'static str,
    /// The operations, or dialects of operations, that it lowers: without one, it has nothing to do.
    lowers: &'static str,
    /// The operations, or dialects of operations, that it can make.
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

/// What makes vectors of loops makes.
const VECTORIZED: &str = "arith memref.extract_aligned_pointer_as_index memref.extract_strided_metadata memref.load memref.store scf vector";
/// The views of other memrefs.
const VIEWS: &str = "memref.collapse_shape memref.expand_shape memref.subview";

/// The passes of the default pipeline up to that which makes branches of loops, in order.
const LOOPS: [Step; 21] = [
    step(
        "convert-bufferization-to-memref",
        "bufferization.clone bufferization.dealloc",
        "arith func memref scf",
    ),
    step("expand-realloc", "memref.realloc", "arith memref scf"),
    step("check-copy-sizes", "memref.copy", "arith cf memref scf"),
    step("check-linalg-sizes", "linalg", "affine arith cf memref scf"),
    step_if(
        "convert-linalg-to-loops",
        "linalg",
        "affine arith memref.dim memref.load memref.store scf",
        |lowering| !lowering.has_parallel_loops(),
    ),
    step_if(
        "convert-linalg-to-parallel-loops",
        "linalg",
        "affine arith memref.dim memref.load memref.store scf",
        |lowering| lowering.has_parallel_loops(),
    ),
    step("func.func(lower-vector-mask)", "vector", "arith vector"),
    step(
        "func.func(lower-vector-multi-reduction)",
        "vector",
        "arith vector",
    ),
    step(
        "func.func(prepare-vector-for-llvm)",
        "vector.mask vector.scan",
        "arith ub vector",
    ),
    step(
        "func.func(lower-vector-gathers)",
        "vector.compressstore vector.expandload vector.gather vector.scatter",
        "arith memref.load memref.store scf vector",
    ),
    // Unrolled, the rows of vectors stay in registers.
    step(
        "convert-vector-to-scf{full-unroll=true}",
        "vector",
        "affine arith memref scf vector",
    ),
    step(
        "affine-expand-index-ops",
        "affine.delinearize_index affine.linearize_index",
        "affine arith",
    ),
    // Behind it, all loops are those of scf, and all accesses those of memref, in the loops of the source.
    step("lower-affine-by-shifts", "affine", "arith memref scf vector"),
    step_if(CHECKS, "memref", "arith cf memref scf", |lowering| {
        lowering.bounds_checks
    }),
    step_if(
        "vectorize-parallel-loops",
        "scf.parallel",
        VECTORIZED,
        |lowering| lowering.loops == Loops::Optimized,
    ),
    step_if(
        "vectorize-parallel-loops{only-nests=true register-bytes=32}",
        "scf.parallel",
        VECTORIZED,
        |lowering| lowering.loops == Loops::Nests,
    ),
    step_if("scf-forall-to-parallel", "scf.forall", "arith scf", |lowering| {
        lowering.has_threads()
    }),
    step_if(
        THREADS,
        "scf.parallel",
        "arith cf func llvm memref scf",
        |lowering| lowering.has_threads(),
    ),
    step_if(
        "scf-parallel-for-to-nested-fors",
        "scf.parallel",
        "arith scf",
        |lowering| lowering.loops == Loops::Optimized,
    ),
    step_if("unroll-innermost-loops", "scf.for", "arith scf", |lowering| {
        lowering.loops == Loops::Optimized
    }),
    step("convert-scf-to-cf", "scf", "arith cf"),
];

/// Those that leave what [`conversion`] converts.
const PREPARATION: [Step; 9] = [
    step("expand-atomic-products", "memref.atomic_rmw", "arith memref"),
    step("memref-expand", "memref.reshape", "affine arith memref"),
    step("expand-strided-metadata", VIEWS, "affine arith memref"),
    step("lower-affine-by-shifts", "affine", "arith memref scf vector"),
    step("convert-complex-to-standard", "complex", "arith complex math"),
    // LLVM and the C library have powers of floats with exponents of 32 bits only.
    step(
        "convert-math-to-funcs{min-width-of-fpowi-exponent=33}",
        "math.fpowi math.ipowi",
        "arith cf func vector",
    ),
    // Before vector: the C library knows no vectors.
    step("prepare-math-for-llvm", "math", "arith func math vector"),
    step(
        "arith-expand-divisions",
        "arith.ceildivsi arith.ceildivui arith.floordivsi index.ceildivs index.floordivs",
        "arith",
    ),
    step(
        "check-allocations",
        "memref.alloc memref.alloca",
        "arith cf memref",
    ),
];

/// The operations of vector that `vectorize-parallel-loops` and `prepare-math-for-llvm` make, on one dimension.
const ROWS: [&str; 5] = [
    "vector.broadcast",
    "vector.extract",
    "vector.insert",
    "vector.load",
    "vector.store",
];

/// The conversion of all that is left at once: one of each dialect would look at each operation again. Vectors of the source
/// can need rewrites before, such as those of several dimensions.
fn conversion(source_has_vectors: bool, known: &[Cow<'static, str>]) -> &'static str {
    let is_row = |name: &Cow<'static, str>| dialect_of(name) != "vector" || ROWS.contains(&&**name);
    match source_has_vectors || !known.iter().all(is_row) {
        true => {
            "builtin.module(func.func(prepare-vector-for-llvm),convert-vector-to-llvm,convert-to-llvm,\
             reconcile-unrealized-casts)"
        }
        false => "builtin.module(convert-to-llvm,reconcile-unrealized-casts)",
    }
}

/// The names of the operations below a module.
fn names(context: &Context, module: Op) -> Vec<Cow<'static, str>> {
    let mut found: Vec<Identifier> = Vec::new();
    module.walk(context, WalkOrder::PreOrder, |op| {
        let name = op.name(context);
        if op != module && found.last() != Some(&name) && !found.contains(&name) {
            found.push(name);
        }
        WalkResult::Advance
    });
    let texts = found
        .into_iter()
        .map(|name| name.text(context).to_string().into());
    texts.collect()
}

/// The dialect of an operation; a dialect is its own.
fn dialect_of(name: &str) -> &str {
    name.split('.').next().unwrap_or_default()
}

/// Whether there can be an operation of a name, or of a dialect, among operations and dialects.
fn has(known: &[Cow<'static, str>], name: &str) -> bool {
    known.iter().any(|each| match name.contains('.') {
        true => each == name || each == dialect_of(name),
        false => dialect_of(each) == name,
    })
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
    /// Whether the code becomes a file, which other programs link.
    pub(super) is_file: bool,
}

impl Default for Lowering<'_> {
    fn default() -> Self {
        Self {
            pipeline: None,
            bounds_checks: false,
            loops: Loops::AsTheyAre,
            threads: 1,
            is_file: false,
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

/// The text of those of some steps that have work in a module with operations of some names; `None`: there is none. A pass that
/// this build does not have is left out: then an operation that it would lower is refused by name.
fn pipeline(steps: &[Step], lowering: Lowering<'_>, mut known: Vec<Cow<'static, str>>) -> Option<String> {
    let mut passes: Vec<String> = Vec::new();
    for step in steps {
        let name = step.pass.trim_start_matches("func.func(");
        let name = name.split(['{', ')']).next().unwrap_or_default();
        let has_work = step.lowers.split(' ').any(|each| has(&known, each));
        if !has_work || !(step.when)(&lowering) || find_pass(name).is_none() {
            continue;
        }
        known.extend(step.makes.split(' ').map(Cow::Borrowed));
        passes.push(match step.pass {
            THREADS => format!("{THREADS}{{threads={}}}", lowering.threads),
            pass => pass.to_owned(),
        });
    }
    (!passes.is_empty()).then(|| format!("builtin.module({})", passes.join(",")))
}

/// Runs the passes of the default pipeline on a module with operations of some names. What it has is asked again where most of
/// what the steps can make is not there.
///
/// # Errors
/// As [`lower`].
fn run_default(
    edit: &mut Exclusive<'_>,
    module: Op,
    lowering: Lowering<'_>,
    known: Vec<Cow<'static, str>>,
) -> Result<(), Option<String>> {
    let has_vectors = known
        .iter()
        .any(|name| matches!(dialect_of(name), "affine" | "vector"));
    if let Some(text) = pipeline(&LOOPS, lowering, known) {
        run(edit, module, &text)?;
    }
    let known = names(edit, module);
    if let Some(text) = pipeline(&PREPARATION, lowering, known) {
        run(edit, module, &text)?;
    }
    let known = names(edit, module);
    run(edit, module, conversion(has_vectors, &known))
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
    let names = names(edit, module);
    let is_lowered = lowering.pipeline.is_none() && names.iter().all(|name| dialect_of(name) == "llvm");
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
    if !is_lowered {
        match lowering.pipeline {
            Some(text) => run(edit, module, text)?,
            None => run_default(edit, module, lowering, names)?,
        }
    }
    match lowering.is_file {
        true => copies::define(edit, module).map_err(|_| None),
        false => Ok(()),
    }
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
