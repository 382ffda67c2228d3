//! Numbers with a scale for each block.

use tvmlike_define::{Instance, enum_keyword};
use tvmlike_ir::{DYNAMIC, Failure, Type};

use super::super::types::{element_or_self, is_compatible};
use super::shapes::agree;
use super::{is_static, listed, shape};

/// The size of a block, as in `BLOCK_SIZE_32`.
fn block_size(instance: &Instance<'_>) -> i64 {
    let size = instance.attribute("block_size");
    let keyword = size.and_then(|size| enum_keyword(instance.context, size));
    let digits = keyword.and_then(|keyword| keyword.rsplit('_').next());
    digits.and_then(|digits| digits.parse().ok()).unwrap_or(1)
}

/// Data and scales: the names and types.
type Named = (&'static str, Type);

fn verify_same_shapes(instance: &Instance<'_>, one: Named, other: Named) -> Result<(), Failure> {
    match is_compatible(instance.context, one.1, other.1) {
        true => Ok(()),
        false => instance.refuse(format!(
            "require compatible shapes for {} ({}) and {} ({})",
            one.0,
            instance.quote(one.1),
            other.0,
            instance.quote(other.1)
        )),
    }
}

fn verify_blocks(instance: &Instance<'_>) -> Result<(), Failure> {
    let (block, input) = (block_size(instance), instance.operand_type("input_data"));
    match shape(instance.context, input).as_deref() {
        Some([.., last]) if is_static(*last) && last.wrapping_rem(block) != 0 => instance.refuse(format!(
            "expect last dimension of input_data ({last}) to be divisible by block_size ({block})"
        )),
        _ => Ok(()),
    }
}

fn verify_scales(instance: &Instance<'_>, data: Named, scales: Named) -> Result<(), Failure> {
    let context = instance.context;
    let sizes = (shape(context, data.1), shape(context, scales.1));
    let (Some(from), Some(to)) = sizes else {
        return Ok(());
    };
    let (Some((last, outer)), Some((count, others))) = (from.split_last(), to.split_last()) else {
        return Ok(());
    };
    if !agree(outer, others) {
        return instance.refuse(format!(
            "require compatible shapes for {} ({}) and {} ({}) except for the last dimension",
            data.0,
            instance.quote(data.1),
            scales.0,
            instance.quote(scales.1)
        ));
    }
    let blocks = last.wrapping_div(block_size(instance));
    match is_static(*last) && is_static(*count) && *count != blocks {
        true => instance.refuse(format!(
            "expect last dimension of {} ({count}) to be equal to last dimension of {} / block_size ({blocks})",
            scales.0, data.0
        )),
        false => Ok(()),
    }
}

pub(super) fn from(instance: &Instance<'_>) -> Result<(), Failure> {
    let data = ("input_data", instance.operand_type("input_data"));
    let output = ("output_data", instance.result_type("output_data"));
    verify_same_shapes(instance, data, output)?;
    verify_blocks(instance)?;
    let scales = ("input_scale", instance.operand_type("input_scale"));
    verify_scales(instance, data, scales)
}

pub(super) fn to(instance: &Instance<'_>) -> Result<(), Failure> {
    let data = ("output_data", instance.result_type("output_data"));
    let input = ("input_data", instance.operand_type("input_data"));
    verify_same_shapes(instance, input, data)?;
    verify_blocks(instance)?;
    let scales = ("output_scale", instance.result_type("output_scale"));
    verify_scales(instance, data, scales)
}

/// Sets a size that is not known yet, or compares it.
fn unify(
    instance: &Instance<'_>,
    size: &mut i64,
    new: i64,
    operand: &str,
    name: &str,
) -> Result<(), Failure> {
    if !is_static(*size) {
        *size = new;
    }
    match is_static(new) && new != *size {
        true => instance.refuse(format!(
            "expected {name} of {operand} to match size {size}, got {new}"
        )),
        false => Ok(()),
    }
}

pub(super) fn matmul(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let [one, other] = ["a_data", "b_data"].map(|name| element_or_self(context, instance.operand_type(name)));
    if one != other {
        return instance.refuse(format!(
            "expect A_data and B_data to have same element type, got {} and {}",
            instance.quote(one),
            instance.quote(other)
        ));
    }
    let [
        mut batch,
        mut height,
        mut channels,
        mut blocks,
        mut other_batch,
        mut width,
    ] = [DYNAMIC; 6];
    let sizes = |name: &str| shape(context, instance.operand_type(name));
    if let Some(data) = sizes("a_data") {
        [batch, height, channels] = [data[0], data[1], data[2]];
    }
    if let Some(scales) = sizes("a_scale") {
        unify(instance, &mut batch, scales[0], "a_scale", "batch")?;
        unify(instance, &mut height, scales[1], "a_scale", "height")?;
        blocks = scales[2];
    }
    if let Some(data) = sizes("b_data") {
        [other_batch, width] = [data[0], data[1]];
        unify(instance, &mut channels, data[2], "b_data", "channels")?;
    }
    if let Some(scales) = sizes("b_scale") {
        unify(instance, &mut other_batch, scales[0], "b_scale", "batch")?;
        unify(instance, &mut width, scales[1], "b_scale", "width")?;
        unify(instance, &mut blocks, scales[2], "b_scale", "C/block_size")?;
    }
    if is_static(batch) && is_static(other_batch) && batch != other_batch && other_batch != 1 {
        return instance.refuse(format!(
            "expect B matrix batch size to be broadcast compatible with A, got D={other_batch} vs N={batch}"
        ));
    }
    let block = block_size(instance);
    if is_static(channels) && channels.wrapping_rem(block) != 0 {
        return instance.refuse(format!(
            "expect C to be a multiple of block size, got C={channels}, block_size={block}"
        ));
    }
    if is_static(channels) && is_static(blocks) && blocks != channels / block {
        return instance.refuse(format!(
            "expect scale operands dimension 2 to equal C/block_size ({channels}/{block}), got {blocks}"
        ));
    }
    let expected = [batch, height, width];
    match shape(context, instance.result_type("output_data")) {
        Some(output) if !agree(&output, &expected) => instance.refuse(format!(
            "expected output shape {} to be compatible with expected output shape {}",
            listed(&output),
            listed(&expected)
        )),
        _ => Ok(()),
    }
}
