//! `memref`: casts, sizes, allocations, copies and views.

mod allocation;
mod cast;
mod copy;
mod dim;
mod metadata;
mod reinterpret;
mod reshape;
mod scope;
mod subview;
mod view;
mod views;

use tvmlike_ir::RewriteFn;

use super::Rules;

pub(in crate::fold) use cast::{skip_casts, skip_casts_of_store};
pub(in crate::fold) use dim::rank;

pub(super) const RULES: Rules = Rules {
    folds: &[
        ("memref.assume_alignment", views::assume_alignment),
        ("memref.atomic_rmw", cast::skip_casts),
        ("memref.cast", cast::cast),
        ("memref.collapse_shape", views::collapse),
        ("memref.copy", cast::skip_wider_casts),
        ("memref.dealloc", cast::skip_casts),
        ("memref.dim", dim::dim),
        ("memref.dma_start", cast::skip_casts),
        ("memref.dma_wait", cast::skip_casts),
        ("memref.expand_shape", views::expand),
        ("memref.load", cast::skip_casts),
        ("memref.memory_space_cast", views::change_space),
        ("memref.prefetch", cast::skip_casts),
        ("memref.rank", dim::rank),
        ("memref.reinterpret_cast", reinterpret::reinterpret),
        ("memref.store", cast::skip_casts_of_store),
        ("memref.subview", views::subview),
        ("memref.transpose", views::transpose),
        ("memref.view", views::view),
    ],
    patterns: &[
        ("memref.alloc", ALLOC),
        ("memref.alloca", ALLOCA),
        ("memref.alloca_scope", ALLOCA_SCOPE),
        ("memref.collapse_shape", COLLAPSE_SHAPE),
        ("memref.copy", COPY),
        ("memref.dim", DIM),
        ("memref.expand_shape", EXPAND_SHAPE),
        ("memref.extract_strided_metadata", METADATA),
        ("memref.realloc", REALLOC),
        ("memref.reinterpret_cast", REINTERPRET_CAST),
        ("memref.subview", SUBVIEW),
        ("memref.view", VIEW),
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

const COLLAPSE_SHAPE: &[RewriteFn] = &[
    RewriteFn::new(
        "ComposeReassociativeReshapeOps<CollapseShapeOp>",
        "memref.collapse_shape",
        reshape::collapse_collapsed,
    ),
    RewriteFn::new(
        "ComposeCollapseOfExpandOp",
        "memref.collapse_shape",
        reshape::collapse_expanded,
    ),
    RewriteFn::new(
        "CollapseShapeOpMemRefCastFolder",
        "memref.collapse_shape",
        reshape::collapse_cast,
    ),
];

const DIM: &[RewriteFn] = &[RewriteFn::new(
    "DimOfMemRefReshape",
    "memref.dim",
    dim::read_shape,
)];

const EXPAND_SHAPE: &[RewriteFn] = &[
    RewriteFn::new(
        "ComposeReassociativeReshapeOps<ExpandShapeOp>",
        "memref.expand_shape",
        reshape::expand_expanded,
    ),
    RewriteFn::new(
        "ComposeExpandOfCollapseOp",
        "memref.expand_shape",
        reshape::expand_collapsed,
    ),
    RewriteFn::new(
        "ExpandShapeOpMemRefCastFolder",
        "memref.expand_shape",
        reshape::expand_cast,
    ),
];

const REALLOC: &[RewriteFn] = &[RewriteFn::new(
    "SimplifyDeadAlloc<ReallocOp>",
    "memref.realloc",
    allocation::drop_unread,
)];

const REINTERPRET_CAST: &[RewriteFn] = &[
    RewriteFn::new(
        "ReinterpretCastOpExtractStridedMetadataFolder",
        "memref.reinterpret_cast",
        reinterpret::skip_metadata,
    ),
    RewriteFn::new(
        "ReinterpretCastOpConstantFolder",
        "memref.reinterpret_cast",
        reinterpret::use_constants,
    ),
];

const SUBVIEW: &[RewriteFn] = &[
    RewriteFn::new(
        "OpWithOffsetSizesAndStridesConstantArgumentFolder<SubViewOp>",
        "memref.subview",
        subview::use_constants,
    ),
    RewriteFn::new("SubViewOpMemRefCastFolder", "memref.subview", subview::skip_cast),
    RewriteFn::new("TrivialSubViewOpFolder", "memref.subview", subview::cast_whole),
];

const VIEW: &[RewriteFn] = &[
    RewriteFn::new("ViewOpShapeFolder", "memref.view", view::use_constants),
    RewriteFn::new("ViewOpMemrefCastFolder", "memref.view", view::skip_cast),
];
