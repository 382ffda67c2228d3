//! Tensors whose shapes follow from those of operands.

use tvmlike_ir::{AttributeKind, Context, DYNAMIC, Element, Type, TypeKind, Value, ValueOwner};

use super::{Inferred, Parts, Table};

pub(super) const TABLE: Table = &[
    ("tosa.concat", concat, Some(same_shape_and_element)),
    ("tosa.equal", equal, Some(same_shape)),
    ("tosa.reduce_all", reduce, Some(same_shape_and_element)),
    ("tosa.reduce_any", reduce, Some(same_shape_and_element)),
    ("tosa.reduce_max", reduce, Some(same_shape_and_element)),
    ("tosa.reduce_min", reduce, Some(same_shape_and_element)),
    ("tosa.reduce_product", reduce, Some(same_shape_and_element)),
    ("tosa.reduce_sum", reduce, Some(same_shape_and_element)),
    ("tosa.reshape", reshape, Some(same_element)),
];

fn shape(context: &Context, ty: Type) -> Option<Vec<i64>> {
    match ty.kind(context) {
        TypeKind::RankedTensor { shape, .. } => Some(shape.iter().collect()),
        _ => None,
    }
}

fn element(context: &Context, ty: Type) -> Type {
    ty.element_type(context).unwrap_or(ty)
}

fn same_element(context: &Context, inferred: &[Type], given: &[Type]) -> bool {
    let elements = |types: &[Type]| types.iter().map(|ty| element(context, *ty)).collect::<Vec<_>>();
    inferred.len() == 1 && elements(inferred) == elements(given)
}

fn same_shape(context: &Context, inferred: &[Type], given: &[Type]) -> bool {
    let (&[inferred], &[given]) = (inferred, given) else {
        return false;
    };
    match (shape(context, inferred), shape(context, given)) {
        (Some(one), Some(other)) => {
            let agree = |(one, other): (&i64, &i64)| one == other || *one == DYNAMIC || *other == DYNAMIC;
            one.len() == other.len() && one.iter().zip(&other).all(agree)
        }
        _ => true,
    }
}

fn same_shape_and_element(context: &Context, inferred: &[Type], given: &[Type]) -> bool {
    same_element(context, inferred, given) && same_shape(context, inferred, given)
}

/// The tensor with a shape, or without a rank.
fn tensor(parts: &Parts<'_>, shape: Option<&[i64]>, element: Type) -> Inferred {
    let made = match shape {
        Some(shape) => parts.context.ranked_tensor_type(shape, element, None),
        None => parts.context.unranked_tensor_type(element),
    };
    let ty = made.map_err(|error| error.message().to_owned())?;
    Ok([ty].into_iter().collect())
}

fn axis(parts: &Parts<'_>) -> Result<usize, String> {
    let axis = match parts.attribute("axis")?.kind(parts.context) {
        AttributeKind::Integer { value, .. } => value.to_i64(),
        _ => None,
    };
    Ok(axis
        .and_then(|axis| usize::try_from(axis).ok())
        .unwrap_or(usize::MAX))
}

fn concat(parts: &Parts<'_>) -> Inferred {
    let (context, axis) = (parts.context, axis(parts)?);
    let element = element(context, parts.operand(0)?);
    let operands = parts.state.operands.iter();
    let shapes: Vec<Option<Vec<i64>>> = operands
        .map(|operand| shape(context, operand.ty(context)))
        .collect();
    let Some(rank) = shapes.iter().flatten().map(Vec::len).next() else {
        return tensor(parts, None, element);
    };
    let mut result = vec![DYNAMIC; rank];
    for shape in shapes.iter().flatten() {
        for (index, size) in shape.iter().enumerate().filter(|(index, _)| *index != axis) {
            let known = result.get_mut(index).filter(|_| *size != DYNAMIC);
            let Some(known) = known else { continue };
            if *known == DYNAMIC {
                *known = *size;
            }
            if known != size {
                return Err(format!(
                    "Cannot concat tensors with different sizes on the non-axis dimension {index}"
                ));
            }
        }
    }
    let sizes = shapes.iter().map(|shape| {
        let size = shape.as_ref()?.get(axis)?;
        (*size != DYNAMIC).then_some(*size)
    });
    let sum: Option<i64> = sizes.sum();
    match result.get_mut(axis) {
        Some(size) => *size = sum.unwrap_or(DYNAMIC),
        None => return Err(format!("'{}' op has no such axis", parts.name())),
    }
    tensor(parts, Some(&result), element)
}

/// The shape of two operands that are broadcast.
fn equal(parts: &Parts<'_>) -> Inferred {
    let context = parts.context;
    let shapes = [parts.operand(0)?, parts.operand(1)?].map(|ty| shape(context, ty));
    let merged = match shapes {
        [Some(one), Some(other)] => {
            let rank = one.len().max(other.len());
            let size = |shape: &[i64], index: usize| match (index + shape.len()).checked_sub(rank) {
                Some(index) => shape[index],
                None => 1,
            };
            let merge = |index: usize| match (size(&one, index), size(&other, index)) {
                (1, size) | (size, 1) => Some(size),
                (size, other) => (size == other).then_some(size),
            };
            (0..rank).map(merge).collect::<Option<Vec<i64>>>()
        }
        _ => None,
    };
    tensor(parts, merged.as_deref(), context.i1())
}

fn reduce(parts: &Parts<'_>) -> Inferred {
    let (context, axis) = (parts.context, axis(parts)?);
    let ty = parts.operand(0)?;
    let mut sizes = shape(context, ty);
    let is_reduced = match sizes.as_mut().and_then(|sizes| sizes.get_mut(axis)) {
        Some(size) => {
            *size = 1;
            true
        }
        None => false,
    };
    let sizes = sizes.filter(|_| is_reduced);
    tensor(parts, sizes.as_deref(), element(context, ty))
}

/// The values of `tosa.const_shape`, with `DYNAMIC` for -1.
fn constant(context: &Context, value: Value) -> Option<Vec<i64>> {
    let ValueOwner::Result { op, .. } = value.owner(context) else {
        return None;
    };
    if !op.is_named(context, "tosa.const_shape") {
        return None;
    }
    let values = op.property(context, context.identifier("values"))?;
    let AttributeKind::DenseElements(values) = values.kind(context) else {
        return None;
    };
    let size = |index: usize| match values.get(context, index)? {
        Element::Integer(value) => value.to_i64().map(|size| if size == -1 { DYNAMIC } else { size }),
        _ => None,
    };
    (0..values.len()).map(size).collect()
}

fn reshape(parts: &Parts<'_>) -> Inferred {
    let context = parts.context;
    let input = parts.operand(0)?;
    let element = element(context, input);
    let target = parts.operand(1)?;
    let Some(mut sizes) = constant(context, parts.state.operands[1]) else {
        let rank = target.parameter(context, context.identifier("rank"));
        let rank = match rank.map(|rank| rank.kind(context)) {
            Some(AttributeKind::Integer { value, .. }) => value.to_i64(),
            _ => None,
        };
        let rank = rank
            .and_then(|rank| usize::try_from(rank).ok())
            .unwrap_or_default();
        return tensor(parts, Some(&vec![DYNAMIC; rank]), element);
    };
    let known = |sizes: &[i64]| -> Option<i64> {
        let is_static = !sizes.contains(&DYNAMIC);
        is_static.then(|| sizes.iter().fold(1, |all: i64, size| all.wrapping_mul(*size)))
    };
    if let Some(count) = shape(context, input).and_then(|input| known(&input)) {
        let fixed = sizes.iter().filter(|size| **size != DYNAMIC);
        let fixed = fixed.fold(1, |all: i64, size| all.wrapping_mul(*size));
        for size in sizes.iter_mut().filter(|size| **size == DYNAMIC) {
            *size = count.checked_div(fixed).unwrap_or(DYNAMIC);
        }
    }
    if sizes.iter().any(|size| *size < 0 && *size != DYNAMIC) {
        return Err(format!("'{}' op has a negative size", parts.name()));
    }
    tensor(parts, Some(&sizes), element)
}
