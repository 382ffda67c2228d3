//! Loops in each other as one loop.

use tvmlike_dialects::AppliedMap;
use tvmlike_ir::{AffineOp, Context, InsertionPoint, Location, Op, Region, Rewriter, Value};

use super::nest::{AffineFor, Side, apply};
use crate::make::Make;

/// Whether a value is defined outside of a region.
pub(super) fn is_above(context: &Context, value: Value, region: Region) -> bool {
    let home = value
        .parent_block(context)
        .and_then(|block| block.region(context));
    home.is_none_or(|home| !home.is_inside(context, region))
}

/// Makes one loop of each band of perfectly nested loops whose bounds are known before the first of them. The loops that are gone.
pub(crate) fn coalesce_nest(rewriter: &mut Rewriter<'_, '_>, outermost: AffineFor) -> Vec<AffineFor> {
    let context = rewriter.context();
    let nest = outermost.perfect_nest(context);
    let known_above = |index: usize| {
        let is_known = |outer: &usize| {
            let region = nest[*outer].0.region(context, 0);
            let mut operands = nest[index].0.operands(context);
            region.is_some_and(|region| operands.all(|value| is_above(context, value, region)))
        };
        (0..index).find(is_known).unwrap_or(index)
    };
    let depths: Vec<usize> = (0..nest.len()).map(known_above).collect();
    let mut gone = Vec::new();
    for (start, end) in bands(&depths, |_, _| true) {
        if coalesce(rewriter, &nest[start..end]).is_some() {
            gone.extend(&nest[start + 1..end]);
        }
    }
    gone
}

/// The bands of a nest, the innermost first: loops from a number to another one, none of which needs anything from inside of the band.
/// For each loop, `depths` has the number of the outermost loop outside of which its operands are.
pub(super) fn bands(depths: &[usize], is_band: impl Fn(usize, usize) -> bool) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut end = depths.len();
    while end > 0 {
        let starts =
            |start: &usize| depths[*start..end].iter().all(|depth| depth <= start) && is_band(*start, end);
        let start = (0..end - 1).find(starts);
        found.extend(start.map(|start| (start, end)));
        end = start.unwrap_or(end - 1);
    }
    found
}

/// A product, remainder or quotient of two values.
fn combined(
    rewriter: &mut Rewriter<'_, '_>,
    location: Location,
    op: AffineOp,
    lhs: Value,
    rhs: Value,
) -> Option<Value> {
    let context = rewriter.context();
    let expr = context
        .affine_binary(op, context.affine_dim(0), context.affine_symbol(0))
        .ok()?;
    let map = AppliedMap {
        results: vec![expr],
        dims: vec![lhs],
        symbols: vec![rhs],
    };
    apply(rewriter, location, &map)
}

/// The value of an upper bound.
fn upper_value(rewriter: &mut Rewriter<'_, '_>, location: Location, at: AffineFor) -> Option<Value> {
    let context = rewriter.context();
    let bound = at.bound(context, Side::Upper);
    if bound.results.len() == 1 {
        return apply(rewriter, location, &bound);
    }
    let map = context.affine_map_attribute(bound.map(context)?);
    let least = Make::new("affine.min", &bound.operands(), &[context.index_type()])
        .with(&[("map", map)])
        .value(rewriter, location);
    Some(least)
}

/// Makes one loop of a band of loops from 0 by steps of 1.
fn coalesce(rewriter: &mut Rewriter<'_, '_>, band: &[AffineFor]) -> Option<()> {
    let context = rewriter.context();
    let is_normal =
        |at: &AffineFor| at.step(context) == 1 && at.constant_bound(context, Side::Lower) == Some(0);
    let [outermost, .., innermost] = *band else {
        return None;
    };
    if !band.iter().all(is_normal) {
        return None;
    }
    let location = outermost.0.location(context);
    rewriter.set_before(outermost.0);
    let mut sizes = vec![upper_value(rewriter, location, outermost)?];
    let mut product = sizes[0];
    for at in &band[1..] {
        let size = upper_value(rewriter, location, *at)?;
        sizes.push(size);
        product = combined(rewriter, location, AffineOp::Mul, product, size)?;
    }
    let whole = AppliedMap {
        results: vec![context.affine_symbol(0)],
        dims: Vec::new(),
        symbols: vec![product],
    };
    outermost.set_bound(rewriter, Side::Upper, &whole)?;
    rewriter.set_insertion_point(Some(InsertionPoint::at_start(context, outermost.body(context))));
    let mut rest = outermost.variable(context);
    for (number, at) in band.iter().enumerate().rev() {
        if number + 1 < band.len() {
            rest = combined(rewriter, location, AffineOp::FloorDiv, rest, sizes[number + 1])?;
        }
        let value = match number {
            0 => rest,
            _ => combined(rewriter, location, AffineOp::Mod, rest, sizes[number])?,
        };
        let inside = innermost.0;
        rewriter.replace_uses_if(at.variable(context), value, |context, at| {
            let user = at.owner(context);
            user != inside && user.is_inside(context, inside)
        });
    }
    rewriter.set_insertion_point(None);
    let second: Op = band[1].0;
    for op in innermost.body_ops(context) {
        rewriter.move_op_before(op, second);
    }
    rewriter.erase_op(second);
    Some(())
}
