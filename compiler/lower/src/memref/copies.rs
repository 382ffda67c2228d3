//! `memref.copy`: by one copy of bytes where memory is contiguous, else by a function of the host.

use tvmlike_ir::{Context, Location, Op, Type, TypeKind, Value};
use tvmlike_transform::{ConversionRewriter, ConvertedOperands};

use super::allocator::copy_strided;
use super::casts::on_stack;
use super::{element, index, is_identity, operand_type, options};
use crate::descriptor::{Descriptor, index_constant, pack};
use crate::make::{Make, integer};
use crate::memory::{self, Index, NO_FLAGS, element_pointer, size_in_bytes, stack_memory, store};
use crate::types::pointer;

/// Whether the elements of a memref follow each other in memory.
fn is_contiguous(context: &Context, ty: Type) -> bool {
    if is_identity(context, ty) {
        return true;
    }
    let (Some(shape), Some((strides, _))) = (ty.shape(context), ty.strides_and_offset(context)) else {
        return false;
    };
    if !shape.is_static() {
        return false;
    }
    let sizes = shape.to_vec();
    let mut running = 1_i64;
    for (size, stride) in sizes.iter().zip(&strides).rev() {
        if *size == 1 {
            continue;
        }
        if *stride != running {
            return false;
        }
        running = running.saturating_mul(*size);
    }
    true
}

pub(super) fn copy(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    operands: &ConvertedOperands,
) -> Option<()> {
    let context = rewriter.context();
    let location = op.location(context);
    let (from, to) = (operand_type(context, op, 0)?, operand_type(context, op, 1)?);
    let (source, target) = (operands.one(0)?, operands.one(1)?);
    if is_contiguous(context, from) && is_contiguous(context, to) {
        copy_bytes(rewriter, location, from, source, target)?;
    } else {
        copy_by_function(rewriter, op, location, (from, source), (to, target))?;
    }
    rewriter.erase_op(op);
    Some(())
}

/// The pointer to the first element.
fn first(
    rewriter: &mut ConversionRewriter<'_, '_>,
    location: Location,
    element: Type,
    value: Value,
) -> Value {
    let descriptor = Descriptor::new(value, location);
    let aligned = descriptor.get(rewriter, &[1]);
    let offset = descriptor.get(rewriter, &[2]);
    let indices = [Index::Value(offset)];
    element_pointer(rewriter, location, aligned, element, &indices, NO_FLAGS)
}

fn copy_bytes(
    rewriter: &mut ConversionRewriter<'_, '_>,
    location: Location,
    ty: Type,
    source: Value,
    target: Value,
) -> Option<()> {
    let index = index(rewriter);
    let mut count = index_constant(rewriter, location, index, 1);
    for dim in 0..ty.rank(rewriter.context())? {
        let size = Descriptor::new(source, location).get(rewriter, &[3, dim as i64]);
        count = Make::new("llvm.mul", &[count, size], &[index]).value(rewriter, location);
    }
    let element = element(rewriter, ty)?;
    let bytes = size_in_bytes(rewriter, location, element, Index::Known(1), index);
    let bytes = Make::new("llvm.mul", &[count, bytes], &[index]).value(rewriter, location);
    let source = first(rewriter, location, element, source);
    let target = first(rewriter, location, element, target);
    memory::copy(rewriter, location, target, source, bytes);
    Some(())
}

/// The descriptor of a memref without a rank.
fn unranked(
    rewriter: &mut ConversionRewriter<'_, '_>,
    location: Location,
    ty: Type,
    value: Value,
) -> Option<Value> {
    let context = rewriter.context();
    let TypeKind::MemRef {
        shape,
        element,
        space,
        ..
    } = ty.kind(context)
    else {
        return Some(value);
    };
    let index = index(rewriter);
    let rank = integer(context, index, shape.len() as i64);
    let rank = Make::new("llvm.mlir.constant", &[], &[index])
        .with(&[("value", rank)])
        .value(rewriter, location);
    let memory = on_stack(rewriter, location, value);
    let ty = context.unranked_memref_type(element, space).ok()?;
    let options = options(rewriter);
    pack(rewriter, ty, &[rank, memory], location, options)
}

fn copy_by_function(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    location: Location,
    (from, source): (Type, Value),
    (to, target): (Type, Value),
) -> Option<()> {
    let context = rewriter.context();
    let stack = Make::new("llvm.intr.stacksave", &[], &[pointer(context, 0)]).value(rewriter, location);
    let source = unranked(rewriter, location, from, source)?;
    let target = unranked(rewriter, location, to, target)?;
    let index = index(rewriter);
    let one = index_constant(rewriter, location, index, 1);
    let mut promote = |value: Value| {
        let memory = stack_memory(rewriter, location, value.ty(context), one, 0, None);
        store(rewriter, location, value, memory);
        memory
    };
    let (source, target) = (promote(source), promote(target));
    let element = element(rewriter, from)?;
    let bytes = size_in_bytes(rewriter, location, element, Index::Known(1), index);
    copy_strided(rewriter, op, location, [bytes, source, target])?;
    Make::new("llvm.intr.stackrestore", &[stack], &[]).at(rewriter, location);
    Some(())
}
