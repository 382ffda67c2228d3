//! Types of `amdgpu`: fat raw buffers.

use tvmlike_ir::{Attribute, AttributeKind, Context, DYNAMIC, Type, TypeKind};

use super::{Inferred, Parts, Table};

pub(super) const TABLE: Table = &[("amdgpu.fat_raw_buffer_cast", fat_raw_buffer_cast, None)];

fn fat_raw_buffer_cast(parts: &Parts<'_>) -> Inferred {
    let source = parts.operand(0)?;
    let resets = parts.attribute("resetOffset").is_ok();
    match fat_raw_buffer(parts.context, source, resets) {
        Some(ty) => Ok([ty].into_iter().collect()),
        None => parts.wrong(source),
    }
}

/// The memref as a fat raw buffer. `None`: it is none, or its layout has no offset that can be reset.
pub(crate) fn fat_raw_buffer(context: &Context, source: Type, resets_offset: bool) -> Option<Type> {
    let TypeKind::MemRef {
        shape,
        element,
        layout,
        ..
    } = source.kind(context)
    else {
        return None;
    };
    let shape = shape.to_vec();
    let layout = match resets_offset {
        true => without_offset(context, &shape, layout)?,
        false => layout,
    };
    let space =
        tvmlike_text::parse_defined_attribute(context, "#amdgpu.address_space<fat_raw_buffer>").ok()?;
    context
        .memref_type(&shape, element, Some(layout), Some(space))
        .ok()
}

/// A layout with the offset 0; `None` if it has no offset that could be changed.
fn without_offset(context: &Context, shape: &[i64], layout: Attribute) -> Option<Attribute> {
    let strides = match layout.kind(context) {
        AttributeKind::AffineMap(map) if map.is_identity(context) => return Some(layout),
        AttributeKind::StridedLayout { strides, .. } => strides.to_vec(),
        _ => return None,
    };
    let rank = shape.len();
    let identity = match shape.contains(&DYNAMIC) {
        false => {
            let mut suffix = vec![1_i64; rank];
            for dim in (1..rank).rev() {
                suffix[dim - 1] = suffix[dim].wrapping_mul(shape[dim]);
            }
            Some(suffix)
        }
        true => (rank <= 1).then(|| vec![1; rank]),
    };
    // Without an offset it can be the identity, which is written as a map.
    match identity.as_deref() == Some(&*strides) {
        true => Some(context.affine_map_attribute(context.affine_identity_map(rank as u32))),
        false => Some(context.strided_layout_attribute(0, &strides)),
    }
}
