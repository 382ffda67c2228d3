//! `normalize-memrefs`.

use tvmlike_ir::Failure;
use tvmlike_transform::{Pass, PassRecord, Run};

use crate::memref_layouts::normalize;

pub(super) fn record() -> PassRecord {
    PassRecord::new("normalize-memrefs", "Normalize memrefs", |_| {
        Ok(Box::new(NormalizeMemRefs))
    })
    .shown_as("NormalizeMemRefsPass")
    .on("builtin.module")
    .with_dialects(&["affine"])
}

struct NormalizeMemRefs;

impl Pass for NormalizeMemRefs {
    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        let root = run.op();
        normalize(run.edit(), root)
    }
}
