//! `bufferization`: copies of memory, and what is freed.

mod clone;
mod dealloc;

use tvmlike_ir::{Folded, Folding, RewriteFn};

use super::Rules;

pub(super) const RULES: Rules = Rules {
    folds: &[("bufferization.clone", skip_casts)],
    patterns: &[("bufferization.clone", CLONE), ("bufferization.dealloc", DEALLOC)],
    materialize: Some(super::arith::materialize),
    scope: None,
};

fn skip_casts(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    super::memref::skip_casts(folding)
}

const CLONE: &[RewriteFn] = &[RewriteFn::new(
    "SimplifyClones",
    "bufferization.clone",
    clone::use_source,
)];

const DEALLOC: &[RewriteFn] = &[
    RewriteFn::new(
        "DeallocRemoveDuplicateDeallocMemrefs",
        "bufferization.dealloc",
        dealloc::join_freed,
    ),
    RewriteFn::new(
        "DeallocRemoveDuplicateRetainedMemrefs",
        "bufferization.dealloc",
        dealloc::join_retained,
    ),
    RewriteFn::new("EraseEmptyDealloc", "bufferization.dealloc", dealloc::drop_empty),
    RewriteFn::new(
        "EraseAlwaysFalseDealloc",
        "bufferization.dealloc",
        dealloc::drop_never_freed,
    ),
    RewriteFn::new(
        "SkipExtractMetadataOfAlloc",
        "bufferization.dealloc",
        dealloc::skip_metadata,
    ),
    RewriteFn::new(
        "RemoveAllocDeallocPairWhenNoOtherUsers",
        "bufferization.dealloc",
        dealloc::drop_unused,
    ),
];
