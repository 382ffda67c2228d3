//! Structures and arrays on the stack as slots with parts: their allocation, and pointers to, reads and writes of parts.
//!
//! Invariant: an access is redirected to a part only if it stays inside of that part.

use tvmlike_define::OpBuilder;
use tvmlike_ir::{
    Aggregate, AggregateAllocation, Attribute, AttributeKind, BoundedAccess, Context, DroppableUse, Element,
    MemorySlot, Op, OpOperand, PartAccess, PartSlots, PartUses, Rewriter, Signedness, Type, Value,
};

use super::has;
use crate::common::number;
use crate::constant::constant;
use crate::data_layout::key_type;
use crate::type_sizes::{TypeSizes, array_parts, structure_parts};

/// Larger arrays are not split.
const MAX_ARRAY: u64 = 16;
/// The greatest constant index of a pointer to an element is less.
const INDEX_LIMIT: u64 = 1 << 29;
/// Stands for an index that is a value among constant ones.
const DYNAMIC_INDEX: i64 = i32::MIN as i64;

/// The index of a part.
pub(super) fn index(context: &Context, number: usize) -> Attribute {
    let number = i64::try_from(number).unwrap_or(i64::MAX);
    let made = context.integer_attribute(context.i32(), number);
    made.expect("a structure has less than 2^31 parts")
}

/// The type in a property.
fn type_property(context: &Context, op: Op, name: &str) -> Option<Type> {
    key_type(context, op.property(context, context.identifier(name))?)
}

/// Makes an operation whose parts are known to fit.
pub(super) fn build(rewriter: &mut Rewriter<'_, '_>, op: OpBuilder<'_>, like: Op) -> Op {
    let location = like.location(rewriter.context());
    op.create_at(rewriter, location)
        .unwrap_or_else(|error| panic!("an access of a part was made of parts that do not fit: {error}"))
}

/// The result of an operation with one.
pub(super) fn result(context: &Context, op: Op) -> Value {
    op.result(context, 0).expect("the operation has a result")
}

pub(super) fn pointer_type(context: &Context) -> Type {
    tvmlike_text::parse_defined_type(context, "!llvm.ptr")
        .unwrap_or_else(|error| panic!("'!llvm.ptr': {error:?}"))
}

/// The type of pointers to memory of the default space, which the result of an operation mostly has.
fn default_pointer(context: &Context, op: Op) -> Type {
    let own = result(context, op).ty(context);
    let space = own.parameter(context, context.identifier("addressSpace"));
    match space.and_then(|space| number(context, space)) {
        None | Some(0) => own,
        Some(_) => pointer_type(context),
    }
}

pub(super) const ALLOCA: AggregateAllocation = AggregateAllocation {
    aggregate: |context, op| {
        if constant(context, op.operand(context, 0)?)? != 1 {
            return None;
        }
        let element = type_property(context, op, "elem_type")?;
        let pointer = op.result(context, 0)?;
        let types: Vec<Type> = match (array_parts(context, element), structure_parts(context, element)) {
            (Some((ty, count)), _) if count <= MAX_ARRAY => vec![ty; usize::try_from(count).ok()?],
            (None, Some((body, _))) if !body.is_empty() => body,
            _ => return None,
        };
        let parts = types.into_iter().enumerate();
        Some(Aggregate {
            slot: MemorySlot { pointer, element },
            parts: parts.map(|(number, ty)| (index(context, number), ty)).collect(),
        })
    },
    allocate: |rewriter, op, element| {
        let context = rewriter.context();
        let made = OpBuilder::new("llvm.alloca")
            .operand("arraySize", op.operand(context, 0))
            .attribute("elem_type", context.type_attribute(element))
            .result("res", [default_pointer(context, op)]);
        let made = build(rewriter, made, op);
        MemorySlot {
            pointer: result(context, made),
            element,
        }
    },
};

/// Adds the first part, if an access of a type at the start of the aggregate stays in it.
fn first_part(context: &Context, op: Op, ty: Type, aggregate: &Aggregate, uses: &mut PartUses) -> bool {
    if has(context, op, "volatile_") {
        return false;
    }
    let first = index(context, 0);
    let sizes = TypeSizes::at(context, op);
    let fits = aggregate
        .part(first)
        .and_then(|part| Some(sizes.bytes(ty)? <= sizes.bytes(part)?));
    if fits == Some(true) {
        uses.add(first);
    }
    fits == Some(true)
}

/// The slot of a part.
pub(super) fn slot_of(slots: &PartSlots, index: Attribute) -> Option<MemorySlot> {
    let found = slots.iter().find(|(other, _)| *other == index);
    found.map(|(_, slot)| *slot)
}

fn redirect(rewriter: &mut Rewriter<'_, '_>, op: Op, operand: usize, slots: &PartSlots) -> bool {
    if let Some(slot) = slot_of(slots, index(rewriter.context(), 0)) {
        rewriter.set_operand(op, operand, slot.pointer);
    }
    false
}

pub(super) const LOAD: PartAccess = PartAccess {
    parts_of: |context, op, aggregate, uses| {
        let loaded = op.result(context, 0).map(|result| result.ty(context));
        loaded.is_some_and(|ty| first_part(context, op, ty, aggregate, uses))
    },
    redirect: |rewriter, op, _, slots| redirect(rewriter, op, 0, slots),
};

pub(super) const STORE: PartAccess = PartAccess {
    parts_of: |context, op, aggregate, uses| {
        let stored = op.operand(context, 0);
        let other = stored.filter(|stored| *stored != aggregate.slot.pointer);
        other.is_some_and(|value| first_part(context, op, value.ty(context), aggregate, uses))
    },
    redirect: |rewriter, op, _, slots| redirect(rewriter, op, 1, slots),
};

/// Whether an access of a type by a pointer, the operand with a number, stays in a slot.
fn is_inside(context: &Context, op: Op, slot: MemorySlot, pointer: usize, ty: Option<Type>) -> bool {
    if op.operand(context, pointer) != Some(slot.pointer) {
        return true;
    }
    let sizes = TypeSizes::at(context, op);
    let fits = ty.and_then(|ty| Some(sizes.bytes(ty)? <= sizes.bytes(slot.element)?));
    fits == Some(true)
}

pub(super) const BOUNDED_LOAD: BoundedAccess = BoundedAccess {
    is_inside: |context, op, slot, _| {
        let ty = op.result(context, 0).map(|result| result.ty(context));
        is_inside(context, op, slot, 0, ty)
    },
};

pub(super) const BOUNDED_STORE: BoundedAccess = BoundedAccess {
    is_inside: |context, op, slot, _| {
        let ty = op.operand(context, 0).map(|value| value.ty(context));
        is_inside(context, op, slot, 1, ty)
    },
};

/// The indices of a pointer to an element; `None`: one is a value.
fn constant_indices(context: &Context, op: Op) -> Option<Vec<i64>> {
    let indices = op.property(context, context.identifier("rawConstantIndices"))?;
    let AttributeKind::DenseArray(indices) = indices.kind(context) else {
        return None;
    };
    let number = |element| match element {
        Element::Integer(value) => value.to_i64().filter(|index| *index != DYNAMIC_INDEX),
        _ => None,
    };
    indices.iter(context).map(number).collect()
}

/// By how many bytes a pointer to an element moves its base.
fn byte_offset(context: &Context, sizes: &TypeSizes<'_>, op: Op) -> Option<u64> {
    let indices: Option<Vec<u64>> = constant_indices(context, op)?
        .into_iter()
        .map(|index| u64::try_from(index).ok())
        .collect();
    let indices = indices?;
    let mut ty = type_property(context, op, "elem_type")?;
    let (first, inner) = indices.split_first()?;
    let mut offset = first.checked_mul(sizes.bytes(ty)?)?;
    for index in inner {
        if let Some((element, _)) = array_parts(context, ty) {
            offset = offset.checked_add(index.checked_mul(sizes.bytes(element)?)?)?;
            ty = element;
        } else {
            let (body, packed) = structure_parts(context, ty)?;
            let index = usize::try_from(*index).ok()?;
            for field in body.get(..index)? {
                offset = sizes
                    .field_start(offset, *field, packed)?
                    .checked_add(sizes.bytes(*field)?)?;
            }
            ty = *body.get(index)?;
            offset = sizes.field_start(offset, ty, packed)?;
        }
    }
    Some(offset)
}

/// The part that a pointer to an element points into, and the offset in it.
fn part_at(context: &Context, sizes: &TypeSizes<'_>, op: Op, aggregate: Type) -> Option<(usize, u64)> {
    let offset = byte_offset(context, sizes, op)?;
    if offset >= sizes.bytes(aggregate)? {
        return None;
    }
    let is_small = |index: usize| (index as u64) < INDEX_LIMIT;
    if let Some((element, _)) = array_parts(context, aggregate) {
        let size = sizes.bytes(element)?;
        let index = usize::try_from(offset.checked_div(size)?).ok()?;
        return is_small(index).then_some((index, offset % size));
    }
    let (body, packed) = structure_parts(context, aggregate)?;
    let mut start = 0;
    for (index, field) in body.into_iter().enumerate() {
        start = sizes.field_start(start, field, packed)?;
        if offset < start {
            return None;
        }
        let end = start + sizes.bytes(field)?;
        if offset < end {
            return is_small(index).then_some((index, offset - start));
        }
        start = end;
    }
    None
}

/// What remains of a number of bytes, as a slot of an integer, or of an array if it is too large for one.
fn remainder(context: &Context, pointer: Value, bytes: u64) -> Option<MemorySlot> {
    let bits = bytes.checked_mul(8).and_then(|bits| u32::try_from(bits).ok());
    let integer = bits.and_then(|bits| context.integer_type(bits, Signedness::Signless).ok());
    let array = || tvmlike_text::parse_defined_type(context, format!("!llvm.array<{bytes} x i8>")).ok();
    let element = integer.or_else(array)?;
    Some(MemorySlot { pointer, element })
}

fn add_part(context: &Context, op: Op, aggregate: &Aggregate, uses: &mut PartUses) -> Option<()> {
    if op.operand(context, 0)? != aggregate.slot.pointer {
        return None;
    }
    let sizes = TypeSizes::at(context, op);
    let (number, offset) = part_at(context, &sizes, op, aggregate.slot.element)?;
    let index = index(context, number);
    let size = sizes.bytes(aggregate.part(index)?)?;
    uses.inside
        .push(remainder(context, result(context, op), size - offset)?);
    uses.add(index);
    Some(())
}

/// Makes a pointer that is a number of bytes behind another, if it is not the same.
fn moved(rewriter: &mut Rewriter<'_, '_>, op: Op, base: Value, bytes: u64) -> Value {
    let context = rewriter.context();
    let ty = result(context, op).ty(context);
    if bytes == 0 && base.ty(context) == ty {
        return base;
    }
    let flags = op.property(context, context.identifier("noWrapFlags"));
    let bytes = i32::try_from(bytes).expect("a part of a split slot has less than 2^31 bytes");
    let mut made = OpBuilder::new("llvm.getelementptr")
        .operand("base", [base])
        .attribute("rawConstantIndices", context.dense_i32_array(&[bytes]))
        .attribute("elem_type", context.type_attribute(context.i8()));
    if let Some(flags) = flags {
        made = made.attribute("noWrapFlags", flags);
    }
    let made = build(rewriter, made.result("res", [ty]), op);
    result(context, made)
}

pub(super) const ELEMENT_POINTER: PartAccess = PartAccess {
    parts_of: |context, op, aggregate, uses| add_part(context, op, aggregate, uses).is_some(),
    redirect: |rewriter, op, aggregate, slots| {
        let context = rewriter.context();
        let found = part_at(context, &TypeSizes::at(context, op), op, aggregate.slot.element);
        let slot = found.and_then(|(number, offset)| Some((slot_of(slots, index(context, number))?, offset)));
        let Some((slot, offset)) = slot else {
            return false;
        };
        let pointer = moved(rewriter, op, slot.pointer, offset);
        rewriter.replace_all_uses(result(context, op), pointer);
        true
    },
};

pub(super) const BOUNDED_ELEMENT_POINTER: BoundedAccess = BoundedAccess {
    is_inside: |context, op, slot, inside| {
        if op.operand(context, 0) != Some(slot.pointer) {
            return true;
        }
        let sizes = TypeSizes::at(context, op);
        let rest = byte_offset(context, &sizes, op)
            .zip(sizes.bytes(slot.element))
            .and_then(|(offset, size)| size.checked_sub(offset))
            .filter(|rest| *rest > 0);
        let rest = rest.and_then(|rest| remainder(context, result(context, op), rest));
        inside.extend(rest);
        rest.is_some()
    },
};

/// An operation that is nothing without the memory.
pub(super) const MARKER: DroppableUse = DroppableUse {
    can_drop: |_, _, _| true,
    forwards: false,
    record: None,
    drop: |_, _| true,
};

/// The declaration of a variable. Debuggers then show each value that it gets.
pub(super) const DECLARATION: DroppableUse = DroppableUse {
    record: Some(|rewriter, op, value| {
        let context = rewriter.context();
        let mut shown = OpBuilder::new("llvm.intr.dbg.value").operand("value", [value]);
        for name in ["varInfo", "locationExpr"] {
            if let Some(given) = op.property(context, context.identifier(name)) {
                shown = shown.attribute(name, given);
            }
        }
        let made = shown.create_at(rewriter, op.location(context));
        made.expect("a value of a declared variable can be shown");
    }),
    ..MARKER
};

/// An operation whose result is the same pointer.
pub(super) const SAME_POINTER: DroppableUse = DroppableUse {
    forwards: true,
    ..MARKER
};

/// A pointer to an element that is its base.
pub(super) const DROPPABLE_ELEMENT_POINTER: DroppableUse = DroppableUse {
    can_drop: |context, op, _| {
        let indices = constant_indices(context, op);
        indices.is_some_and(|indices| indices.iter().all(|index| *index == 0))
    },
    ..SAME_POINTER
};

/// A value that debuggers show, which is then not known.
pub(super) const DEBUG_VALUE: DroppableUse = DroppableUse {
    can_drop: |context, op, uses: &[OpOperand]| {
        uses.len() == 1 && Some(uses[0].value(context)) == op.operand(context, 0)
    },
    drop: |rewriter, op| {
        let context = rewriter.context();
        if let Some(value) = op.operand(context, 0) {
            rewriter.set_before(op);
            let undefined = OpBuilder::new("llvm.mlir.undef").result("res", [value.ty(context)]);
            let made = undefined.create_at(rewriter, value.location(context));
            if let Ok(made) = made {
                rewriter.set_operand(op, 0, result(context, made));
            }
        }
        false
    },
    ..MARKER
};
