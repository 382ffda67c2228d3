//! What a result type promises of its source: sizes, offset, strides, alignment.

use tvmlike_ir::{DYNAMIC, Op, TypeKind, Value};

use super::{Checks, EQUAL};
use crate::make::{Make, property};
use crate::number;
use crate::strided_metadata::groups;

pub(super) fn alignment(checks: &mut Checks<'_, '_, '_>, op: Op) -> Option<()> {
    let context = checks.context();
    let alignment = number::of(context, property(context, op, "alignment")?)?;
    let memref = op.operand(context, 0)?;
    let index = context.index_type();
    let pointer = checks.make(Make::new(
        "memref.extract_aligned_pointer_as_index",
        &[memref],
        &[index],
    ));
    let unit = checks.constant(alignment);
    let rest = checks.binary("arith.remui", pointer, unit);
    checks.assert_is(rest, 0, &format!("memref is not aligned to {alignment}"));
    Some(())
}

pub(super) fn copy(checks: &mut Checks<'_, '_, '_>, op: Op) -> Option<()> {
    let context = checks.context();
    let (source, target) = (op.operand(context, 0)?, op.operand(context, 1)?);
    let source_shape = source.ty(context).shape(context)?.to_vec();
    let target_shape = target.ty(context).shape(context)?.to_vec();
    for (dim, sizes) in source_shape.into_iter().zip(target_shape).enumerate() {
        if sizes.0 != DYNAMIC && sizes.1 != DYNAMIC {
            continue;
        }
        let mut size = |memref, known| match known {
            DYNAMIC => checks.size(memref, dim),
            known => Some(checks.constant(known)),
        };
        let (from, to) = (size(source, sizes.0)?, size(target, sizes.1)?);
        let equal = checks.compare(EQUAL, from, to);
        checks.assert(
            equal,
            &format!("size of {dim}-th source/target dim does not match"),
        );
    }
    Some(())
}

pub(super) fn cast(checks: &mut Checks<'_, '_, '_>, op: Op) -> Option<()> {
    let context = checks.context();
    let source = op.operand(context, 0)?;
    let ty = op.result(context, 0)?.ty(context);
    let TypeKind::MemRef {
        shape,
        element,
        space,
        ..
    } = ty.kind(context)
    else {
        return None;
    };
    let shape = shape.to_vec();
    let source_shape = source.ty(context).shape(context).map(|shape| shape.to_vec());
    if source_shape.is_none() {
        let rank = checks.rank(source);
        checks.assert_is(rank, i64::try_from(shape.len()).ok()?, "rank mismatch");
    }
    let dynamic = vec![DYNAMIC; shape.len()];
    let layout = context.strided_layout_attribute(DYNAMIC, &dynamic);
    let general = context.memref_type(&dynamic, element, Some(layout), space).ok()?;
    let general = checks.make(Make::new("memref.cast", &[source], &[general]));
    let metadata = checks.metadata(general)?;
    check_sizes(checks, source_shape.as_deref(), &shape, |checks, dim| {
        checks.measured(source, dim)
    })?;
    let (strides, offset) = ty.strides_and_offset(context)?;
    if offset != DYNAMIC {
        checks.assert_is(metadata[1], offset, "offset mismatch");
    }
    for (dim, stride) in strides.into_iter().enumerate() {
        if stride != DYNAMIC {
            let measured = metadata[2 + shape.len() + dim];
            checks.assert_is(measured, stride, &format!("stride mismatch of dim {dim}"));
        }
    }
    Some(())
}

/// As [`cast`], without a layout.
pub(super) fn cast_tensor(checks: &mut Checks<'_, '_, '_>, op: Op) -> Option<()> {
    let context = checks.context();
    let source = op.operand(context, 0)?;
    let shape = op.result(context, 0)?.ty(context).shape(context)?.to_vec();
    let source_shape = source.ty(context).shape(context).map(|shape| shape.to_vec());
    if source_shape.is_none() {
        let rank = checks.rank(source);
        checks.assert_is(rank, i64::try_from(shape.len()).ok()?, "rank mismatch");
    }
    check_sizes(checks, source_shape.as_deref(), &shape, |checks, dim| {
        checks.size(source, dim)
    })
}

/// Checks the sizes that a result type has and that of the source does not.
fn check_sizes(
    checks: &mut Checks<'_, '_, '_>,
    source_shape: Option<&[i64]>,
    shape: &[i64],
    measure: impl Fn(&mut Checks<'_, '_, '_>, usize) -> Option<Value>,
) -> Option<()> {
    for (dim, size) in shape.iter().enumerate() {
        let is_known = source_shape.is_some_and(|shape| shape[dim] != DYNAMIC);
        if *size == DYNAMIC || is_known {
            continue;
        }
        let measured = measure(checks, dim)?;
        checks.assert_is(measured, *size, &format!("size mismatch of dim {dim}"));
    }
    Some(())
}

pub(super) fn expanded(checks: &mut Checks<'_, '_, '_>, op: Op) -> Option<()> {
    let context = checks.context();
    let source = op.operand(context, 0)?;
    let shape = op.result(context, 0)?.ty(context).shape(context)?.to_vec();
    for (dim, group) in groups(context, op)?.into_iter().enumerate() {
        let known = group.iter().filter_map(|dim| shape.get(*dim));
        let known = known.filter(|size| **size != DYNAMIC);
        let product = known.fold(1_i64, |all, size| all.wrapping_mul(*size));
        let measured = checks.measured(source, dim)?;
        let product = checks.constant(product);
        let rest = checks.binary("arith.remsi", measured, product);
        checks.assert_is(
            rest,
            0,
            "static result dims in reassoc group do not divide src dim evenly",
        );
    }
    Some(())
}
