//! Types that follow from operands or regions as they are, or are always the same: memref, bufferization, ptr, scf, async.

use std::mem::discriminant;

use tvmlike_define::{ResultTypes, with_element_type};
use tvmlike_ir::TypeKind;

use super::{Inferred, Parts, Table};

pub(super) const ASYNC: Table = &[("async.runtime.num_worker_threads", number_of_threads, None)];

pub(super) const BUFFERIZATION: Table = &[("bufferization.dealloc", dealloc, None)];

pub(super) const MEMREF: Table = &[
    ("memref.distinct_objects", distinct_objects, None),
    ("memref.extract_strided_metadata", metadata, None),
];

pub(super) const PTR: Table = &[("ptr.ptr_add", pointer_sum, None)];

pub(super) const SCF: Table = &[("scf.if", branches, None)];

/// One truth value for each buffer that is kept.
fn dealloc(parts: &Parts<'_>) -> Inferred {
    let sizes = parts.integers("operandSegmentSizes")?;
    let &[memrefs, conditions, retained] = &sizes[..] else {
        return Err(format!("'{}' op has three groups of operands", parts.name()));
    };
    let all = memrefs
        .checked_add(conditions)
        .and_then(|sum| sum.checked_add(retained));
    if sizes.iter().any(|size| *size < 0) || all != Some(parts.state.operands.len() as i64) {
        return Err(format!(
            "'{}' op has other operands than its groups",
            parts.name()
        ));
    }
    Ok(std::iter::repeat_n(parts.context.i1(), retained as usize).collect())
}

fn distinct_objects(parts: &Parts<'_>) -> Inferred {
    let operands = parts.state.operands.iter();
    Ok(operands.map(|operand| operand.ty(parts.context)).collect())
}

fn number_of_threads(parts: &Parts<'_>) -> Inferred {
    Ok([parts.context.index_type()].into_iter().collect())
}

/// The type of the pointers, with the shape of the offsets if only these have one.
fn pointer_sum(parts: &Parts<'_>) -> Inferred {
    let (context, base, offset) = (parts.context, parts.operand(0)?, parts.operand(1)?);
    let sum = match (base.is_shaped(context), offset.is_shaped(context)) {
        (true, true) if base.shape(context) != offset.shape(context) => {
            return Err("shapes of base and offset must match".to_owned());
        }
        (true, true) if discriminant(&base.kind(context)) != discriminant(&offset.kind(context)) => {
            return Err("the shaped containers type must match".to_owned());
        }
        (false, true) => match with_element_type(context, offset, base) {
            Some(sum) => sum,
            None => return parts.wrong(offset),
        },
        _ => base,
    };
    Ok([sum].into_iter().collect())
}

/// The buffer without dimensions, the offset, the sizes and the strides.
fn metadata(parts: &Parts<'_>) -> Inferred {
    let source = parts.operand(0)?;
    let TypeKind::MemRef {
        shape,
        element,
        space,
        ..
    } = source.kind(parts.context)
    else {
        return parts.wrong(source);
    };
    let base = parts.context.memref_type(&[], element, None, space);
    let mut types: ResultTypes = [base.map_err(|error| error.message().to_owned())?]
        .into_iter()
        .collect();
    types.extend(std::iter::repeat_n(
        parts.context.index_type(),
        1 + 2 * shape.len(),
    ));
    Ok(types)
}

/// What the first branch yields.
fn branches(parts: &Parts<'_>) -> Inferred {
    let context = parts.context;
    let region = parts.state.regions.first().copied().flatten();
    let block = region.and_then(|region| region.first_block(context));
    let last = block.and_then(|block| block.last_op(context));
    match last.filter(|last| last.is_named(context, "scf.yield")) {
        Some(last) => Ok(last.operands(context).map(|value| value.ty(context)).collect()),
        None => Err(format!(
            "'{}' op infers result types from the 'scf.yield' of its first region, which has none",
            parts.name()
        )),
    }
}
