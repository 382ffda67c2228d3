//! `memref`: casts, sizes, allocations and copies.

mod allocation;
mod cast;
mod copy;
mod dim;
mod metadata;
mod scope;
mod views;

use tvmlike_ir::RewriteFn;

use super::Rules;

pub(in crate::fold) use cast::{skip_casts, skip_casts_of_store};
pub(in crate::fold) use dim::rank;

pub(super) const RULES: Rules = Rules {
    folds: &[
        ("memref.atomic_rmw", cast::skip_casts),
        ("memref.cast", cast::cast),
        ("memref.collapse_shape", views::collapse),
        ("memref.copy", cast::skip_wider_casts),
        ("memref.dealloc", cast::skip_casts),
        ("memref.dim", dim::dim),
        ("memref.expand_shape", views::expand),
        ("memref.load", cast::skip_casts),
        ("memref.prefetch", cast::skip_casts),
        ("memref.rank", dim::rank),
        ("memref.store", cast::skip_casts_of_store),
        ("memref.subview", views::subview),
    ],
    patterns: &[
        ("memref.alloc", ALLOC),
        ("memref.alloca", ALLOCA),
        ("memref.alloca_scope", ALLOCA_SCOPE),
        ("memref.copy", COPY),
        ("memref.extract_strided_metadata", METADATA),
    ],
    materialize: Some(super::arith::materialize),
    scope: None,
};

const ALLOC: &[RewriteFn] = &[
    RewriteFn::new(
        "SimplifyAllocConst<AllocOp>",
        "memref.alloc",
        allocation::use_constants,
    ),
    RewriteFn::new(
        "SimplifyDeadAlloc<AllocOp>",
        "memref.alloc",
        allocation::drop_unread,
    ),
];

const ALLOCA: &[RewriteFn] = &[
    RewriteFn::new(
        "SimplifyAllocConst<AllocaOp>",
        "memref.alloca",
        allocation::use_constants,
    ),
    RewriteFn::new(
        "SimplifyDeadAlloc<AllocaOp>",
        "memref.alloca",
        allocation::drop_unread,
    ),
];

const ALLOCA_SCOPE: &[RewriteFn] = &[
    RewriteFn::new("AllocaScopeInliner", "memref.alloca_scope", scope::inline),
    RewriteFn::new("AllocaScopeHoister", "memref.alloca_scope", scope::hoist),
];

const COPY: &[RewriteFn] = &[
    RewriteFn::new("FoldEmptyCopy", "memref.copy", copy::drop_empty),
    RewriteFn::new("FoldSelfCopy", "memref.copy", copy::drop_own),
];

const METADATA: &[RewriteFn] = &[RewriteFn::new(
    "ExtractStridedMetadataOp::fold",
    "memref.extract_strided_metadata",
    metadata::use_constants,
)];
