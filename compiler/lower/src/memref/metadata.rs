//! Sizes, ranks and pointers of memrefs.

use tvmlike_ir::{AttributeKind, DYNAMIC, Location, Op, Type, TypeKind, Value};
use tvmlike_transform::{ConversionRewriter, ConvertedOperands};

use super::{index, operand_type, space};
use crate::descriptor::{Descriptor, index_constant};
use crate::elementwise::result_type;
use crate::make::Make;
use crate::memory::{Index, NO_FLAGS, element_pointer, load, stack_memory, store};
use crate::types::{pointer, structure};

pub(super) fn dim(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    operands: &ConvertedOperands,
) -> Option<()> {
    let context = rewriter.context();
    let location = op.location(context);
    let ty = operand_type(context, op, 0)?;
    let source = operands.one(0)?;
    let position = operands.one(1)?;
    let value = match ty.kind(context) {
        TypeKind::UnrankedMemRef { .. } => unranked_size(rewriter, location, ty, source, position)?,
        TypeKind::MemRef { shape, .. } => {
            let constant = op.operand(context, 1)?.constant_value(context);
            let known = constant.and_then(|constant| match constant.kind(context) {
                AttributeKind::Integer { value, .. } => usize::try_from(value.to_i64()?).ok(),
                _ => None,
            });
            match known.and_then(|dim| Some((dim, shape.to_vec().get(dim).copied()?))) {
                Some((dim, DYNAMIC)) => Descriptor::new(source, location).get(rewriter, &[3, dim as i64]),
                Some((_, size)) => {
                    let index = index(rewriter);
                    index_constant(rewriter, location, index, size)
                }
                None => size_at(rewriter, location, source, position),
            }
        }
        _ => return None,
    };
    rewriter.replace_op(op, &[value]);
    Some(())
}

/// The size of a dimension whose number is a value.
fn size_at(
    rewriter: &mut ConversionRewriter<'_, '_>,
    location: Location,
    source: Value,
    position: Value,
) -> Value {
    let index = index(rewriter);
    let one = index_constant(rewriter, location, index, 1);
    let sizes = Descriptor::new(source, location).get(rewriter, &[3]);
    let ty = sizes.ty(rewriter.context());
    let memory = stack_memory(rewriter, location, ty, one, 0, None);
    store(rewriter, location, sizes, memory);
    let indices = [Index::Known(0), Index::Value(position)];
    let address = element_pointer(rewriter, location, memory, ty, &indices, NO_FLAGS);
    load(rewriter, location, index, address)
}

/// The size of a dimension of a memref without a rank: sizes follow the offset of the descriptor that it points to.
fn unranked_size(
    rewriter: &mut ConversionRewriter<'_, '_>,
    location: Location,
    ty: Type,
    source: Value,
    position: Value,
) -> Option<Value> {
    let context = rewriter.context();
    let index = index(rewriter);
    let data = pointer(context, space(context, ty)?);
    let scalar = structure(context, &[data, data, index]);
    let ranked = Descriptor::new(source, location).get(rewriter, &[1]);
    let indices = [Index::Known(0), Index::Known(2)];
    let offset = element_pointer(rewriter, location, ranked, scalar, &indices, NO_FLAGS);
    let one = index_constant(rewriter, location, index, 1);
    let next = Make::new("llvm.add", &[one, position], &[index]).value(rewriter, location);
    let indices = [Index::Value(next)];
    let address = element_pointer(rewriter, location, offset, index, &indices, NO_FLAGS);
    Some(load(rewriter, location, index, address))
}

pub(super) fn rank(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    operands: &ConvertedOperands,
) -> Option<()> {
    let context = rewriter.context();
    let location = op.location(context);
    let ty = operand_type(context, op, 0)?;
    let value = match ty.rank(context) {
        Some(rank) => {
            let index = index(rewriter);
            index_constant(rewriter, location, index, rank as i64)
        }
        None => Descriptor::new(operands.one(0)?, location).get(rewriter, &[0]),
    };
    rewriter.replace_op(op, &[value]);
    Some(())
}

pub(super) fn aligned_pointer(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    operands: &ConvertedOperands,
) -> Option<()> {
    let context = rewriter.context();
    let location = op.location(context);
    let source = operand_type(context, op, 0)?;
    let descriptor = Descriptor::new(operands.one(0)?, location);
    let mut pointer = descriptor.get(rewriter, &[1]);
    if source.rank(context).is_none() {
        pointer = second_pointer(rewriter, location, source, pointer)?;
    }
    let ty = result_type(rewriter, op)?;
    let value = Make::new("llvm.ptrtoint", &[pointer], &[ty]).value(rewriter, location);
    rewriter.replace_op(op, &[value]);
    Some(())
}

/// The aligned pointer of the descriptor in memory that a memref without a rank points to.
fn second_pointer(
    rewriter: &mut ConversionRewriter<'_, '_>,
    location: Location,
    ty: Type,
    ranked: Value,
) -> Option<Value> {
    let context = rewriter.context();
    let data = pointer(context, space(context, ty)?);
    let indices = [Index::Known(1)];
    let place = element_pointer(rewriter, location, ranked, data, &indices, NO_FLAGS);
    Some(load(rewriter, location, data, place))
}

/// The allocated and the aligned pointer of a memref with or without a rank.
pub(super) fn pointers(
    rewriter: &mut ConversionRewriter<'_, '_>,
    location: Location,
    ty: Type,
    source: Value,
) -> Option<(Value, Value)> {
    let context = rewriter.context();
    let descriptor = Descriptor::new(source, location);
    if ty.rank(context).is_some() {
        let allocated = descriptor.get(rewriter, &[0]);
        return Some((allocated, descriptor.get(rewriter, &[1])));
    }
    let data = pointer(context, space(context, ty)?);
    let ranked = descriptor.get(rewriter, &[1]);
    let allocated = load(rewriter, location, data, ranked);
    Some((allocated, second_pointer(rewriter, location, ty, ranked)?))
}

/// As [`pointers`], and the offset.
pub(super) fn pointers_and_offset(
    rewriter: &mut ConversionRewriter<'_, '_>,
    location: Location,
    ty: Type,
    source: Value,
) -> Option<(Value, Value, Value)> {
    let context = rewriter.context();
    let descriptor = Descriptor::new(source, location);
    if ty.rank(context).is_some() {
        let (allocated, aligned) = pointers(rewriter, location, ty, source)?;
        return Some((allocated, aligned, descriptor.get(rewriter, &[2])));
    }
    let data = pointer(context, space(context, ty)?);
    let ranked = descriptor.get(rewriter, &[1]);
    let allocated = load(rewriter, location, data, ranked);
    let aligned = second_pointer(rewriter, location, ty, ranked)?;
    let indices = [Index::Known(2)];
    let place = element_pointer(rewriter, location, ranked, data, &indices, NO_FLAGS);
    let index = index(rewriter);
    Some((allocated, aligned, load(rewriter, location, index, place)))
}

pub(super) fn strided_metadata(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    operands: &ConvertedOperands,
) -> Option<()> {
    let context = rewriter.context();
    let location = op.location(context);
    let rank = operand_type(context, op, 0)?.rank(context)?;
    let source = Descriptor::new(operands.one(0)?, location);
    let base = op.result(context, 0)?.ty(context);
    let base = rewriter.converter()?.convert_one(context, base)?;
    let allocated = source.get(rewriter, &[0]);
    let aligned = source.get(rewriter, &[1]);
    let mut made = Descriptor::poison(rewriter, location, base);
    made.set(rewriter, &[0], allocated);
    made.set(rewriter, &[1], aligned);
    let index = index(rewriter);
    let zero = index_constant(rewriter, location, index, 0);
    made.set(rewriter, &[2], zero);
    let mut values = vec![made.value, source.get(rewriter, &[2])];
    for field in [3, 4] {
        for dim in 0..rank {
            values.push(source.get(rewriter, &[field, dim as i64]));
        }
    }
    rewriter.replace_op(op, &values);
    Some(())
}
