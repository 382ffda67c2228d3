//! The copy of one region to fast memory, or back.

use tvmlike_dialects::AppliedMap;
use tvmlike_ir::{AffineExpr, AffineOp, Context, InsertionPoint, Location, Op, Rewriter, TypeKind, Value};

use super::super::fusion::{Extents, element_size};
use super::super::nest::{AffineFor, Side, apply, compose};
use super::dma::{Dma, stride};
use super::made::{allocate, constant_at, free, zero_at_start};
use super::operations::{Copied, Operations, Places};
use super::{FastMemory, Made};
use crate::make::{Make, integer};
use crate::memref::is_identity;
use crate::memref_layouts::{Remapped, accessed, rewrite};

fn minus(context: &Context, lhs: AffineExpr, rhs: AffineExpr) -> Option<AffineExpr> {
    let negated = context
        .affine_binary(AffineOp::Mul, rhs, context.affine_constant(-1))
        .ok()?;
    context.affine_binary(AffineOp::Add, lhs, negated).ok()
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
    let zero = zero_at_start(rewriter, ops.first)?;
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
    let edge = if copied.is_write {
        places.after
    } else {
        places.before
    };
    let before = InsertionPoint::before(context, places.before)?;
    let after = InsertionPoint::before(context, places.after)?;
    let offsets = named(context, &first, parameters.len())?;
    let edge_place = InsertionPoint::before(context, edge)?;
    let indices = first_indices(rewriter, [top, edge_place], zero, &offsets, &parameters, location)?;
    let space = |number: i64| (number != 0).then(|| integer(context, context.i64(), number));
    let is_new = !buffers.iter().any(|(memref, _)| *memref == slow);
    if is_new {
        let space = space(how.fast_space);
        let ty = context.memref_type(&shape, element, None, space).ok()?;
        buffers.push((slow, allocate(rewriter, before, location, ty)));
    }
    let (_, fast) = *buffers.iter().find(|(memref, _)| *memref == slow)?;
    let total = constant_at(rewriter, top, location, count);
    let is_out = copied.is_write;
    if how.by_dma {
        let dma = Dma {
            memory: (slow, indices),
            buffer: (fast, vec![zero; sizes.len()]),
            zero,
            total,
            stride: stride(&sizes, &shape)?,
            tag_space: space(how.tag_space),
            location,
            is_out,
        };
        let (started, tag) = dma.make(rewriter, [top, before, edge_place])?;
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
    if is_new {
        let freed = free(rewriter, after, location, fast);
        if !how.by_dma && places.after == ops.end {
            ops.end = freed;
        }
    }
    use_fast(rewriter, ops, made, [slow, fast], &offsets, &parameters)?;
    let size = element_size(context, fast.ty(context)).filter(|_| is_new);
    Some(size.map_or(0, |size| size.wrapping_mul(count).cast_unsigned()))
}

/// Lets operations access the fast memory in the place of the slow one.
fn use_fast(
    rewriter: &mut Rewriter<'_, '_>,
    ops: &mut Operations,
    made: &Made,
    [slow, fast]: [Value; 2],
    offsets: &[AffineExpr],
    parameters: &[Value],
) -> Option<()> {
    let context = rewriter.context();
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
        rank: offsets.len(),
        results: &results,
        others: parameters,
        leading: &[],
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
    Some(())
}

/// The first indices of a region as values; `zero` is one.
fn first_indices(
    rewriter: &mut Rewriter<'_, '_>,
    [top, edge]: [InsertionPoint; 2],
    zero: Value,
    offsets: &[AffineExpr],
    parameters: &[Value],
    location: Location,
) -> Option<Vec<Value>> {
    let context = rewriter.context();
    let mut indices = Vec::new();
    for expr in offsets {
        indices.push(match expr.constant(context) {
            Some(0) => zero,
            Some(number) => constant_at(rewriter, top, location, number),
            None => {
                let map = AppliedMap {
                    results: vec![*expr],
                    dims: parameters.to_vec(),
                    symbols: Vec::new(),
                };
                rewriter.at(Some(edge), |rewriter| apply(rewriter, location, &map))?
            }
        });
    }
    Some(indices)
}

/// Expressions of symbols as those of dimensions.
fn named(context: &Context, exprs: &[AffineExpr], count: usize) -> Option<Vec<AffineExpr>> {
    let names: Vec<AffineExpr> = (0..count).map(|dim| context.affine_dim(dim as u32)).collect();
    let named = exprs
        .iter()
        .map(|expr| expr.replace_inputs(context, &[], &names).ok());
    named.collect()
}
