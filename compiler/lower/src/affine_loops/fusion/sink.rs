//! Loops that depend on their own earlier iterations inside of those that do not.
//!
//! Invariant: loops change places only if no bound depends on another loop, and each dependence still goes forward.

use tvmlike_ir::{Context, Op, Rewriter};

use super::super::access::Access;
use super::super::dependence::Dependences;
use super::super::nest::AffineFor;
use super::super::tile::is_hyper_rectangular;
use super::nodes::accesses;
use super::slicing::loops_around;

/// How far behind the second access of a dependence is, at least and at most.
type Distances = Vec<[Option<i128>; 2]>;

/// The distances of all dependences at depths.
fn distances(known: &Dependences<'_>, ops: &[Op], depths: std::ops::RangeInclusive<usize>) -> Vec<Distances> {
    let context = known.context();
    let all: Vec<Access> = ops.iter().filter_map(|op| Access::of(context, *op)).collect();
    let mut found = Vec::new();
    for depth in depths {
        for first in &all {
            for second in &all {
                if let Ok(pair) = known.pair(first, second) {
                    let distances = pair.distances_from(depth, 0);
                    if !distances.is_empty() {
                        found.push(distances);
                    }
                }
            }
        }
    }
    found
}

/// Whether dependences go forward in loops in another order: the first distance that is not 0 is greater.
fn go_forward(found: &[Distances], order: &[usize], first: usize) -> bool {
    found.iter().all(|distances| {
        for number in order {
            match distances.get(first + number).map(|[least, _]| *least) {
                Some(Some(0)) => {}
                Some(Some(least)) if least > 0 => return true,
                _ => return false,
            }
        }
        true
    })
}

/// Sinks loops of a nest. The outermost one after that.
pub(super) fn sink(rewriter: &mut Rewriter<'_, '_>, root: AffineFor) -> AffineFor {
    let context = rewriter.context();
    let nest = root.perfect_nest(context);
    let count = nest.len();
    let is_fixed = count < 2
        || nest.iter().any(|at| at.0.num_results(context) > 0)
        || is_hyper_rectangular(context, &nest) != Some(true);
    if is_fixed {
        return root;
    }
    let Some(order) = new_order(context, root, count) else {
        return root;
    };
    let new: Vec<AffineFor> = order.iter().map(|number| nest[*number]).collect();
    let body = nest[count - 1].body_ops(context);
    for op in &body {
        rewriter.move_op_before(*op, root.0);
    }
    for inner in &nest[1..] {
        rewriter.move_op_before(inner.0, root.0);
    }
    for pair in new.windows(2) {
        rewriter.move_op_before(pair[1].0, pair[0].terminator(context));
    }
    let innermost = new[count - 1].terminator(context);
    for op in body {
        rewriter.move_op_before(op, innermost);
    }
    new[0]
}

/// The order of loops by number with those that are parallel first, unless it is theirs or not possible.
fn new_order(context: &Context, root: AffineFor, count: usize) -> Option<Vec<usize>> {
    let known = Dependences::new(context);
    let found = accesses(context, root.0);
    let ops: Vec<Op> = found.loads.iter().chain(&found.stores).copied().collect();
    if ops.iter().any(|op| known.is_too_deep(*op)) {
        return None;
    }
    let outer = loops_around(context, root.0).len();
    // As MLIR, which takes the outermost loops for those of the nest.
    let plain = distances(&known, &ops, 1..=count);
    let is_parallel = |number: usize| {
        plain
            .iter()
            .all(|distances| distances.get(number).is_none_or(|range| *range == [Some(0); 2]))
    };
    let (mut order, mut sequential) = (Vec::new(), Vec::new());
    for number in 0..count {
        match is_parallel(number) {
            true => order.push(number),
            false => sequential.push(number),
        }
    }
    order.append(&mut sequential);
    if order.iter().enumerate().all(|(place, number)| place == *number) || !go_forward(&plain, &order, 0) {
        return None;
    }
    let is_right = outer == 0 || {
        let own = distances(&known, &ops, outer + 1..=outer + count);
        go_forward(&own, &order, outer)
    };
    is_right.then_some(order)
}
