//! The values of maps: of one result, and the least or greatest of several.

use tvmlike_ir::{Attribute, Location, Op, Value};
use tvmlike_transform::{ConversionRewriter, ConvertedOperands};

use super::expand::{expand_map, expand_results};
use crate::make::{Make, property};

/// The operation that reduces the results of a map to one.
pub(super) const GREATEST: &str = "arith.maxsi";
/// As [`GREATEST`].
pub(super) const LEAST: &str = "arith.minsi";

/// The results of a map, reduced by an operation.
pub(super) fn reduced(
    rewriter: &mut ConversionRewriter<'_, '_>,
    location: Location,
    map: Attribute,
    operands: &[Value],
    by: &str,
) -> Option<Value> {
    let index = rewriter.context().index_type();
    let values = expand_map(rewriter, location, map, operands)?;
    values
        .into_iter()
        .reduce(|first, second| Make::new(by, &[first, second], &[index]).value(rewriter, location))
}

fn replace(rewriter: &mut ConversionRewriter<'_, '_>, op: Op, by: &str) -> Option<()> {
    let context = rewriter.context();
    let operands: Vec<Value> = op.operands(context).collect();
    let map = property(context, op, "map")?;
    let value = reduced(rewriter, op.location(context), map, &operands, by)?;
    rewriter.replace_op(op, &[value]);
    Some(())
}

pub(super) fn apply(rewriter: &mut ConversionRewriter<'_, '_>, op: Op, _: &ConvertedOperands) -> Option<()> {
    replace(rewriter, op, GREATEST)
}

/// The same, with shifts and masks for divisions by powers of two.
pub(super) fn apply_by_shifts(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    _: &ConvertedOperands,
) -> Option<()> {
    let context = rewriter.context();
    let operands: Vec<Value> = op.operands(context).collect();
    let map = property(context, op, "map")?;
    let values = expand_results(rewriter, op.location(context), map, &operands, true)?;
    rewriter.replace_op(op, &values);
    Some(())
}

pub(super) fn max(rewriter: &mut ConversionRewriter<'_, '_>, op: Op, _: &ConvertedOperands) -> Option<()> {
    replace(rewriter, op, GREATEST)
}

pub(super) fn min(rewriter: &mut ConversionRewriter<'_, '_>, op: Op, _: &ConvertedOperands) -> Option<()> {
    replace(rewriter, op, LEAST)
}
