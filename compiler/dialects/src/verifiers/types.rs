//! What several dialects ask of types.

use tvmlike_ir::{Attribute, AttributeKind, Context, DYNAMIC, Dims, Op, Type, TypeKind};

pub(super) use crate::common::has_trait;

pub(super) use tvmlike_define::element_or_self;

/// The number of elements of a type with a static shape.
pub(super) fn num_elements(context: &Context, ty: Type) -> Option<i64> {
    let shape = ty.shape(context)?;
    shape.iter().try_fold(1_i64, |all, size| all.checked_mul(size))
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

/// What a ranked memref is.
pub(super) struct MemRef<'a> {
    pub(super) ty: Type,
    pub(super) shape: Dims<'a>,
    pub(super) element: Type,
    pub(super) layout: Attribute,
    pub(super) space: Option<Attribute>,
}

impl<'a> MemRef<'a> {
    /// The parts of a ranked memref type.
    pub(super) fn of(context: &'a Context, ty: Type) -> Option<Self> {
        let TypeKind::MemRef {
            shape,
            element,
            layout,
            space,
        } = ty.kind(context)
        else {
            return None;
        };
        Some(Self {
            ty,
            shape,
            element,
            layout,
            space,
        })
    }

    /// Whether the layout is the identity.
    pub(super) fn is_identity(&self, context: &Context) -> bool {
        match self.layout.kind(context) {
            AttributeKind::AffineMap(map) => map.is_identity(context),
            AttributeKind::StridedLayout { offset, strides } => offset == 0 && strides.to_vec() == [1],
            _ => false,
        }
    }
}

/// The element type and the memory space of a memref with or without a rank.
pub(super) fn memref_parts(context: &Context, ty: Type) -> Option<(Type, Option<Attribute>)> {
    match ty.kind(context) {
        TypeKind::MemRef { element, space, .. } | TypeKind::UnrankedMemRef { element, space } => {
            Some((element, space))
        }
        _ => None,
    }
}

/// Whether an operation reads and writes no memory, as far as its record tells.
pub(super) fn is_free_of_effects(context: &Context, op: Op) -> bool {
    let mut pending = vec![op];
    while let Some(op) = pending.pop() {
        if has_trait(context, op, "RecursiveMemoryEffects") {
            let blocks = op.regions(context).flat_map(|region| region.blocks(context));
            pending.extend(blocks.flat_map(|block| block.operations(context)));
        } else if !has_trait(context, op, "Pure") && !has_trait(context, op, "NoMemoryEffect") {
            return false;
        }
    }
    true
}

/// A size, stride or offset in a message.
pub(super) fn number_or_dynamic(value: i64) -> String {
    match value {
        DYNAMIC => "dynamic".to_owned(),
        value => value.to_string(),
    }
}

/// The sum of two numbers, which is not known if one of them is not.
pub(super) fn add(one: i64, other: i64) -> i64 {
    match one == DYNAMIC || other == DYNAMIC {
        true => DYNAMIC,
        false => one.wrapping_add(other),
    }
}

/// The product of two numbers, which is known to be zero if one of them is, and otherwise not known if one of them is not.
pub(super) fn multiply(one: i64, other: i64) -> i64 {
    match (one, other) {
        (0, _) | (_, 0) => 0,
        (DYNAMIC, _) | (_, DYNAMIC) => DYNAMIC,
        (one, other) => one.wrapping_mul(other),
    }
}
