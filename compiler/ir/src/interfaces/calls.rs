//! Calls, and what they call.

use std::ops::Range;

use crate::context::Context;
use crate::id::{Attribute, Op, Region, Value};

/// What is called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Callee {
    /// The operation with this symbol, a reference.
    Symbol(Attribute),
    /// What a value refers to.
    Value(Value),
}

/// An operation that calls another.
#[derive(Clone, Copy, Debug)]
pub struct Call {
    /// What is called; `None` if the operation does not say it.
    pub callee: fn(&Context, Op) -> Option<Callee>,
    /// The numbers of the operands that are arguments of the call.
    pub arguments: fn(&Context, Op) -> Range<usize>,
}

/// An operation that can be called.
#[derive(Clone, Copy, Debug)]
pub struct Callable {
    /// The body; `None` for a declaration.
    pub body: fn(&Context, Op) -> Option<Region>,
}
