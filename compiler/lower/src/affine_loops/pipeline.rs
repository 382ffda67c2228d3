//! Copies by DMA that run while a loop computes with what the copies before them brought.
//!
//! A loop `start(i); wait(i); use(i)` becomes `start(0); for i = 1 to n { start(i); wait(i - 1); use(i - 1) }; wait(n - 1);
//! use(n - 1)`, where buffers and tags have two halves that iterations use in turn. Invariant: all that is checked is checked
//! before the first change, so a loop changes as a whole or not at all.
//!
//! # Layers
//!
//! - `pairs`: which copies can be started an iteration early
//! - `buffers`: two halves in the place of a memref
//! - `skew`: the loop with its parts in different iterations

mod buffers;
mod pairs;
mod skew;

use std::collections::HashSet;

use tvmlike_ir::{Context, Op, Rewriter, Value};

use super::nest::AffineFor;
use buffers::double;
use pairs::{Pair, pairs};

/// Starts the copies of a loop an iteration early, where that changes nothing. Whether it did.
pub(crate) fn pipeline(rewriter: &mut Rewriter<'_, '_>, at: AffineFor) -> bool {
    let context = rewriter.context();
    let Some(pairs) = pairs(context, at) else {
        return false;
    };
    for pair in &pairs {
        double(rewriter, at, pair.buffer(context));
    }
    let mut tags = Vec::new();
    for tag in pairs.iter().map(|pair| pair.tag(context)) {
        // MLIR makes four parts of a memref with two tags, or crashes.
        if !tags.contains(&tag) {
            double(rewriter, at, tag);
            tags.push(tag);
        }
    }
    let early = early_ops(rewriter, at, &pairs);
    skew::skew(rewriter, at, &early);
    true
}

/// The results of `affine.apply` that a value is computed from, itself among them.
fn applied(context: &Context, values: impl IntoIterator<Item = Value>) -> Vec<Op> {
    let mut open: Vec<Value> = values.into_iter().collect();
    let (mut found, mut seen) = (Vec::new(), HashSet::new());
    while let Some(value) = open.pop() {
        let op = value.defining_op(context);
        if let Some(op) = op.filter(|op| op.is_named(context, "affine.apply") && seen.insert(*op)) {
            found.push(op);
            open.extend(op.operands(context));
        }
    }
    found
}

/// What executes an iteration early: the starts of copies, and the indices that they alone use.
fn early_ops(rewriter: &mut Rewriter<'_, '_>, at: AffineFor, pairs: &[Pair]) -> HashSet<Op> {
    let context = rewriter.context();
    let mut early = HashSet::new();
    for pair in pairs {
        early.insert(pair.start);
        let indices = applied(context, pair.start.operands(context));
        let is_shared = indices.iter().any(|op| {
            let mut uses = op
                .results(context)
                .into_iter()
                .flat_map(|result| result.uses(context));
            uses.any(|at| at.owner(context) != pair.start)
        });
        if is_shared {
            early.extend(skew::own_indices(rewriter, pair.start));
        } else {
            early.extend(indices);
        }
    }
    let body = at.body(context);
    early.retain(|op| op.block(context) == Some(body));
    early
}
