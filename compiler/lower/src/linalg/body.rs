//! The computation of one point of the loops: reads of the operands, the operations of the region, writes of the results.

use tvmlike_dialects::StructuredLoops;
use tvmlike_ir::{AffineMap, Context, Location, Mapping, Op, Rewriter, TypeKind, Value};

use super::nest::LoopKind;
use crate::make::{Make, property};
use crate::number;

/// The places that a map selects of the variables of the loops, one `affine.apply` each.
fn places(
    rewriter: &mut Rewriter<'_, '_>,
    location: Location,
    map: AffineMap,
    variables: &[Value],
) -> Option<Vec<Value>> {
    let context = rewriter.context();
    let mut places = Vec::new();
    for expr in map.results(context).iter() {
        // The operands are those variables that the expression uses.
        let (mut kept, mut renumbered) = (Vec::new(), Vec::new());
        for (dim, variable) in variables.iter().enumerate() {
            renumbered.push(context.affine_dim(kept.len() as u32));
            if expr.uses_dim(context, dim as u32) {
                kept.push(*variable);
            }
        }
        let expr = expr.replace_inputs(context, &renumbered, &[]).ok()?;
        let map = context.affine_map(kept.len() as u32, 0, &[expr]).ok()?;
        let place = Make::new("affine.apply", &kept, &[context.index_type()])
            .with(&[("map", context.affine_map_attribute(map))])
            .value(rewriter, location);
        places.push(place);
    }
    Some(places)
}

fn is_memref(context: &Context, value: Value) -> bool {
    matches!(value.ty(context).kind(context), TypeKind::MemRef { .. })
}

/// Reads or writes an element: the name of the operation without its dialect, and the operands before the places.
fn access(
    rewriter: &mut Rewriter<'_, '_>,
    location: Location,
    name: &str,
    first: &[Value],
    places: &[Value],
    kind: LoopKind,
) -> Option<Op> {
    let context = rewriter.context();
    let operands = [first, places].concat();
    let results = match name {
        "load" => vec![first.last()?.ty(context).element_type(context)?],
        _ => Vec::new(),
    };
    let map = context.affine_identity_map(places.len() as u32);
    let map = [("map", context.affine_map_attribute(map))];
    let (name, properties) = match kind {
        LoopKind::Scf | LoopKind::Parallel => (format!("memref.{name}"), &map[..0]),
        LoopKind::Affine => (format!("affine.{name}"), &map[..]),
    };
    let made = Make::new(&name, &operands, &results).with(properties);
    Some(made.at(rewriter, location))
}

/// Makes the computation at the place of the rewriter. `indices` gets the operations that return variables of the loops.
pub(super) fn make_point(
    rewriter: &mut Rewriter<'_, '_>,
    op: Op,
    loops: &StructuredLoops,
    variables: &[Value],
    kind: LoopKind,
    indices: &mut Vec<(Op, Value)>,
) -> Option<()> {
    let context = rewriter.context();
    let location = op.location(context);
    let operands: Vec<Value> = op.operands(context).collect();
    let mut elements = Vec::new();
    for (operand, map) in operands.iter().zip(&loops.maps) {
        if !is_memref(context, *operand) {
            elements.push(*operand);
            continue;
        }
        let places = places(rewriter, location, *map, variables)?;
        let load = access(rewriter, location, "load", &[*operand], &places, kind)?;
        elements.push(load.result(context, 0)?);
    }
    let mut targets = Vec::new();
    for (operand, map) in operands.iter().zip(&loops.maps).skip(loops.inputs) {
        targets.push((*operand, places(rewriter, location, *map, variables)?));
    }
    let block = op.region(context, 0)?.first_block(context)?;
    let mut mapping = Mapping::new();
    for (argument, element) in block.arguments(context).zip(elements) {
        mapping.map_value(context, argument, element);
    }
    let end = block.last_op(context)?;
    let computation: Vec<Op> = block.operations(context).filter(|each| *each != end).collect();
    for each in computation {
        let copy = rewriter.clone_op(each, &mut mapping);
        if copy.is_named(context, "linalg.index") {
            let dim = number::of(context, property(context, copy, "dim")?)?;
            indices.push((copy, *variables.get(usize::try_from(dim).ok()?)?));
        }
    }
    for (value, (target, places)) in end.operands(context).zip(&targets) {
        let value = mapping.value(context, value).unwrap_or(value);
        access(rewriter, location, "store", &[value, *target], places, kind)?;
    }
    Some(())
}

/// Whether an operation has operands in memory, and none that are tensors.
pub(super) fn is_on_buffers(context: &Context, op: Op) -> bool {
    let mut has_memref = false;
    for operand in op.operands(context) {
        match operand.ty(context).kind(context) {
            TypeKind::MemRef { .. } => has_memref = true,
            TypeKind::RankedTensor { .. } | TypeKind::UnrankedTensor { .. } => return false,
            _ => {}
        }
    }
    has_memref
}
