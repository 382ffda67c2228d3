//! `tensor`: sizes, casts, reshapes, slices, padding, and single elements.

mod cast;
mod concat;
pub(in crate::fold) mod elements;
pub(in crate::fold) mod lists;
mod pad;
mod reshape;
mod sizes;
mod slice_patterns;
mod slices;
pub(in crate::fold) mod types;

use tvmlike_define::{Definition, operand_range};
use tvmlike_ir::{
    Attribute, AttributeKind, Context, DYNAMIC, Folded, Folding, Location, Op, RewriteFn, Rewriter, Type,
    TypeKind, Value,
};

use super::Rules;
use super::elementwise::splat;
use super::rewrite::{defined_by, materialize_as};
use crate::number::Int;

pub(super) const RULES: Rules = Rules {
    folds: &[
        ("tensor.bitcast", cast::same_type),
        ("tensor.cast", cast::same_type),
        ("tensor.collapse_shape", reshape::fold),
        ("tensor.concat", concat::fold),
        ("tensor.dim", dim),
        ("tensor.expand_shape", reshape::fold),
        ("tensor.extract", elements::extract),
        ("tensor.extract_slice", slices::extract),
        ("tensor.from_elements", elements::from_elements),
        ("tensor.gather", elements::of_splat),
        ("tensor.insert", elements::insert),
        ("tensor.insert_slice", slices::insert),
        ("tensor.pad", pad::fold),
        ("tensor.rank", super::memref::rank),
        ("tensor.reshape", reshape::reshape),
        ("tensor.splat", elements::splat),
    ],
    patterns: &[
        ("tensor.bitcast", BITCAST),
        ("tensor.cast", CAST),
        ("tensor.collapse_shape", COLLAPSE),
        ("tensor.concat", CONCAT),
        ("tensor.dim", DIM),
        ("tensor.empty", EMPTY),
        ("tensor.expand_shape", EXPAND),
        ("tensor.extract", EXTRACT),
        ("tensor.extract_slice", EXTRACT_SLICE),
        ("tensor.from_elements", FROM_ELEMENTS),
        ("tensor.generate", GENERATE),
        ("tensor.insert", INSERT),
        ("tensor.insert_slice", INSERT_SLICE),
        ("tensor.pad", PAD),
        ("tensor.parallel_insert_slice", PARALLEL_INSERT_SLICE),
    ],
    materialize: Some(materialize),
    scope: None,
};

const BITCAST: &[RewriteFn] = &[RewriteFn::new(
    "ChainedTensorBitcast",
    "tensor.bitcast",
    cast::bitcast_twice,
)];

const CAST: &[RewriteFn] = &[
    RewriteFn::new("ChainedTensorCast", "tensor.cast", cast::cast_twice),
    RewriteFn::new("TensorCastExtractSlice", "tensor.cast", cast::of_slice),
];

const COLLAPSE: &[RewriteFn] = &[
    RewriteFn::new(
        "ComposeReassociativeReshapeOps<CollapseShapeOp>",
        "tensor.collapse_shape",
        reshape::compose,
    ),
    RewriteFn::new(
        "ComposeCollapseOfExpandOp",
        "tensor.collapse_shape",
        reshape::collapse_of_expand,
    ),
    RewriteFn::new(
        "FoldReshapeWithSplat<CollapseShapeOp>",
        "tensor.collapse_shape",
        reshape::of_values,
    ),
    RewriteFn::new(
        "FoldCollapseOfCastOp",
        "tensor.collapse_shape",
        reshape::collapse_of_cast,
    ),
];

const CONCAT: &[RewriteFn] = &[
    RewriteFn::new("SingleInputConcatOp", "tensor.concat", concat::of_one),
    RewriteFn::new("InferConcatOperandTypes", "tensor.concat", concat::cast_operands),
    RewriteFn::new("InferConcatResultType", "tensor.concat", concat::infer_result),
];

const DIM: &[RewriteFn] = &[
    RewriteFn::new("DimOfCastOp", "tensor.dim", sizes::of_cast),
    RewriteFn::new("DimOfDestStyleOp", "tensor.dim", sizes::of_destination),
    RewriteFn::new("DimOfReshapeOp", "tensor.dim", sizes::of_reshape),
];

const EMPTY: &[RewriteFn] = &[
    RewriteFn::new("FoldEmptyTensorWithCastOp", "tensor.cast", cast::of_empty),
    RewriteFn::new("FoldEmptyTensorWithDimOp", "tensor.dim", sizes::of_empty),
    RewriteFn::new("ReplaceEmptyTensorStaticShapeDims", "tensor.empty", sizes::empty),
];

const EXPAND: &[RewriteFn] = &[
    RewriteFn::new(
        "ComposeReassociativeReshapeOps<ExpandShapeOp>",
        "tensor.expand_shape",
        reshape::compose,
    ),
    RewriteFn::new(
        "ComposeExpandOfCollapseOp",
        "tensor.expand_shape",
        reshape::expand_of_collapse,
    ),
    RewriteFn::new(
        "ConvertToStaticExpandShape",
        "tensor.expand_shape",
        reshape::expand_of_cast,
    ),
    RewriteFn::new(
        "FoldReshapeWithSplat<ExpandShapeOp>",
        "tensor.expand_shape",
        reshape::of_values,
    ),
];

const EXTRACT: &[RewriteFn] = &[RewriteFn::new(
    "ExtractFromTensorCast",
    "tensor.extract",
    elements::extract_of_cast,
)];

const EXTRACT_SLICE: &[RewriteFn] = &[
    RewriteFn::new(
        "OpWithOffsetSizesAndStridesConstantArgumentFolder",
        "tensor.extract_slice",
        slice_patterns::extract_constants,
    ),
    RewriteFn::new(
        "ExtractSliceOpCastFolder",
        "tensor.extract_slice",
        slice_patterns::extract_of_cast,
    ),
];

const FROM_ELEMENTS: &[RewriteFn] = &[RewriteFn::new(
    "ExtractElementFromIndexCast",
    "tensor.extract",
    elements::extract_of_index_cast,
)];

const GENERATE: &[RewriteFn] = &[
    RewriteFn::new(
        "ExtractFromTensorGenerate",
        "tensor.extract",
        elements::extract_of_generate,
    ),
    RewriteFn::new("StaticTensorGenerate", "tensor.generate", sizes::generate),
];

const INSERT: &[RewriteFn] = &[RewriteFn::new(
    "FoldTensorCastProducerOp",
    "tensor.insert",
    elements::insert_into_cast,
)];

const INSERT_SLICE: &[RewriteFn] = &[
    RewriteFn::new(
        "InsertSliceOpConstantArgumentFolder",
        "tensor.insert_slice",
        slice_patterns::insert_constants,
    ),
    RewriteFn::new(
        "InsertSliceOpCastFolder",
        "tensor.insert_slice",
        slice_patterns::insert_of_cast,
    ),
    RewriteFn::new(
        "InsertSliceOpSourceCastInserter",
        "tensor.insert_slice",
        slice_patterns::cast_inserted,
    ),
];

const PARALLEL_INSERT_SLICE: &[RewriteFn] = &[
    RewriteFn::new(
        "InsertSliceOpConstantArgumentFolder",
        "tensor.parallel_insert_slice",
        slice_patterns::insert_constants,
    ),
    RewriteFn::new(
        "InsertSliceOpCastFolder",
        "tensor.parallel_insert_slice",
        slice_patterns::insert_of_cast,
    ),
    RewriteFn::new(
        "InsertSliceOpSourceCastInserter",
        "tensor.parallel_insert_slice",
        slice_patterns::cast_inserted,
    ),
];

const PAD: &[RewriteFn] = &[
    RewriteFn::new("FoldStaticZeroPadding", "tensor.pad", pad::by_nothing),
    RewriteFn::new("FoldSourceTensorCast", "tensor.pad", pad::of_cast),
    RewriteFn::new("FoldTargetTensorCast", "tensor.pad", pad::before_its_cast),
    RewriteFn::new("FoldOrthogonalPaddings", "tensor.pad", pad::join),
    RewriteFn::new("FoldStaticPadding", "tensor.pad", pad::by_constants),
];

/// A constant of `arith`, `complex` or `ub`.
fn materialize(
    rewriter: &mut Rewriter<'_, '_>,
    value: Attribute,
    ty: Type,
    location: Location,
) -> Option<Op> {
    let context = rewriter.context();
    let is_complex = matches!(ty.kind(context), TypeKind::Complex(_));
    match value.kind(context) {
        AttributeKind::Array(_) if is_complex => {
            materialize_as(rewriter, "complex.constant", value, ty, location)
        }
        _ => super::arith::materialize(rewriter, value, ty, location),
    }
}

/// The operand of a group that stands for a dynamic dimension of a shape.
fn dynamic_operand(context: &Context, op: Op, group: &str, shape: &[i64], dim: usize) -> Option<Value> {
    let definition = op.info(context)?.extensions().get::<Definition>()?;
    let record = definition.record();
    let index = record.operands.iter().position(|each| *each.name == *group)?;
    let number = shape[..dim].iter().filter(|size| **size == DYNAMIC).count();
    let range = operand_range(context, op, record, index);
    op.operand(context, range.start + number)
}

/// The size with which an operation makes a dynamic dimension.
fn given_size(context: &Context, op: Op, shape: &[i64], dim: usize) -> Option<Value> {
    if op.is_named(context, "tensor.generate") {
        return dynamic_operand(context, op, "dynamicExtents", shape, dim);
    }
    let is_slice = op.is_named(context, "tensor.extract_slice");
    let rank = op.operand(context, 0)?.ty(context).rank(context);
    // Of a slice without some dimensions, `resolve-ranked-shaped-type-result-dims` finds the size.
    if !is_slice || rank != Some(shape.len()) {
        return None;
    }
    dynamic_operand(context, op, "sizes", shape, dim)
}

/// `dim`: a static size; a size that was given; of a cast.
fn dim(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    let context = folding.context();
    let index = splat::<Int>(context, folding.constant(1))?.to_i64()?;
    let source = folding.operand(0);
    let shape = source.ty(context).shape(context)?.to_vec();
    let index = usize::try_from(index).ok()?;
    let size = *shape.get(index)?;
    if size != DYNAMIC {
        return Some(context.index_attribute(size).into());
    }
    let made_by = source.defining_op(context);
    if let Some(value) = made_by.and_then(|op| given_size(context, op, &shape, index)) {
        return Some(value.into());
    }
    let cast = defined_by(context, source, "tensor.cast")?.operand(context, 0)?;
    cast.ty(context).rank(context)?;
    folding.set_operand(0, cast);
    Some(Folded::InPlace)
}
