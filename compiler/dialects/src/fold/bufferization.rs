//! `bufferization`: tensors that are allocated, copies of memory, what is freed, and tensors in memory.

mod alloc_tensor;
mod clone;
mod dealloc;
mod tensors;

use tvmlike_ir::{Folded, Folding, RewriteFn};

use super::Rules;

pub(super) const RULES: Rules = Rules {
    folds: &[
        ("bufferization.clone", skip_casts),
        ("bufferization.to_buffer", tensors::to_buffer),
        ("bufferization.to_tensor", tensors::to_tensor),
    ],
    patterns: &[
        ("bufferization.alloc_tensor", ALLOC_TENSOR),
        ("bufferization.clone", CLONE),
        ("bufferization.dealloc", DEALLOC),
        ("bufferization.to_buffer", TO_BUFFER),
        ("bufferization.to_tensor", TO_TENSOR),
    ],
    materialize: Some(super::arith::materialize),
    scope: None,
};

fn skip_casts(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    super::memref::skip_casts(folding)
}

const ALLOC_TENSOR: &[RewriteFn] = &[
    RewriteFn::new("FoldDimOfAllocTensorOp", "tensor.dim", alloc_tensor::size)
        .with_definition(0, "bufferization.alloc_tensor"),
    RewriteFn::new(
        "ReplaceStaticShapeDims",
        "bufferization.alloc_tensor",
        alloc_tensor::with_constant_sizes,
    ),
];

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

const TO_BUFFER: &[RewriteFn] = &[
    RewriteFn::new("LoadOfToBuffer", "memref.load", tensors::load)
        .with_definition(0, "bufferization.to_buffer"),
    RewriteFn::new("ToBufferOfCast", "bufferization.to_buffer", tensors::of_cast),
    RewriteFn::new(
        "ToBufferToTensorFolding",
        "bufferization.to_buffer",
        tensors::of_tensor,
    ),
];

const TO_TENSOR: &[RewriteFn] = &[RewriteFn::new("DimOfToTensorFolder", "tensor.dim", tensors::size)
    .with_definition(0, "bufferization.to_tensor")];
