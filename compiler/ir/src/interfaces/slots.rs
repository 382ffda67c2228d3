//! Memory slots: parts of memory that one allocation makes, that values can take the place of, and that can be split into
//! slots of their own.

use smallvec::SmallVec;

use crate::context::Context;
use crate::id::{Attribute, Op, OpOperand, Type, Value};
use crate::rewriter::Rewriter;

/// A part of memory with one value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MemorySlot {
    /// What operations use to read and write it.
    pub pointer: Value,
    /// The type of the value in it.
    pub element: Type,
}

/// An operation that allocates slots.
#[derive(Clone, Copy, Debug)]
pub struct SlotAllocation {
    /// The slots that values can take the place of.
    pub slots: fn(&Context, Op) -> SmallVec<[MemorySlot; 1]>,
    /// Makes the value of a slot that nothing has written, at the insertion point.
    pub unwritten: fn(&mut Rewriter<'_, '_>, Op, MemorySlot) -> Option<Value>,
}

/// What an operation does with a slot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SlotUse {
    /// It reads the value, which can take the place of its only result.
    Read,
    /// It writes this operand.
    Write(Value),
}

/// An operation that uses slots.
#[derive(Clone, Copy, Debug)]
pub struct SlotAccess {
    /// What the operation does with a slot; `None` if it needs the memory itself.
    pub use_of: fn(&Context, Op, MemorySlot) -> Option<SlotUse>,
}

/// A slot whose value consists of parts, which can be slots of their own.
#[derive(Clone, Debug)]
pub struct Aggregate {
    /// The slot.
    pub slot: MemorySlot,
    /// The index and the type of each part.
    pub parts: Vec<(Attribute, Type)>,
}

impl Aggregate {
    /// The type of the part with an index.
    pub fn part(&self, index: Attribute) -> Option<Type> {
        let mut parts = self.parts.iter();
        parts.find(|(other, _)| *other == index).map(|(_, ty)| *ty)
    }
}

/// An operation that allocates a slot with parts.
#[derive(Clone, Copy, Debug)]
pub struct AggregateAllocation {
    /// The slot, if it can be split.
    pub aggregate: fn(&Context, Op) -> Option<Aggregate>,
    /// Allocates a slot for a part of this type, at the insertion point.
    pub allocate: fn(&mut Rewriter<'_, '_>, Op, Type) -> MemorySlot,
}

/// What operations access of an aggregate.
#[derive(Clone, Default, Debug)]
pub struct PartUses {
    /// The indices of the parts, each once, in the order in which they were found.
    pub used: Vec<Attribute>,
    /// Pointers into parts: accesses by them must stay inside of a value of the type.
    pub inside: Vec<MemorySlot>,
}

impl PartUses {
    /// Adds a part.
    pub fn add(&mut self, index: Attribute) {
        if !self.used.contains(&index) {
            self.used.push(index);
        }
    }
}

/// The slots that parts of an aggregate became, by index.
pub type PartSlots = [(Attribute, MemorySlot)];

/// An operation that accesses parts of aggregates.
#[derive(Clone, Copy, Debug)]
pub struct PartAccess {
    /// Adds the parts that the operation accesses. No: it needs the aggregate as a whole.
    pub parts_of: fn(&Context, Op, &Aggregate, &mut PartUses) -> bool,
    /// Lets the operation access the slots of the parts instead; new operations come to the insertion point. Whether the
    /// operation is to be erased.
    pub redirect: fn(&mut Rewriter<'_, '_>, Op, &Aggregate, &PartSlots) -> bool,
}

/// An operation that accesses memory near a pointer.
#[derive(Clone, Copy, Debug)]
pub struct BoundedAccess {
    /// Whether the operation accesses memory in the slot only. Adds what its results point into.
    pub is_inside: fn(&Context, Op, MemorySlot, &mut Vec<MemorySlot>) -> bool,
}

/// An operation that can do without a pointer, or without which programs mean the same.
#[derive(Clone, Copy, Debug)]
pub struct DroppableUse {
    /// Whether the operation can do without these operands.
    pub can_drop: fn(&Context, Op, &[OpOperand]) -> bool,
    /// Whether all uses of its results have to be dropped as well.
    pub forwards: bool,
    /// Records a value of the slot at the insertion point, once for each value that takes the slot's place.
    pub record: Option<fn(&mut Rewriter<'_, '_>, Op, Value)>,
    /// Drops the operands; new operations come to the insertion point. Whether the operation is to be erased.
    pub drop: fn(&mut Rewriter<'_, '_>, Op) -> bool,
}
