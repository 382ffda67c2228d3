//! The bounds of a parallel loop.

use tvmlike_ir::{Op, Rewriter, Value};

use crate::make::{Make, index_constant};

/// The bounds of a loop: of each dimension the first number and the step, and the number of iterations.
pub(super) struct Bounds {
    pub(super) lower: Vec<Value>,
    pub(super) step: Vec<Value>,
    pub(super) count: Vec<Value>,
}

/// Makes the numbers of iterations: none where the upper bound is below the lower one.
pub(super) fn bounds(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Bounds {
    let context = rewriter.context();
    let (location, index) = (op.location(context), [context.index_type()]);
    let operands: Vec<Value> = op.operands(context).collect();
    let rank = operands.len() / 3;
    let (lower, upper, step) = (
        &operands[..rank],
        &operands[rank..2 * rank],
        &operands[2 * rank..],
    );
    let zero = index_constant(rewriter, location, 0);
    let count = (0..rank).map(|dim| {
        let length = Make::new("arith.subi", &[upper[dim], lower[dim]], &index).value(rewriter, location);
        let count = Make::new("arith.ceildivsi", &[length, step[dim]], &index).value(rewriter, location);
        Make::new("arith.maxsi", &[count, zero], &index).value(rewriter, location)
    });
    let count = count.collect();
    Bounds {
        lower: lower.to_vec(),
        step: step.to_vec(),
        count,
    }
}
