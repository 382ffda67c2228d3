//! `convert-scf-to-cf`: loops and choices become blocks with branches. `scf-parallel-for-to-nested-fors`: parallel loops become
//! others.

use tvmlike_ir::Failure;
use tvmlike_transform::{
    ConversionPatterns, ConversionTarget, Legality, OptionRecord, Pass, PassRecord, Run,
};

pub(super) fn record() -> PassRecord {
    PassRecord::new(
        "convert-scf-to-cf",
        "Convert SCF dialect to ControlFlow dialect, replacing structured control flow with a CFG",
        |_| Ok(Box::new(ScfToCf)),
    )
    .shown_as("SCFToControlFlowPass")
    .with_dialects(&["arith", "cf"])
    .with_options(vec![OptionRecord::bool(
        "allow-pattern-rollback",
        true,
        "Experimental performance flag to disallow pattern rollback",
    )])
}

struct ScfToCf;

/// What the pass converts.
const ILLEGAL: [&str; 7] = [
    "scf.execute_region",
    "scf.for",
    "scf.forall",
    "scf.if",
    "scf.index_switch",
    "scf.parallel",
    "scf.while",
];

impl Pass for ScfToCf {
    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        let (context, root) = (run.context(), run.op());
        let mut patterns = ConversionPatterns::new();
        crate::scf_to_cf::add_patterns(&mut patterns);
        let mut target = ConversionTarget::new();
        target
            .ops(context, &ILLEGAL, &Legality::Illegal)
            .others(Legality::Legal);
        run.convert_partial(root, &target, &patterns)
    }
}

pub(super) fn parallel() -> PassRecord {
    PassRecord::new(
        "scf-parallel-for-to-nested-fors",
        "Convert SCF parallel for loops to nested SCF for loops",
        |_| Ok(Box::new(ParallelToFors)),
    )
    .shown_as("ParallelForToNestedFors")
    .with_dialects(&["scf"])
}

struct ParallelToFors;

impl Pass for ParallelToFors {
    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        let (context, root) = (run.context(), run.op());
        let mut patterns = ConversionPatterns::new();
        crate::scf_to_cf::add_parallel_pattern(&mut patterns);
        let mut target = ConversionTarget::new();
        // Those with results stay, as in MLIR.
        let has_results = Legality::when(|context, op| op.num_results(context) > 0);
        target
            .ops(context, &["scf.parallel"], &has_results)
            .others(Legality::Legal);
        run.convert_partial(root, &target, &patterns)
    }
}
