//! Operations on whole tensors, on their coordinates and on buffers.

use tvmlike_define::{Instance, enum_number};
use tvmlike_ir::{AttributeKind, DYNAMIC, Failure, Value};

use super::{Tensor, unsigned};
use crate::constant::constant;
use crate::symbols::sparse_tensor::Encoding;

pub(super) fn convert(instance: &Instance<'_>) -> Result<(), Failure> {
    let from = Tensor::operand(instance, "source");
    let to = Tensor::result(instance, "dest");
    if from.shape.len() != to.shape.len() {
        return instance.refuse_plainly("unexpected conversion mismatch in rank");
    }
    if to.encoding.is_some_and(|encoding| encoding.is_slice) {
        return instance.refuse_plainly("cannot convert to a sparse tensor slice");
    }
    let differs = |(from, to): (&i64, &i64)| from != to && *to != DYNAMIC;
    match from.shape.iter().zip(&to.shape).position(differs) {
        Some(dim) => instance.refuse_plainly(format!("unexpected conversion mismatch in dimension {dim}")),
        None => Ok(()),
    }
}

pub(super) fn reinterpret_map(instance: &Instance<'_>) -> Result<(), Failure> {
    let from = Tensor::operand(instance, "source");
    let to = Tensor::result(instance, "dest");
    let (Some(one), Some(other)) = (&from.encoding, &to.encoding) else {
        return Ok(());
    };
    let widths = |encoding: &Encoding<'_>| (encoding.position_width, encoding.coordinate_width);
    let what = if one.levels.len() != other.levels.len() {
        "Level rank"
    } else if one.levels != other.levels {
        "Level type"
    } else if widths(one) != widths(other) {
        "Crd/Pos width"
    } else if from.element != to.element {
        "Element type"
    } else if from.level_shape() != to.level_shape() {
        "Level size"
    } else {
        return Ok(());
    };
    instance.refuse_plainly(format!("{what} mismatch between source/dest tensors"))
}

pub(super) fn reorder_coo(instance: &Instance<'_>) -> Result<(), Failure> {
    let from = Tensor::operand(instance, "input_coo");
    let to = Tensor::result(instance, "result_coo");
    let (Some(one), Some(other)) = (&from.encoding, &to.encoding) else {
        return Ok(());
    };
    if !one.is_coordinate_list() || !other.is_coordinate_list() {
        return instance.refuse_plainly("Expected COO sparse tensors only");
    }
    if !one.has_same_levels(other) {
        return instance.refuse_plainly("Unmatched dim2lvl map between input and result COO");
    }
    let is_stored_alike = one.position_width == other.position_width
        && one.coordinate_width == other.coordinate_width
        && from.element == to.element;
    match is_stored_alike {
        true => Ok(()),
        false => instance.refuse_plainly("Unmatched storage format between input and result COO"),
    }
}

pub(super) fn concatenate(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let to = Tensor::result(instance, "result");
    let (rank, dimension) = (
        to.shape.len(),
        unsigned(instance, "dimension").unwrap_or_default(),
    );
    let inputs: Vec<Tensor<'_>> = instance
        .operands("inputs")
        .map(|input| Tensor::of(instance, input.ty(context)))
        .collect();
    if inputs.len() <= 1 {
        return instance.refuse_plainly("Need at least two tensors to concatenate.");
    }
    if dimension >= rank as u64 {
        return instance.refuse_plainly(format!(
            "Concat-dimension is out of bounds for dimension-rank ({dimension} >= {rank})"
        ));
    }
    for (index, input) in inputs.iter().enumerate() {
        if input.shape.contains(&DYNAMIC) {
            return instance.refuse_plainly(format!("Input tensor ${index} has dynamic shape"));
        }
        if input.shape.len() != rank {
            return instance.refuse_plainly(format!(
                "Input tensor ${index} has a different rank (rank={}) from the output tensor (rank={rank}).",
                input.shape.len()
            ));
        }
    }
    for (dim, size) in to.shape.iter().enumerate() {
        let mut sizes = inputs.iter().map(|input| input.shape[dim]);
        if dim as u64 == dimension {
            if *size != DYNAMIC && sizes.fold(0, i64::wrapping_add) != *size {
                return instance.refuse_plainly(
                    "The concatenation dimension of the output tensor should be the sum of all the concatenation \
                     dimensions of the input tensors.",
                );
            }
            continue;
        }
        // Each size is compared with the one before it, the first one with that of the result.
        let mut before = *size;
        let mut differs = |size: i64| {
            let before = std::mem::replace(&mut before, size);
            before != DYNAMIC && before != size
        };
        if sizes.any(&mut differs) {
            // MLIR's words.
            return instance
                .refuse_plainly("All dimensions (expect for the concatenating one) should be equal.");
        }
    }
    Ok(())
}

pub(super) fn compress(instance: &Instance<'_>) -> Result<(), Failure> {
    let rank = Tensor::operand(instance, "tensor").level_rank();
    match rank == 1 + instance.operands("lvlCoords").len() {
        true => Ok(()),
        false => instance.refuse("incorrect number of coordinates"),
    }
}

pub(super) fn crd_translate(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let encoder = instance.attribute("encoder");
    let Some(encoder) = encoder.and_then(|encoder| Encoding::of(context, encoder)) else {
        return Ok(());
    };
    let (levels, dims) = (encoder.levels.len(), encoder.dim_rank());
    let direction = instance.attribute("direction");
    let expected = match direction.and_then(|direction| enum_number(context, direction)) {
        // To levels.
        Some(0) => [dims, levels],
        _ => [levels, dims],
    };
    match expected
        == [
            instance.operands("in_crds").len(),
            instance.results("out_crds").len(),
        ] {
        true => Ok(()),
        false => instance.refuse_plainly("Coordinate rank mismatch with encoding"),
    }
}

pub(super) fn lvl(instance: &Instance<'_>) -> Result<(), Failure> {
    let rank = Tensor::operand(instance, "source").level_rank() as u64;
    let level = constant(instance.context, instance.operand("index"));
    match level.is_some_and(|level| level.cast_unsigned() >= rank) {
        true => instance.refuse_plainly("Level index exceeds the rank of the input sparse tensor"),
        false => Ok(()),
    }
}

pub(super) fn push_back(instance: &Instance<'_>) -> Result<(), Failure> {
    let count = instance.optional_operand("n");
    match count.and_then(|count| constant(instance.context, count)) {
        Some(..1) => instance.refuse("n must be not less than 1"),
        _ => Ok(()),
    }
}

/// Checks the dimension whose offset or stride is asked for.
pub(super) fn slice_part(instance: &Instance<'_>) -> Result<(), Failure> {
    let rank = Tensor::operand(instance, "slice").shape.len() as i64;
    match instance
        .integer("dim")
        .is_some_and(|dim| (0..rank).contains(&dim))
    {
        true => Ok(()),
        false => instance.refuse_plainly("requested dimension out of bound"),
    }
}

pub(super) fn sort(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let Some(AttributeKind::AffineMap(map)) = instance.attribute("perm_map").map(|map| map.kind(context))
    else {
        return Ok(());
    };
    let keys = i64::from(map.num_dims(context));
    if keys < 1 {
        return instance.refuse_plainly(format!("Expected rank(perm_map) > 1, got {keys}"));
    }
    if !map.is_permutation(context) {
        let text = tvmlike_text::affine_map_to_string(context, map).unwrap_or_default();
        return instance.refuse_plainly(format!("Expected a permutation map, got {text}"));
    }
    let Some(count) = constant(context, instance.operand("n")) else {
        return Ok(());
    };
    let check = |buffer: Value, least: i64, what: &str| match buffer
        .ty(context)
        .shape(context)
        .and_then(|shape| shape.get(0))
    {
        Some(size) if size != DYNAMIC && size < least => {
            instance.refuse_plainly(format!("Expected {what} got {size} < {least}"))
        }
        _ => Ok(()),
    };
    let others = instance.integer("ny").unwrap_or_default();
    let least = count.wrapping_mul(keys.wrapping_add(others));
    let what = "dimension(xy) >= n * (rank(perm_map) + ny)";
    check(instance.operand("xy"), least, what)?;
    let mut buffers = instance.operands("ys");
    buffers.try_for_each(|buffer| check(buffer, count, "dimension(y) >= n"))
}
