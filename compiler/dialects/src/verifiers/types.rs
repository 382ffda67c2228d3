//! What several dialects ask of types.

use tvmlike_ir::{Context, DYNAMIC, Dims, Type, TypeKind};

/// The element type of a shaped type, another type itself.
pub(super) fn element_or_self(context: &Context, ty: Type) -> Type {
    match ty.is_shaped(context) {
        true => ty.element_type(context).unwrap_or(ty),
        false => ty,
    }
}

/// Whether a type is a tensor, with or without a rank.
pub(super) fn is_tensor(context: &Context, ty: Type) -> bool {
    matches!(
        ty.kind(context),
        TypeKind::RankedTensor { .. } | TypeKind::UnrankedTensor(_)
    )
}

/// Whether a type is a vector.
pub(super) fn is_vector(context: &Context, ty: Type) -> bool {
    matches!(ty.kind(context), TypeKind::Vector { .. })
}

/// Whether two sizes can be the same at run time.
pub(super) fn sizes_agree(one: i64, other: i64) -> bool {
    one == other || one == DYNAMIC || other == DYNAMIC
}

/// Whether two shapes can be the same at run time.
pub(super) fn shapes_agree(one: Dims<'_>, other: Dims<'_>) -> bool {
    one.len() == other.len()
        && one
            .iter()
            .zip(other.iter())
            .all(|(one, other)| sizes_agree(one, other))
}

/// Whether two types can have the same shape: both have none, or both have shapes that agree as far as they are known.
pub(super) fn is_compatible(context: &Context, one: Type, other: Type) -> bool {
    if one == other {
        return true;
    }
    if !one.is_shaped(context) || !other.is_shaped(context) {
        return one.is_shaped(context) == other.is_shaped(context);
    }
    match (one.shape(context), other.shape(context)) {
        (Some(one), Some(other)) => shapes_agree(one, other),
        _ => true,
    }
}

/// The number of bits of an integer or a float type.
pub(super) fn bit_width(context: &Context, ty: Type) -> Option<u32> {
    match ty.kind(context) {
        TypeKind::Integer { .. } | TypeKind::Float(_) => ty.bit_width(context),
        _ => None,
    }
}
