//! Which operations are kept by the effects of what is in them.
//!
//! A change is followed by visits of all operations around it, so that each of them would search what is in it. Invariant: an
//! operation that is marked as kept is one around a keeper, or the keeper, and nothing since has changed the keeper or what
//! is between the two.

use tvmlike_ir::{Context, Op, SideTable, Traits};

/// The operations of which it is known that their effects keep them.
pub(super) struct Kept {
    /// The state in which an operation was known to be kept.
    marks: SideTable<Op, u32>,
    /// The current state; marks of others say nothing.
    state: u32,
}

impl Kept {
    pub(super) fn new() -> Self {
        Self {
            marks: SideTable::new(),
            state: 1,
        }
    }

    /// Forgets all.
    pub(super) fn clear(&mut self) {
        match self.state.checked_add(1) {
            Some(next) => self.state = next,
            None => *self = Self::new(),
        }
    }

    /// An operation was moved or erased, or its own effects can have changed.
    #[inline]
    pub(super) fn changed(&mut self, op: Op) {
        if self.marks.get(op) == self.state {
            self.clear();
        }
    }

    /// An operation was changed in place, which matters if it can be a keeper.
    #[inline]
    pub(super) fn modified(&mut self, context: &Context, op: Op) {
        if self.marks.get(op) == self.state && !op.has_trait(context, Traits::RECURSIVE_MEMORY_EFFECTS) {
            self.clear();
        }
    }

    /// Whether effects keep an operation from being erased.
    pub(super) fn has(&mut self, context: &Context, op: Op) -> bool {
        if self.marks.get(op) == self.state {
            return true;
        }
        let Some(keeper) = op.keeper(context) else {
            return false;
        };
        // What has no regions is asked as cheaply as it is marked.
        if keeper == op {
            return true;
        }
        let mut at = Some(keeper);
        while let Some(inner) = at {
            self.marks.set(inner, self.state);
            at = inner.parent_op(context).filter(|_| inner != op);
        }
        true
    }
}
