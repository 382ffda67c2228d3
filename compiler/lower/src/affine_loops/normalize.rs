//! Loops from 0 by steps of 1.

use tvmlike_dialects::AppliedMap;
use tvmlike_ir::{
    AffineExpr, AffineOp, Attribute, AttributeKind, Context, InsertionPoint, Op, Rewriter, Value,
};

use super::nest::{AffineFor, Side, apply, constant_map, difference};
use super::promote::promote;
use crate::make::{integer, property};
use crate::number;

/// Normalizes an `affine.for`. `None`: its lower bound has several results.
pub(crate) fn normalize_for(
    rewriter: &mut Rewriter<'_, '_>,
    at: AffineFor,
    promotes_single: bool,
) -> Option<()> {
    let context = rewriter.context();
    if promotes_single && promote(rewriter, at) {
        return Some(());
    }
    let step = at.step(context);
    if at.constant_bound(context, Side::Lower) == Some(0) && step == 1 {
        return Some(());
    }
    let lower = at.bound(context, Side::Lower);
    let [first] = lower.results[..] else {
        return None;
    };
    let upper = at.bound(context, Side::Upper);
    let padded = AppliedMap {
        results: vec![first; upper.results.len()],
        ..lower.clone()
    };
    let mut count = difference(context, &upper, &padded)?;
    count.canonicalize(context)?;
    for result in &mut count.results {
        *result = context
            .affine_binary(AffineOp::CeilDiv, *result, context.affine_constant(step))
            .ok()?;
    }
    at.set_bound(rewriter, Side::Upper, &count)?;
    at.set_bound(rewriter, Side::Lower, &constant_map(context, 0))?;
    at.set_step(rewriter, 1);
    let variable = at.variable(context);
    let negated = context
        .affine_binary(AffineOp::Mul, context.affine_dim(0), context.affine_constant(-1))
        .ok()?;
    let scaled = AppliedMap {
        results: vec![
            context
                .affine_binary(AffineOp::Mul, negated, context.affine_constant(step))
                .ok()?,
        ],
        dims: vec![variable],
        symbols: Vec::new(),
    };
    let mut old = difference(context, &lower, &scaled)?;
    old.canonicalize(context)?;
    use_instead(rewriter, at.0, variable, &old)
}

/// Makes a map at the start of the body, and uses its value in the place of the variable.
fn use_instead(rewriter: &mut Rewriter<'_, '_>, op: Op, variable: Value, map: &AppliedMap) -> Option<()> {
    let context = rewriter.context();
    let body = variable.parent_block(context)?;
    let place = rewriter
        .insertion_point()
        .unwrap_or_else(|| InsertionPoint::at_start(context, body));
    let value = rewriter.at(Some(place), |rewriter| apply(rewriter, op.location(context), map))?;
    let made = value.defining_op(context)?;
    rewriter.replace_uses_if(variable, value, |context, at| at.owner(context) != made);
    Some(())
}

/// The bounds of an `affine.parallel` by the name of its map; the operands of the upper bounds are behind those of the lower ones.
fn parallel_bound(context: &Context, op: Op, name: &str, operands: &[Value]) -> Option<AppliedMap> {
    let AttributeKind::AffineMap(map) = property(context, op, name)?.kind(context) else {
        return None;
    };
    AppliedMap::new(context, map, operands)
}

fn lower_operands(context: &Context, op: Op) -> Option<usize> {
    let AttributeKind::AffineMap(map) = property(context, op, "lowerBoundsMap")?.kind(context) else {
        return None;
    };
    Some(map.num_inputs(context))
}

/// The steps of an `affine.parallel`.
fn steps(context: &Context, op: Op) -> Option<Vec<i64>> {
    let AttributeKind::Array(steps) = property(context, op, "steps")?.kind(context) else {
        return None;
    };
    steps.iter().map(|step| number::of(context, step)).collect()
}

/// Normalizes an `affine.parallel`. `None`: a bound is a minimum or maximum.
pub(crate) fn normalize_parallel(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let operands: Vec<Value> = op.operands(context).collect();
    let (own, others) = operands.split_at_checked(lower_operands(context, op)?)?;
    let lower = parallel_bound(context, op, "lowerBoundsMap", own)?;
    let upper = parallel_bound(context, op, "upperBoundsMap", others)?;
    let steps = steps(context, op)?;
    if [&lower, &upper]
        .iter()
        .any(|bound| bound.results.len() != steps.len())
    {
        return None;
    }
    let zero = context.affine_constant(0);
    if steps.iter().all(|step| *step == 1) && lower.results.iter().all(|expr| *expr == zero) {
        return Some(());
    }
    let mut range = difference(context, &upper, &lower)?;
    let body = op.region(context, 0)?.first_block(context)?;
    let binary = |op, lhs, rhs: i64| context.affine_binary(op, lhs, context.affine_constant(rhs)).ok();
    rewriter.set_insertion_point(Some(InsertionPoint::at_start(context, body)));
    for (number, step) in steps.iter().enumerate() {
        range.results[number] = binary(AffineOp::CeilDiv, range.results[number], *step)?;
        let variable = body.argument(context, number)?;
        let dim = context.affine_dim(lower.dims.len() as u32);
        let scaled = binary(AffineOp::Mul, dim, *step)?;
        let old = AppliedMap {
            results: vec![
                context
                    .affine_binary(AffineOp::Add, lower.results[number], scaled)
                    .ok()?,
            ],
            dims: [&lower.dims[..], &[variable]].concat(),
            symbols: lower.symbols.clone(),
        };
        use_instead(rewriter, op, variable, &old)?;
    }
    rewriter.set_insertion_point(None);
    set_parallel_bounds(rewriter, op, steps.len(), &range)
}

/// Makes an `affine.parallel` run from 0 by steps of 1 to these bounds.
fn set_parallel_bounds(
    rewriter: &mut Rewriter<'_, '_>,
    op: Op,
    count: usize,
    upper: &AppliedMap,
) -> Option<()> {
    let context = rewriter.context();
    let zeros: Vec<AffineExpr> = vec![context.affine_constant(0); count];
    let lower = context.affine_map_attribute(context.affine_map(0, 0, &zeros).ok()?);
    let map = context.affine_map_attribute(upper.map(context)?);
    let ones: Vec<Attribute> = vec![integer(context, context.i64(), 1); count];
    let steps = context.array_attribute(&ones);
    let operands = upper.operands();
    rewriter.modify(op, |edit| {
        for (name, value) in [
            ("lowerBoundsMap", lower),
            ("upperBoundsMap", map),
            ("steps", steps),
        ] {
            op.set_property(edit, context.identifier(name), value);
        }
        op.set_operands(edit, &operands);
    });
    Some(())
}
