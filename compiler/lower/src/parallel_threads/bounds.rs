//! The bounds of a parallel loop.

use tvmlike_ir::{Op, Rewriter, Value};

use crate::make::{Make, index_constant, integer};

/// The predicate of `arith.cmpi` that compares signed numbers.
const LESS: i64 = 2;

/// The bounds of a loop: of each dimension the first number and the step, and the number of iterations.
pub(super) struct Bounds {
    pub(super) lower: Vec<Value>,
    pub(super) step: Vec<Value>,
    pub(super) count: Vec<Value>,
}

/// Makes the numbers of iterations: none where the upper bound is not above the lower one. Else a step that is not positive is
/// a division by zero. The distance of the bounds can be more than the greatest index, so it has no sign.
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
    let one = index_constant(rewriter, location, 1);
    let count = (0..rank).map(|dim| {
        let some = Make::new("arith.cmpi", &[lower[dim], upper[dim]], &[context.i1()])
            .with(&[("predicate", integer(context, context.i64(), LESS))])
            .value(rewriter, location);
        let mut make = |name, operands: &[_]| Make::new(name, operands, &index).value(rewriter, location);
        let distance = make("arith.subi", &[upper[dim], lower[dim]]);
        let distance = make("arith.select", &[some, distance, zero]);
        let step = make("arith.maxsi", &[step[dim], zero]);
        let step = make("arith.select", &[some, step, one]);
        make("arith.ceildivui", &[distance, step])
    });
    let count = count.collect();
    Bounds {
        lower: lower.to_vec(),
        step: step.to_vec(),
        count,
    }
}
