//! How many iterations a loop of affine has.

use tvmlike_dialects::AppliedMap;
use tvmlike_ir::{AffineOp, Context};

use super::nest::{AffineFor, Side, constant_map, difference};

/// The number of iterations of a loop between two numbers.
fn plain_trip_count(context: &Context, at: AffineFor) -> Option<i64> {
    let upper = at.constant_bound(context, Side::Upper)?;
    let span = upper
        .wrapping_sub(at.constant_bound(context, Side::Lower)?)
        .max(0);
    let step = at.step(context);
    Some(span.div_euclid(step) + i64::from(span.rem_euclid(step) != 0))
}

/// The expressions of which the least is the number of iterations. `None`: the lower bound has several results, or an expression
/// becomes too deep.
pub(super) fn trip_count(context: &Context, at: AffineFor) -> Option<AppliedMap> {
    if let Some(count) = plain_trip_count(context, at) {
        return Some(constant_map(context, count));
    }
    let step = at.step(context);
    let mut lower = at.bound(context, Side::Lower);
    let upper = at.bound(context, Side::Upper);
    let [only] = lower.results[..] else {
        return None;
    };
    lower.results = vec![only; upper.results.len()];
    let mut count = difference(context, &upper, &lower)?;
    for result in &mut count.results {
        *result = context
            .affine_binary(AffineOp::CeilDiv, *result, context.affine_constant(step))
            .ok()?;
    }
    Some(count)
}

/// The number of iterations, if it is known: the least of several that are.
pub(crate) fn constant_trip_count(context: &Context, at: AffineFor) -> Option<u64> {
    if let Some(count) = plain_trip_count(context, at) {
        return Some(count.cast_unsigned());
    }
    let counts: Option<Vec<u64>> = trip_count(context, at)?
        .results
        .iter()
        .map(|result| result.constant(context).map(i64::cast_unsigned))
        .collect();
    counts?.into_iter().min()
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// The greatest number that is known to divide the number of iterations.
pub(super) fn largest_divisor(context: &Context, at: AffineFor) -> u64 {
    match plain_trip_count(context, at) {
        Some(0) => return u64::MAX,
        Some(count) => return count.cast_unsigned(),
        None => {}
    }
    let Some(count) = trip_count(context, at) else {
        return 1;
    };
    let divisors = count.results.iter().map(|result| match result.constant(context) {
        Some(0) => u64::MAX,
        Some(count) => count.cast_unsigned(),
        None => result.largest_known_divisor(context).cast_unsigned(),
    });
    divisors.reduce(gcd).unwrap_or(1)
}
