//! `convert-vector-to-scf`.

use tvmlike_ir::{Failure, PatternSet};
use tvmlike_transform::{OptionRecord, Pass, PassRecord, Run};

use super::greedy;
use crate::vector_to_scf::{Options, add_patterns, add_permutations};

pub(super) fn record() -> PassRecord {
    PassRecord::new(
        "convert-vector-to-scf",
        "Lower the operations from the vector dialect into the SCF dialect",
        |options| {
            if options.bool("lower-scalable") {
                return Err("'lower-scalable' is not supported".to_owned());
            }
            Ok(Box::new(VectorToScf(Options {
                unrolls: options.bool("full-unroll"),
                target_rank: usize::try_from(options.int("target-rank")).unwrap_or(usize::MAX),
                lowers_tensors: options.bool("lower-tensors"),
            })))
        },
    )
    .shown_as("ConvertVectorToSCF")
    .with_dialects(&["affine", "memref", "scf", "tensor"])
    .with_options(vec![
        OptionRecord::bool(
            "full-unroll",
            false,
            "Perform full unrolling when converting vector transfers to SCF",
        ),
        OptionRecord::uint(
            "target-rank",
            1,
            "Target vector rank to which transfer ops should be lowered",
        ),
        OptionRecord::bool(
            "lower-tensors",
            false,
            "Lower transfer ops that operate on tensors",
        ),
        OptionRecord::bool(
            "lower-scalable",
            false,
            "Add scalable vector specific lowerings (that introduce loops)",
        ),
    ])
}

struct VectorToScf(Options);

impl Pass for VectorToScf {
    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        let mut permutations = PatternSet::new();
        add_permutations(&mut permutations);
        greedy::apply(run, &permutations)?;
        let mut patterns = PatternSet::new();
        add_patterns(&mut patterns, self.0);
        greedy::apply(run, &patterns)?;
        Ok(())
    }
}
