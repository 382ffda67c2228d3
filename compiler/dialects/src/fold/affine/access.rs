//! Reads and writes of memory at the results of maps, and bounds of parallel loops: maps of what computes their values.

use tvmlike_ir::{AttributeKind, Context, Folded, Folding, Op, Rewriter, Value};

use super::variables::simplify;
use crate::applied_map::AppliedMap;

/// An operation's map of what computes its last operands, without operands that it does not need.
///
/// Other operations than accesses have no operands before those of the map.
pub(super) fn simplify_map(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let name = context.identifier("map");
    let AttributeKind::AffineMap(map) = op.property(context, name)?.kind(context) else {
        return None;
    };
    let mut operands: Vec<Value> = op.operands(context).collect();
    let count = (map.num_dims(context) + map.num_symbols(context)) as usize;
    let applied = operands.split_off(operands.len().checked_sub(count)?);
    let old = AppliedMap::new(context, map, &applied)?;
    let mut new = old.composed(context)?;
    simplify(context, &mut new)?;
    if new == old {
        return None;
    }
    let map = context.affine_map_attribute(new.map(context)?);
    operands.extend(new.operands());
    rewriter.modify(op, |edit| {
        op.set_operands(edit, &operands);
        op.set_property(edit, name, map);
        // As MLIR, which makes another operation.
        op.set_attributes(edit, None);
    });
    Some(())
}

/// A bound of a parallel loop: its map, and how many operands it has.
fn bound(context: &Context, op: Op, name: &str, operands: &[Value]) -> Option<(AppliedMap, usize)> {
    let AttributeKind::AffineMap(map) = op.property(context, context.identifier(name))?.kind(context) else {
        return None;
    };
    let count = (map.num_dims(context) + map.num_symbols(context)) as usize;
    Some((AppliedMap::new(context, map, operands.get(..count)?)?, count))
}

/// `parallel`: bounds of what computes their values.
pub(super) fn simplify_bounds(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    const NAMES: [&str; 2] = ["lowerBoundsMap", "upperBoundsMap"];
    let (context, op) = (folding.context(), folding.op());
    let all: Vec<Value> = op.operands(context).collect();
    let mut rest = &all[..];
    let (mut operands, mut maps) = (Vec::new(), Vec::new());
    for name in NAMES {
        let (old, count) = bound(context, op, name, rest)?;
        rest = &rest[count..];
        let new = old.composed(context)?;
        operands.extend(new.operands());
        maps.push(context.affine_map_attribute(new.map(context)?));
    }
    let old_maps = NAMES.map(|name| op.property(context, context.identifier(name)));
    if operands == all && maps.iter().zip(old_maps).all(|(new, old)| old == Some(*new)) {
        return None;
    }
    let edit = folding.edit();
    op.set_operands(edit, &operands);
    for (name, map) in NAMES.into_iter().zip(maps) {
        op.set_property(edit, context.identifier(name), map);
    }
    Some(Folded::InPlace)
}
