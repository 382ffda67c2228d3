//! How much loops compute: the number of operations in all iterations.
//!
//! Invariant: as in MLIR, sums wrap around.

use std::collections::HashMap;

use foldhash::fast::FixedState;
use tvmlike_ir::{Context, Op};

use super::super::access::memref;
use super::super::nest::{AffineFor, loops_in};
use super::super::trip_count::constant_trip_count;
use super::graph::Accesses;
use super::nodes::accesses;
use super::slice::{Slice, iterations};
use super::slicing::loops_around;

type Numbers = HashMap<Op, i64, FixedState>;

/// What is known of a loop nest.
pub(super) struct Stats {
    root: AffineFor,
    /// Each loop behind those in it: how many operations it has, and how many iterations.
    loops: Vec<(Op, i64, i64)>,
}

impl Stats {
    /// `None`: a number of iterations is not known, or a loop is in something else than a loop.
    pub(super) fn of(context: &Context, root: AffineFor) -> Option<Self> {
        let loops = loops_in(context, root.0).into_iter().map(|at| {
            let parent = at.0.parent_op(context);
            if at != root && parent.is_none_or(|parent| AffineFor::of(context, parent).is_none()) {
                return None;
            }
            let is_counted = |op: &Op| {
                !["affine.for", "affine.if"]
                    .iter()
                    .any(|name| op.is_named(context, name))
            };
            let count = at.body(context).operations(context).filter(is_counted).count();
            let trips = constant_trip_count(context, at)?;
            Some((at.0, i64::try_from(count).ok()?, trips.cast_signed()))
        });
        Some(Self {
            root,
            loops: loops.collect::<Option<_>>()?,
        })
    }

    /// How many operations are executed, with others in some loops and other numbers of iterations.
    fn cost_with(&self, context: &Context, trips: &Numbers, added: &Numbers) -> i64 {
        let mut inner = Numbers::default();
        let mut last = 0;
        for (op, count, own_trips) in &self.loops {
            let own = count - 1;
            let all = own
                .wrapping_add(inner.get(op).copied().unwrap_or_default())
                .wrapping_add(added.get(op).copied().unwrap_or_default());
            last = trips.get(op).unwrap_or(own_trips).wrapping_mul(all);
            if let Some(parent) = op.parent_op(context).filter(|_| *op != self.root.0) {
                let sum = inner.entry(parent).or_default();
                *sum = sum.wrapping_add(last);
            }
        }
        last
    }

    /// How many operations are executed.
    pub(super) fn cost(&self, context: &Context) -> i64 {
        self.cost_with(context, &Numbers::default(), &Numbers::default())
    }
}

/// How many operations are executed if a slice of a nest is executed in another one. `None`: that is not known.
fn fused_cost(context: &Context, source: &Stats, target: &Stats, slice: &Slice) -> Option<i64> {
    let counts = slice.trip_counts(context)?;
    let all = iterations(&counts);
    if all == 0 {
        return None;
    }
    let mut added = Numbers::default();
    let place = slice.place;
    if all == 1 {
        // What is written is used at once.
        let stores = accesses(context, source.root.0).stores;
        for written in Accesses::memrefs(context, &stores) {
            for user in written.uses(context).map(|at| at.owner(context)) {
                let is_read = matches!(memref(context, user), Some((_, false)));
                if !is_read || !loops_around(context, user).contains(&place) {
                    continue;
                }
                if let Some(parent) = user
                    .parent_op(context)
                    .filter(|op| AffineFor::of(context, *op).is_some())
                {
                    *added.entry(parent).or_default() -= 1;
                }
            }
        }
    }
    let trips: Numbers = counts
        .into_iter()
        .map(|(op, count)| (op, count.cast_signed()))
        .collect();
    let own = source.cost_with(context, &trips, &added);
    added.insert(place.0, own);
    Some(target.cost_with(context, &Numbers::default(), &added))
}

/// How much more is computed with a slice of a nest in another one, as a part of what both compute. `None`: that is not known.
pub(super) fn additional(
    context: &Context,
    source: &Stats,
    target: &Stats,
    slice: Option<&Slice>,
) -> Option<f64> {
    let fused = fused_cost(context, source, target, slice?)?;
    let both = source.cost(context).cast_unsigned() as f64 + target.cost(context).cast_unsigned() as f64;
    Some(fused as f64 / both - 1.0)
}
