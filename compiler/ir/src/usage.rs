//! Uses: operands of operations, and successors, linked into a list for each value and each block.
//!
//! The newest use comes first, as in MLIR. Invariant: `back` of a use is the index of the word that holds the use's
//! index, so that unlinking needs no search.

use crate::access::Exclusive;
use crate::context::Context;
use crate::id::{Block, Op, OpOperand, Value};
use crate::record::{block, usage, value};

/// The uses of a value or of a block, the newest first.
#[derive(Clone)]
pub struct Uses<'c> {
    context: &'c Context,
    next: u32,
}

impl<'c> Uses<'c> {
    pub(crate) fn new(context: &'c Context, head: u32) -> Self {
        Self {
            context,
            next: context.space.get(head),
        }
    }
}

impl Iterator for Uses<'_> {
    type Item = OpOperand;

    #[inline]
    fn next(&mut self) -> Option<OpOperand> {
        let at = OpOperand::from_raw(self.next)?;
        self.next = self.context.space.get(self.next + usage::NEXT);
        Some(at)
    }
}

impl OpOperand {
    /// The operation that has the operand or the successor.
    #[inline]
    pub fn owner(self, context: &Context) -> Op {
        Op::new(context.space.get(self.raw() + usage::OWNER))
    }

    /// The number of the operand, or of the successor, in its operation.
    pub fn index(self, context: &Context) -> usize {
        let owner = self.owner(context);
        let (first, end) = owner.operand_range(context);
        let start = if (first..end).contains(&self.raw()) {
            first
        } else {
            context.parts(owner).successors
        };
        ((self.raw() - start) / usage::SIZE) as usize
    }

    /// The value of an operand. Of a successor, see [`Op::successor`].
    #[inline]
    pub fn value(self, context: &Context) -> Value {
        Value::new(context.space.get(self.raw() + usage::TARGET))
    }

    /// Replaces the value of an operand.
    pub fn set(self, edit: &mut Exclusive<'_>, value: Value) {
        edit.check_links(self.owner(edit));
        edit.check_values([value]);
        edit.unlink(self.raw());
        edit.link_value(self.raw(), value);
    }
}

impl Exclusive<'_> {
    /// Takes a use out of the list of its target.
    #[inline]
    pub(crate) fn unlink(&mut self, at: u32) {
        let next = self.space.get(at + usage::NEXT);
        let back = self.space.get(at + usage::BACK);
        self.space.set(back, next);
        if next != 0 {
            self.space.set(next + usage::BACK, back);
        }
    }

    #[inline]
    fn link(&mut self, at: u32, target: u32, head: u32) {
        let next = self.space.get(head);
        self.space.set(at + usage::TARGET, target);
        self.space.set(at + usage::NEXT, next);
        self.space.set(at + usage::BACK, head);
        self.space.set(head, at);
        if next != 0 {
            self.space.set(next + usage::BACK, at + usage::NEXT);
        }
    }

    /// Makes an unlinked use one of a value that was checked.
    #[inline]
    pub(crate) fn link_value(&mut self, at: u32, value: Value) {
        self.link(at, value.raw(), value.raw() + value::FIRST_USE);
    }

    /// Makes an unlinked use one of a block that was checked.
    #[inline]
    pub(crate) fn link_block(&mut self, at: u32, block: Block) {
        self.link(at, block.raw(), block.raw() + block::FIRST_USE);
    }

    /// Moves all uses of one value to another.
    pub(crate) fn move_uses(&mut self, from: Value, to: Value) {
        while let Some(at) = OpOperand::from_raw(self.space.get(from.raw() + value::FIRST_USE)) {
            at.set(self, to);
        }
    }

    /// Unlinks all operands and successors of an operation that is about to be freed.
    pub(crate) fn unlink_references(&mut self, op: Op) {
        let (mut at, end) = op.operand_range(self);
        while at != end {
            self.unlink(at);
            at += usage::SIZE;
        }
        let parts = self.parts(op);
        let mut at = parts.successors;
        while at != parts.end {
            self.unlink(at);
            at += usage::SIZE;
        }
    }
}
