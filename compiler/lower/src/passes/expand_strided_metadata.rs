//! `expand-strided-metadata`.

use tvmlike_ir::{Failure, PatternSet};
use tvmlike_transform::{Pass, PassRecord, Run};

use super::greedy;

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
        let mut patterns = PatternSet::new();
        crate::strided_metadata::add_patterns(&mut patterns);
        greedy::apply(run, &patterns)?;
        Ok(())
    }
}
