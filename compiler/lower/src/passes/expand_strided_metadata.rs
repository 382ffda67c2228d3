//! `expand-strided-metadata`.

use tvmlike_ir::{Failure, PatternSet};
use tvmlike_transform::{FrozenPatterns, GreedyConfig, Pass, PassRecord, Run, rewrite_greedily};

pub(super) fn record() -> PassRecord {
    PassRecord::new(
        "expand-strided-metadata",
        "Expand memref operations into easier to analyze constructs",
        |_| Ok(Box::new(ExpandStridedMetadata)),
    )
    .shown_as("ExpandStridedMetadataPass")
    .with_dialects(&["affine", "memref"])
}

struct ExpandStridedMetadata;

impl Pass for ExpandStridedMetadata {
    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        let (context, op) = (run.context(), run.op());
        let mut patterns = PatternSet::new();
        crate::strided_metadata::add_patterns(&mut patterns);
        let frozen = FrozenPatterns::new(context, &patterns);
        let config = GreedyConfig {
            interrupt: run.interrupt().cloned(),
            ..GreedyConfig::default()
        };
        rewrite_greedily(run.edit(), op, &frozen, &config).map_err(|error| run.fail(error.to_string()))?;
        Ok(())
    }
}
