//! Memory with two halves, which iterations use in turn, in the place of memory that each of them uses.

use tvmlike_dialects::AppliedMap;
use tvmlike_ir::{
    AffineOp, Context, DYNAMIC, EffectKind, InsertionPoint, Op, Rewriter, Type, TypeKind, Value,
};

use super::super::forward::has_only;
use super::super::nest::{AffineFor, apply};
use super::pairs::{places, users};
use crate::make::{Make, index_constant};
use crate::memref_layouts::{Remapped, rewrite_by};

/// The type of the memory with two halves.
fn doubled(context: &Context, ty: Type) -> Option<Type> {
    let TypeKind::MemRef { element, space, .. } = ty.kind(context) else {
        return None;
    };
    let mut shape = vec![2];
    shape.extend(ty.shape(context)?.iter());
    context.memref_type(&shape, element, None, space).ok()
}

/// Which half an iteration uses.
fn half(context: &Context, at: AffineFor) -> Option<AppliedMap> {
    let mut expr = context.affine_dim(0);
    for (op, by) in [(AffineOp::FloorDiv, at.step(context)), (AffineOp::Mod, 2)] {
        expr = context
            .affine_binary(op, expr, context.affine_constant(by))
            .ok()?;
    }
    Some(AppliedMap {
        results: vec![expr],
        dims: vec![at.variable(context)],
        symbols: Vec::new(),
    })
}

/// Allocates the memory before a loop. Each dynamic size is one that `memref` was allocated with.
fn allocate(rewriter: &mut Rewriter<'_, '_>, at: AffineFor, memref: Value) -> Option<Value> {
    let context = rewriter.context();
    let location = at.0.location(context);
    let ty = doubled(context, memref.ty(context))?;
    let allocation = memref.defining_op(context)?;
    let place = InsertionPoint::before(context, at.0);
    rewriter.at(place, |rewriter| {
        let mut sizes = Vec::new();
        let shape = memref.ty(context).shape(context)?.to_vec();
        for (dim, size) in shape.into_iter().enumerate() {
            if size == DYNAMIC {
                index_constant(rewriter, location, dim as i64);
                sizes.push(allocation.operand(context, sizes.len())?);
            }
        }
        let groups = context.dense_i32_array(&[sizes.len() as i32, 0]);
        let new = Make::new("memref.alloc", &sizes, &[ty])
            .with(&[("operandSegmentSizes", groups)])
            .value(rewriter, location);
        Some(new)
    })
}

/// Lets the operations of a loop use two halves in the place of memory that was allocated. `None`: an index becomes too deep.
pub(super) fn double(rewriter: &mut Rewriter<'_, '_>, at: AffineFor, memref: Value) -> Option<()> {
    let context = rewriter.context();
    let location = at.0.location(context);
    let new = allocate(rewriter, at, memref)?;
    let start = InsertionPoint::at_start(context, at.body(context));
    let half = half(context, at)?;
    let half = rewriter.at(Some(start), |rewriter| apply(rewriter, location, &half))?;
    let rank = memref.ty(context).shape(context)?.to_vec().len();
    let results: Vec<_> = (0..rank).map(|dim| context.affine_dim(dim as u32)).collect();
    for user in users(context, memref) {
        if !user.is_inside(context, at.0) || has_only(context, user, memref, EffectKind::Free) {
            continue;
        }
        let to = Remapped {
            memref: new,
            rank,
            results: &results,
            others: &[],
            leading: &[half],
        };
        let place = places(context, user)?
            .into_iter()
            .find(|place| user.operand(context, place.memref) == Some(memref))?;
        rewrite_by(rewriter, user, (place.memref, place.map), &to)?;
    }
    let after = InsertionPoint::after(context, at.0);
    rewriter.at(after, |rewriter| {
        Make::new("memref.dealloc", &[new], &[]).at(rewriter, location)
    });
    erase_unused(rewriter, memref);
    Some(())
}

/// Erases an allocation that is at most freed, with what frees it.
fn erase_unused(rewriter: &mut Rewriter<'_, '_>, memref: Value) {
    let context = rewriter.context();
    let Some(allocation) = memref.defining_op(context) else {
        return;
    };
    let uses: Vec<Op> = memref.uses(context).map(|at| at.owner(context)).collect();
    match uses[..] {
        [] => {}
        [only] if only.is_named(context, "memref.dealloc") => rewriter.erase_op(only),
        _ => return,
    }
    rewriter.erase_op(allocation);
}
