//! Types of `sparse_tensor`: the buffers that store a tensor, and iteration spaces.

use tvmlike_ir::{Attribute, AttributeKind, DYNAMIC, Type, TypeKind};

use super::{Inferred, Parts, Table};
use crate::symbols::sparse_tensor::Encoding;

pub(super) const TABLE: Table = &[
    ("sparse_tensor.coordinates", coordinates, None),
    ("sparse_tensor.coordinates_buffer", coordinates_buffer, None),
    ("sparse_tensor.extract_iteration_space", iteration_space, None),
    ("sparse_tensor.positions", positions, None),
    ("sparse_tensor.values", values, None),
];

/// A buffer of the tensor that is the first operand, with sizes for the levels that are batches. `element` returns the type
/// of its elements, and whether they stand at equal distances.
fn buffer(parts: &Parts<'_>, element: impl Fn(&Encoding<'_>, Type) -> Option<(Type, bool)>) -> Inferred {
    let (context, tensor) = (parts.context, parts.operand(0)?);
    let (
        Some(encoding),
        TypeKind::RankedTensor {
            shape, element: own, ..
        },
    ) = (Encoding::of_tensor(context, tensor), tensor.kind(context))
    else {
        return parts.wrong(tensor);
    };
    let Some((element, is_strided)) = element(&encoding, own) else {
        return parts.wrong(tensor);
    };
    let mut sizes = encoding.level_shape(&shape.to_vec());
    sizes.truncate(encoding.batches());
    sizes.push(DYNAMIC);
    let layout = is_strided.then(|| context.strided_layout_attribute(DYNAMIC, &[DYNAMIC]));
    match context.memref_type(&sizes, element, layout, None) {
        Ok(ty) => Ok([ty].into_iter().collect()),
        Err(error) => Err(error.to_string()),
    }
}

fn positions(parts: &Parts<'_>) -> Inferred {
    buffer(parts, |encoding, _| Some((encoding.position_type()?, false)))
}

fn coordinates(parts: &Parts<'_>) -> Inferred {
    let level = level(parts, "level")?;
    buffer(parts, |encoding, _| {
        // Those of a list of coordinates are one buffer.
        Some((encoding.coordinate_type()?, encoding.list_start() as u64 <= level))
    })
}

fn coordinates_buffer(parts: &Parts<'_>) -> Inferred {
    buffer(parts, |encoding, _| Some((encoding.coordinate_type()?, false)))
}

fn values(parts: &Parts<'_>) -> Inferred {
    buffer(parts, |_, own| Some((own, false)))
}

/// The value of an attribute that is the number of a level.
fn level(parts: &Parts<'_>, name: &str) -> Result<u64, String> {
    let value = parts.attribute(name)?;
    let number = match value.kind(parts.context) {
        AttributeKind::Integer { value, .. } => value.to_u64(),
        _ => None,
    };
    number.ok_or_else(|| format!("'{}' op needs an integer as attribute '{name}'", parts.name()))
}

fn iteration_space(parts: &Parts<'_>) -> Inferred {
    let (context, tensor) = (parts.context, parts.operand(0)?);
    let levels = [level(parts, "loLvl")?, level(parts, "hiLvl")?];
    let (namespace, name) = (
        context.identifier("sparse_tensor"),
        context.identifier("iter_space"),
    );
    let (Some(encoding), Some(info)) = (
        Encoding::of_tensor(context, tensor),
        context.type_info(namespace, name),
    ) else {
        return parts.wrong(tensor);
    };
    let [low, high] = levels.map(|level| context.i64_attribute(level.cast_signed()));
    let parameters: [Option<Attribute>; 3] = [Some(encoding.attribute), Some(low), Some(high)];
    match context.dialect_type(info, &parameters) {
        Ok(ty) => Ok([ty].into_iter().collect()),
        Err(error) => Err(error.to_string()),
    }
}
