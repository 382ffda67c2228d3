//! `one-shot-bufferize`.

use tvmlike_ir::Failure;
use tvmlike_transform::{OptionKind, OptionRecord, Options, Pass, PassRecord, Run};

use crate::bufferize::{BufferizeOptions, LayoutMap, run_on_module};

pub(super) fn record() -> PassRecord {
    PassRecord::new("one-shot-bufferize", "One-Shot Bufferize", |options| {
        Ok(Box::new(OneShotBufferize(parse(options)?)))
    })
    .shown_as("OneShotBufferizePass")
    .on("builtin.module")
    .with_dialects(&[
        "affine",
        "bufferization",
        "memref",
        "arith",
        "linalg",
        "tensor",
        "scf",
    ])
    .with_options(options())
}

fn options() -> Vec<OptionRecord> {
    vec![
        OptionRecord::bool(
            "allow-return-allocs-from-loops",
            false,
            "Allows returning/yielding new allocations from a loop.",
        ),
        OptionRecord::bool(
            "allow-unknown-ops",
            false,
            "Allows unknown (not bufferizable) ops in the input IR.",
        ),
        OptionRecord::uint(
            "analysis-fuzzer-seed",
            0,
            "Refused: a random order of the analysis",
        ),
        OptionRecord::text("analysis-heuristic", "bottom-up", "The order of the analysis"),
        OptionRecord::bool(
            "bufferize-function-boundaries",
            false,
            "Bufferize function boundaries",
        ),
        OptionRecord::uint(
            "buffer-alignment",
            64,
            "Sets the alignment of newly allocated buffers.",
        ),
        OptionRecord::bool(
            "check-parallel-regions",
            true,
            "Account for parallel regions in RaW analysis.",
        ),
        OptionRecord::bool(
            "copy-before-write",
            false,
            "Skip the analysis. Make a buffer copy on every write.",
        ),
        OptionRecord::list(
            "dialect-filter",
            OptionKind::Text,
            "Restrict bufferization to ops from these dialects.",
        ),
        OptionRecord::bool(
            "dump-alias-sets",
            false,
            "Refused: sets of values in the same memory as attributes",
        ),
        OptionRecord::choice(
            "function-boundary-type-conversion",
            LAYOUTS,
            "infer-layout-map",
            "Controls layout maps when bufferizing function signatures.",
        ),
        OptionRecord::bool("must-infer-memory-space", false, "Refuse unknown memory spaces."),
        OptionRecord::list(
            "no-analysis-func-filter",
            OptionKind::Text,
            "Skip analysis of functions with these symbol names; copies before each write in them.",
        ),
        OptionRecord::bool(
            "print-conflicts",
            false,
            "Test only: Annotate IR with RaW conflicts. Requires test-analysis-only.",
        ),
        OptionRecord::bool(
            "test-analysis-only",
            false,
            "Only run the analysis and annotate the IR",
        ),
        OptionRecord::choice(
            "unknown-type-conversion",
            LAYOUTS,
            "fully-dynamic-layout-map",
            "Controls layout maps for non-inferrable memref types.",
        ),
        OptionRecord::bool("use-encoding-for-memory-space", false, "Refused: memory spaces"),
    ]
}

const LAYOUTS: &[(&str, &str)] = &[
    ("infer-layout-map", "the layout that is returned"),
    ("identity-layout-map", "dense"),
    ("fully-dynamic-layout-map", "dynamic strides and offset"),
];

fn layout(options: &Options, name: &str) -> LayoutMap {
    match options.text(name) {
        "identity-layout-map" => LayoutMap::Identity,
        "fully-dynamic-layout-map" => LayoutMap::FullyDynamic,
        _ => LayoutMap::Infer,
    }
}

/// Refuses options that need others, or exclude them.
fn check_together(options: &Options) -> Result<(), String> {
    let is_test = options.bool("test-analysis-only");
    let is_filtered = !options.texts("no-analysis-func-filter").is_empty();
    let problem = if options.bool("print-conflicts") && !is_test {
        "'print-conflicts' requires 'test-analysis-only'"
    } else if options.bool("copy-before-write") && is_test {
        "'copy-before-write' cannot be used with 'test-analysis-only'"
    } else if is_filtered && !options.bool("bufferize-function-boundaries") {
        "'no-analysis-func-filter' requires 'bufferize-function-boundaries'"
    } else {
        return Ok(());
    };
    Err(format!("Invalid option: {problem}"))
}

fn parse(options: &Options) -> Result<BufferizeOptions, String> {
    for name in ["dump-alias-sets", "use-encoding-for-memory-space"] {
        if options.bool(name) {
            return Err(format!("'{name}' is not supported; leave it out"));
        }
    }
    check_together(options)?;
    if options.int("analysis-fuzzer-seed") != 0 {
        return Err("'analysis-fuzzer-seed' is not supported; leave it out".to_owned());
    }
    match options.text("analysis-heuristic") {
        "bottom-up" => {}
        other => return Err(format!("'analysis-heuristic': expected bottom-up, got {other}")),
    }
    let unknown_layout = layout(options, "unknown-type-conversion");
    if unknown_layout == LayoutMap::Infer {
        return Err(
            "Invalid option: 'infer-layout-map' is not a valid value for 'unknown-type-conversion'"
                .to_owned(),
        );
    }
    Ok(BufferizeOptions {
        allow_return_allocs_from_loops: options.bool("allow-return-allocs-from-loops"),
        allow_unknown_ops: options.bool("allow-unknown-ops"),
        alignment: u64::try_from(options.int("buffer-alignment")).unwrap_or_default(),
        function_boundaries: options.bool("bufferize-function-boundaries"),
        check_parallel_regions: options.bool("check-parallel-regions"),
        copy_before_write: options.bool("copy-before-write"),
        dialects: options.texts("dialect-filter"),
        function_layout: layout(options, "function-boundary-type-conversion"),
        must_infer_space: options.bool("must-infer-memory-space"),
        unanalyzed_functions: options.texts("no-analysis-func-filter"),
        print_conflicts: options.bool("print-conflicts"),
        test_analysis_only: options.bool("test-analysis-only"),
        unknown_layout,
    })
}

struct OneShotBufferize(BufferizeOptions);

impl Pass for OneShotBufferize {
    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        let op = run.op();
        run_on_module(run.edit(), op, &self.0)
    }
}
