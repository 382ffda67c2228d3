//! The copy of one region to fast memory, or back.

use tvmlike_dialects::AppliedMap;
use tvmlike_ir::{
    AffineExpr, AffineOp, Context, InsertionPoint, Location, NamedAttribute, Op, Rewriter, TypeKind, Value,
};

use super::super::fusion::{Extents, element_size};
use super::super::nest::{AffineFor, Side, apply, compose};
use super::range::{Copied, Operations, Places};
use super::{FastMemory, Made};
use crate::make::{Make, has_trait, index_constant, integer};
use crate::memref::is_identity;
use crate::memref_layouts::{Remapped, accessed, rewrite};

fn minus(context: &Context, lhs: AffineExpr, rhs: AffineExpr) -> Option<AffineExpr> {
    let negated = context
        .affine_binary(AffineOp::Mul, rhs, context.affine_constant(-1))
        .ok()?;
    context.affine_binary(AffineOp::Add, lhs, negated).ok()
}

/// Makes a constant at the start of the function, before the operation that is there.
fn constant_at(
    rewriter: &mut Rewriter<'_, '_>,
    place: InsertionPoint,
    location: Location,
    number: i64,
) -> Value {
    rewriter.at(Some(place), |rewriter| index_constant(rewriter, location, number))
}

/// What is copied between.
struct Sides<'s> {
    slow: Value,
    fast: Value,
    parameters: &'s [Value],
    /// The first index of each dimension.
    first: &'s [AffineExpr],
    location: Location,
    is_out: bool,
}

/// Makes loops that copy element by element. The outermost one.
fn copy_by_element(
    rewriter: &mut Rewriter<'_, '_>,
    before: Op,
    sides: &[[Vec<AffineExpr>; 2]],
    of: &Sides<'_>,
) -> Option<Op> {
    let context = rewriter.context();
    let mut place = InsertionPoint::before(context, before)?;
    let mut root = None;
    let (mut exprs, mut operands, mut indices) = (Vec::new(), Vec::new(), Vec::new());
    let mut offsets = Vec::new();
    for (dim, bounds) in sides.iter().enumerate() {
        let made = rewriter.at(Some(place), |rewriter| AffineFor::make(rewriter, of.location));
        for (side, results) in [Side::Lower, Side::Upper].into_iter().zip(bounds) {
            let mut bound = AppliedMap {
                results: results.clone(),
                dims: of.parameters.to_vec(),
                symbols: Vec::new(),
            };
            compose(context, &mut bound)?;
            bound.canonicalize(context)?;
            let mut seen = std::collections::HashSet::new();
            bound.results.retain(|result| seen.insert(*result));
            made.set_bound(rewriter, side, &bound)?;
        }
        root = root.or(Some(made.0));
        place = InsertionPoint::before(context, made.terminator(context))?;
        let offset = AppliedMap {
            results: vec![of.first[dim]],
            dims: of.parameters.to_vec(),
            symbols: Vec::new(),
        };
        let offset = rewriter.at(Some(place), |rewriter| apply(rewriter, of.location, &offset))?;
        let [from, index] = [2 * dim, 2 * dim + 1].map(|dim| context.affine_dim(dim as u32));
        exprs.push(minus(context, index, from)?);
        operands.extend([offset, made.variable(context)]);
        indices.push(made.variable(context));
        offsets.push(offset);
    }
    let mut fast = AppliedMap {
        results: exprs,
        dims: operands,
        symbols: Vec::new(),
    };
    compose(context, &mut fast)?;
    fast.simplify(context)?;
    fast.canonicalize(context)?;
    for offset in offsets {
        if let Some(op) = offset.defining_op(context).filter(|_| !offset.has_uses(context)) {
            rewriter.erase_op(op);
        }
    }
    let slow = AppliedMap {
        results: (0..indices.len())
            .map(|dim| context.affine_dim(dim as u32))
            .collect(),
        dims: indices,
        symbols: Vec::new(),
    };
    let (from, to) = match of.is_out {
        false => ((of.slow, &slow), (of.fast, &fast)),
        true => ((of.fast, &fast), (of.slow, &slow)),
    };
    rewriter.at(Some(place), |rewriter| {
        let element = of.slow.ty(context).element_type(context)?;
        let map = context.affine_map_attribute(from.1.map(context)?);
        let operands = [&[from.0][..], &from.1.operands()].concat();
        let value = Make::new("affine.load", &operands, &[element])
            .with(&[("map", map)])
            .value(rewriter, of.location);
        let map = context.affine_map_attribute(to.1.map(context)?);
        let operands = [&[value, to.0][..], &to.1.operands()].concat();
        Make::new("affine.store", &operands, &[])
            .with(&[("map", map)])
            .at(rewriter, of.location);
        Some(())
    })?;
    root
}

/// The stride, and the number of elements for each, of a copy by DMA. The outer `None`: there are several strides.
fn stride(sizes: &[i64], shape: &[i64]) -> Option<Option<[i64; 2]>> {
    let (mut count, mut stride) = (1_i64, 1_i64);
    let mut found = None;
    for dim in (1..shape.len()).rev() {
        stride = stride.wrapping_mul(sizes[dim]);
        count = count.wrapping_mul(shape[dim]);
        if shape[dim] < sizes[dim] && shape[dim - 1] > 1 && found.replace([stride, count]).is_some() {
            return None;
        }
    }
    Some(found)
}

/// Copies a region in or out, and lets the operations access the copy. How many bytes of fast memory that takes; `None`: it cannot
/// be copied.
pub(super) fn copy(
    rewriter: &mut Rewriter<'_, '_>,
    ops: &mut Operations,
    places: Places,
    copied: &Copied,
    how: &FastMemory,
    buffers: &mut Vec<(Value, Value)>,
    made: &mut Made,
) -> Option<u64> {
    let context = rewriter.context();
    let slow = copied.region.memref;
    let mut parents = std::iter::successors(ops.first.parent_op(context), |op| op.parent_op(context));
    let function = parents.find(|op| has_trait(context, *op, "FunctionOpInterface"))?;
    let entry = function.region(context, 0)?.first_block(context)?;
    let start = InsertionPoint::at_start(context, entry);
    let zero = constant_at(rewriter, start, function.location(context), 0);
    let top = InsertionPoint::before(context, zero.defining_op(context)?)?;
    let location = copied.location;
    let TypeKind::MemRef { element, .. } = slow.ty(context).kind(context) else {
        return None;
    };
    let sizes = slow.ty(context).shape(context)?.to_vec();
    if !is_identity(context, slow.ty(context)) || sizes.is_empty() {
        return None;
    }
    let Extents { shape, first } = copied.region.extents(context)?;
    let count = shape.iter().fold(1_i64, |all, size| all.wrapping_mul(*size));
    if count == 0 {
        return Some(0);
    }
    let sides = copied.region.sides(context)?;
    let parameters = copied.region.parameters()?;
    let names: Vec<AffineExpr> = (0..parameters.len())
        .map(|dim| context.affine_dim(dim as u32))
        .collect();
    let edge = if copied.is_write {
        places.after
    } else {
        places.before
    };
    let (before, after) = (
        InsertionPoint::before(context, places.before)?,
        InsertionPoint::before(context, places.after)?,
    );
    let mut offsets = Vec::new();
    let mut indices = Vec::new();
    for expr in first {
        let expr = expr.replace_inputs(context, &[], &names).ok()?;
        offsets.push(expr);
        indices.push(match expr.constant(context) {
            Some(0) => zero,
            Some(number) => constant_at(rewriter, top, location, number),
            None => {
                let map = AppliedMap {
                    results: vec![expr],
                    dims: parameters.clone(),
                    symbols: Vec::new(),
                };
                let place = InsertionPoint::before(context, edge);
                rewriter.at(place, |rewriter| apply(rewriter, location, &map))?
            }
        });
    }
    let known = buffers.iter().find(|(memref, _)| *memref == slow);
    let known = known.map(|(_, buffer)| *buffer);
    let space = |number: i64| (number != 0).then(|| integer(context, context.i64(), number));
    let groups = context.dense_i32_array(&[0, 0]);
    let allocate = |rewriter: &mut Rewriter<'_, '_>, ty| {
        rewriter.at(Some(before), |rewriter| {
            Make::new("memref.alloc", &[], &[ty])
                .with(&[("operandSegmentSizes", groups)])
                .value(rewriter, location)
        })
    };
    let mut bytes = 0;
    let fast = match known {
        Some(buffer) => buffer,
        None => {
            let ty = context
                .memref_type(&shape, element, None, space(how.fast_space))
                .ok()?;
            bytes = element_size(context, ty).map_or(0, |size| size.wrapping_mul(count).cast_unsigned());
            let buffer = allocate(rewriter, ty);
            buffers.push((slow, buffer));
            buffer
        }
    };
    let total = constant_at(rewriter, top, location, count);
    let is_out = copied.is_write;
    if how.by_dma {
        let mut numbers = vec![total];
        if let Some(pair) = stride(&sizes, &shape)? {
            numbers.extend(pair.map(|number| constant_at(rewriter, top, location, number)));
        }
        let ty = context
            .memref_type(&[1], context.i32(), None, space(how.tag_space))
            .ok()?;
        let tag = allocate(rewriter, ty);
        let identity = |count: usize| AppliedMap {
            results: (0..count).map(|dim| context.affine_dim(dim as u32)).collect(),
            dims: Vec::new(),
            symbols: Vec::new(),
        };
        let composed = |values: Vec<Value>| {
            let is_applied = |value: &Value| {
                let op = value.defining_op(context);
                op.is_some_and(|op| op.is_named(context, "affine.apply"))
            };
            let mut map = identity(values.len());
            map.dims = values;
            if map.dims.iter().any(is_applied) {
                compose(context, &mut map)?;
            }
            Some(map)
        };
        let memory = (slow, composed(indices)?);
        let buffer = (fast, composed(vec![zero; sizes.len()])?);
        let (from, to) = if is_out {
            (buffer, memory)
        } else {
            (memory, buffer)
        };
        let tags = composed(vec![zero])?;
        let map = |name: &str, map: &AppliedMap| {
            let map = context.affine_map_attribute(map.map(context)?);
            Some(NamedAttribute {
                name: context.identifier(name),
                value: map,
            })
        };
        let start = [
            map("src_map", &from.1)?,
            map("dst_map", &to.1)?,
            map("tag_map", &tags)?,
        ];
        let start = context.dictionary_attribute(&start).ok()?;
        let wait = context.dictionary_attribute(&[map("tag_map", &tags)?]).ok()?;
        let place = InsertionPoint::before(context, edge);
        let started = rewriter.at(place, |rewriter| {
            let operands = [
                &[from.0][..],
                &from.1.operands(),
                &[to.0],
                &to.1.operands(),
                &[tag],
                &tags.operands(),
                &numbers,
            ];
            let op = Make::new("affine.dma_start", &operands.concat(), &[])
                .with_attributes(Some(start))
                .at(rewriter, location);
            Make::new(
                "affine.dma_wait",
                &[&[tag][..], &tags.operands(), &[total]].concat(),
                &[],
            )
            .with_attributes(Some(wait))
            .at(rewriter, location);
            op
        });
        let freed = free(rewriter, after, location, tag);
        if places.after == ops.end {
            ops.end = if is_out { started } else { freed };
        }
    } else {
        let of = Sides {
            slow,
            fast,
            parameters: &parameters,
            first: &offsets,
            location,
            is_out,
        };
        let nest = copy_by_element(rewriter, edge, &sides, &of)?;
        made.nests.push(nest);
        made.known.insert(nest);
        if is_out && places.after == ops.end {
            ops.end = nest;
        }
    }
    if known.is_none() {
        let freed = free(rewriter, after, location, fast);
        if !how.by_dma && places.after == ops.end {
            ops.end = freed;
        }
    }
    let place = ops.first.previous(context);
    let results: Option<Vec<AffineExpr>> = offsets
        .iter()
        .enumerate()
        .map(|(dim, offset)| {
            let index = context.affine_dim((parameters.len() + dim) as u32);
            minus(context, index, *offset)
        })
        .collect();
    let results = results?;
    let to = Remapped {
        memref: fast,
        rank: sizes.len(),
        results: &results,
        others: &parameters,
    };
    let all = ops.all(context);
    let mut users: Vec<Op> = slow.uses(context).map(|at| at.owner(context)).collect();
    users.sort_unstable();
    users.dedup();
    for user in users {
        let mut around = std::iter::successors(Some(user), |op| op.parent_op(context));
        let nest = around.find(|op| all.contains(op));
        if nest.is_some_and(|nest| !made.known.contains(&nest)) {
            rewrite(rewriter, user, accessed(context, user)?, &to)?;
        }
    }
    ops.first = match place {
        Some(previous) => previous.next(context)?,
        None => ops.first.block(context)?.first_op(context)?,
    };
    Some(bytes)
}

fn free(rewriter: &mut Rewriter<'_, '_>, place: InsertionPoint, location: Location, memref: Value) -> Op {
    rewriter.at(Some(place), |rewriter| {
        Make::new("memref.dealloc", &[memref], &[]).at(rewriter, location)
    })
}
