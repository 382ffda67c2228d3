//! Where a slice of a loop nest can be executed in another one.
//!
//! Invariant: a slice that is found keeps the order of all writes with what they are of.

use std::collections::HashMap;

use foldhash::fast::FixedState;
use tvmlike_ir::{Context, Op, TypeKind, Value, WalkOrder, WalkResult};

use super::super::access::memref;
use super::super::dependence::{Dependence, Dependences};
use super::super::domain::{enclosing, variables};
use super::super::nest::{AffineFor, loops_in};
use super::graph::{Accesses, memref_of};
use super::nodes::accesses;
use super::slice::Slice;
use super::slicing::{common_loops, loops_around, slice_union};

/// The memrefs that operations read and write, and whether they write.
type Used = HashMap<Value, bool, FixedState>;

fn used(context: &Context, root: Op) -> Used {
    let mut found = Used::default();
    root.walk(context, WalkOrder::PostOrder, |op| {
        if let Some((memref, is_write)) = memref(context, op) {
            *found.entry(memref).or_default() |= is_write;
        }
        WalkResult::Advance
    });
    found
}

/// Whether an access is of what is used, and one of both is a write.
fn concerns(context: &Context, op: Op, used: &Used) -> bool {
    memref(context, op)
        .is_some_and(|(memref, is_write)| used.get(&memref).is_some_and(|writes| is_write || *writes))
}

/// Whether something in an operation is so.
fn any_in(context: &Context, root: Op, mut is_so: impl FnMut(Op) -> bool) -> bool {
    let mut found = false;
    root.walk(context, WalkOrder::PostOrder, |op| {
        found = is_so(op);
        if found {
            WalkResult::Interrupt
        } else {
            WalkResult::Advance
        }
    });
    found
}

/// Whether two loops can be executed at one place between them.
fn has_place(context: &Context, first: Op, last: Op) -> bool {
    let (before, after) = (used(context, first), used(context, last));
    let is_needed = |op: Op| {
        let is_used_in_last = || {
            let mut users = op
                .results(context)
                .flat_map(|result| result.uses(context).map(|at| at.owner(context)));
            users.any(|user| user != last && user.is_inside(context, last))
        };
        match memref(context, op) {
            Some(_) => concerns(context, op, &after),
            None => is_used_in_last(),
        }
    };
    let mut is_dependent = false;
    let mut at = first.next(context);
    while let Some(op) = at.filter(|op| *op != last) {
        is_dependent = is_dependent || any_in(context, op, |op| concerns(context, op, &before));
        if is_dependent && any_in(context, op, is_needed) {
            return false;
        }
        at = op.next(context);
    }
    true
}

/// The number of elements of the vector that an operation reads or writes.
fn vector_size(context: &Context, op: Op) -> Option<i64> {
    let value = match op.result(context, 0) {
        Some(read) => read,
        None => op.operand(context, 0)?,
    };
    let is_vector = ["affine.vector_load", "affine.vector_store"]
        .iter()
        .any(|name| op.is_named(context, name));
    match value.ty(context).kind(context) {
        TypeKind::Vector { shape, .. } if is_vector => {
            shape.iter().try_fold(1_i64, |all, size| all.checked_mul(size))
        }
        _ => None,
    }
}

/// Whether two accesses of a memref that begin at different elements are of no common one: MLIR takes this for granted.
fn are_apart(known: &Dependences<'_>, ops: &[Op]) -> bool {
    let context = known.context();
    ops.iter().all(|op| {
        let Some(size) = vector_size(context, *op) else {
            return true;
        };
        let memref = memref_of(context, *op);
        let mut others = ops.iter().filter(|other| memref_of(context, **other) == memref);
        let is_aligned = || {
            let access = known.access(*op);
            let last = access.and_then(|access| access.map.results.last().copied());
            last.is_some_and(|last| last.largest_known_divisor(context) % size == 0)
        };
        others.all(|other| vector_size(context, *other) == Some(size)) && is_aligned()
    })
}

/// Whether an operation reads or writes a vector of several elements.
pub(super) fn is_vector_access(context: &Context, op: Op) -> bool {
    vector_size(context, op).is_some_and(|size| size != 1)
}

/// What two loops are fused for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Strategy {
    /// The second one uses what the first one makes.
    Producer,
    /// Both read the memref.
    Siblings(Value),
}

/// Two loops of a block, in its order.
pub(super) struct Pair<'p, 'c> {
    known: &'p Dependences<'c>,
    firsts: Vec<Op>,
    seconds: Vec<Op>,
    num_common: usize,
    is_backward: bool,
    /// The deepest loop of the second nest for which dependences allow a slice of the first one.
    deepest: usize,
}

/// The memrefs that operations write and others read.
pub(super) fn passed_on(context: &Context, writers: &[Op], readers: &[Op]) -> Vec<Value> {
    let of = |ops: &[Op], is_write: bool| -> Vec<Op> {
        let own = |op: &Op| memref(context, *op).is_some_and(|(_, own)| own == is_write);
        ops.iter().copied().filter(own).collect()
    };
    let written = Accesses::memrefs(context, &of(writers, true));
    let mut both = Accesses::memrefs(context, &of(readers, false));
    both.retain(|memref| written.contains(memref));
    both
}

impl<'p, 'c> Pair<'p, 'c> {
    /// `None`: the loops cannot be fused at any depth.
    pub(super) fn of(
        known: &'p Dependences<'c>,
        source: AffineFor,
        target: AffineFor,
        strategy: Strategy,
    ) -> Option<Self> {
        let context = known.context();
        let is_backward = source.0.is_before_in_block(context, target.0);
        let (first, second) = if is_backward {
            (source.0, target.0)
        } else {
            (target.0, source.0)
        };
        let is_choice = |op: Op| op.is_named(context, "affine.if");
        // MLIR takes the variables of parallel loops for those of others.
        let is_parallel = |op: Op| op.is_named(context, "affine.parallel");
        if !has_place(context, first, second)
            || [first, second]
                .into_iter()
                .any(|root| any_in(context, root, |op| is_choice(op) || is_parallel(op)))
            || enclosing(context, first).into_iter().any(is_parallel)
        {
            return None;
        }
        let [firsts, seconds] = [first, second].map(|root| {
            let mut found = Vec::new();
            root.walk(context, WalkOrder::PostOrder, |op| {
                found.extend(memref(context, op).map(|_| op));
                WalkResult::Advance
            });
            found
        });
        let all: Vec<Op> = firsts.iter().chain(&seconds).copied().collect();
        if !are_apart(known, &all) {
            return None;
        }
        let deepest = match strategy {
            Strategy::Producer => deepest(known, &firsts, &seconds),
            Strategy::Siblings(_) => usize::MAX,
        };
        let is_chosen = |op: &Op| match strategy {
            Strategy::Producer => memref(context, *op).is_some_and(|(_, is_write)| is_write),
            Strategy::Siblings(value) => memref(context, *op) == Some((value, false)),
        };
        Some(Self {
            known,
            firsts: firsts.into_iter().filter(is_chosen).collect(),
            seconds,
            num_common: variables(context, &enclosing(context, first)).len(),
            is_backward,
            deepest,
        })
    }

    /// The slice at a depth. `None`: there is none, or it is not known.
    pub(super) fn slice(&self, depth: usize) -> Option<Slice> {
        if depth == 0 || self.deepest < depth {
            return None;
        }
        slice_union(
            self.known,
            &self.firsts,
            &self.seconds,
            depth,
            self.num_common,
            self.is_backward,
        )
    }
}

/// The deepest loop of the second nest in which what the first one makes can be made.
fn deepest(known: &Dependences<'_>, firsts: &[Op], seconds: &[Op]) -> usize {
    let context = known.context();
    let passed = passed_on(context, firsts, seconds);
    let is_of = |op: &Op| memref_of(context, *op).is_some_and(|memref| passed.contains(&memref));
    let targets: Vec<Op> = seconds.iter().copied().filter(is_of).collect();
    let mut deepest = common_loops(context, &targets).len();
    let is_read = |op: &Op| matches!(memref(context, *op), Some((_, false)));
    if targets.iter().all(is_read) {
        return deepest;
    }
    for first in &targets {
        for second in &targets {
            let (Some(one), Some(other)) = (known.access(*first), known.access(*second)) else {
                return 0;
            };
            let common = known.num_common_loops(*first, *second);
            let found = (1..=common + 1).find(|depth| known.check(&one, &other, *depth) == Dependence::Found);
            if let Some(depth) = found {
                deepest = deepest.min(depth - 1);
            }
        }
    }
    deepest
}

/// Whether an access in a nest depends on itself through others, in iterations of the nest's loops.
pub(super) fn has_cycle(known: &Dependences<'_>, root: AffineFor) -> bool {
    let context = known.context();
    let found = accesses(context, root.0);
    // Without a write there is no dependence.
    let all: Vec<Op> = found.loads.iter().chain(&found.stores).copied().collect();
    let outer = loops_around(context, root.0).len();
    let depends = |first: Op, second: Op| match (known.access(first), known.access(second)) {
        (Some(one), Some(other)) => {
            let common = known.num_common_loops(first, second);
            one.memref == other.memref
                && (outer + 1..=common + 1).any(|depth| known.check(&one, &other, depth) != Dependence::Never)
        }
        _ => memref_of(context, first) == memref_of(context, second),
    };
    let count = all.len();
    let edges: Vec<Vec<usize>> = all
        .iter()
        .map(|first| (0..count).filter(|other| depends(*first, all[*other])).collect())
        .collect();
    // What has no edge to what is left is no part of a cycle.
    let mut left: Vec<bool> = vec![true; count];
    loop {
        let done: Vec<usize> = (0..count)
            .filter(|node| left[*node] && !edges[*node].iter().any(|other| left[*other]))
            .collect();
        if done.is_empty() {
            return left.contains(&true);
        }
        for node in done {
            left[node] = false;
        }
    }
}

/// The loops in a nest: none has more of them around it than dependences are found of.
pub(super) fn is_small(known: &Dependences<'_>, root: AffineFor) -> bool {
    let loops = loops_in(known.context(), root.0);
    !loops.iter().any(|at| known.is_too_deep(at.0))
}
