//! The checks of `affine.dma_start` and `affine.dma_wait`, whose maps are plain attributes.

use tvmlike_define::Instance;
use tvmlike_ir::{AffineMap, AttributeKind, Failure, TypeKind, Value};

use super::values;

/// The map in an attribute.
///
/// # Errors
/// There is none, which crashes MLIR.
fn map(instance: &Instance<'_>, name: &str) -> Result<AffineMap, Failure> {
    let context = instance.context;
    let value = instance.op.attribute(context, context.identifier(name));
    match value.map(|value| value.kind(context)) {
        Some(AttributeKind::AffineMap(map)) => Ok(map),
        _ => {
            let message = format!("requires an affine map as attribute '{name}'");
            Err(instance.op.emit_op_error(context, message).emit())
        }
    }
}

fn is_memref(instance: &Instance<'_>, value: Option<&Value>) -> bool {
    let ty = value.map(|value| value.ty(instance.context).kind(instance.context));
    matches!(ty, Some(TypeKind::MemRef { .. }))
}

/// Checks that values can be subscripts; the texts name them.
fn verify_indices(
    instance: &Instance<'_>,
    indices: &[Value],
    [index, place]: [&str; 2],
) -> Result<(), Failure> {
    let context = instance.context;
    let scope = values::scope(context, instance.op);
    for value in indices {
        if !value.ty(context).is_index(context) {
            return instance.refuse(format!("{index} to {place} must have 'index' type"));
        }
        if !values::is_valid_dim(context, *value, scope) {
            return instance.refuse(format!("{index} must be a valid dimension or symbol identifier"));
        }
    }
    Ok(())
}

pub(super) fn start(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let operands: Vec<Value> = instance.op.operands(context).collect();
    let parts = [("src", "source"), ("dst", "destination"), ("tag", "tag")];
    let mut ranges = Vec::new();
    let mut next = 0;
    for (name, words) in parts {
        if !is_memref(instance, operands.get(next)) {
            return instance.refuse(format!("expected DMA {words} to be of memref type"));
        }
        let inputs = map(instance, &format!("{name}_map"))?.num_inputs(context);
        ranges.push(next + 1..next + 1 + inputs);
        next += 1 + inputs;
    }
    if operands.len() != next + 1 && operands.len() != next + 3 {
        return instance.refuse("incorrect number of operands");
    }
    for ((name, _), indices) in parts.iter().zip(ranges) {
        let index = format!("{name} index");
        verify_indices(instance, &operands[indices], [&index, "dma_start"])?;
    }
    Ok(())
}

pub(super) fn wait(instance: &Instance<'_>) -> Result<(), Failure> {
    let operands: Vec<Value> = instance.op.operands(instance.context).collect();
    if !is_memref(instance, operands.first()) {
        return instance.refuse("expected DMA tag to be of memref type");
    }
    let inputs = map(instance, "tag_map")?.num_inputs(instance.context);
    match operands.get(1..1 + inputs) {
        Some(indices) => verify_indices(instance, indices, ["index", "dma_wait"]),
        None => instance.refuse("incorrect number of operands"),
    }
}
