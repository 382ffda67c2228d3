//! Types of parts of vectors.

use tvmlike_ir::{Context, Type, TypeKind};

use super::{Inferred, Parts, Table};

pub(super) const TABLE: Table = &[
    ("vector.extract", extract, Some(is_extracted)),
    ("vector.shuffle", shuffle, None),
    ("vector.to_elements", to_elements, None),
];

/// The sizes, the flags of scalable dimensions and the element type of a vector.
fn vector(parts: &Parts<'_>, ty: Type) -> Result<(Vec<i64>, Vec<bool>, Type), String> {
    match ty.kind(parts.context) {
        TypeKind::Vector {
            shape,
            scalable,
            element,
        } => {
            let flags = (0..shape.len()).map(|index| scalable.get(index)).collect();
            Ok((shape.to_vec(), flags, element))
        }
        _ => parts.wrong(ty),
    }
}

/// What is at a position: an element, or a vector of the dimensions that the position leaves.
fn extract(parts: &Parts<'_>) -> Inferred {
    let (sizes, flags, element) = vector(parts, parts.operand(0)?)?;
    let position = parts.integers("static_position")?.len();
    if position == sizes.len() {
        return Ok([element].into_iter().collect());
    }
    let from = position.min(sizes.len());
    let rest = parts.context.vector_type(&sizes[from..], element, &flags[from..]);
    Ok([rest.map_err(|error| error.message().to_owned())?]
        .into_iter()
        .collect())
}

/// A vector of one element can be extracted instead of the element.
fn is_extracted(context: &Context, inferred: &[Type], given: &[Type]) -> bool {
    let one_element = |vector: Type, element: Type| {
        matches!(vector.kind(context), TypeKind::Vector { shape, element: own, .. }
            if own == element && shape.iter().eq([1]))
    };
    match (inferred, given) {
        (&[inferred], &[given]) => {
            inferred == given || one_element(given, inferred) || one_element(inferred, given)
        }
        _ => false,
    }
}

/// As many rows as the mask has numbers.
fn shuffle(parts: &Parts<'_>) -> Inferred {
    let (sizes, _, element) = vector(parts, parts.operand(0)?)?;
    let rows = parts.integers("mask")?.len() as i64;
    let sizes: Vec<i64> = std::iter::once(rows).chain(sizes.into_iter().skip(1)).collect();
    let result = parts.context.vector_type(&sizes, element, &[]);
    Ok([result.map_err(|error| error.message().to_owned())?]
        .into_iter()
        .collect())
}

/// Each element.
fn to_elements(parts: &Parts<'_>) -> Inferred {
    /// The most results that an operation can have.
    const MOST: i64 = 1 << 26;
    let source = parts.operand(0)?;
    let (_, _, element) = vector(parts, source)?;
    match source.num_elements(parts.context) {
        Some(count) if count < MOST => Ok(std::iter::repeat_n(element, count as usize).collect()),
        _ => parts.wrong(source),
    }
}
