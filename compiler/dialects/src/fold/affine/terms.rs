//! Patterns of `affine.min` and `affine.max`: the results of their maps without repetitions, in order, and those of others.

use tvmlike_ir::{AffineExpr, AffineExprKind, AffineOp, Context, Op, Rewriter};

use super::super::rewrite::Make;
use crate::applied_map::AppliedMap;

/// So many parts of an expression are looked at.
const MOST_PARTS: usize = 4096;

/// Replaces an operation by one that applies another map.
fn replace(rewriter: &mut Rewriter<'_, '_>, op: Op, name: &[u8], new: &AppliedMap) -> Option<()> {
    let context = rewriter.context();
    let map = context.affine_map_attribute(new.map(context)?);
    let name = std::str::from_utf8(name).ok()?;
    Make::new(name, &new.operands(), &[context.index_type()])
        .with(&[("map", map)])
        .replace(rewriter, op)
}

/// The only result is the least and the greatest one.
pub(super) fn apply_single(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let own = AppliedMap::of(rewriter.context(), op)?;
    (own.results.len() == 1).then(|| replace(rewriter, op, b"affine.apply", &own))?
}

/// Each result once.
pub(super) fn drop_repeated(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let mut own = AppliedMap::of(context, op)?;
    let mut seen = std::collections::HashSet::new();
    let count = own.results.len();
    own.results.retain(|result| seen.insert(*result));
    (own.results.len() < count).then(|| replace(rewriter, op, op.name(context).bytes(context), &own))?
}

/// Results that are the least of others, in the least of all: these others; the same for the greatest.
pub(super) fn merge(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let mut own = AppliedMap::of(context, op)?;
    let (mut kept, mut inner) = (Vec::new(), Vec::new());
    for result in &own.results {
        let value = match result.kind(context) {
            AffineExprKind::Dim(dim) => own.dims.get(dim as usize),
            AffineExprKind::Symbol(symbol) => own.symbols.get(symbol as usize),
            _ => None,
        };
        let made_by = value.and_then(|value| value.defining_op(context));
        match made_by.filter(|made_by| made_by.name(context) == op.name(context)) {
            Some(made_by) => inner.push(made_by),
            None => kept.push(*result),
        }
    }
    if inner.is_empty() {
        return None;
    }
    own.results = kept;
    for op in inner {
        let other = AppliedMap::of(context, op)?;
        let [dims, symbols] = [&other.dims, &other.symbols].map(|values| values.len() as u32);
        let [own_dims, own_symbols] = [&own.dims, &own.symbols].map(|values| values.len() as u32);
        for result in &other.results {
            let moved = result
                .shift_dims(context, dims, own_dims, 0)
                .and_then(|result| result.shift_symbols(context, symbols, own_symbols, 0));
            own.results.push(moved.ok()?);
        }
        own.dims.extend(&other.dims);
        own.symbols.extend(&other.symbols);
    }
    replace(rewriter, op, op.name(context).bytes(context), &own)
}

/// The factors of the dimensions and symbols of a sum, and its constant part. `None`: the expression is no such sum.
fn factors(context: &Context, of: AffineExpr, dims: usize, symbols: usize) -> Option<Vec<i64>> {
    let mut row = vec![0_i64; dims + symbols + 1];
    let mut open = vec![(of, 1_i64)];
    for _ in 0..MOST_PARTS {
        let Some((expr, factor)) = open.pop() else {
            return Some(row);
        };
        let (column, number) = match expr.kind(context) {
            AffineExprKind::Dim(dim) => (dim as usize, 1),
            AffineExprKind::Symbol(symbol) => (dims + symbol as usize, 1),
            AffineExprKind::Constant(number) => (dims + symbols, number),
            AffineExprKind::Binary { op, lhs, rhs } => {
                match (op, rhs.constant(context)) {
                    (AffineOp::Add, _) => open.extend([(lhs, factor), (rhs, factor)]),
                    (AffineOp::Mul, Some(number)) => open.push((lhs, factor.checked_mul(number)?)),
                    _ => return None,
                }
                continue;
            }
        };
        let cell = row.get_mut(column)?;
        *cell = cell.checked_add(factor.checked_mul(number)?)?;
    }
    None
}

/// Results that are sums, in the order of their factors.
pub(super) fn sort(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let mut own = AppliedMap::of(context, op)?;
    let (dims, symbols) = (own.dims.len(), own.symbols.len());
    let mut rows = Vec::new();
    for result in &own.results {
        rows.push((factors(context, *result, dims, symbols)?, *result));
    }
    if rows.is_sorted_by(|(one, _), (other, _)| one <= other) {
        return None;
    }
    rows.sort_by(|(one, _), (other, _)| one.cmp(other));
    own.results = rows.into_iter().map(|(_, result)| result).collect();
    replace(rewriter, op, op.name(context).bytes(context), &own)
}
