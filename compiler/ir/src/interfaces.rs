//! What passes ask about operations of dialects that they do not know: branches, structured control flow, loops, calls,
//! slots of memory.
//!
//! Each interface is an extension of an operation's record. Invariant: a part of an operation that an interface names by
//! numbers is a range of its operands at the time of the question.

mod branch;
mod calls;
mod inlining;
mod loops;
mod region_branch;
mod slots;

pub use branch::{Branch, SuccessorOperands};
pub use calls::{Call, Callable, Callee};
pub use inlining::Inlining;
pub use loops::LoopLike;
pub use region_branch::{
    FindRegionSuccessors, Forwarded, RegionBranch, RegionSuccessor, RegionSuccessors, RegionTerminator,
};
pub use slots::{
    Aggregate, AggregateAllocation, BoundedAccess, DroppableUse, MemorySlot, PartAccess, PartSlots, PartUses,
    SlotAccess, SlotAllocation, SlotUse,
};

use std::any::Any;

use crate::context::Context;
use crate::id::Op;

impl Op {
    /// An interface of the operation: an extension of its record whose definition still holds.
    #[inline]
    pub fn interface<T: Any + Send + Sync>(self, context: &Context) -> Option<&T> {
        let info = self.info(context)?;
        let found = info.extensions().get::<T>()?;
        info.withdrawn().is_none().then_some(found)
    }
}
