//! Loops: operations that repeat a region.

use std::ops::Range;

use smallvec::SmallVec;

use crate::context::Context;
use crate::fold::FoldResult;
use crate::id::{Op, Region, Value};

/// An operation that repeats its regions.
#[derive(Clone, Copy, Debug)]
pub struct LoopLike {
    /// The regions that are repeated.
    pub regions: fn(&Context, Op) -> SmallVec<[Region; 1]>,
    /// The variables that count; none if the loop does not count.
    pub induction_variables: fn(&Context, Op) -> SmallVec<[Value; 1]>,
    /// For each variable: the lower bound, the upper bound and the step; none if they are not known as such.
    pub bounds: fn(&Context, Op) -> SmallVec<[[FoldResult; 3]; 1]>,
    /// The numbers of the operands with the first values of what the iterations pass on.
    pub inits: fn(&Context, Op) -> Range<usize>,
    /// The arguments with the values that the iterations pass on.
    pub iteration_arguments: fn(&Context, Op) -> SmallVec<[Value; 4]>,
    /// The values that an iteration passes on, in the order of the arguments.
    pub yielded: fn(&Context, Op) -> SmallVec<[Value; 4]>,
}

impl LoopLike {
    /// Whether a value is defined outside of the loop.
    pub fn is_defined_outside(&self, context: &Context, op: Op, value: Value) -> bool {
        let region = value
            .parent_block(context)
            .and_then(|block| block.region(context));
        let regions = (self.regions)(context, op);
        region.is_none_or(|region| !regions.iter().any(|each| region.is_inside(context, *each)))
    }
}
