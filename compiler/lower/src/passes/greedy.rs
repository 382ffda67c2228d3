//! Running patterns by the greedy driver, as several passes do.

use tvmlike_ir::{Failure, PatternSet};
use tvmlike_transform::{FrozenPatterns, GreedyConfig, GreedyOutcome, Run, rewrite_greedily};

/// Applies patterns to the operation of a run until nothing changes.
pub(super) fn apply(run: &mut Run<'_, '_>, patterns: &PatternSet) -> Result<GreedyOutcome, Failure> {
    let (context, op) = (run.context(), run.op());
    let frozen = FrozenPatterns::new(context, patterns);
    let config = GreedyConfig {
        interrupt: run.interrupt().cloned(),
        ..GreedyConfig::default()
    };
    rewrite_greedily(run.edit(), op, &frozen, &config).map_err(|error| run.fail(error.to_string()))
}
