//! Whether a slice in another nest reads and writes what the whole source did before that nest.
//!
//! MLIR does not look at what the source reads, nor at what both write, and computes slices again that change what they read. Its
//! results are wrong then. Invariant: what is not known is refused.

use tvmlike_ir::{AffineExpr, AffineExprKind, Context, Op, Value};

use super::super::access::Access;
use super::super::dependence::{Dependence, Dependences};
use super::super::forward::is_same;
use super::super::nest::AffineFor;
use super::super::trip_count::constant_trip_count;
use super::graph::Accesses;
use super::private::ancestor_in;
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

/// Whether the source computes the same if it is executed again.
pub(super) fn is_repeatable(known: &Dependences<'_>, source: &Accesses) -> bool {
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
