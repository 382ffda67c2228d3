//! Buffers, and copies between global and shared memory.

use tvmlike_define::{Instance, enum_keyword};
use tvmlike_ir::{Attribute, AttributeKind, Context, Failure, Type, TypeKind};

use super::super::types::MemRef;
use crate::infer::fat_raw_buffer;

/// Whether an attribute is the number of a memory space, or a case of an enum of a dialect.
fn is_space(context: &Context, space: Attribute, number: i64, (dialect, keyword): (&str, &str)) -> bool {
    match space.kind(context) {
        AttributeKind::Integer { value, .. } => value.to_i64() == Some(number),
        _ => {
            space.is_symbol(context, dialect, "address_space")
                && enum_keyword(context, space) == Some(keyword)
        }
    }
}

/// Whether a memref is in global memory, where it is if it has no memory space.
fn is_global(context: &Context, memref: &MemRef<'_>) -> bool {
    memref.space.is_none_or(|space| {
        [0, 1]
            .iter()
            .any(|number| is_space(context, space, *number, ("gpu", "global")))
    })
}

/// Whether a memref is in memory that a workgroup shares.
fn is_shared(context: &Context, memref: &MemRef<'_>) -> bool {
    let is_shared = |space| is_space(context, space, 3, ("gpu", "workgroup"));
    memref.space.is_some_and(is_shared)
}

/// Whether a memref is a fat raw buffer.
fn is_fat_raw_buffer(context: &Context, memref: &MemRef<'_>) -> bool {
    let is_buffer = |space| is_space(context, space, 7, ("amdgpu", "fat_raw_buffer"));
    memref.space.is_some_and(is_buffer)
}

/// The number of bits of an integer or a float; 0 of others.
fn bits(context: &Context, ty: Type) -> i64 {
    match ty.kind(context) {
        TypeKind::Integer { .. } | TypeKind::Float(_) => ty.bit_width(context).map_or(0, i64::from),
        _ => 0,
    }
}

pub(super) fn raw_buffer(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let Some(memref) = MemRef::of(context, instance.operand_type("memref")) else {
        return Ok(());
    };
    if !is_global(context, &memref) {
        return instance.refuse("Buffer ops must operate on a memref in global memory");
    }
    let rank = memref.shape.len();
    match instance.operands("indices").len() == rank {
        true => Ok(()),
        false => instance.refuse(format!("Expected {rank} indices to memref")),
    }
}

pub(super) fn fat_raw_buffer_cast(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let (source, result) = (instance.operand_type("source"), instance.result_type("result"));
    let Some(expected) = fat_raw_buffer(context, source, instance.has("resetOffset")) else {
        let source = instance.quote(source);
        return instance.refuse(format!("source type {source} can't have its offset reset"));
    };
    match expected == result {
        true => Ok(()),
        false => instance.refuse(format!(
            "expected result type to be {} but got {}",
            instance.quote(expected),
            instance.quote(result)
        )),
    }
}

/// Whether the elements of the last dimension are neighbours in memory.
fn has_contiguous_rows(context: &Context, memref: &MemRef<'_>) -> bool {
    if memref.shape.is_empty() || memref.is_identity(context) {
        return true;
    }
    let is_one = memref.shape.iter().next_back() == Some(1);
    let strides = memref.ty.strides_and_offset(context);
    strides.is_some_and(|(strides, _)| is_one || strides.last() == Some(&1))
}

pub(super) fn gather_to_lds(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let memref = |name: &str| MemRef::of(context, instance.operand_type(name));
    let (Some(source), Some(target)) = (memref("src"), memref("dst")) else {
        return Ok(());
    };
    if !has_contiguous_rows(context, &target) {
        return instance.refuse("destination type inner most dim must be contiguous");
    }
    if source.element != target.element {
        return instance.refuse("source and destination element types must match");
    }
    let transfer = instance
        .type_in("transferType")
        .map_or(0, |ty| match ty.kind(context) {
            TypeKind::Vector { element, .. } => {
                ty.num_elements(context).unwrap_or_default() * bits(context, element)
            }
            _ => bits(context, ty),
        });
    if ![8, 16, 32, 96, 128].contains(&transfer) {
        // MLIR's words.
        return instance.refuse("Transfering type size must be 8, 16, 32, 96 or 128 bits");
    }
    if !is_global(context, &source) && !is_fat_raw_buffer(context, &source) {
        return instance.refuse("source memory address space must be global or fat raw buffer");
    }
    match is_shared(context, &target) {
        true => Ok(()),
        false => instance.refuse("destination memory address space must be Workgroup"),
    }
}

pub(super) fn transpose_load(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let source = MemRef::of(context, instance.operand_type("src"));
    if !source.is_some_and(|source| is_shared(context, &source)) {
        return instance.refuse("source memory address space must be Workgroup");
    }
    let result = instance.result_type("result");
    let width = result
        .element_type(context)
        .map_or(0, |element| bits(context, element));
    let expected = match width {
        4 | 6 => 16,
        8 => 8,
        16 => 4,
        _ => {
            return instance.refuse(format!(
                "Unsupported element type size for transpose load: {width} bits"
            ));
        }
    };
    match result.num_elements(context) == Some(expected) {
        true => Ok(()),
        false => instance.refuse(format!(
            "Transferring type size mismatch: expected num of elements: {expected}"
        )),
    }
}

/// The widths of elements that can be copied.
const WIDTHS: [i64; 4] = [8, 16, 32, 64];

pub(super) fn dma_base(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let memref = |name: &str| MemRef::of(context, instance.operand_type(name));
    let (Some(shared), Some(global)) = (memref("lds"), memref("global")) else {
        return Ok(());
    };
    if !is_shared(context, &shared) {
        return instance.refuse("lds memref must have workgroup address space attribute.");
    }
    if !is_global(context, &global) {
        return instance.refuse("global memref must have global address space attribute.");
    }
    let width = bits(context, shared.element);
    match WIDTHS.contains(&width) {
        true => Ok(()),
        false => instance.refuse(format!(
            "element type must be 1, 2, 4, or 8 bytes long but type was {width} bits long."
        )),
    }
}

/// The type in a parameter of the base of a copy.
fn base_parameter(instance: &Instance<'_>, name: &str) -> Option<Type> {
    let context = instance.context;
    let base = instance.operand_type("base");
    match base.parameter(context, context.identifier(name))?.kind(context) {
        AttributeKind::Type(ty) => Some(ty),
        _ => None,
    }
}

pub(super) fn dma_descriptor(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let strides = instance.integers("global_static_strides");
    let rank = instance.integers("global_static_sizes").len();
    let problem = match strides.last() {
        None => "strides must not be empty.",
        Some(stride) if *stride != 1 => "strides for the innermost dimension must be 1.",
        _ if rank > 5 => "tensor and tile must be at most of rank 5.",
        _ if rank != strides.len() => "strides and sizes must have same rank.",
        _ if rank != instance.integers("shared_static_sizes").len() => "tensor must have same rank as tile.",
        _ => "",
    };
    if !problem.is_empty() {
        return instance.refuse(problem);
    }
    let width = base_parameter(instance, "elementType").map_or(0, |element| bits(context, element));
    if !WIDTHS.contains(&width) {
        return instance.refuse(format!(
            "element type width must be 1, 2, 4 or 8 bytes, but was {width} bits long"
        ));
    }
    let barrier = instance.optional_operand("atomic_barrier_address");
    let barrier = barrier.and_then(|barrier| MemRef::of(context, barrier.ty(context)));
    if barrier.is_some_and(|barrier| !is_shared(context, &barrier)) {
        return instance.refuse("atomic barrier address must be in LDS.");
    }
    let has = |name: &str| instance.optional_operand(name).is_some();
    match has("early_timeout") && !has("workgroup_mask") {
        true => instance.refuse("early timeout does not apply when workgroup_mask is not set."),
        false => Ok(()),
    }
}

pub(super) fn gather_dma_descriptor(instance: &Instance<'_>) -> Result<(), Failure> {
    if instance.integers("global_static_sizes").len() > 2 {
        return instance.refuse("tensor and tile must be at most of rank two in gather mode.");
    }
    let element = instance.operand_type("indices").element_type(instance.context);
    if element != base_parameter(instance, "indexType") {
        return instance.refuse("indices' element type must match base's element type.");
    }
    dma_descriptor(instance)
}
