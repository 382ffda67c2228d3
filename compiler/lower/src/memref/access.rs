//! Reading and writing elements.

use tvmlike_define::OpBuilder;
use tvmlike_ir::{Attribute, DYNAMIC, Location, Op, Type, Value};
use tvmlike_transform::{ConversionRewriter, ConvertedOperands};

use super::{element, index, operand_type};
use crate::descriptor::{Descriptor, index_constant};
use crate::make::{Make, build, integer, property};
use crate::memory::{INBOUNDS_NUW, Index, NO_FLAGS, element_pointer};
use crate::number;

/// `nsw` and `nuw`.
const NO_WRAP: i64 = 3;

/// The pointer from which indices of a memref count.
pub(super) fn buffer_pointer(
    rewriter: &mut ConversionRewriter<'_, '_>,
    location: Location,
    ty: Type,
    descriptor: Descriptor,
) -> Option<Value> {
    let context = rewriter.context();
    let (_, offset) = ty.strides_and_offset(context)?;
    let aligned = descriptor.get(rewriter, &[1]);
    let offset = match offset {
        0 => return Some(aligned),
        DYNAMIC => descriptor.get(rewriter, &[2]),
        known => {
            let ty = index(rewriter);
            index_constant(rewriter, location, ty, known)
        }
    };
    let element = element(rewriter, ty)?;
    let indices = [Index::Value(offset)];
    Some(element_pointer(
        rewriter, location, aligned, element, &indices, NO_FLAGS,
    ))
}

/// A pointer to an element of a memref. `is_exact`: the element exists, so nothing wraps.
pub(crate) fn pointer_to(
    rewriter: &mut ConversionRewriter<'_, '_>,
    location: Location,
    ty: Type,
    descriptor: Value,
    indices: &[Value],
    is_exact: bool,
) -> Option<Value> {
    let context = rewriter.context();
    let descriptor = Descriptor::new(descriptor, location);
    let (strides, _) = ty.strides_and_offset(context)?;
    let base = buffer_pointer(rewriter, location, ty, descriptor)?;
    let index_ty = index(rewriter);
    let wrap = integer(context, context.i32(), if is_exact { NO_WRAP } else { 0 });
    let binary = |rewriter: &mut ConversionRewriter<'_, '_>, name: &str, lhs, rhs| {
        Make::new(name, &[lhs, rhs], &[index_ty])
            .with(&[("overflowFlags", wrap)])
            .value(rewriter, location)
    };
    let mut sum: Option<Value> = None;
    for (dim, (position, stride)) in indices.iter().zip(strides).enumerate() {
        let stride = match stride {
            1 => None,
            DYNAMIC => Some(descriptor.get(rewriter, &[4, dim as i64])),
            known => Some(index_constant(rewriter, location, index_ty, known)),
        };
        let distance = match stride {
            None => *position,
            Some(stride) => binary(rewriter, "llvm.mul", *position, stride),
        };
        sum = Some(match sum {
            None => distance,
            Some(sum) => binary(rewriter, "llvm.add", sum, distance),
        });
    }
    let Some(sum) = sum else { return Some(base) };
    let element = element(rewriter, ty)?;
    let flags = if is_exact { INBOUNDS_NUW } else { NO_FLAGS };
    let indices = [Index::Value(sum)];
    Some(element_pointer(
        rewriter, location, base, element, &indices, flags,
    ))
}

/// The indices of an access, from an operand on.
fn indices(operands: &ConvertedOperands, first: usize) -> Option<Vec<Value>> {
    Some(operands.each()?.split_off(first))
}

/// The properties that a load or store keeps.
fn kept(rewriter: &ConversionRewriter<'_, '_>, op: Op) -> Vec<(&'static str, Attribute)> {
    let context = rewriter.context();
    let mut all = Vec::new();
    if let Some(alignment) = property(context, op, "alignment") {
        all.push(("alignment", alignment));
    }
    if property(context, op, "nontemporal") == Some(context.bool_attribute(true)) {
        all.push(("nontemporal", context.unit_attribute()));
    }
    all
}

pub(super) fn load_element(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    operands: &ConvertedOperands,
) -> Option<()> {
    let context = rewriter.context();
    let location = op.location(context);
    let ty = operand_type(context, op, 0)?;
    let positions = indices(operands, 1)?;
    let pointer = pointer_to(rewriter, location, ty, operands.one(0)?, &positions, true)?;
    let properties = kept(rewriter, op);
    let element = element(rewriter, ty)?;
    let value = Make::new("llvm.load", &[pointer], &[element])
        .with(&properties)
        .value(rewriter, location);
    rewriter.replace_op(op, &[value]);
    Some(())
}

pub(super) fn store_element(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    operands: &ConvertedOperands,
) -> Option<()> {
    let context = rewriter.context();
    let location = op.location(context);
    let ty = operand_type(context, op, 1)?;
    let positions = indices(operands, 2)?;
    let pointer = pointer_to(rewriter, location, ty, operands.one(1)?, &positions, true)?;
    let properties = kept(rewriter, op);
    Make::new("llvm.store", &[operands.one(0)?, pointer], &[])
        .with(&properties)
        .at(rewriter, location);
    rewriter.erase_op(op);
    Some(())
}

pub(super) fn prefetch(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    operands: &ConvertedOperands,
) -> Option<()> {
    let context = rewriter.context();
    let location = op.location(context);
    let ty = operand_type(context, op, 0)?;
    let positions = indices(operands, 1)?;
    let pointer = pointer_to(rewriter, location, ty, operands.one(0)?, &positions, false)?;
    let flag = |name| {
        let is_set = property(context, op, name) == Some(context.bool_attribute(true));
        integer(context, context.i32(), i64::from(is_set))
    };
    let properties = [
        ("rw", flag("isWrite")),
        ("hint", property(context, op, "localityHint")?),
        ("cache", flag("isDataCache")),
    ];
    Make::new("llvm.intr.prefetch", &[pointer], &[])
        .with(&properties)
        .at(rewriter, location);
    rewriter.erase_op(op);
    Some(())
}

/// The operations of `llvm.atomicrmw` by the kinds of memref's, from addf on: their numbers.
const ATOMIC: [Option<i64>; 16] = [
    Some(11), // addf: fadd
    Some(1),  // addi: add
    Some(3),  // andi: _and
    Some(0),  // assign: xchg
    Some(19), // maximumf: fmaximum
    Some(13), // maxnumf: fmax
    Some(7),  // maxs: max
    Some(9),  // maxu: umax
    Some(20), // minimumf: fminimum
    Some(14), // minnumf: fmin
    Some(8),  // mins: min
    Some(10), // minu: umin
    None,     // mulf
    None,     // muli
    Some(5),  // ori: _or
    Some(6),  // xori: _xor
];

/// `acq_rel`.
pub(super) const ACQUIRE_RELEASE: i64 = 6;

pub(super) fn atomic(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    operands: &ConvertedOperands,
) -> Option<()> {
    let context = rewriter.context();
    let location = op.location(context);
    let kind = number::of(context, property(context, op, "kind")?)?;
    let kind = (*ATOMIC.get(usize::try_from(kind).ok()?)?)?;
    let ty = operand_type(context, op, 1)?;
    let positions = indices(operands, 2)?;
    let pointer = pointer_to(rewriter, location, ty, operands.one(1)?, &positions, false)?;
    let value = operands.one(0)?;
    let properties = [
        ("bin_op", integer(context, context.i64(), kind)),
        ("ordering", integer(context, context.i64(), ACQUIRE_RELEASE)),
    ];
    let value = Make::new("llvm.atomicrmw", &[pointer, value], &[value.ty(context)])
        .with(&properties)
        .value(rewriter, location);
    rewriter.replace_op(op, &[value]);
    Some(())
}

pub(super) fn assume_alignment(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    operands: &ConvertedOperands,
) -> Option<()> {
    let context = rewriter.context();
    let location = op.location(context);
    let ty = operand_type(context, op, 0)?;
    let memref = operands.one(0)?;
    let descriptor = Descriptor::new(memref, location);
    let pointer = buffer_pointer(rewriter, location, ty, descriptor)?;
    let yes = Make::new("llvm.mlir.constant", &[], &[context.i1()])
        .with(&[("value", context.bool_attribute(true))])
        .value(rewriter, location);
    let alignment = number::of(context, property(context, op, "alignment")?)?;
    let index = index(rewriter);
    let alignment = index_constant(rewriter, location, index, alignment);
    let tags = context.array_attribute(&[context.string_attribute("align")]);
    let assume = OpBuilder::new("llvm.intr.assume")
        .operand("cond", [yes])
        .operand("op_bundle_operands", [pointer, alignment])
        .attribute("op_bundle_sizes", context.dense_i32_array(&[2]))
        .attribute("op_bundle_tags", tags);
    build(rewriter, assume, location);
    rewriter.replace_op(op, &[memref]);
    Some(())
}

/// Operands whose memory does not overlap.
pub(super) fn distinct_objects(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    operands: &ConvertedOperands,
) -> Option<()> {
    let context = rewriter.context();
    let location = op.location(context);
    let memrefs = operands.each()?;
    let mut pointers = Vec::new();
    for (index, memref) in memrefs.iter().enumerate() {
        let ty = operand_type(context, op, index)?;
        let descriptor = Descriptor::new(*memref, location);
        pointers.push(buffer_pointer(rewriter, location, ty, descriptor)?);
    }
    let yes = Make::new("llvm.mlir.constant", &[], &[context.i1()])
        .with(&[("value", context.bool_attribute(true))])
        .value(rewriter, location);
    let tags = context.array_attribute(&[context.string_attribute("separate_storage")]);
    for (number, first) in pointers.iter().enumerate() {
        for second in &pointers[number + 1..] {
            let assume = OpBuilder::new("llvm.intr.assume")
                .operand("cond", [yes])
                .operand("op_bundle_operands", [*first, *second])
                .attribute("op_bundle_sizes", context.dense_i32_array(&[2]))
                .attribute("op_bundle_tags", tags);
            build(rewriter, assume, location);
        }
    }
    rewriter.replace_op(op, &memrefs);
    Some(())
}
