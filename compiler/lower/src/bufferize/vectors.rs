//! What is asked of operations of vector on tensors: what they overwrite, and what is in a mask.

use tvmlike_ir::{AffineExprKind, AttributeKind, Context, Failure, Op, Value};

use crate::make::{operand_group, property};
use crate::number;

/// The operation in a mask.
pub(super) fn masked(context: &Context, mask: Op) -> Option<Op> {
    let block = mask.region(context, 0)?.first_block(context)?;
    let first = block.operations(context).next()?;
    (Some(first) != block.last_op(context)).then_some(first)
}

/// Whether `vector.transfer_write` writes all elements of its tensor.
///
/// MLIR compares sizes in order whatever the map is. So does this, so that both copy alike; but MLIR does not copy what a
/// mask, or a vector of fewer dimensions, leaves as it was.
pub(super) fn overwrites_all(context: &Context, op: Op) -> bool {
    if !op.is_named(context, "vector.transfer_write") {
        return false;
    }
    let operands: Vec<Value> = op.operands(context).collect();
    let is_masked = operand_group(context, op, "mask").is_none_or(|mask| !mask.is_empty())
        || op
            .parent_op(context)
            .is_some_and(|parent| parent.is_named(context, "vector.mask"));
    let Some(AttributeKind::AffineMap(map)) =
        property(context, op, "permutation_map").map(|map| map.kind(context))
    else {
        return false;
    };
    let shape = |value: Value| value.ty(context).shape(context).map(|shape| shape.to_vec());
    let (Some(vector), Some(tensor)) = (shape(operands[0]), shape(operands[1])) else {
        return false;
    };
    let mut offsets = operand_group(context, op, "indices").unwrap_or_default();
    let covers = |tensor: &[i64]| {
        let mut sizes = tensor.iter().zip(&vector);
        sizes.all(|(size, written)| *size >= 0 && size <= written)
    };
    let permuted: Vec<i64> = map
        .results(context)
        .iter()
        .filter_map(|result| match result.kind(context) {
            AffineExprKind::Dim(dim) => tensor.get(dim as usize).copied(),
            _ => None,
        })
        .collect();
    !is_masked
        && map.is_permutation(context)
        && vector.len() == tensor.len()
        && permuted.len() == tensor.len()
        && offsets.all(|index| number::constant(context, operands[index]) == Some(0))
        && covers(&tensor)
        && covers(&permuted)
}

/// Refuses a mask with a copy in it.
///
/// # Errors
/// There is one; the error was emitted.
pub(super) fn check_mask(context: &Context, op: Op) -> Result<(), Failure> {
    let block = op
        .region(context, 0)
        .and_then(|region| region.first_block(context));
    let mut all = block.into_iter().flat_map(|block| block.operations(context));
    match all.any(|op| op.is_named(context, "bufferization.alloc_tensor")) {
        true => Err(op.emit_op_error(context, "body must bufferize in-place").emit()),
        false => Ok(()),
    }
}
