//! Memory slots: parts of memory that one allocation makes, and that values can take the place of.

use smallvec::SmallVec;

use crate::context::Context;
use crate::id::{Op, Type, Value};
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
    /// It does nothing that matters without the slot.
    Marker,
}

/// An operation that uses slots.
#[derive(Clone, Copy, Debug)]
pub struct SlotAccess {
    /// What the operation does with a slot; `None` if it needs the memory itself.
    pub use_of: fn(&Context, Op, MemorySlot) -> Option<SlotUse>,
}
