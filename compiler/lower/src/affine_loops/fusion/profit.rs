//! Where a slice of a loop nest is best executed in another one.

use tvmlike_ir::{Context, Op};

use super::super::nest::AffineFor;
use super::cost::{Stats, additional};
use super::region::{Region, footprint};
use super::slice::Slice;

/// The depth at which a slice needs the least memory, of those at which it is not much more to compute. `None`: it is not worth it.
///
/// `ops` are the writes of the source that the target uses, or the read that both have.
pub(super) fn best_depth(
    context: &Context,
    [source, target]: [AffineFor; 2],
    ops: &[Op],
    slices: &[Option<Slice>],
    deepest: usize,
    tolerance: f64,
) -> Option<usize> {
    let stats = [Stats::of(context, source)?, Stats::of(context, target)?];
    let more = |depth: usize| additional(context, &stats[0], &stats[1], slices[depth - 1].as_ref());
    let [op] = ops[..] else {
        return (more(deepest)? <= tolerance).then_some(deepest);
    };
    let whole = Region::of(context, op, 0, None, false)?.bytes(context)?;
    let mut best: Option<(f64, usize, i64)> = None;
    for depth in (1..=deepest).rev() {
        let Some(slice) = &slices[depth - 1] else {
            continue;
        };
        let Some(more) = more(depth) else {
            continue;
        };
        let region = Region::of(context, op, 0, Some(slice), false);
        let bytes = region.and_then(|region| region.bytes(context));
        let Some(bytes) = bytes.filter(|bytes| *bytes != 0) else {
            continue;
        };
        let reduction = whole as f64 / bytes as f64;
        if reduction > best.map_or(0.0, |(best, ..)| best) && more <= tolerance {
            best = Some((reduction, depth, bytes));
        }
    }
    let (_, depth, bytes) = best?;
    let after = footprint(context, target);
    let before = footprint(context, source);
    let (after, before) = (after?, before?);
    (after.wrapping_add(bytes) <= before.wrapping_add(after)).then_some(depth)
}
