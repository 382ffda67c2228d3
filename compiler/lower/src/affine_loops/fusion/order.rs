//! Whether a slice in another nest reads and writes what the whole source did before that nest.
//!
//! MLIR does not look at what the source reads, nor at what both write, and computes slices again that change what they read. Its
//! results are wrong then. Invariant: what is not known is refused.

use tvmlike_ir::{AffineExpr, AffineExprKind, Context, Op, Value};

use super::super::access::Access;
use super::super::dependence::{Dependence, Dependences};
use super::super::forward::is_same;
use super::super::nest::{AffineFor, ancestor_in};
use super::super::space::loop_of;
use super::super::trip_count::constant_trip_count;
use super::graph::{Accesses, memref_of};
use super::slice::Slice;
use super::slicing::loops_around;

/// The value that an expression is.
fn plain_value(context: &Context, access: &Access, result: AffineExpr) -> Option<Value> {
    match result.kind(context) {
        AffineExprKind::Dim(dim) => access.map.dims.get(dim as usize).copied(),
        _ => None,
    }
}

/// The loops of the target in which the slice is executed more than once.
fn repeating(context: &Context, target: AffineFor, slice: &Slice) -> Vec<AffineFor> {
    let mut loops = loops_around(context, slice.place.0);
    loops.push(slice.place);
    loops.retain(|at| {
        (at.0 == target.0 || at.0.is_inside(context, target.0))
            && constant_trip_count(context, *at) != Some(1)
    });
    loops
}

/// Whether each iteration of the source is in one slice at most.
pub(super) fn is_once(context: &Context, target: AffineFor, slice: &Slice) -> bool {
    repeating(context, target, slice)
        .iter()
        .all(|at| slice.variable_along(context, at.variable(context)).is_some())
}

/// Whether each iteration of the source is in a slice that is executed, if the slices have them all.
pub(super) fn is_executed(context: &Context, target: AffineFor, slice: &Slice) -> bool {
    repeating(context, target, slice).iter().all(|at| {
        slice.variable_along(context, at.variable(context)).is_some()
            || constant_trip_count(context, *at).is_some_and(|count| count > 0)
    })
}

/// Whether two nests access nothing that one of them writes.
pub(super) fn are_independent(context: &Context, one: &Accesses, other: &Accesses) -> bool {
    let is_written_by = |accesses: &Accesses, op: &Op| {
        memref_of(context, *op).is_none_or(|memref| accesses.has_store(context, memref))
    };
    let mut own = one.loads.iter().chain(&one.stores);
    let mut others = other.loads.iter().chain(&other.stores);
    !own.any(|op| is_written_by(other, op)) && !others.any(|op| is_written_by(one, op))
}

/// Whether the source leaves the same if slices of it are executed again.
pub(super) fn is_repeatable(known: &Dependences<'_>, source: &Accesses, slice: &Slice) -> bool {
    reads_the_same(known, source) && writes_the_same(known, source, slice)
}

/// Whether the last write of an element is in each slice that writes it.
fn writes_the_same(known: &Dependences<'_>, source: &Accesses, slice: &Slice) -> bool {
    let context = known.context();
    let outermost = slice.variables.first().and_then(|first| loop_of(context, *first));
    let Some(outermost) = outermost else { return false };
    let outer = loops_around(context, outermost.0).len();
    let is_kept = |one: &Op, other: &Op| {
        let (Some(first), Some(second)) = (known.access(*one), known.access(*other)) else {
            return false;
        };
        let common = known.num_common_loops(*one, *other);
        let mut inner = (outer..common).filter(|number| {
            first.memref == second.memref && known.check(&first, &second, number + 1) != Dependence::Never
        });
        // Of the loops from the one on whose iterations write the same, the slice has all iterations.
        inner.all(|number| (number - outer..slice.variables.len()).all(|own| slice.is_whole(context, own)))
    };
    source
        .stores
        .iter()
        .all(|one| source.stores.iter().all(|other| is_kept(one, other)))
}

/// Whether what the source reads is not what it has written before.
fn reads_the_same(known: &Dependences<'_>, source: &Accesses) -> bool {
    let context = known.context();
    source.loads.iter().all(|load| {
        let Some(read) = known.access(*load) else {
            return false;
        };
        let writes: Vec<Op> = source
            .stores
            .iter()
            .copied()
            .filter(|store| {
                known
                    .access(*store)
                    .is_none_or(|write| write.memref == read.memref)
            })
            .collect();
        writes.is_empty()
            || writes.iter().any(|store| {
                let block = store.block(context);
                let around = block.and_then(|block| ancestor_in(context, *load, block));
                known
                    .access(*store)
                    .is_some_and(|write| is_same(context, &write, &read))
                    && around.is_some_and(|around| store.is_before_in_block(context, around))
            })
    })
}

/// Whether the slices read and write before the target writes, as the source does: what both access, they access in one iteration.
pub(super) fn is_before_writes(
    known: &Dependences<'_>,
    source: &Accesses,
    target: (AffineFor, &Accesses),
    slice: &Slice,
) -> bool {
    let context = known.context();
    let loops = repeating(context, target.0, slice);
    let is_in_order = |first: &Op, second: &Op| {
        let (Some(own), Some(write)) = (known.access(*first), known.access(*second)) else {
            return false;
        };
        if own.memref != write.memref {
            return true;
        }
        let common = known.num_common_loops(*first, *second);
        if known.check(&own, &write, common + 1) == Dependence::Never {
            return true;
        }
        let is_along = |at: &AffineFor| {
            let variable = at.variable(context);
            let along = slice.variable_along(context, variable);
            let mut results = own.map.results.iter().zip(&write.map.results);
            results.any(|(own_result, result)| {
                plain_value(context, &write, *result) == Some(variable)
                    && along.is_some()
                    && plain_value(context, &own, *own_result) == along
            })
        };
        slice.is_backward && second.is_inside(context, slice.place.0) && loops.iter().all(is_along)
    };
    let mut all = source.loads.iter().chain(&source.stores);
    all.all(|first| target.1.stores.iter().all(|second| is_in_order(first, second)))
}
