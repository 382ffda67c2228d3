//! `bufferization`: from tensors to memory and back.

use tvmlike_define::{Hook, Instance};
use tvmlike_ir::{DYNAMIC, Failure, Type};

use super::types::{is_tensor, memref_parts, shapes_agree};

pub(super) const CHECKS: super::Table = &[
    ("bufferization.alloc_tensor", Hook::Verify(alloc_tensor)),
    ("bufferization.dealloc", Hook::Verify(dealloc)),
    (
        "bufferization.materialize_in_destination",
        Hook::Verify(materialize),
    ),
    (
        "bufferization.materialize_in_destination",
        Hook::ImpliedInterface("DestinationStyleOpInterface"),
    ),
    (
        "bufferization.materialize_in_destination",
        Hook::ImpliedInterface("SubsetOpInterface"),
    ),
    ("bufferization.to_buffer", Hook::Interface("Unknown", to_buffer)),
    ("bufferization.to_tensor", Hook::Interface("Unknown", to_tensor)),
];

fn alloc_tensor(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let result = instance.result_type("result");
    let given = instance.operands("dynamic_sizes").len();
    if let Some(copy) = instance.optional_operand("copy") {
        if given != 0 {
            return instance.refuse_plainly("dynamic sizes not needed when copying a tensor");
        }
        return match copy.ty(context) == result {
            true => Ok(()),
            false => instance.refuse_plainly("expected that `copy` and return type match"),
        };
    }
    let expected = result
        .shape(context)
        .into_iter()
        .flatten()
        .filter(|size| *size == DYNAMIC)
        .count();
    match given == expected {
        true => Ok(()),
        false => instance.refuse(format!(
            "incorrect number of dynamic sizes, has {given}, expected {expected}"
        )),
    }
}

fn dealloc(instance: &Instance<'_>) -> Result<(), Failure> {
    if instance.operands("conditions").len() != instance.operands("memrefs").len() {
        return instance.refuse("must have the same number of conditions as memrefs to deallocate");
    }
    match instance.operands("retained").len() == instance.results("updatedConditions").len() {
        true => Ok(()),
        false => {
            instance.refuse("must have the same number of updated conditions (results) as retained operands")
        }
    }
}

fn materialize(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let (source, target) = (instance.operand_type("source"), instance.operand_type("dest"));
    let is_memref = memref_parts(context, target).is_some();
    if !is_memref && !is_tensor(context, target) {
        return instance.refuse("'dest' must be a tensor or a memref");
    }
    let result = instance.op.result(context, 0).map(|result| result.ty(context));
    match result {
        Some(_) if is_memref => return instance.refuse("memref 'dest' implies zero results"),
        None if !is_memref => return instance.refuse("tensor 'dest' implies exactly one tensor result"),
        Some(result) if result != target => return instance.refuse("result and 'dest' types must match"),
        _ => {}
    }
    if instance.has("restrict") && !is_memref {
        return instance.refuse("'restrict' is valid only for memref destinations");
    }
    if instance.has("writable") != is_memref {
        return instance
            .refuse("'writable' must be specified if and only if the destination is of memref type");
    }
    match (source.shape(context), target.shape(context)) {
        (Some(one), Some(other)) if one.len() != other.len() => {
            instance.refuse("rank mismatch between source and destination shape")
        }
        (Some(one), Some(other)) if shapes_agree(one, other) => Ok(()),
        (None, None) => Ok(()),
        _ => instance.refuse("source/destination shapes are incompatible"),
    }
}

fn to_buffer(instance: &Instance<'_>) -> Result<(), Failure> {
    verify_same(
        instance,
        instance.operand_type("tensor"),
        instance.result_type("buffer"),
    )
}

fn to_tensor(instance: &Instance<'_>) -> Result<(), Failure> {
    verify_same(
        instance,
        instance.result_type("result"),
        instance.operand_type("buffer"),
    )
}

/// Checks that a tensor and a buffer have the same shape and elements.
fn verify_same(instance: &Instance<'_>, tensor: Type, buffer: Type) -> Result<(), Failure> {
    let context = instance.context;
    // MLIR takes a type without a rank for one of rank 0.
    let sizes = |ty: Type| ty.shape(context).map(|shape| shape.to_vec()).unwrap_or_default();
    let message = if sizes(tensor) != sizes(buffer) {
        "shapes do not match"
    } else if tensor.element_type(context) != buffer.element_type(context) {
        "element types do not match"
    } else {
        return Ok(());
    };
    let _ = instance.refuse_plainly(message);
    instance.refuse("failed to verify that specified tensor and buffer types match")
}
