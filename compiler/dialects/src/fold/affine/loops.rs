//! Bounds of `affine.for` that are known or can be simpler, and loops that do nothing.

use smallvec::SmallVec;
use tvmlike_ir::{AffineExprKind, AttributeKind, Context, FoldResult, Folded, Folding, Op, Rewriter, Value};

use super::variables::drop_redundant;
use crate::applied_map::AppliedMap;
use crate::llvm::integers;

/// The names of the maps of the bounds: the lower one and the upper one.
const BOUNDS: [&str; 2] = ["lowerBoundMap", "upperBoundMap"];
/// The property with the numbers of operands of the bounds, and of first values.
const SIZES: &str = "operandSegmentSizes";

/// The operands of the lower bound, of the upper bound, and the first values.
fn groups(context: &Context, op: Op) -> Option<[Vec<Value>; 3]> {
    let sizes = integers(context, op.property(context, context.identifier(SIZES)))?;
    let mut operands = op.operands(context);
    let mut take = |size: i64| -> Option<Vec<Value>> {
        Some(operands.by_ref().take(usize::try_from(size).ok()?).collect())
    };
    match sizes[..] {
        [lower, upper, inits] => Some([take(lower)?, take(upper)?, take(inits)?]),
        _ => None,
    }
}

fn bound(context: &Context, op: Op, side: usize, operands: &[Value]) -> Option<AppliedMap> {
    let map = op.property(context, context.identifier(BOUNDS[side]))?;
    let AttributeKind::AffineMap(map) = map.kind(context) else {
        return None;
    };
    AppliedMap::new(context, map, operands)
}

fn set_bound(folding: &mut Folding<'_, '_>, side: usize, bound: &AppliedMap) -> Option<()> {
    let (context, op) = (folding.context(), folding.op());
    let map = context.affine_map_attribute(bound.map(context)?);
    let mut all = groups(context, op)?;
    all[side] = bound.operands();
    let sizes: Vec<i32> = all.iter().map(|group| group.len() as i32).collect();
    let edit = folding.edit();
    op.set_property(edit, context.identifier(BOUNDS[side]), map);
    op.set_property(edit, context.identifier(SIZES), context.dense_i32_array(&sizes));
    op.set_operands(edit, &all.concat());
    Some(())
}

/// The number that a bound is.
fn number(context: &Context, bound: &AppliedMap) -> Option<i64> {
    match bound.results[..] {
        [only] => only.constant(context),
        _ => None,
    }
}

/// The numbers that the results are for the operands that are constants, the greatest or least of which is the bound.
fn known(context: &Context, bound: &AppliedMap) -> Option<Vec<i64>> {
    let constant = |value: &Value| crate::constant::constant(context, *value);
    let replaced = bound.results.iter().map(|result| {
        let result = result.replace_with(context, |part| {
            let number = match part.kind(context) {
                AffineExprKind::Dim(dim) => constant(bound.dims.get(dim as usize)?),
                AffineExprKind::Symbol(symbol) => constant(bound.symbols.get(symbol as usize)?),
                _ => None,
            };
            number.map(|number| context.affine_constant(number))
        });
        result.ok()?.constant(context)
    });
    replaced.collect()
}

/// A bound without repetitions, of the values that compute it.
fn simplified(context: &Context, bound: &AppliedMap, side: usize) -> Option<AppliedMap> {
    let mut new = bound.clone();
    new.compose(context)?;
    drop_redundant(context, &mut new, side == 0);
    new.simplify(context)?;
    new.canonicalize(context)?;
    // As MLIR, only those next to each other.
    new.results.dedup();
    Some(new)
}

/// `for`: simpler bounds; the first values of a loop without an iteration.
pub(super) fn fold_for(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    let (context, op) = (folding.context(), folding.op());
    let mut is_changed = false;
    for side in [0, 1] {
        let old = bound(context, op, side, &groups(context, op)?[side])?;
        if number(context, &old).is_some() {
            continue;
        }
        let Some(numbers) = known(context, &old) else {
            continue;
        };
        let number = match side {
            0 => numbers.into_iter().max()?,
            _ => numbers.into_iter().min()?,
        };
        let new = AppliedMap {
            results: vec![context.affine_constant(number)],
            dims: Vec::new(),
            symbols: Vec::new(),
        };
        set_bound(folding, side, &new)?;
        is_changed = true;
    }
    for side in [0, 1] {
        let old = bound(context, op, side, &groups(context, op)?[side])?;
        let new = simplified(context, &old, side)?;
        if new.map(context) != old.map(context) {
            set_bound(folding, side, &new)?;
            is_changed = true;
        }
    }
    let [lower, upper, inits] = groups(context, op)?;
    let bounds = [(0, lower), (1, upper)]
        .map(|(side, operands)| number(context, &bound(context, op, side, &operands)?));
    if let [Some(first), Some(end)] = bounds
        && end.wrapping_sub(first) <= 0
        && !inits.is_empty()
    {
        let results: SmallVec<[FoldResult; 1]> = inits.into_iter().map(FoldResult::Value).collect();
        return Some(Folded::Results(results));
    }
    is_changed.then_some(Folded::InPlace)
}

/// The number of iterations between two constants.
fn trip_count(context: &Context, op: Op, [lower, upper]: [&[Value]; 2]) -> Option<i64> {
    let step = op.property(context, context.identifier("step"))?;
    let step = crate::common::number(context, step)?;
    let first = number(context, &bound(context, op, 0, lower)?)?;
    let end = number(context, &bound(context, op, 1, upper)?)?;
    let span = end.checked_sub(first)?.max(0);
    Some(span / step + i64::from(span % step != 0))
}

/// A loop that only passes values on.
pub(super) fn empty_loop(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let body = op.region(context, 0)?.first_block(context)?;
    let terminator = body.first_op(context)?;
    if terminator.next(context).is_some() || op.num_results(context) == 0 {
        return None;
    }
    let [lower, upper, inits] = groups(context, op)?;
    let count = trip_count(context, op, [&lower, &upper]);
    if count == Some(0) {
        rewriter.replace_op(op, &inits);
        return Some(());
    }
    let arguments: Vec<Value> = body.arguments(context).collect();
    let (mut has_outer, mut is_moved) = (false, false);
    let mut values = Vec::new();
    for (index, value) in terminator.operands(context).enumerate() {
        match arguments.iter().position(|argument| *argument == value) {
            Some(0) => return None,
            Some(position) => {
                is_moved |= position != index + 1;
                values.push(inits[position - 1]);
            }
            None => {
                has_outer = true;
                values.push(value);
            }
        }
    }
    let is_unclear = match count {
        None => has_outer || is_moved,
        Some(count) => count >= 2 && is_moved,
    };
    if is_unclear {
        return None;
    }
    rewriter.replace_op(op, &values);
    Some(())
}
