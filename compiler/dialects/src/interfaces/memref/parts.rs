//! Small memrefs on the stack as slots with a part for each element.

use tvmlike_define::OpBuilder;
use tvmlike_ir::{
    Aggregate, AggregateAllocation, Attribute, Context, MemorySlot, Op, PartAccess, PartSlots, PartUses,
    Rewriter, TypeKind, Value,
};

use crate::constant::constant;

/// Larger memrefs are not split.
const MAX_ELEMENTS: i64 = 16;

/// The indices of an element.
fn index(context: &Context, numbers: &[i64]) -> Option<Attribute> {
    let numbers: Option<Vec<Attribute>> = numbers
        .iter()
        .map(|number| context.integer_attribute(context.index_type(), *number).ok())
        .collect();
    Some(context.array_attribute(&numbers?))
}

/// The indices of all elements of a shape, of which the first changes fastest.
fn all_indices(context: &Context, shape: &[i64]) -> Option<Vec<Attribute>> {
    let mut all = Vec::new();
    let mut numbers = vec![0; shape.len()];
    loop {
        all.push(index(context, &numbers)?);
        let mut positions = 0..shape.len();
        let moved = positions.any(|at| {
            numbers[at] += 1;
            if numbers[at] < shape[at] {
                return true;
            }
            numbers[at] = 0;
            false
        });
        if !moved {
            return Some(all);
        }
    }
}

pub(super) const ALLOCA: AggregateAllocation = AggregateAllocation {
    aggregate: |context, op| {
        let pointer = op.result(context, 0)?;
        let ty = pointer.ty(context);
        let TypeKind::MemRef { shape, element, .. } = ty.kind(context) else {
            return None;
        };
        let count = ty.num_elements(context)?;
        if count == 1 || count > MAX_ELEMENTS {
            return None;
        }
        let indices = all_indices(context, &shape.to_vec())?;
        Some(Aggregate {
            slot: MemorySlot { pointer, element: ty },
            parts: indices.into_iter().map(|index| (index, element)).collect(),
        })
    },
    allocate: |rewriter, op, element| {
        let context = rewriter.context();
        let ty = context.memref_type(&[], element, None, None);
        let ty = ty.expect("what a memref has as elements can be one of another");
        let made = OpBuilder::new("memref.alloca").result("memref", [ty]);
        let made = made
            .create_at(rewriter, op.location(context))
            .unwrap_or_else(|error| panic!("'memref.alloca': {error}"));
        MemorySlot {
            pointer: made.result(context, 0).expect("an allocation has a result"),
            element,
        }
    },
};

/// The indices behind the memref, the operand with a number, if they are known and in the shape.
fn accessed(context: &Context, op: Op, memref: usize) -> Option<Attribute> {
    let shape = op.operand(context, memref)?.ty(context).shape(context)?;
    let indices = op.operands(context).skip(memref + 1);
    let numbers: Option<Vec<i64>> = indices
        .zip(shape.iter())
        .map(|(value, size): (Value, i64)| {
            constant(context, value).filter(|number| (0..size).contains(number))
        })
        .collect();
    index(context, &numbers?)
}

fn add(context: &Context, op: Op, memref: usize, aggregate: &Aggregate, uses: &mut PartUses) -> bool {
    let is_memref = op.operand(context, memref) == Some(aggregate.slot.pointer);
    let index = accessed(context, op, memref).filter(|_| is_memref);
    let index = index.filter(|index| aggregate.part(*index).is_some());
    index.map(|index| uses.add(index)).is_some()
}

/// Replaces the memref and its indices.
fn redirect(rewriter: &mut Rewriter<'_, '_>, op: Op, memref: usize, slots: &PartSlots) -> bool {
    let context = rewriter.context();
    let index = accessed(context, op, memref);
    let found = slots.iter().find(|(other, _)| Some(*other) == index);
    if let Some((_, slot)) = found {
        let mut operands: Vec<Value> = op.operands(context).take(memref).collect();
        operands.push(slot.pointer);
        rewriter.modify(op, |edit| op.set_operands(edit, &operands));
    }
    false
}

pub(super) const LOAD: PartAccess = PartAccess {
    parts_of: |context, op, aggregate, uses| add(context, op, 0, aggregate, uses),
    redirect: |rewriter, op, _, slots| redirect(rewriter, op, 0, slots),
};

pub(super) const STORE: PartAccess = PartAccess {
    parts_of: |context, op, aggregate, uses| {
        op.operand(context, 0) != Some(aggregate.slot.pointer) && add(context, op, 1, aggregate, uses)
    },
    redirect: |rewriter, op, _, slots| redirect(rewriter, op, 1, slots),
};
