//! `nvgpu`: copies to shared memory, matrices of tensor cores, and descriptors of tensors.

mod matrix;

use tvmlike_define::{Hook, Instance, enum_keyword};
use tvmlike_ir::{Attribute, AttributeKind, Context, Dims, Failure, Type, TypeKind};
use tvmlike_text::quote_attribute;

use super::types::element_or_self;

pub(super) const CHECKS: super::Table = &[
    ("nvgpu.device_async_copy", Hook::Verify(copy)),
    ("nvgpu.ldmatrix", Hook::Interface("Unknown", matrix::same_element)),
    ("nvgpu.ldmatrix", Hook::Verify(matrix::load)),
    ("nvgpu.mma.sp.sync", Hook::Verify(matrix::sparse)),
    ("nvgpu.mma.sync", Hook::Verify(matrix::multiply)),
    ("nvgpu.rcp", Hook::Verify(reciprocal)),
    ("nvgpu.tma.async.load", Hook::Verify(|op| transfer(op, "dst"))),
    ("nvgpu.tma.async.store", Hook::Verify(|op| transfer(op, "src"))),
    ("nvgpu.tma.create.descriptor", Hook::Verify(create)),
    ("nvgpu.warpgroup.generate.descriptor", Hook::Verify(generate)),
    ("nvgpu.warpgroup.mma", Hook::Verify(matrix::warpgroup)),
    (
        "nvgpu.warpgroup.mma.init.accumulator",
        Hook::Verify(matrix::accumulator),
    ),
    ("nvgpu.warpgroup.mma.store", Hook::Verify(matrix::store)),
];

/// The most sizes of a tensor that is copied, and the largest size.
const MAX_RANK: usize = 5;
const MAX_SIZE: i64 = 256;

/// The shape of a type with one.
fn sizes(context: &Context, ty: Type) -> Vec<i64> {
    ty.shape(context)
        .map_or_else(Vec::new, |shape: Dims<'_>| shape.iter().collect())
}

/// The width of the elements of a type, 1 if it has none.
fn width(context: &Context, ty: Type) -> i64 {
    let width = element_or_self(context, ty).bit_width(context);
    width.map_or(1, i64::from).max(1)
}

/// A parameter of a type.
fn parameter(context: &Context, ty: Type, name: &str) -> Option<Attribute> {
    ty.parameter(context, context.identifier(name))
}

/// A parameter that is a type.
fn type_in(context: &Context, ty: Type, name: &str) -> Option<Type> {
    match parameter(context, ty, name)?.kind(context) {
        AttributeKind::Type(ty) => Some(ty),
        _ => None,
    }
}

/// Whether a buffer is in memory that a workgroup shares.
fn is_shared(context: &Context, memref: Type) -> bool {
    let TypeKind::MemRef {
        space: Some(space), ..
    } = memref.kind(context)
    else {
        return false;
    };
    match space.kind(context) {
        AttributeKind::Integer { value, .. } => value.to_i64() == Some(3),
        _ => quote_attribute(context, space) == "#gpu.address_space<workgroup>",
    }
}

fn has_unit_stride(context: &Context, memref: Type) -> bool {
    let strides = memref.strides_and_offset(context);
    strides.is_some_and(|(strides, _)| strides.last().is_none_or(|stride| *stride == 1))
}

fn copy(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let (source, target) = (instance.operand_type("src"), instance.operand_type("dst"));
    for (memref, name) in [(source, "source"), (target, "destination")] {
        if !has_unit_stride(context, memref) {
            return instance.refuse_plainly(format!("{name} memref most minor dim must have unit stride"));
        }
    }
    if !is_shared(context, target) {
        return instance.refuse_plainly(
            "destination memref must have a memory space attribute of IntegerAttr(3) or \
             gpu::AddressSpaceAttr(Workgroup)",
        );
    }
    if element_or_self(context, source) != element_or_self(context, target) {
        return instance.refuse_plainly("source and destination must have the same element type");
    }
    for (memref, indices, name) in [
        (source, "srcIndices", "source"),
        (target, "dstIndices", "destination"),
    ] {
        let (rank, count) = (sizes(context, memref).len(), instance.operands(indices).len());
        if rank != count {
            return instance.refuse(format!("expected {rank} {name} indices, got {count}"));
        }
    }
    let (width, count) = (
        width(context, target),
        instance.integer("dstElements").unwrap_or_default(),
    );
    let bytes = width.wrapping_mul(count) / 8;
    if ![4, 8, 16].contains(&bytes) {
        let choices = [(32, ", "), (64, ", "), (128, ".")];
        let choices = choices.map(|(bits, end)| match bits / width {
            0 => String::new(),
            count => format!("{count}{end}"),
        });
        return instance.refuse_plainly(format!(
            "Requested copy elements is {count} with width {width}. But copy elements could be one of {}",
            choices.concat()
        ));
    }
    match instance.has("bypassL1") && bytes != 16 {
        true => instance.refuse(format!(
            "bypassL1 does not satify alignment for {} with destination element {count}. Unset bypassL1, or set \
             destination element to {}",
            instance.quote(target),
            128 / width
        )),
        false => Ok(()),
    }
}

fn reciprocal(instance: &Instance<'_>) -> Result<(), Failure> {
    let rounding = instance.attribute("rounding");
    let is_approximate = rounding.and_then(|each| enum_keyword(instance.context, each)) == Some("approx");
    match is_approximate && instance.has("ftz") {
        true => Ok(()),
        false => instance.refuse(format!(
            "has a limitation. {} or non-ftz is not supported yet.",
            rounding.map_or_else(String::new, |each| quote_attribute(instance.context, each))
        )),
    }
}

/// The number of a case in a descriptor.
fn case(context: &Context, descriptor: Type, name: &str) -> Option<i64> {
    match parameter(context, descriptor, name)?.kind(context) {
        AttributeKind::Integer { value, .. } => value.to_i64(),
        _ => None,
    }
}

/// Cases of descriptors.
const NOT_INTERLEAVED: i64 = 0;
const SWIZZLE_128B: i64 = 3;

/// Checks the tensor of a descriptor.
fn verify_descriptor(instance: &Instance<'_>, descriptor: Type) -> Result<(), Failure> {
    let context = instance.context;
    let Some(tensor) = type_in(context, descriptor, "tensor") else {
        return Ok(());
    };
    if case(context, descriptor, "interleave") != Some(NOT_INTERLEAVED) {
        return instance.refuse_plainly("Interleave options are not supported yet.");
    }
    if !is_shared(context, tensor) {
        return instance.refuse_plainly(
            "the tensor map descriptor has incorrect address space, it must be shared memory address space.",
        );
    }
    let shape = sizes(context, tensor);
    if shape.contains(&tvmlike_ir::DYNAMIC) {
        return instance.refuse_plainly("the tensor map descriptor must be static shaped");
    }
    if let Some(size) = shape.iter().find(|size| !(1..=MAX_SIZE).contains(*size)) {
        return instance.refuse_plainly(format!(
            "the tensor map descriptor must have dimensions between 1 and {MAX_SIZE} but it is {size}"
        ));
    }
    let expected = match case(context, descriptor, "swizzle") {
        Some(swizzle @ 1..=SWIZZLE_128B) => 16 << swizzle,
        _ => return Ok(()),
    };
    match shape[..] {
        [_, .., last] if width(context, tensor) * last / 8 != expected => {
            let bytes = width(context, tensor) * last / 8;
            instance.refuse_plainly(format!(
                "the tensormap descriptor must have last dimension of {expected} bytes but it is {bytes} bytes"
            ))
        }
        _ => Ok(()),
    }
}

fn transfer(instance: &Instance<'_>, memref: &str) -> Result<(), Failure> {
    let context = instance.context;
    let descriptor = instance.operand_type("tensorMapDescriptor");
    verify_descriptor(instance, descriptor)?;
    let (Some(tensor), memref) = (
        type_in(context, descriptor, "tensor"),
        instance.operand_type(memref),
    ) else {
        return Ok(());
    };
    if element_or_self(context, tensor) != element_or_self(context, memref) {
        return instance.refuse_plainly("the element type of tensor map descriptor and memref must be same");
    }
    if !is_shared(context, memref) {
        return instance.refuse_plainly(
            "the destination memref has incorrect address space, it must be shared memory address space.",
        );
    }
    let (shape, own) = (sizes(context, tensor), sizes(context, memref));
    if own.contains(&tvmlike_ir::DYNAMIC) {
        return instance.refuse_plainly("the destination memref must be static shaped");
    }
    if shape.len() != own.len() {
        return instance.refuse_plainly("the shape of tensor map descriptor and memref must have same rank");
    }
    if shape != own {
        return instance.refuse_plainly(format!(
            "memref and tensor map shapes mismatch {} != {}",
            instance.quote(tensor),
            instance.quote(memref)
        ));
    }
    let bytes = shape.last().map_or(0, |last| last * width(context, tensor) / 8);
    if bytes % 16 != 0 {
        return instance
            .refuse_plainly("the bytes in the last dimension of the tensor map must be a multiple of 16");
    }
    let coordinates = instance.operands("coordinates").len();
    if coordinates > MAX_RANK {
        return instance.refuse_plainly(format!("Maximum {MAX_RANK} coordinates are supported."));
    }
    match coordinates == shape.len() {
        true => Ok(()),
        false => instance
            .refuse_plainly("number of coordinates do not match with the rank of tensor descriptor map."),
    }
}

fn create(instance: &Instance<'_>) -> Result<(), Failure> {
    if instance.operands("boxDimensions").len() > MAX_RANK {
        return instance.refuse_plainly(format!("Maximum {MAX_RANK} coordinates are supported."));
    }
    verify_descriptor(instance, instance.result_type("tensorMap"))
}

fn generate(instance: &Instance<'_>) -> Result<(), Failure> {
    let descriptor = instance.operand_type("tensorMap");
    verify_descriptor(instance, descriptor)?;
    match case(instance.context, descriptor, "swizzle") {
        Some(SWIZZLE_128B) => Ok(()),
        _ => instance.refuse_plainly("supports only swizzle_128b is supported for the time being"),
    }
}
