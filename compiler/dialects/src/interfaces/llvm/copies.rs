//! Copies and fillings of memory as accesses of the parts of a slot.

use tvmlike_define::OpBuilder;
use tvmlike_ir::{
    Aggregate, AttributeKind, BoundedAccess, Context, MemorySlot, Op, PartAccess, PartSlots, PartUses,
    Rewriter, Type, Value,
};

use super::parts::{build, pointer_type, result, slot_of};
use crate::common::number;
use crate::constant::constant;
use crate::type_sizes::{TypeSizes, structure_parts};

/// The number of bytes, an operand or a property. `None`: it is not known.
fn length(context: &Context, op: Op) -> Option<u64> {
    let length = match op.operand(context, 2) {
        Some(length) => constant(context, length)?,
        None => number(context, op.property(context, context.identifier("len"))?)?,
    };
    u64::try_from(length).ok()
}

/// The type of the number of bytes.
fn length_type(context: &Context, op: Op) -> Option<Type> {
    if let Some(length) = op.operand(context, 2) {
        return Some(length.ty(context));
    }
    match op.property(context, context.identifier("len"))?.kind(context) {
        AttributeKind::Integer { ty, .. } => Some(ty),
        _ => None,
    }
}

fn is_volatile(context: &Context, op: Op) -> bool {
    let value = op.property(context, context.identifier("isVolatile"));
    value
        .and_then(|value| number(context, value))
        .is_some_and(|value| value != 0)
}

/// Whether the operation writes to the slot, and nothing behind it.
fn writes_inside(context: &Context, op: Op, slot: MemorySlot) -> bool {
    let fits = length(context, op).zip(TypeSizes::at(context, op).bytes(slot.element));
    op.operand(context, 0) == Some(slot.pointer) && fits.is_some_and(|(length, size)| length <= size)
}

pub(super) const BOUNDED: BoundedAccess = BoundedAccess {
    is_inside: |context, op, slot, _| writes_inside(context, op, slot),
};

/// Makes the same operation for other memory.
fn remake(rewriter: &mut Rewriter<'_, '_>, op: Op, operands: [(&str, Value); 2], bytes: u64, at: Op) {
    let context = rewriter.context();
    let Some(length) =
        length_type(context, op).and_then(|ty| context.integer_attribute(ty, bytes.cast_signed()).ok())
    else {
        return;
    };
    let name = op.name(context).text(context);
    let no = context.bool_attribute(is_volatile(context, op));
    let mut made = OpBuilder::new(&name).attribute("isVolatile", no);
    for (name, value) in operands {
        made = made.operand(name, [value]);
    }
    made = match op.operand(context, 2) {
        Some(_) => {
            let constant = OpBuilder::new("llvm.mlir.constant")
                .attribute("value", length)
                .result("res", length_type(context, op));
            let constant = build(rewriter, constant, at);
            made.operand("len", [result(context, constant)])
        }
        None => made.attribute("len", length),
    };
    build(rewriter, made, op);
}

pub(super) const FILL: PartAccess = PartAccess {
    parts_of: |context, op, aggregate, _| {
        !is_volatile(context, op) && writes_inside(context, op, aggregate.slot)
    },
    redirect: |rewriter, op, aggregate, slots| {
        fill(rewriter, op, aggregate, slots);
        true
    },
};

fn fill(rewriter: &mut Rewriter<'_, '_>, op: Op, aggregate: &Aggregate, slots: &PartSlots) -> Option<()> {
    let context = rewriter.context();
    let sizes = TypeSizes::at(context, op);
    let packed = structure_parts(context, aggregate.slot.element).is_some_and(|(_, packed)| packed);
    let length = length(context, op)?;
    let value = op.operand(context, 1)?;
    let at = op
        .operand(context, 2)
        .and_then(|length| length.defining_op(context));
    let mut covered = 0;
    for (index, ty) in &aggregate.parts {
        covered = sizes.field_start(covered, *ty, packed)?;
        if covered >= length {
            break;
        }
        let size = sizes.bytes(*ty)?;
        if let Some(slot) = slot_of(slots, *index) {
            let operands = [("dst", slot.pointer), ("val", value)];
            remake(
                rewriter,
                op,
                operands,
                size.min(length - covered),
                at.unwrap_or(op),
            );
        }
        covered += size;
    }
    Some(())
}

pub(super) const COPY: PartAccess = PartAccess {
    parts_of: |context, op, aggregate, uses| copied_parts(context, op, aggregate, uses).is_some(),
    redirect: |rewriter, op, aggregate, slots| {
        copy(rewriter, op, aggregate, slots);
        true
    },
};

/// Only copies of the whole are split. One to the aggregate needs those parts that others read.
fn copied_parts(context: &Context, op: Op, aggregate: &Aggregate, uses: &mut PartUses) -> Option<()> {
    let (to, from) = (op.operand(context, 0)?, op.operand(context, 1)?);
    let size = TypeSizes::at(context, op).bytes(aggregate.slot.element)?;
    if to == from || is_volatile(context, op) || length(context, op)? != size {
        return None;
    }
    if from == aggregate.slot.pointer {
        aggregate.parts.iter().for_each(|(index, _)| uses.add(*index));
    }
    Some(())
}

/// A pointer to a part of other memory with such an aggregate.
fn part_pointer(rewriter: &mut Rewriter<'_, '_>, op: Op, base: Value, ty: Type, number: usize) -> Value {
    let context = rewriter.context();
    let number = i32::try_from(number).unwrap_or(i32::MAX);
    let made = OpBuilder::new("llvm.getelementptr")
        .operand("base", [base])
        .attribute("rawConstantIndices", context.dense_i32_array(&[0, number]))
        .attribute("elem_type", context.type_attribute(ty))
        .result("res", [pointer_type(context)]);
    let made = build(rewriter, made, op);
    result(context, made)
}

fn copy(rewriter: &mut Rewriter<'_, '_>, op: Op, aggregate: &Aggregate, slots: &PartSlots) -> Option<()> {
    let context = rewriter.context();
    let sizes = TypeSizes::at(context, op);
    let (to, from) = (op.operand(context, 0)?, op.operand(context, 1)?);
    for (number, (own, ty)) in aggregate.parts.iter().enumerate() {
        let Some(slot) = slot_of(slots, *own) else {
            continue;
        };
        let is_target = to == aggregate.slot.pointer;
        let other = if is_target { from } else { to };
        let other = part_pointer(rewriter, op, other, aggregate.slot.element, number);
        let (to, from) = match is_target {
            true => (slot.pointer, other),
            false => (other, slot.pointer),
        };
        remake(rewriter, op, [("dst", to), ("src", from)], sizes.bytes(*ty)?, op);
    }
    Some(())
}
