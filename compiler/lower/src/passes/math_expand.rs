//! `math-expand-ops`, `math-uplift-to-fma`, `math-sincos-fusion`.

use tvmlike_ir::{Failure, PatternSet, RewriteFn};
use tvmlike_transform::{OptionKind, OptionRecord, Pass, PassRecord, Run};

use super::greedy;
use crate::math::{EXPANSIONS, FUSION, SINCOS};

pub(super) fn expansion() -> PassRecord {
    PassRecord::new("math-expand-ops", "Expand math operations.", |options| {
        Ok(Box::new(Expand {
            names: options.texts("ops"),
        }))
    })
    .shown_as("MathExpandOpsPass")
    .with_dialects(&["arith", "scf", "vector"])
    .with_options(vec![OptionRecord::list(
        "ops",
        OptionKind::Text,
        "Operations to expand.",
    )])
}

/// Expands the operations of these names, without `math.`, or all.
struct Expand {
    names: Vec<String>,
}

impl Pass for Expand {
    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        let mut patterns = PatternSet::new();
        for pattern in EXPANSIONS {
            let name = pattern.root.and_then(|root| root.strip_prefix("math."));
            if self.names.is_empty() || self.names.iter().any(|chosen| Some(&**chosen) == name) {
                patterns.add(pattern);
            }
        }
        greedy::apply(run, &patterns).map(|_| ())
    }
}

pub(super) fn fusion() -> PassRecord {
    PassRecord::new("math-uplift-to-fma", "Uplift arith ops to math.fma.", |_| {
        Ok(Box::new(Fuse(FUSION)))
    })
    .shown_as("MathUpliftToFMA")
    .with_dialects(&["math"])
}

pub(super) fn sincos() -> PassRecord {
    PassRecord::new("math-sincos-fusion", "Fuse sin and cos operations.", |_| {
        Ok(Box::new(Fuse(SINCOS)))
    })
    .shown_as("MathSincosFusionPass")
}

/// Makes one operation of two by a pattern.
struct Fuse(RewriteFn);

impl Pass for Fuse {
    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        let mut patterns = PatternSet::new();
        patterns.add(self.0);
        greedy::apply(run, &patterns).map(|_| ())
    }
}
