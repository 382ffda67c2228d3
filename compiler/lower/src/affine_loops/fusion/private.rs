//! Memory for what one slice makes, in the place of memory for what the whole nest makes.

use tvmlike_ir::{Block, Context, DominanceInfo, EffectKind, InsertionPoint, Op, Rewriter, TypeKind, Value};

use super::super::access::Access;
use super::super::forward::{has_only, is_same};
use super::super::nest::{AffineFor, ancestor_in};
use super::Fusion;
use super::legal::is_vector_access;
use super::region::{Region, element_size};
use crate::make::{Make, has_trait, integer};
use crate::memref_layouts::{Remapped, accessed, rewrite};

/// The innermost block that has two operations in it.
fn common_block(context: &Context, op: Op, block: Block) -> Option<Block> {
    let blocks =
        |block: Block| std::iter::successors(Some(block), |block| block.parent_op(context)?.block(context));
    let own: Vec<Block> = blocks(op.block(context)?).collect();
    blocks(block).find(|block| own.contains(block))
}

/// What executes before all accesses of the private memory: the first of the operations around writes, beside the slice.
fn first_writer(context: &Context, slice: Block, stores: &[Op]) -> Option<Op> {
    let block = stores
        .iter()
        .try_fold(slice, |block, store| common_block(context, *store, block))?;
    let around = stores
        .iter()
        .filter_map(|store| ancestor_in(context, *store, block));
    around.reduce(|first, op| match op.is_before_in_block(context, first) {
        true => op,
        false => first,
    })
}

/// Makes memory for what is written by operations of a loop. `None`: that is not possible.
pub(super) fn privatize(
    rewriter: &mut Rewriter<'_, '_>,
    at: AffineFor,
    stores: &[Op],
    depth: usize,
    slice: Block,
    how: &Fusion,
) -> Option<Value> {
    let context = rewriter.context();
    let accesses: Vec<Access> = stores
        .iter()
        .map(|store| Access::of(context, *store))
        .collect::<Option<_>>()?;
    let first = accesses.first()?;
    if !accesses.iter().all(|access| is_same(context, access, first)) {
        return None;
    }
    let old = first.memref;
    let region = Region::of(context, first.op, depth, None, true)?;
    let extents = region.extents(context)?;
    let parameters = region.parameters()?;
    let TypeKind::MemRef { element, space, .. } = old.ty(context).kind(context) else {
        return None;
    };
    let bytes = element_size(context, old.ty(context))?.wrapping_mul(extents.elements());
    let is_small = bytes.cast_unsigned() <= how.small;
    let space = match how.fast_space.filter(|_| is_small) {
        Some(number) => Some(integer(context, context.i64(), number)),
        None => space,
    };
    let ty = context.memref_type(&extents.shape, element, None, space).ok()?;
    let filter = first_writer(context, slice, stores)?;
    let mut dominance = DominanceInfo::new();
    let mut users: Vec<Op> = old.uses(context).map(|at| at.owner(context)).collect();
    users.sort_unstable();
    users.dedup();
    users.retain(|user| {
        dominance.op_dominates(context, filter, *user) && !has_only(context, *user, old, EffectKind::Free)
    });
    // MLIR makes memory for the first element of a vector only.
    let is_access = |user: &Op| {
        !is_vector_access(context, *user)
            && has_trait(context, *user, "AffineMapAccessInterface")
            && accessed(context, *user).is_some_and(|memref| user.operand(context, memref) == Some(old))
    };
    if !users.iter().all(is_access) {
        return None;
    }
    let dims: Vec<_> = (0..parameters.len())
        .map(|dim| context.affine_dim(dim as u32))
        .collect();
    let results: Option<Vec<_>> = extents
        .first
        .iter()
        .enumerate()
        .map(|(number, first)| {
            let first = first.replace_inputs(context, &[], &dims).ok()?;
            let minus = context
                .affine_binary(tvmlike_ir::AffineOp::Mul, first, context.affine_constant(-1))
                .ok()?;
            let index = context.affine_dim((parameters.len() + number) as u32);
            let difference = context
                .affine_binary(tvmlike_ir::AffineOp::Add, index, minus)
                .ok()?;
            difference.simplify(context).ok()
        })
        .collect();
    let results = results?;
    let start = at.0.parent_region(context)?.first_block(context)?;
    let place = InsertionPoint::at_start(context, start);
    let location = at.0.location(context);
    let sizes = context.dense_i32_array(&[0, 0]);
    let new = rewriter.at(Some(place), |rewriter| {
        Make::new("memref.alloc", &[], &[ty])
            .with(&[("operandSegmentSizes", sizes)])
            .value(rewriter, location)
    });
    let to = Remapped {
        memref: new,
        rank: extents.shape.len(),
        results: &results,
        others: &parameters,
        leading: &[],
    };
    for user in users {
        let memref = accessed(context, user)?;
        rewrite(rewriter, user, memref, &to)?;
    }
    Some(new)
}
