//! The one result that `affine.min` or `affine.max` must be.

use tvmlike_dialects::AppliedMap;
use tvmlike_ir::{AffineExpr, AffineOp, Context, Op, Value};

use super::values::{Bound, Constraints};

/// Expressions with the dimensions and symbols of constraints in the place of those of an operation. Values that the constraints do
/// not have become symbols of them.
fn align(context: &Context, constraints: &mut Constraints, map: &AppliedMap) -> Option<Vec<AffineExpr>> {
    let known = constraints.symbols.len();
    let mut name = |value: &Value| {
        let is_value = |each: &Option<Value>| *each == Some(*value);
        if let Some(dim) = constraints.dims.iter().position(is_value) {
            return context.affine_dim(dim as u32);
        }
        let symbol = constraints.symbols[..known].iter().position(is_value);
        let symbol = symbol.unwrap_or_else(|| constraints.add_symbol(Some(*value)));
        context.affine_symbol(symbol as u32)
    };
    let dims: Vec<AffineExpr> = map.dims.iter().map(&mut name).collect();
    let symbols: Vec<AffineExpr> = map.symbols.iter().map(&mut name).collect();
    let results = map.results.iter();
    results
        .map(|result| result.replace_inputs(context, &dims, &symbols).ok())
        .collect()
}

fn plus(context: &Context, expr: AffineExpr, number: i64) -> Option<AffineExpr> {
    context
        .affine_binary(AffineOp::Add, expr, context.affine_constant(number))
        .ok()
}

/// The map that gives what a minimum or maximum is, of values for which the constraints hold. `None`: no bound of the results is
/// known to be reached.
pub(crate) fn simplify_min_max(
    context: &Context,
    op: Op,
    mut constraints: Constraints,
) -> Option<AppliedMap> {
    let is_min = op.is_named(context, "affine.min");
    let map = AppliedMap::of(context, op)?;
    let count = map.results.len();
    let result = constraints.add_dim(None);
    let bound = constraints.add_dim(None);
    let first = constraints.dims.len();
    for _ in 0..count {
        constraints.add_dim(None);
    }
    let exprs = align(context, &mut constraints, &map)?;
    if is_min {
        let above: Option<Vec<AffineExpr>> = exprs.iter().map(|expr| plus(context, *expr, 1)).collect();
        constraints.add_bound(context, Bound::Upper, result, &above?)?;
    } else {
        constraints.add_bound(context, Bound::Lower, result, &exprs)?;
    }
    let slice = constraints.slice(context, result)?;
    let [expr] = if is_min { &slice.upper } else { &slice.lower }[..] else {
        return None;
    };
    let expr = if is_min { plus(context, expr, -1)? } else { expr };
    // The dimension of the result comes back.
    let dims = constraints.dims.len() as u32;
    let expr = expr.shift_dims(context, dims - 1, 1, result as u32).ok()?;
    constraints.add_bound(context, Bound::Equal, bound, &[expr])?;
    if constraints.system.is_empty()? {
        return None;
    }
    for index in 0..count {
        let mut case = constraints.clone();
        let own = AppliedMap {
            results: vec![map.results[index]],
            ..map.clone()
        };
        let own = align(context, &mut case, &own)?;
        case.add_bound(context, Bound::Equal, first + index, &own)?;
        let sign = if is_min { 1 } else { -1 };
        case.add_inequality(&[(bound, sign), (first + index, -sign)], &[], -1);
        if !case.system.is_empty()? {
            return None;
        }
    }
    applied(context, &constraints, expr)
}

/// An expression of the dimensions and symbols of constraints, applied to their values.
fn applied(context: &Context, constraints: &Constraints, expr: AffineExpr) -> Option<AppliedMap> {
    let mut values = Vec::new();
    let mut names = Vec::new();
    let variables = constraints.dims.iter().chain(&constraints.symbols);
    for (column, value) in variables.enumerate() {
        let is_dim = column < constraints.dims.len();
        let position = if is_dim {
            column
        } else {
            column - constraints.dims.len()
        } as u32;
        let is_used = match is_dim {
            true => expr.uses_dim(context, position),
            false => expr.uses_symbol(context, position),
        };
        if !is_used {
            names.push(context.affine_constant(0));
            continue;
        }
        let is_constant = value.is_some_and(|value| value.constant_value(context).is_some());
        let number = if is_constant {
            None
        } else {
            constraints.equal_to(column)?
        };
        names.push(match number {
            Some(number) => context.affine_constant(number),
            None => {
                let position = values.iter().filter(|(_, of_dim)| *of_dim == is_dim).count() as u32;
                values.push(((*value)?, is_dim));
                match is_dim {
                    true => context.affine_dim(position),
                    false => context.affine_symbol(position),
                }
            }
        });
    }
    let (dims, symbols) = names.split_at(constraints.dims.len());
    let expr = expr.replace_inputs(context, dims, symbols).ok()?;
    let of = |wanted: bool| {
        let chosen = values.iter().filter(move |(_, is_dim)| *is_dim == wanted);
        chosen.map(|(value, _)| *value).collect()
    };
    let mut map = AppliedMap {
        results: vec![expr],
        dims: of(true),
        symbols: of(false),
    };
    map.canonicalize(context)?;
    Some(map)
}
