//! Branches: terminators that pass operands to the arguments of successors.

use std::ops::Range;

use crate::access::Exclusive;
use crate::context::Context;
use crate::id::{Attribute, Block, Op, Value};

/// What a terminator passes to a successor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SuccessorOperands {
    /// The number of leading arguments whose values the terminator makes.
    pub produced: usize,
    /// The numbers of the operands that the other arguments get.
    pub operands: Range<usize>,
}

/// A terminator whose operands become arguments of its successors.
#[derive(Clone, Copy, Debug)]
pub struct Branch {
    /// What a successor with a number gets.
    pub operands: fn(&Context, Op, usize) -> SuccessorOperands,
    /// The successor that is taken if the operands have these constant values; `None` if they do not decide it.
    pub taken: fn(&Context, Op, &[Option<Attribute>]) -> Option<Block>,
    /// Replaces the operands that a successor with a number gets, whose number can change.
    pub set_operands: fn(&mut Exclusive<'_>, Op, usize, &[Value]),
}

impl Branch {
    /// The operand that an argument of a successor gets; `None` if the terminator makes its value.
    pub fn operand_of(&self, context: &Context, op: Op, successor: usize, argument: usize) -> Option<Value> {
        let passed = (self.operands)(context, op, successor);
        let index = argument.checked_sub(passed.produced)?;
        op.operand(context, passed.operands.start + index)
            .filter(|_| index < passed.operands.len())
    }
}
