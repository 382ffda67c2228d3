//! `scf-for-loop-peeling` and `scf-for-loop-canonicalization`.

use tvmlike_ir::{Failure, PatternSet};
use tvmlike_transform::{OptionRecord, Pass, PassRecord, Run};

use super::greedy;
use crate::loop_bounds::{Peeling, add_canonicalization, add_peeling};

pub(super) fn peeling() -> PassRecord {
    PassRecord::new(
        "scf-for-loop-peeling",
        "Peel `for` loops at their upper bounds.",
        |_| Ok(Box::new(ForLoopPeeling)),
    )
    .shown_as("SCFForLoopPeeling")
    .with_options(vec![
        OptionRecord::bool("peel-front", false, "Peel the first iteration out of the loop."),
        OptionRecord::bool(
            "skip-partial",
            true,
            "Do not peel loops inside of the last, partial iteration of another already peeled loop.",
        ),
    ])
    .with_dialects(&["affine"])
}

struct ForLoopPeeling;

impl Pass for ForLoopPeeling {
    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        let mut patterns = PatternSet::new();
        let peeling = Peeling {
            front: run.options().bool("peel-front"),
            skip_partial: run.options().bool("skip-partial"),
        };
        add_peeling(&mut patterns, peeling);
        greedy::apply(run, &patterns)?;
        let op = run.op();
        Peeling::remove_marks(run.edit(), op);
        Ok(())
    }
}

pub(super) fn canonicalization() -> PassRecord {
    PassRecord::new(
        "scf-for-loop-canonicalization",
        "Canonicalize operations within scf.for loop bodies",
        |_| Ok(Box::new(ForLoopCanonicalization)),
    )
    .shown_as("SCFForLoopCanonicalization")
    .with_dialects(&["affine", "tensor", "memref"])
}

struct ForLoopCanonicalization;

impl Pass for ForLoopCanonicalization {
    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        let mut patterns = PatternSet::new();
        add_canonicalization(&mut patterns);
        match greedy::apply(run, &patterns)?.converged {
            true => Ok(()),
            false => Err(run.fail("the patterns did not converge")),
        }
    }
}
