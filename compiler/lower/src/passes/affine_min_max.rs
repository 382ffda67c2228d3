//! `affine-simplify-min-max`.

use tvmlike_ir::{Failure, PatternSet};
use tvmlike_transform::{Pass, PassRecord, Run};

use super::greedy;
use crate::value_bounds::add_patterns;

pub(super) fn record() -> PassRecord {
    PassRecord::new("affine-simplify-min-max", "Simplify affine min/max/apply", |_| {
        Ok(Box::new(SimplifyMinMax))
    })
    .shown_as("SimplifyAffineMinMaxPass")
    .on_interface("FunctionOpInterface")
}

struct SimplifyMinMax;

impl Pass for SimplifyMinMax {
    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        let mut patterns = PatternSet::new();
        add_patterns(run.context(), &mut patterns);
        match greedy::apply(run, &patterns)?.converged {
            true => Ok(()),
            false => Err(run.fail("the patterns did not converge")),
        }
    }
}
