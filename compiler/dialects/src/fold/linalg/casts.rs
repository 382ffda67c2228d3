//! Casts of operands and results of structured operations, and sizes of operands that others tell.

use std::collections::HashMap;

use tvmlike_ir::{
    AffineExprKind, AffineMap, Context, DYNAMIC, InsertionPoint, Op, Rewriter, TypeKind, Value,
};

use super::super::rewrite::defined_by;
use super::super::tensor::types::{Ranked, before_cast, cast, keeps_sizes};
use super::{inputs, like, replace, result_types};
use crate::structured::indexing_maps;

/// Operands that are cast, and were more static before.
pub(super) fn after(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let inputs = inputs(context, op)?;
    let old: Vec<Value> = op.operands(context).collect();
    let new: Vec<Value> = old
        .iter()
        .map(|value| before_cast(context, *value).unwrap_or(*value))
        .collect();
    if old == new {
        return None;
    }
    let types = result_types(context, &new[inputs..]);
    if types.len() != op.num_results(context) {
        return None;
    }
    let made = like(rewriter, op, &new, &types);
    replace(rewriter, op, made)
}

/// A cast of a result to a more static type: the output is cast instead.
pub(super) fn before(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let source = op.operand(context, 0)?;
    let ty = op.result(context, 0)?.ty(context);
    let made = source.defining_op(context)?;
    let inputs = inputs(context, made)?;
    if !keeps_sizes(context, source.ty(context), ty) || source.ty(context) == ty {
        return None;
    }
    if made.block(context) != op.block(context) {
        return None;
    }
    let number = made.results(context).position(|result| result == source)?;
    let mut operands: Vec<Value> = made.operands(context).collect();
    let place = InsertionPoint::before(context, made)?;
    let new = rewriter.at(Some(place), |rewriter| {
        let output = operands.get_mut(inputs + number)?;
        *output = cast(rewriter, made, *output, ty)?;
        let types = result_types(context, &operands[inputs..]);
        let new = like(rewriter, made, &operands, &types);
        let results: Vec<Value> = new.results(context).collect();
        let mut old = results.clone();
        old[number] = cast(rewriter, made, old[number], source.ty(context))?;
        rewriter.replace_op(made, &old);
        Some(results[number])
    })?;
    rewriter.replace_op(op, &[new]);
    Some(())
}

/// The dimension that a result of a map is.
fn dim(context: &Context, map: AffineMap, index: usize) -> Option<u32> {
    match map.results(context).iter().nth(index)?.kind(context) {
        AffineExprKind::Dim(dim) => Some(dim),
        _ => None,
    }
}

/// The static sizes of loops that the operands tell. That of a cast from a static type is as good as that type.
fn known_sizes(context: &Context, operands: &[Value], maps: &[AffineMap]) -> HashMap<u32, i64> {
    let mut known = HashMap::new();
    for (value, map) in operands.iter().zip(maps) {
        let Some(own) = Ranked::of(context, value.ty(context)) else {
            continue;
        };
        let before = defined_by(context, *value, "tensor.cast").and_then(|cast| cast.operand(context, 0));
        let before = before.and_then(|before| Ranked::of(context, before.ty(context)));
        let is_static = |from: &Ranked| !from.shape.contains(&DYNAMIC);
        let shape = before
            .filter(is_static)
            .map_or_else(|| own.shape.clone(), |from| from.shape);
        for (index, (size, own)) in shape.iter().zip(&own.shape).enumerate() {
            if let Some(dim) = dim(context, *map, index).filter(|_| *own != DYNAMIC) {
                known.entry(dim).or_insert(*size);
            }
        }
    }
    known
}

/// Operands with dynamic sizes that other operands tell.
pub(super) fn infer(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let inputs = inputs(context, op)?;
    let mut operands: Vec<Value> = op.operands(context).collect();
    let is_buffer = |value: &Value| {
        let kind = value.ty(context).kind(context);
        matches!(kind, TypeKind::MemRef { .. } | TypeKind::UnrankedMemRef { .. })
    };
    let is_open = |value: &Value| {
        let ranked = Ranked::of(context, value.ty(context));
        ranked.is_some_and(|ranked| ranked.shape.contains(&DYNAMIC))
    };
    if operands.iter().any(is_buffer) || !operands.iter().any(is_open) {
        return None;
    }
    let maps = indexing_maps(context, op)?;
    if maps
        .iter()
        .any(|map| !map.is_projected_permutation(context, false))
    {
        return None;
    }
    let known = known_sizes(context, &operands, &maps);
    let mut changes = Vec::new();
    for (number, (value, map)) in operands.iter().zip(&maps).enumerate() {
        let Some(ranked) = Ranked::of(context, value.ty(context)) else {
            continue;
        };
        let mut shape = ranked.shape.clone();
        for (index, size) in shape.iter_mut().enumerate().filter(|(_, size)| **size == DYNAMIC) {
            let dim = dim(context, *map, index);
            *size = dim.and_then(|dim| known.get(&dim).copied()).unwrap_or(*size);
        }
        if shape != ranked.shape {
            changes.push((number, ranked.with_shape(context, &shape)?));
        }
    }
    if changes.is_empty() {
        return None;
    }
    for (number, ty) in changes {
        operands[number] = cast(rewriter, op, operands[number], ty)?;
    }
    let types = result_types(context, &operands[inputs..]);
    let made = like(rewriter, op, &operands, &types);
    replace(rewriter, op, made)
}
