//! Loops over tiles, and loops in each tile.

use std::collections::HashSet;

use tvmlike_dialects::AppliedMap;
use tvmlike_ir::{Context, InsertionPoint, Rewriter, Value, WalkOrder, WalkResult};

use super::access::Access;
use super::dependence::{Dependences, Pair};
use super::fusion::footprint;
use super::nest::{AffineFor, Side, shifted};
use super::trip_count::{constant_trip_count, largest_divisor};
use crate::constraints::is_rectangular;

/// Of so many accesses, what is known of pairs is kept.
const FEW: usize = 32;

/// Whether the bounds of no loop depend on the variable of another one. `None`: a bound is not linear.
pub(super) fn is_hyper_rectangular(context: &Context, nest: &[AffineFor]) -> Option<bool> {
    let variables: Vec<Value> = nest.iter().map(|at| at.variable(context)).collect();
    for at in nest {
        for side in [Side::Lower, Side::Upper] {
            let mut bound = at.bound(context, side);
            bound.compose(context)?;
            if !is_rectangular(context, &bound, &variables)? {
                return Some(false);
            }
        }
    }
    Some(true)
}

/// Whether no dependence goes back along a loop, as far as MLIR looks: by at least one and at most several iterations. `None`: more
/// than [`MOST_LOOPS`](super::dependence::MOST_LOOPS) loops are around an access to memory that is written.
pub(crate) fn can_be_tiled(context: &Context, nest: &[AffineFor]) -> Option<bool> {
    let root = nest.first()?;
    let mut accesses = Vec::new();
    root.0.walk(context, WalkOrder::PostOrder, |op| {
        accesses.extend(Access::of(context, op));
        WalkResult::Advance
    });
    // MLIR goes on if some distances are not negative, or all are the same.
    let goes_back = |[least, _]: &[Option<i128>; 2]| least.is_none_or(|least| least < 0);
    let known = Dependences::new(context);
    let writes = accesses.iter().filter(|access| access.is_write);
    let written: HashSet<Value> = writes.map(|access| access.memref).collect();
    let is_too_deep = |access: &Access| written.contains(&access.memref) && known.is_too_deep(access.op);
    if accesses.iter().any(is_too_deep) {
        return None;
    }
    let find = |first: &Access, second: &Access| known.pair(first, second).ok();
    let all = || {
        let firsts = accesses.iter();
        firsts.flat_map(|first| accesses.iter().map(move |second| (first, second)))
    };
    // What goes back does so at a small depth, mostly.
    let is_few = accesses.len() <= FEW;
    let kept: Vec<_> = match is_few {
        true => all().filter_map(|(first, second)| find(first, second)).collect(),
        false => Vec::new(),
    };
    let is_fine = |pair: &Pair<'_>, depth: usize| !pair.distances(depth).iter().any(goes_back);
    Some((1..=nest.len() + 1).all(|depth| match is_few {
        true => kept.iter().all(|pair| is_fine(pair, depth)),
        false => all().all(|(first, second)| find(first, second).is_none_or(|pair| is_fine(&pair, depth))),
    }))
}

/// The size of a tile in each dimension for which none is given.
pub(crate) const DEFAULT_SIZE: u64 = 4;

/// The greatest size of tiles that divides the number of iterations, at most a given one.
fn dividing(context: &Context, at: AffineFor, most: u64) -> u64 {
    let Some(count) = constant_trip_count(context, at) else {
        return most;
    };
    let most = if count > 1 { most.min(count / 2) } else { most };
    (1..=most).rev().find(|size| count % size == 0).unwrap_or(1)
}

/// Sizes of tiles for which what a tile reads and writes fits into a cache of so many bytes, if it grows with each size alike.
pub(crate) fn sizes_by_cache(context: &Context, nest: &[AffineFor], cache: u64) -> Vec<u64> {
    let (Some(root), Some(bytes)) = (nest.first(), Some(cache).filter(|bytes| *bytes > 0)) else {
        return vec![1; nest.len()];
    };
    let mut sizes = vec![DEFAULT_SIZE; nest.len()];
    if let Some(used) = footprint(context, *root) {
        let excess = used.cast_unsigned().div_ceil(bytes);
        if excess <= 1 {
            return vec![1; nest.len()];
        }
        // As MLIR, in numbers of 32 bits.
        let size = (excess as f64).powf(1.0 / nest.len() as f64).floor() as u32;
        let mut product = 1_u32;
        for (number, own) in sizes.iter_mut().enumerate() {
            let rest = excess / u64::from(product.max(1));
            let size = if number + 1 < nest.len() {
                size
            } else {
                (rest as u32).max(1)
            };
            *own = u64::from(size);
            product = product.wrapping_mul(size);
        }
    }
    let pairs = nest.iter().zip(sizes);
    pairs.map(|(at, size)| dividing(context, *at, size)).collect()
}

/// Makes loops over tiles of these sizes of perfectly nested loops. Those in a tile. `None`: a loop passes values on, or the bounds of one depend on
/// another.
pub(crate) fn tile(
    rewriter: &mut Rewriter<'_, '_>,
    nest: &[AffineFor],
    sizes: &[u64],
) -> Option<Vec<AffineFor>> {
    let context = rewriter.context();
    let has_results = nest.iter().any(|at| at.0.num_results(context) > 0);
    if has_results || (nest.len() > 1 && is_hyper_rectangular(context, nest) != Some(true)) {
        return None;
    }
    let root = nest.first()?.0;
    rewriter.set_before(root);
    let mut loops = Vec::new();
    for _ in 0..2 * nest.len() {
        let made = AffineFor::make(rewriter, root.location(context));
        rewriter.set_insertion_point(Some(InsertionPoint::at_start(context, made.body(context))));
        loops.push(made);
    }
    rewriter.set_insertion_point(None);
    let innermost = loops.last()?.terminator(context);
    for op in nest.last()?.body_ops(context) {
        rewriter.move_op_before(op, innermost);
    }
    let (tiles, points) = loops.split_at(nest.len());
    for ((old, new), size) in nest.iter().zip(tiles).zip(sizes) {
        for side in [Side::Lower, Side::Upper] {
            new.set_bound(rewriter, side, &old.bound(context, side))?;
        }
        new.set_step(rewriter, size.cast_signed().wrapping_mul(old.step(context)));
    }
    for (((old, tile), point), size) in nest.iter().zip(tiles).zip(points).zip(sizes) {
        set_point_bounds(rewriter, *old, *tile, *point, *size)?;
    }
    for (old, point) in nest.iter().zip(points) {
        let variable = point.variable(context);
        rewriter.replace_all_uses(old.variable(context), variable);
    }
    rewriter.erase_op(root);
    Some(points.to_vec())
}

/// Makes a loop run over the numbers of a tile.
fn set_point_bounds(
    rewriter: &mut Rewriter<'_, '_>,
    old: AffineFor,
    tile: AffineFor,
    point: AffineFor,
    size: u64,
) -> Option<()> {
    let context = rewriter.context();
    let (step, start) = (old.step(context), tile.variable(context));
    point.set_bound(rewriter, Side::Lower, &shifted(context, start, 0)?)?;
    point.set_step(rewriter, step);
    let whole = shifted(context, start, size.cast_signed().wrapping_mul(step))?;
    let end = match constant_trip_count(context, old).filter(|count| *count < size) {
        Some(count) => shifted(context, start, count.cast_signed().wrapping_mul(step))?,
        None if !largest_divisor(context, old).is_multiple_of(size) => {
            ending_at(context, old.bound(context, Side::Upper), start, &whole)?
        }
        None => whole,
    };
    point.set_bound(rewriter, Side::Upper, &end)
}

/// The least of the end of a whole tile and of an upper bound.
fn ending_at(
    context: &Context,
    mut upper: AppliedMap,
    start: Value,
    whole: &AppliedMap,
) -> Option<AppliedMap> {
    let position = upper.dims.len() as u32;
    let end = whole.results.first()?.shift_dims(context, 1, position, 0).ok()?;
    upper.results.insert(0, end);
    upper.dims.push(start);
    Some(upper)
}
