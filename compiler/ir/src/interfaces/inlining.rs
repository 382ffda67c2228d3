//! Inlining: whether what is called can take the place of a call.

use crate::context::Context;
use crate::id::{Block, Op, Region};
use crate::rewriter::Rewriter;

/// How operations of a dialect can be inlined: an extension of the dialect. Without it, none can be.
#[derive(Clone, Copy, Debug)]
pub struct Inlining {
    /// Whether an operation can be moved or copied into a region.
    pub can_move: fn(&Context, Op, Region) -> bool,
    /// Whether a call of the dialect can be replaced by the body of the operation that it calls.
    pub can_replace: fn(&Context, Op, Op) -> bool,
    /// Replaces a terminator that returns from a body of several blocks by one that goes on to a block, whose arguments get
    /// the operands. `None`: the dialect has no such terminator.
    pub go_on: Option<fn(&mut Rewriter<'_, '_>, Op, Block)>,
}

impl Inlining {
    /// A dialect whose operations can be inlined everywhere.
    pub const ANYWHERE: Self = Self {
        can_move: |_, _, _| true,
        can_replace: |_, _, _| false,
        go_on: None,
    };
}

impl Op {
    /// How operations of this one's dialect can be inlined.
    pub fn inlining(self, context: &Context) -> Option<&Inlining> {
        self.dialect(context)?.extensions().get()
    }
}
