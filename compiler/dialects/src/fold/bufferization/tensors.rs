//! Tensors in memory: `to_tensor` and `to_buffer`.

use tvmlike_ir::{Context, DYNAMIC, Folded, Folding, Op, Rewriter, Type, TypeKind, Value};

use super::super::rewrite::{Make, constant, defined_by};
use crate::verifiers::can_cast_memref;

const TO_BUFFER: &str = "bufferization.to_buffer";
const TO_TENSOR: &str = "bufferization.to_tensor";

/// `to_tensor` of a buffer that was made of a tensor just before.
pub(super) fn to_tensor(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    let (context, op) = (folding.context(), folding.op());
    let made = defined_by(context, folding.operand(0), TO_BUFFER)?;
    let tensor = made.operand(context, 0)?;
    let is_next = made.next(context) == Some(op);
    (is_next && tensor.ty(context) == folding.result_type()).then(|| tensor.into())
}

/// `to_buffer` of a tensor that is in a buffer of the same type.
pub(super) fn to_buffer(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    let context = folding.context();
    let made = defined_by(context, folding.operand(0), TO_TENSOR)?;
    let buffer = made.operand(context, 0)?;
    (buffer.ty(context) == folding.result_type()).then(|| buffer.into())
}

/// `dim` of a tensor in a buffer.
pub(super) fn size(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let made = defined_by(context, op.operand(context, 0)?, TO_TENSOR)?;
    let operands = [made.operand(context, 0)?, op.operand(context, 1)?];
    Make::new("memref.dim", &operands, &[context.index_type()]).replace(rewriter, op)
}

/// Whether nothing can write to the buffer of a tensor.
fn is_only_read(context: &Context, made: Op) -> bool {
    let reads = |user: Op| {
        ["memref.load", "memref.dim"]
            .iter()
            .any(|name| user.is_named(context, name))
    };
    made.property(context, context.identifier("read_only")).is_some()
        || made
            .results(context)
            .all(|buffer| buffer.uses(context).all(|at| reads(at.owner(context))))
}

/// `load` from the buffer of a tensor, to which MLIR 22 does not know that something can be written.
pub(super) fn load(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let made = defined_by(context, op.operand(context, 0)?, TO_BUFFER)?;
    if !is_only_read(context, made) {
        return None;
    }
    let mut operands: Vec<Value> = op.operands(context).collect();
    operands[0] = made.operand(context, 0)?;
    let ty = op.result(context, 0)?.ty(context);
    Make::new("tensor.extract", &operands, &[ty]).replace(rewriter, op)
}

/// `to_buffer` of a cast: the buffer is cast.
pub(super) fn of_cast(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let source = defined_by(context, op.operand(context, 0)?, "tensor.cast")?.operand(context, 0)?;
    let ty = op.result(context, 0)?.ty(context);
    let TypeKind::RankedTensor { shape, element, .. } = source.ty(context).kind(context) else {
        return None;
    };
    let TypeKind::MemRef { layout, space, .. } = ty.kind(context) else {
        return None;
    };
    let own = context
        .memref_type(&shape.to_vec(), element, Some(layout), space)
        .ok()?;
    let read_only = op.property(context, context.identifier("read_only"));
    let properties = read_only.map(|flag| [("read_only", flag)]);
    let buffer = Make::new(TO_BUFFER, &[source], &[own])
        .with(properties.as_ref().map_or(&[], |properties| &properties[..]))
        .value(rewriter, op)?;
    Make::new("memref.cast", &[buffer], &[ty]).replace(rewriter, op)
}

/// Whether a memref can always be cast: what is not known of its layout is not known after the cast.
fn is_sure(context: &Context, from: Type, to: Type) -> Option<bool> {
    let (strides, offset) = from.strides_and_offset(context)?;
    let (wanted, wanted_offset) = to.strides_and_offset(context)?;
    let mut pairs = strides.iter().zip(&wanted).chain([(&offset, &wanted_offset)]);
    Some(pairs.all(|(from, to)| *from != DYNAMIC || *to == DYNAMIC))
}

/// `to_buffer` of a tensor that is in a buffer of another type: that is cast, or copied where a cast can fail.
pub(super) fn of_tensor(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let buffer = defined_by(context, op.operand(context, 0)?, TO_TENSOR)?.operand(context, 0)?;
    let (from, to) = (buffer.ty(context), op.result(context, 0)?.ty(context));
    if from == to {
        rewriter.replace_op(op, &[buffer]);
        return Some(());
    }
    let is_ranked = |ty: Type| matches!(ty.kind(context), TypeKind::MemRef { .. });
    let (is_from_ranked, is_to_ranked) = (is_ranked(from), is_ranked(to));
    if !is_from_ranked && !is_to_ranked {
        return None;
    }
    let can_cast = can_cast_memref(context, from, to);
    let is_cast = match is_from_ranked && is_to_ranked {
        true => can_cast && is_sure(context, from, to)?,
        false if can_cast => true,
        false => return None,
    };
    if is_cast {
        return Make::new("memref.cast", &[buffer], &[to]).replace(rewriter, op);
    }
    copy(rewriter, op, buffer, to)
}

/// Copies a buffer to new memory of a type.
fn copy(rewriter: &mut Rewriter<'_, '_>, op: Op, buffer: Value, to: Type) -> Option<()> {
    let context = rewriter.context();
    let shape = to.shape(context)?;
    let index = context.index_type();
    let mut sizes = Vec::new();
    for (dim, _) in shape.iter().enumerate().filter(|(_, size)| *size == DYNAMIC) {
        let dim = constant(rewriter, op, context.index_attribute(dim as i64), index)?;
        sizes.push(Make::new("memref.dim", &[buffer, dim], &[index]).value(rewriter, op)?);
    }
    let count = i32::try_from(sizes.len()).ok()?;
    let made = Make::new("memref.alloc", &sizes, &[to])
        .with(&[("operandSegmentSizes", context.dense_i32_array(&[count, 0]))])
        .value(rewriter, op)?;
    Make::new("memref.copy", &[buffer, made], &[]).before(rewriter, op)?;
    rewriter.replace_op(op, &[made]);
    Some(())
}
