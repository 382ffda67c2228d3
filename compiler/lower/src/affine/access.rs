//! Loads, stores and prefetches.

use tvmlike_ir::{Attribute, Op, Type, Value};
use tvmlike_transform::{ConversionRewriter, ConvertedOperands};

use super::expand::expand_map;
use crate::make::{Make, property};

/// Replaces an access: its operands before the indices stay, the indices are the results of its map.
fn replace(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    name: &str,
    kept: usize,
    properties: &[&'static str],
) -> Option<()> {
    let context = rewriter.context();
    let location = op.location(context);
    let operands: Vec<Value> = op.operands(context).collect();
    let (kept, indices) = operands.split_at_checked(kept)?;
    let indices = expand_map(rewriter, location, property(context, op, "map")?, indices)?;
    let all: Vec<Value> = kept.iter().copied().chain(indices).collect();
    let types: Vec<Type> = op.results(context).map(|result| result.ty(context)).collect();
    let properties: Vec<(&str, Attribute)> = properties
        .iter()
        .filter_map(|name| Some((*name, property(context, op, name)?)))
        .collect();
    let new = Make::new(name, &all, &types)
        .with(&properties)
        .at(rewriter, location);
    rewriter.replace_op_with(op, new);
    Some(())
}

pub(super) fn load(rewriter: &mut ConversionRewriter<'_, '_>, op: Op, _: &ConvertedOperands) -> Option<()> {
    replace(rewriter, op, "memref.load", 1, &[])
}

pub(super) fn store(rewriter: &mut ConversionRewriter<'_, '_>, op: Op, _: &ConvertedOperands) -> Option<()> {
    replace(rewriter, op, "memref.store", 2, &[])
}

pub(super) fn prefetch(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    _: &ConvertedOperands,
) -> Option<()> {
    let properties = ["isWrite", "localityHint", "isDataCache"];
    replace(rewriter, op, "memref.prefetch", 1, &properties)
}

pub(super) fn vector_load(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    _: &ConvertedOperands,
) -> Option<()> {
    replace(rewriter, op, "vector.load", 1, &[])
}

pub(super) fn vector_store(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    _: &ConvertedOperands,
) -> Option<()> {
    replace(rewriter, op, "vector.store", 2, &[])
}
