//! Matrices in shared memory: their descriptors, loads and stores.

use tvmlike_define::Instance;
use tvmlike_ir::{Context, Failure, Type, TypeKind};

use super::sizes;
use crate::xegpu::{Layout, Matrix};

/// The rank of what is loaded or stored with a vector.
const RANK: usize = 2;

pub(super) fn create(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let Some(matrix) = Matrix::of(context, instance.result_type("mem_desc")) else {
        return Ok(());
    };
    let source = instance.operand_type("source");
    let own = matrix
        .shape
        .iter()
        .try_fold(1_i64, |product, size| product.checked_mul(*size));
    let own = own.and_then(|count| bits(context, count, matrix.element?));
    let source = source
        .num_elements(context)
        .and_then(|count| bits(context, count, source.element_type(context)?));
    match own.is_some() && own == source {
        true => Ok(()),
        false => instance.refuse("failed to verify that all of {source, mem_desc} have same size in bits"),
    }
}

/// The bits of elements of an integer or float type.
fn bits(context: &Context, count: i64, element: Type) -> Option<i64> {
    match element.kind(context) {
        TypeKind::Integer { .. } | TypeKind::Float(_) => {
            count.checked_mul(i64::from(element.bit_width(context)?))
        }
        _ => None,
    }
}

pub(super) fn load(instance: &Instance<'_>) -> Result<(), Failure> {
    access(instance, instance.result_type("res"))
}

pub(super) fn store(instance: &Instance<'_>) -> Result<(), Failure> {
    access(instance, instance.operand_type("data"))
}

/// Checks a load or a store of a value.
fn access(instance: &Instance<'_>, value: Type) -> Result<(), Failure> {
    let context = instance.context;
    let Some(matrix) = Matrix::of(context, instance.operand_type("mem_desc")) else {
        return Ok(());
    };
    let of_subgroup = instance.has("subgroup_block_io");
    if value.shape(context).is_none() {
        return match of_subgroup {
            true => {
                instance.refuse_plainly("subgroup_block_io are only allowed when result is a VectorType.")
            }
            false => Ok(()),
        };
    }
    if matrix.shape.len() != RANK {
        return instance.refuse_plainly("mem_desc must be 2D.");
    }
    let layout = instance.attribute("layout");
    if let Some(layout) = layout.and_then(|layout| Layout::of(context, layout))
        && of_subgroup
    {
        lanes(instance, &matrix, &layout)?;
    }
    let shape = sizes(context, value);
    if shape.len() == RANK {
        return match shape.iter().zip(&matrix.shape).any(|(size, whole)| size > whole) {
            true => instance.refuse_plainly("data shape must not exceed mem_desc shape."),
            false => Ok(()),
        };
    }
    // The first dimension is the contiguous one if the matrix is stored by columns.
    match of_subgroup && matrix.strides.first() == Some(&1) {
        true => instance.refuse_plainly("mem_desc should be row major when subgroup_block_io is set."),
        false => Ok(()),
    }
}

/// Checks that the lanes of a subgroup read or write one block.
fn lanes(instance: &Instance<'_>, matrix: &Matrix, layout: &Layout) -> Result<(), Failure> {
    let (Some(data), lanes) = (layout.lane_data(), layout.lane_layout().unwrap_or_default()) else {
        return Ok(());
    };
    if data.iter().rev().skip(1).any(|count| *count != 1) {
        return instance
            .refuse_plainly("With subgroup_block_io, accessed data must be contiguous and coalesced.");
    }
    for (index, count) in lanes.iter().enumerate() {
        if matrix.block.get(index) != Some(count) {
            return instance
                .refuse_plainly("With subgroup_block_io, the block shape must match the lane layout.");
        }
        if *count != 1 && matrix.strides.get(index) != Some(&1) {
            return instance
                .refuse_plainly("With subgroup_block_io, the distributed dimensions must be contiguous.");
        }
    }
    Ok(())
}
