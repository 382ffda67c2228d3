//! `quant`: casts agree with the quantized type, and its axes with the tensor.

use tvmlike_define::{Hook, Instance};
use tvmlike_ir::{Attribute, AttributeKind, Context, Failure, Type, TypeKind};

use super::types::element_or_self;

const SHAPES: &str =
    "failed to verify that input and result are both scalars or both tensors with matching shape";
const KINDS: &str = "failed to verify that input must be integer and result must be quantized, or vice versa";

pub(super) const CHECKS: super::Table = &[
    ("quant.dcast", Hook::Interface("Unknown", shapes)),
    ("quant.dcast", Hook::Verify(float)),
    ("quant.qcast", Hook::Interface("Unknown", shapes)),
    ("quant.qcast", Hook::Verify(float)),
    ("quant.scast", Hook::Interface("Unknown", storage_kinds)),
    ("quant.scast", Hook::Verify(storage)),
];

/// The shape of a tensor; `None`: a scalar.
fn shape(context: &Context, ty: Type) -> Option<Option<Vec<i64>>> {
    ty.is_shaped(context)
        .then(|| ty.shape(context).map(|shape| shape.to_vec()))
}

fn shapes(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let [input, result] = [instance.operand_type("input"), instance.result_type("result")];
    match shape(context, input) == shape(context, result) {
        true => Ok(()),
        false => instance.refuse(SHAPES),
    }
}

fn is_quantized(context: &Context, ty: Type) -> bool {
    matches!(ty.kind(context), TypeKind::Dialect { .. })
}

/// The quantized type of a cast, and the type of the other side's elements.
fn elements(instance: &Instance<'_>) -> (Type, Type) {
    let context = instance.context;
    let input = element_or_self(context, instance.operand_type("input"));
    let result = element_or_self(context, instance.result_type("result"));
    match is_quantized(context, input) {
        true => (input, result),
        false => (result, input),
    }
}

fn storage_kinds(instance: &Instance<'_>) -> Result<(), Failure> {
    shapes(instance)?;
    let context = instance.context;
    let (quantized, other) = elements(instance);
    match is_quantized(context, quantized) && !is_quantized(context, other) {
        true => Ok(()),
        false => instance.refuse(KINDS),
    }
}

fn parameter(context: &Context, ty: Type, name: &str) -> Option<Attribute> {
    ty.parameter(context, context.identifier(name))
}

fn type_in(context: &Context, ty: Type, name: &str) -> Option<Type> {
    match parameter(context, ty, name)?.kind(context) {
        AttributeKind::Type(ty) => Some(ty),
        _ => None,
    }
}

fn integers(context: &Context, ty: Type, name: &str) -> Vec<i64> {
    let Some(AttributeKind::Array(values)) = parameter(context, ty, name).map(|list| list.kind(context))
    else {
        return Vec::new();
    };
    let value = |value: Attribute| match value.kind(context) {
        AttributeKind::Integer { value, .. } => value.to_i64(),
        _ => None,
    };
    values.iter().filter_map(value).collect()
}

fn float(instance: &Instance<'_>) -> Result<(), Failure> {
    let (quantized, float) = elements(instance);
    if type_in(instance.context, quantized, "expressed") != Some(float) {
        return instance.refuse_plainly("expressed type in quantized type expected to match float type");
    }
    axes(instance, quantized)
}

fn storage(instance: &Instance<'_>) -> Result<(), Failure> {
    let (quantized, integer) = elements(instance);
    if type_in(instance.context, quantized, "storage") != Some(integer) {
        return instance.refuse_plainly("storage type in quantized type expected to match integer type");
    }
    axes(instance, quantized)
}

/// Checks the axes of a type with several scales against the tensor.
fn axes(instance: &Instance<'_>, quantized: Type) -> Result<(), Failure> {
    let context = instance.context;
    let all = integers(context, quantized, "axes");
    let Some(axis) = all.first() else {
        return Ok(());
    };
    let blocks = integers(context, quantized, "block_sizes");
    let tensor = shape(context, instance.operand_type("input"));
    if !blocks.is_empty() {
        return match tensor {
            None => instance.refuse_plainly("scalar types may not use sub-channel quantization"),
            Some(None) => {
                instance.refuse_plainly("tensor containing the sub-channel quantized type must be ranked")
            }
            Some(Some(sizes)) => {
                let scales = integers(context, quantized, "shape");
                sub_channels(instance, &sizes, all.iter().copied().zip(blocks), &scales)
            }
        };
    }
    let scales = match parameter(context, quantized, "scales").map(|scales| scales.kind(context)) {
        Some(AttributeKind::Array(scales)) => scales.len(),
        _ => 0,
    };
    let sizes = match tensor {
        None => return instance.refuse_plainly("scalar types may not use per-axis quantization"),
        Some(None) => return Ok(()),
        Some(Some(sizes)) => sizes,
    };
    match usize::try_from(*axis).ok().and_then(|axis| sizes.get(axis)) {
        None => instance.refuse_plainly("quantized dimension must be less than tensor rank"),
        Some(size) if *size >= 0 && *size != scales as i64 => {
            instance.refuse_plainly("quantized dimension size does not match number of scales")
        }
        Some(_) => Ok(()),
    }
}

fn sub_channels(
    instance: &Instance<'_>,
    sizes: &[i64],
    blocks: impl Iterator<Item = (i64, i64)>,
    scales: &[i64],
) -> Result<(), Failure> {
    let rank = sizes.len();
    let mut expected = vec![Some(1); rank];
    for (axis, block) in blocks {
        let index = usize::try_from(axis).unwrap_or(usize::MAX);
        let Some(size) = sizes.get(index).copied() else {
            return instance.refuse_plainly(format!(
                "quantized dimension {axis} must be less than tensor rank {rank}"
            ));
        };
        if size >= 0 && size.checked_rem(block) != Some(0) {
            return instance.refuse_plainly(format!(
                "tensor dimension size {size} at axis {axis} must be divisible by the corresponding block size {block}"
            ));
        }
        expected[index] = (size >= 0).then(|| size / block);
    }
    if scales.len() != rank {
        return instance.refuse_plainly(format!(
            "Rank of scales {} must match the rank of the tensor {rank}",
            scales.len()
        ));
    }
    for (axis, (expected, given)) in expected.into_iter().zip(scales).enumerate() {
        if let Some(expected) = expected
            && expected != *given
        {
            return instance.refuse_plainly(format!(
                "dimension size {expected} of scales tensor at axis {axis} should match (tensor dimension at axis / \
                 block sizes at axis) = {expected}"
            ));
        }
    }
    Ok(())
}
