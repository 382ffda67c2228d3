//! Loops over whole tiles beside those over the parts at the edges.

use tvmlike_dialects::AppliedMap;
use tvmlike_ir::{Context, InsertionPoint, Mapping, NamedAttribute, OpState, Rewriter, Value};

use super::nest::{AffineFor, Side};
use super::space::{add_loop, space};
use crate::constraints::Constraints;
use crate::make::Make;

/// What is known of the variables of loops.
fn index_set(context: &Context, loops: &[AffineFor]) -> Option<Constraints> {
    let dims: Vec<Option<Value>> = loops.iter().map(|at| Some(at.variable(context))).collect();
    let mut set = space(&dims, &[]);
    for at in loops {
        add_loop(context, &mut set, *at)?;
    }
    Some(set)
}

/// Makes a choice of the loops over a tile: whether it is whole, for which it gets loops of its own. `None`: the sizes of tiles are not
/// known, or a step is not 1.
pub(crate) fn separate(rewriter: &mut Rewriter<'_, '_>, nest: &[AffineFor]) -> Option<()> {
    let context = rewriter.context();
    let (root, last) = (nest.first()?.0, nest.last()?);
    if nest.iter().any(|at| at.step(context) != 1) {
        return None;
    }
    let bounds: Vec<[AppliedMap; 2]> = nest
        .iter()
        .map(|at| index_set(context, &[*at])?.tile_bounds(context))
        .collect::<Option<_>>()?;
    let (set, operands) = index_set(context, nest)?.full_tiles(context, nest.len())?;
    let location = root.location(context);
    let mut regions = Vec::new();
    for _ in 0..2 {
        let edit = rewriter.edit();
        let region = edit.create_region();
        let block = edit.create_block(&[]);
        region.append(edit, block).ok()?;
        rewriter.at(Some(InsertionPoint::at_end(block)), |rewriter| {
            Make::new("affine.yield", &[], &[]).at(rewriter, location)
        });
        regions.push(Some(region));
    }
    let condition = NamedAttribute {
        name: context.identifier("condition"),
        value: context.integer_set_attribute(set),
    };
    let properties = context.dictionary_attribute(&[condition]).ok();
    let state = OpState {
        operands: &operands.operands(),
        properties,
        regions: &regions,
        ..OpState::new(context.identifier("affine.if"), location)
    };
    rewriter.set_before(root);
    let made = rewriter.create(&state);
    let mut ends = made
        .regions(context)
        .map(|region| region.first_block(context)?.last_op(context));
    let (then, other) = (ends.next()??, ends.next()??);
    rewriter.set_before(then);
    let mut mapping = Mapping::new();
    for (at, [lower, upper]) in nest.iter().zip(&bounds) {
        let made = AffineFor::make(rewriter, at.0.location(context));
        for (side, bound) in [(Side::Lower, lower), (Side::Upper, upper)] {
            let mut bound = bound.clone();
            for value in bound.dims.iter_mut().chain(&mut bound.symbols) {
                if let Some(own) = mapping.value(context, *value) {
                    *value = own;
                }
            }
            made.set_bound(rewriter, side, &bound)?;
        }
        mapping.map_value(context, at.variable(context), made.variable(context));
        rewriter.set_before(made.terminator(context));
    }
    for op in last.body_ops(context) {
        rewriter.clone_op(op, &mut mapping);
    }
    rewriter.set_insertion_point(None);
    rewriter.move_op_before(root, other);
    Some(())
}
