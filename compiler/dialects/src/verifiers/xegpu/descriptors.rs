//! Descriptors of blocks and of scattered elements: how they are made, and moved by offsets.

use tvmlike_define::Instance;
use tvmlike_ir::{Failure, TypeKind};

use super::{NOT_SCATTERED, SCATTERED, bracketed, descriptor, sizes};
use crate::xegpu::{Descriptor, source_space};

/// Checks that a source is in the memory that its descriptor names.
fn same_space(instance: &Instance<'_>, descriptor: &Descriptor) -> Result<(), Failure> {
    let source = source_space(instance.context, instance.operand_type("source"));
    let space = descriptor.space;
    match source == space {
        true => Ok(()),
        false => instance.refuse(format!(
            "Memory space mismatch. Source: {source}, TensorDesc: {space}"
        )),
    }
}

pub(super) fn create_block(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let Some(descriptor) = Descriptor::of(context, instance.result_type("TensorDesc")) else {
        return Ok(());
    };
    same_space(instance, &descriptor)?;
    let source = instance.operand_type("source");
    let element = match source.kind(context) {
        TypeKind::MemRef { element, .. } => Some(element),
        _ => None,
    };
    // A list that is given comes before what the memref says.
    let count = |name: &str, own: &dyn Fn() -> usize| match instance.has(name) {
        true => instance.integers(name).len(),
        false => own(),
    };
    let rank = count("const_shape", &|| source.rank(context).unwrap_or(0));
    let strides = || {
        source
            .strides_and_offset(context)
            .map_or(0, |(strides, _)| strides.len())
    };
    let strides = count("const_strides", &|| element.map_or(0, |_| strides()));
    let offsets = count("const_offsets", &|| 0);
    if element.is_none() && (rank == 0 || strides == 0) {
        return instance.refuse("expecting strides and shape to be present for integer source.");
    }
    if rank != strides || (offsets != 0 && offsets != rank) {
        return instance.refuse(
            "Expecting the rank of shape, strides, offsets, and source (if source is a memref) should match with each \
             other.",
        );
    }
    if descriptor.shape.len() > rank {
        return instance.refuse(
            "Expecting the TensorDesc rank is not greater than the ranks of shape, strides, offsets or the memref \
             source.",
        );
    }
    if element.is_some() && element != descriptor.element {
        return instance
            .refuse("TensorDesc should have the same element type with the source if it is a memref.\n");
    }
    match descriptor.chunk {
        Some(_) => instance.refuse(format!("{NOT_SCATTERED}\n")),
        None => Ok(()),
    }
}

pub(super) fn create_scattered(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let Some(descriptor) = Descriptor::of(context, instance.result_type("TensorDesc")) else {
        return Ok(());
    };
    let Some(chunk) = descriptor.chunk else {
        return instance.refuse(format!("{SCATTERED}\n"));
    };
    same_space(instance, &descriptor)?;
    let mut expected = sizes(context, instance.operand_type("offsets"));
    if chunk != 1 {
        expected.push(chunk);
    }
    match expected == descriptor.shape {
        true => Ok(()),
        false => instance.refuse(format!(
            "Incorrect TensorDesc shape. Expected is {}\n",
            bracketed(&expected)
        )),
    }
}

pub(super) fn update_block(instance: &Instance<'_>) -> Result<(), Failure> {
    let Some(descriptor) = descriptor(instance, "TensorDesc") else {
        return Ok(());
    };
    if descriptor.chunk.is_some() {
        return instance.refuse(NOT_SCATTERED);
    }
    match instance.integers("const_offsets").len() == descriptor.shape.len() {
        true => Ok(()),
        false => instance.refuse("Invalid number of offsets."),
    }
}

pub(super) fn update_scattered(instance: &Instance<'_>) -> Result<(), Failure> {
    let Some(descriptor) = descriptor(instance, "TensorDesc") else {
        return Ok(());
    };
    if descriptor.chunk.is_none() {
        return instance.refuse(SCATTERED);
    }
    let offsets = sizes(instance.context, instance.operand_type("offsets"));
    match offsets == descriptor.offsets_shape() {
        true => Ok(()),
        false => instance.refuse("Offsets should match TensorDesc except the chunk size dim."),
    }
}
