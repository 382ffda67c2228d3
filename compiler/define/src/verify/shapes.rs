//! Which shapes are compatible: equal but for what is not known.

use smallvec::SmallVec;
use tvmlike_ir::{Attribute, AttributeKind, Context, DYNAMIC, Type, TypeKind};

/// Whether two types can have the same shape.
pub(super) fn is_compatible(context: &Context, one: Type, other: Type) -> bool {
    if one == other {
        return true;
    }
    match (one.is_shaped(context), other.is_shaped(context)) {
        (true, true) => match (one.shape(context), other.shape(context)) {
            (Some(one), Some(other)) => {
                let same = |(one, other)| one == other || one == DYNAMIC || other == DYNAMIC;
                one.len() == other.len() && one.iter().zip(other.iter()).all(same)
            }
            _ => true,
        },
        (one, other) => one == other,
    }
}

fn is_scalable(context: &Context, ty: Type) -> bool {
    matches!(ty.kind(context), TypeKind::Vector { scalable, .. } if scalable.any())
}

/// Whether a type is a cooperative matrix or a tensor of `spirv`.
pub(super) fn has_own_shape(context: &Context, ty: Type) -> bool {
    ["coopmatrix", "arm.tensor"]
        .iter()
        .any(|name| ty.is_symbol(context, "spirv", name))
}

/// The shape of a cooperative matrix or a tensor of `spirv`, if it has a rank.
fn own_shape(context: &Context, ty: Type) -> Option<SmallVec<[i64; 4]>> {
    let shape = has_own_shape(context, ty).then(|| ty.parameter(context, context.identifier("shape")))??;
    let size = |size: Attribute| match size.kind(context) {
        AttributeKind::Integer { value, .. } => value.to_i64(),
        _ => None,
    };
    match shape.kind(context) {
        AttributeKind::Array(sizes) => sizes.iter().map(size).collect(),
        _ => None,
    }
}

/// Whether all types can have the same shape.
pub(super) fn are_compatible(context: &Context, types: impl Iterator<Item = Type> + Clone) -> bool {
    let mut others = types.clone();
    let first = others.next();
    if others.all(|ty| Some(ty) == first) {
        return true;
    }
    let is_shaped = |ty: &Type| ty.is_shaped(context) || own_shape(context, *ty).is_some();
    let shaped = types.clone().filter(is_shaped).count();
    if shaped == 0 {
        return true;
    }
    if shaped != types.clone().count() {
        return false;
    }
    let mut vectors = types
        .clone()
        .filter(|ty| matches!(ty.kind(context), TypeKind::Vector { .. }));
    if let Some(first) = vectors.next()
        && vectors.any(|ty| is_scalable(context, ty) != is_scalable(context, first))
    {
        return false;
    }
    let shape = |ty: Type| match ty.shape(context) {
        Some(shape) => Some(shape.iter().collect()),
        None => own_shape(context, ty),
    };
    let shapes: SmallVec<[SmallVec<[i64; 4]>; 4]> = types.filter_map(shape).collect();
    let Some(first) = shapes.first() else {
        return true;
    };
    if shapes.iter().any(|shape| shape.len() != first.len()) {
        return false;
    }
    (0..first.len()).all(|index| {
        let mut sizes = shapes
            .iter()
            .filter_map(|shape| shape.get(index).copied())
            .filter(|size| *size != DYNAMIC);
        let first = sizes.next();
        sizes.all(|size| Some(size) == first)
    })
}
