//! `vector`: parts of vectors and what puts them together, shapes, masks, transfers, and reductions of one element.

mod chain;
mod elements;
mod extract;
mod insert;
mod masks;
mod memory;
mod parts;
mod reduce;
mod shapes;
mod shuffle;
mod slices;
mod transfer;
mod transfer_patterns;
mod transpose;

use tvmlike_ir::RewriteFn;

use super::Rules;

pub(super) const RULES: Rules = Rules {
    folds: &[
        ("vector.bitcast", shuffle::bitcast),
        ("vector.broadcast", shapes::broadcast),
        ("vector.constant_mask", masks::constant_mask),
        ("vector.extract", extract::fold),
        ("vector.extract_strided_slice", slices::extract),
        ("vector.from_elements", elements::from_elements),
        ("vector.insert", insert::fold),
        ("vector.insert_strided_slice", slices::insert),
        ("vector.load", super::memref::skip_casts),
        ("vector.mask", masks::mask),
        ("vector.maskedload", super::memref::skip_casts),
        ("vector.maskedstore", super::memref::skip_casts),
        ("vector.shape_cast", shapes::shape_cast),
        ("vector.shuffle", shuffle::fold),
        ("vector.store", super::memref::skip_casts),
        ("vector.to_elements", elements::to_elements),
        ("vector.transfer_read", transfer::read),
        ("vector.transfer_write", transfer::write),
        ("vector.transpose", transpose::fold),
    ],
    patterns: &[
        ("vector.broadcast", BROADCAST),
        ("vector.compressstore", COMPRESS_STORE),
        ("vector.contract", CONTRACT),
        ("vector.create_mask", CREATE_MASK),
        ("vector.expandload", EXPAND_LOAD),
        ("vector.extract", EXTRACT),
        ("vector.extract_strided_slice", EXTRACT_SLICE),
        ("vector.from_elements", FROM_ELEMENTS),
        ("vector.gather", GATHER),
        ("vector.insert", INSERT),
        ("vector.insert_strided_slice", INSERT_SLICE),
        ("vector.mask", MASK),
        ("vector.maskedload", MASKED_LOAD),
        ("vector.maskedstore", MASKED_STORE),
        ("vector.multi_reduction", MULTI_REDUCTION),
        ("vector.reduction", REDUCTION),
        ("vector.scatter", SCATTER),
        ("vector.shape_cast", SHAPE_CAST),
        ("vector.shuffle", SHUFFLE),
        ("vector.step", STEP),
        ("vector.to_elements", TO_ELEMENTS),
        ("vector.transfer_read", TRANSFER_READ),
        ("vector.transfer_write", TRANSFER_WRITE),
        ("vector.transpose", TRANSPOSE),
    ],
    materialize: Some(super::arith::materialize),
    scope: None,
};

const BROADCAST: &[RewriteFn] = &[RewriteFn::new(
    "BroadcastFolder",
    "vector.broadcast",
    shapes::broadcast_twice,
)];

const COMPRESS_STORE: &[RewriteFn] = &[RewriteFn::new(
    "CompressStoreFolder",
    "vector.compressstore",
    memory::store,
)];

const CONTRACT: &[RewriteFn] = &[
    RewriteFn::new(
        "CanonicalizeContractAdd<AddIOp>",
        "arith.addi",
        reduce::sum_of_contract,
    ),
    RewriteFn::new(
        "CanonicalizeContractAdd<AddFOp>",
        "arith.addf",
        reduce::sum_of_contract,
    ),
];

const CREATE_MASK: &[RewriteFn] = &[RewriteFn::new(
    "CreateMaskFolder",
    "vector.create_mask",
    masks::create_mask,
)];

const EXPAND_LOAD: &[RewriteFn] = &[RewriteFn::new(
    "ExpandLoadFolder",
    "vector.expandload",
    memory::load,
)];

const EXTRACT: &[RewriteFn] = &[
    RewriteFn::new(
        "ExtractOpFromBroadcast",
        "vector.extract",
        extract::less_broadcast,
    ),
    RewriteFn::new(
        "ExtractOpFromCreateMask",
        "vector.extract",
        extract::of_create_mask,
    ),
    RewriteFn::new(
        "foldExtractFromShapeCastToShapeCast",
        "vector.extract",
        extract::to_shape_cast,
    ),
    RewriteFn::new(
        "foldExtractFromFromElements",
        "vector.extract",
        extract::less_elements,
    ),
];

const EXTRACT_SLICE: &[RewriteFn] = &[
    RewriteFn::new(
        "StridedSliceCreateMaskFolder",
        "vector.extract_strided_slice",
        slices::of_create_mask,
    ),
    RewriteFn::new(
        "StridedSliceConstantMaskFolder",
        "vector.extract_strided_slice",
        slices::of_constant_mask,
    ),
    RewriteFn::new(
        "StridedSliceBroadcast",
        "vector.extract_strided_slice",
        slices::of_broadcast,
    ),
    RewriteFn::new(
        "StridedSliceSplat",
        "vector.extract_strided_slice",
        slices::of_splat,
    ),
    RewriteFn::new(
        "ContiguousExtractStridedSliceToExtract",
        "vector.extract_strided_slice",
        slices::to_part,
    ),
];

const FROM_ELEMENTS: &[RewriteFn] = &[
    RewriteFn::new(
        "rewriteFromElementsAsBroadcast",
        "vector.from_elements",
        elements::to_broadcast,
    ),
    RewriteFn::new(
        "FromElementsToShapeCast",
        "vector.from_elements",
        elements::to_part,
    ),
];

const GATHER: &[RewriteFn] = &[
    RewriteFn::new("GatherFolder", "vector.gather", memory::gather_nothing),
    RewriteFn::new("FoldContiguousGather", "vector.gather", memory::gather_row),
];

const INSERT: &[RewriteFn] = &[
    RewriteFn::new("InsertToBroadcast", "vector.insert", insert::to_broadcast),
    RewriteFn::new("InsertSplatToSplat", "vector.insert", insert::of_splat),
    RewriteFn::new(
        "InsertChainFullyInitialized",
        "vector.insert",
        insert::to_elements,
    ),
];

const INSERT_SLICE: &[RewriteFn] = &[
    RewriteFn::new(
        "FoldInsertStridedSliceSplat",
        "vector.insert_strided_slice",
        slices::insert_splat,
    ),
    RewriteFn::new(
        "FoldInsertStridedSliceOfExtract",
        "vector.insert_strided_slice",
        slices::insert_own,
    ),
    RewriteFn::new(
        "InsertStridedSliceConstantFolder",
        "vector.insert_strided_slice",
        slices::insert_constant,
    ),
];

const MASK: &[RewriteFn] = &[
    RewriteFn::new("MaskOp::fold", "vector.mask", masks::unmask).with_benefit(2),
    RewriteFn::new("CanonializeEmptyMaskOp", "vector.mask", masks::to_select),
];

const MASKED_LOAD: &[RewriteFn] = &[RewriteFn::new(
    "MaskedLoadFolder",
    "vector.maskedload",
    memory::load,
)];

const MASKED_STORE: &[RewriteFn] = &[RewriteFn::new(
    "MaskedStoreFolder",
    "vector.maskedstore",
    memory::store,
)];

const MULTI_REDUCTION: &[RewriteFn] = &[RewriteFn::new(
    "ElideUnitDimsInMultiDimReduction",
    "vector.multi_reduction",
    reduce::of_ones,
)];

const REDUCTION: &[RewriteFn] = &[RewriteFn::new(
    "ElideSingleElementReduction",
    "vector.reduction",
    reduce::of_one,
)];

const SCATTER: &[RewriteFn] = &[
    RewriteFn::new("ScatterFolder", "vector.scatter", memory::scatter_nothing),
    RewriteFn::new("FoldContiguousScatter", "vector.scatter", memory::scatter_row),
];

const SHAPE_CAST: &[RewriteFn] = &[
    RewriteFn::new(
        "ShapeCastCreateMaskFolderTrailingOneDim",
        "vector.shape_cast",
        shapes::of_mask,
    ),
    RewriteFn::new(
        "ShapeCastBroadcastFolder",
        "vector.shape_cast",
        shapes::of_broadcast,
    ),
];

const SHUFFLE: &[RewriteFn] = &[
    RewriteFn::new("ShuffleSplat", "vector.shuffle", shuffle::of_splat),
    RewriteFn::new("ShuffleInterleave", "vector.shuffle", shuffle::to_interleave),
    RewriteFn::new("Canonicalize0DShuffleOp", "vector.shuffle", shuffle::of_scalars),
];

const STEP: &[RewriteFn] = &[RewriteFn::new(
    "StepCompareFolder",
    "vector.step",
    shuffle::compare_step,
)];

const TO_ELEMENTS: &[RewriteFn] = &[RewriteFn::new(
    "ToElementsOfBroadcast",
    "vector.to_elements",
    elements::of_broadcast,
)];

const TRANSFER_READ: &[RewriteFn] = &[RewriteFn::new(
    "TransferReadAfterWriteToBroadcast",
    "vector.transfer_read",
    transfer_patterns::read_written,
)];

const TRANSFER_WRITE: &[RewriteFn] = &[
    RewriteFn::new(
        "FoldWaw",
        "vector.transfer_write",
        transfer_patterns::skip_written,
    ),
    RewriteFn::new(
        "SwapExtractSliceOfTransferWrite",
        "tensor.insert_slice",
        transfer_patterns::swap_slice,
    ),
];

const TRANSPOSE: &[RewriteFn] = &[
    RewriteFn::new("FoldTransposeCreateMask", "vector.transpose", transpose::of_mask),
    RewriteFn::new(
        "FoldTransposeShapeCast",
        "vector.transpose",
        transpose::of_shape_cast,
    ),
    RewriteFn::new("TransposeFolder", "vector.transpose", transpose::twice),
    RewriteFn::new("FoldTransposeSplat", "vector.transpose", transpose::of_splat),
    RewriteFn::new(
        "FoldTransposeFromElements",
        "vector.transpose",
        transpose::of_elements,
    ),
    RewriteFn::new(
        "FoldTransposeBroadcast",
        "vector.transpose",
        transpose::of_broadcast,
    ),
];
