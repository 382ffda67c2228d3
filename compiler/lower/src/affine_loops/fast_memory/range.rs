//! The regions of operations that follow each other, and where they are copied.

use tvmlike_ir::{Context, Op, Rewriter, TypeKind, Value, WalkOrder, WalkResult};

use super::super::access::memref;
use super::super::domain::{enclosing, variables};
use super::super::fusion::Region;
use super::super::nest::AffineFor;
use super::copy::copy;
use super::operations::{Copied, Operations, Places};
use super::partial::is_of_box;
use super::{FastMemory, Made};
use crate::number;

/// The operation among others that an operation is, or is in.
fn ancestor_among(context: &Context, op: Op, among: &[Op]) -> bool {
    let mut around = std::iter::successors(Some(op), |op| op.parent_op(context));
    around.any(|op| among.contains(&op))
}

/// Whether a memref is in the slow memory.
fn is_slow(context: &Context, value: Value, how: &FastMemory) -> bool {
    let TypeKind::MemRef { space, .. } = value.ty(context).kind(context) else {
        return false;
    };
    let number = space.and_then(|space| number::of(context, space));
    number.is_none_or(|number| number == how.slow_space)
}

/// Whether all uses of a memref by operations are accesses that can be those of another one. An access in a choice might be of
/// elements that there are not.
fn is_only_accessed(context: &Context, value: Value, ops: &[Op]) -> bool {
    value.uses(context).all(|at| {
        let user = at.owner(context);
        if !ancestor_among(context, user, ops) {
            return true;
        }
        let is_access = user.is_named(context, "affine.load") || user.is_named(context, "affine.store");
        let is_memref = memref(context, user).is_some_and(|(memref, _)| memref == value);
        let mut around = std::iter::successors(user.parent_op(context), |op| op.parent_op(context));
        let mut inside = around.by_ref().take_while(|op| ancestor_among(context, *op, ops));
        is_access && is_memref && inside.all(|op| AffineFor::of(context, op).is_some())
    })
}

/// The regions of the memrefs that operations access: those that are read, and those that are written. `None`: one is not known.
fn regions(context: &Context, ops: &[Op], depth: usize, how: &FastMemory) -> Option<[Vec<Copied>; 2]> {
    let mut found: [Vec<Copied>; 2] = Default::default();
    let mut left_out: Vec<Value> = Vec::new();
    let mut partial: Vec<Value> = Vec::new();
    let block = ops.first()?.parent_region(context)?;
    let mut accesses = Vec::new();
    for op in ops {
        op.walk(context, WalkOrder::PostOrder, |op| {
            let is_access = op.is_named(context, "affine.load") || op.is_named(context, "affine.store");
            accesses.extend(is_access.then_some(op));
            WalkResult::Advance
        });
    }
    for op in accesses {
        let (value, is_write) = memref(context, op)?;
        let is_outside = value
            .parent_block(context)
            .and_then(|block| block.region(context))
            .is_some_and(|region| block.is_inside(context, region));
        if !is_slow(context, value, how) || !is_outside || left_out.contains(&value) {
            continue;
        }
        let is_known = found.iter().flatten().any(|each| each.region.memref == value);
        if !is_known && !is_only_accessed(context, value, ops) {
            left_out.push(value);
            continue;
        }
        let outer = variables(context, &enclosing(context, op));
        let whole = || Region::whole(context, value, outer.get(..depth)?);
        let mut region = match Region::unbounded(context, op, depth) {
            Some(region) => region,
            None => whole()?,
        };
        let is_first_write = !found[1].iter().any(|each| each.region.memref == value);
        if is_write && !(is_first_write && is_of_box(context, op, depth) == Some(true)) {
            partial.push(value);
        }
        let mut is_there = [false; 2];
        for (side, regions) in found.iter_mut().enumerate() {
            if let Some(other) = regions.iter_mut().find(|other| other.region.memref == value) {
                if other.region.unite(region.clone()).is_none() {
                    other.region = whole()?;
                }
                region = other.region.clone();
                is_there[side] = true;
            }
        }
        let side = usize::from(is_write);
        if !is_there[side] {
            found[side].push(Copied {
                region,
                location: op.location(context),
                is_write,
            });
        }
    }
    let [reads, writes] = &mut found;
    for write in writes.iter() {
        let value = write.region.memref;
        if partial.contains(&value) && !reads.iter().any(|read| read.region.memref == value) {
            reads.push(Copied {
                region: write.region.clone(),
                location: write.location,
                is_write: false,
            });
        }
    }
    Some(found)
}

/// Where a region is copied: around the operations, or around the outermost loop around them of which it does not depend on the
/// variable, if nothing else in the loop uses the memory.
fn places(context: &Context, region: &Region, ops: Operations, all: &[Op]) -> Option<Places> {
    let parameters = region.parameters()?;
    let mut found = Places {
        before: ops.first,
        after: ops.end,
    };
    let defined = region.memref.parent_block(context)?.region(context)?;
    for op in enclosing(context, ops.first).into_iter().rev() {
        let Some(root) = AffineFor::of(context, op) else {
            break;
        };
        let is_outside = |value: &Value| {
            let own = value
                .parent_block(context)
                .and_then(|block| block.region(context));
            let body = op.region(context, 0);
            own.zip(body)
                .is_some_and(|(own, body)| !own.is_inside(context, body))
        };
        let is_defined = op
            .parent_region(context)
            .is_some_and(|region| region.is_inside(context, defined));
        let is_only_here = region.memref.uses(context).all(|at| {
            let user = at.owner(context);
            !ancestor_among(context, user, &[op]) || ancestor_among(context, user, all)
        });
        if !is_defined
            || parameters.contains(&root.variable(context))
            || !parameters.iter().all(is_outside)
            || !is_only_here
        {
            break;
        }
        found = Places {
            before: op,
            after: op.next(context)?,
        };
    }
    Some(found)
}

/// Copies the memory that operations access.
pub(super) fn copy_regions(
    rewriter: &mut Rewriter<'_, '_>,
    mut ops: Operations,
    how: &FastMemory,
    made: &mut Made,
) -> Option<()> {
    let context = rewriter.context();
    let depth = enclosing(context, ops.first)
        .into_iter()
        .filter(|op| AffineFor::of(context, *op).is_some())
        .count();
    let found = regions(context, &ops.all(context), depth, how)?;
    let mut buffers: Vec<(Value, Value)> = Vec::new();
    let mut total: u64 = 0;
    let mut is_done = true;
    for copied in found.iter().flatten() {
        let all = ops.all(context);
        let places = places(context, &copied.region, ops, &all)?;
        match copy(rewriter, &mut ops, places, copied, how, &mut buffers, made) {
            Some(bytes) => total = total.wrapping_add(bytes),
            None => is_done = false,
        }
    }
    if is_done && total > how.capacity {
        let message = "total size of all copy buffers' for this block exceeds fast memory capacity";
        ops.first
            .parent_op(context)?
            .emit_warning(context, message)
            .emit();
    }
    Some(())
}
