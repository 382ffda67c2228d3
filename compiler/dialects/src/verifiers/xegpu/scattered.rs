//! Loads, stores and prefetches of elements at offsets.

use tvmlike_define::Instance;
use tvmlike_ir::{Failure, Type, TypeKind};

use super::{NO_LAYOUT, READ, SCATTERED, WRITE, bracketed, descriptor, hints, sizes};
use crate::xegpu::Descriptor;

const MASK: &str = "Mask should match value except the chunk size dim.";

/// The descriptor, or `None` for memory with offsets.
fn source(instance: &Instance<'_>, operand: &str) -> Result<Option<Descriptor>, Failure> {
    let has_offsets = instance.optional_operand("offsets").is_some();
    let descriptor = descriptor(instance, operand);
    match &descriptor {
        None if !has_offsets => instance.refuse("Expects offsets."),
        Some(_) if has_offsets => instance.refuse("offsets not allowed."),
        Some(descriptor) if descriptor.chunk.is_none() => instance.refuse(SCATTERED),
        _ => Ok(()),
    }?;
    Ok(descriptor)
}

pub(super) fn prefetch(instance: &Instance<'_>) -> Result<(), Failure> {
    source(instance, "source")?;
    hints(instance, READ)?;
    let ty = instance.operand_type("source");
    let is_address = matches!(ty.kind(instance.context), TypeKind::Integer { .. });
    match (is_address, instance.has("offset_align_byte")) {
        (true, false) => instance.refuse("offset_align_byte is required with integer source."),
        (false, true) => instance.refuse("offset_align_byte only allowed with integer source."),
        _ => Ok(()),
    }
}

pub(super) fn load(instance: &Instance<'_>) -> Result<(), Failure> {
    let descriptor = source(instance, "source")?;
    hints(instance, READ)?;
    access(instance, "source", descriptor, instance.result_type("value"))
}

pub(super) fn store(instance: &Instance<'_>) -> Result<(), Failure> {
    let descriptor = source(instance, "dest")?;
    hints(instance, WRITE)?;
    access(instance, "dest", descriptor, instance.operand_type("value"))
}

/// Checks the value, the mask and the offsets of a load or a store.
fn access(
    instance: &Instance<'_>,
    operand: &str,
    descriptor: Option<Descriptor>,
    value: Type,
) -> Result<(), Failure> {
    let context = instance.context;
    if let Some(descriptor) = descriptor {
        return described(instance, operand, &descriptor, value);
    }
    let element = value.element_type(context).unwrap_or(value);
    let memory = instance.operand_type(operand).element_type(context);
    if memory.is_some_and(|memory| memory != element) {
        return instance.refuse_plainly("Value should have the same element type as MemRef.");
    }
    at_offsets(instance, value, instance.integer("chunk_size").unwrap_or(1))
}

/// Checks an access of what a descriptor describes.
fn described(
    instance: &Instance<'_>,
    operand: &str,
    descriptor: &Descriptor,
    value: Type,
) -> Result<(), Failure> {
    let context = instance.context;
    if value.shape(context).is_none() {
        return instance.refuse("Expecting a vector type result.");
    }
    if value.element_type(context) != descriptor.element {
        return instance.refuse("Value should have the same element type as TensorDesc.");
    }
    if sizes(context, instance.operand_type("mask")) != descriptor.offsets_shape() {
        return instance.refuse("Mask should match TensorDesc except the chunk size dim.");
    }
    let shape = sizes(context, value);
    if let [count] = shape[..]
        && Some(count) == descriptor.chunk
    {
        return match descriptor.has_layout {
            true => instance.refuse(NO_LAYOUT),
            false => Ok(()),
        };
    }
    match shape == descriptor.shape {
        true => Ok(()),
        false => instance.refuse(format!(
            "Value shape {} is neither a valid distribution for SIMT nor consistent with the tensor descriptor for SIMD \
             {}",
            bracketed(&shape),
            instance.quote(instance.operand_type(operand))
        )),
    }
}

/// Checks an access of memory at offsets, with `chunk` elements at each.
fn at_offsets(instance: &Instance<'_>, value: Type, chunk: i64) -> Result<(), Failure> {
    let context = instance.context;
    let offsets = instance
        .optional_operand("offsets")
        .map(|value| value.ty(context));
    let is_vector = |ty: Type| ty.shape(context).is_some();
    let mask = instance.operand_type("mask");
    let is_scalar = !is_vector(mask) && !offsets.is_some_and(is_vector);
    if !is_vector(value) {
        if chunk > 1 {
            return instance.refuse("Expecting chunk size == 1 for scalar result");
        }
        return match is_scalar {
            true => Ok(()),
            false => instance.refuse("Expecting scalar mask and offsets."),
        };
    }
    let shape = sizes(context, value);
    let count: i64 = shape.iter().product();
    let refuse_count = || instance.refuse(format!("value elements must match chunk size {chunk}"));
    if is_scalar {
        return match count == chunk {
            true => Ok(()),
            false => refuse_count(),
        };
    }
    if !is_vector(mask) {
        return instance.refuse("Expecting a vector type mask.");
    }
    let mask = sizes(context, mask);
    let lanes: i64 = mask.iter().product();
    let mut expected = &shape[..];
    if chunk > 1 {
        if shape.len() == 1 && count != chunk {
            return refuse_count();
        }
        expected = &expected[..expected.len().saturating_sub(1)];
    } else if count != lanes {
        return instance.refuse(MASK);
    }
    match lanes == 1 || expected == mask {
        true => Ok(()),
        false => instance.refuse(MASK),
    }
}
