//! Reads and writes of memory at the results of maps, and bounds of parallel loops: maps of what computes their values.

use tvmlike_ir::{Attribute, AttributeKind, Context, Dims, Folded, Folding, Op, Rewriter, Value};

use super::super::memref::skip_casts;
use super::super::rewrite::defined_by;
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

/// `load`: of a memref before it was cast; of a constant global, if all its elements are the same or the indices are known.
pub(super) fn load(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    if let Some(folded) = skip_casts(folding) {
        return Some(folded);
    }
    let (context, op) = (folding.context(), folding.op());
    let property = |op: Op, name: &str| op.property(context, context.identifier(name));
    let memory = defined_by(context, folding.operand(0), "memref.get_global")?;
    let global = memory.lookup_nearest_symbol(context, property(memory, "name")?)?;
    if !global.is_named(context, "memref.global") || property(global, "constant").is_none() {
        return None;
    }
    let AttributeKind::DenseElements(elements) = property(global, "initial_value")?.kind(context) else {
        return None;
    };
    let position = match elements.is_splat() {
        true => 0,
        false => position(context, property(op, "map")?, elements.ty().shape(context)?)?,
    };
    let element = elements.get(context, position)?;
    let element = element.to_attribute(context, folding.result_type()).ok()?;
    Some(element.into())
}

/// The place among the elements of a shape to which a map without inputs leads. `None`: it is not known, or outside.
fn position(context: &Context, map: Attribute, shape: Dims<'_>) -> Option<usize> {
    let AttributeKind::AffineMap(map) = map.kind(context) else {
        return None;
    };
    let indices = map.results(context);
    shape
        .iter()
        .zip(indices.iter())
        .try_fold(0_usize, |position, (size, index)| {
            let index = index
                .constant(context)
                .filter(|index| (0..size).contains(index))?;
            let size = usize::try_from(size).ok()?;
            position
                .checked_mul(size)?
                .checked_add(usize::try_from(index).ok()?)
        })
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
