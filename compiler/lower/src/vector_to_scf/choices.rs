//! What a part depends on: whether its index is in the memory, and whether the mask sets it.

use tvmlike_define::OpBuilder;
use tvmlike_ir::{Block, DYNAMIC, InsertionPoint, Location, Rewriter, Type, TypeKind, Value};

use super::transfer::{Transfer, sum};
use crate::make::{Make, build, compare, detached_for, index_constant, make_block};
use crate::vector_positions::lane_at;

/// The predicate of `arith.cmpi`.
const GREATER: i64 = 4;

/// What is made of the insertion point: the value, if there is one.
pub(super) type Fill<'a> = &'a mut dyn FnMut(&mut Rewriter<'_, '_>) -> Option<Option<Value>>;

/// The same in a loop, of the place and the value that is passed on.
pub(super) type FillIteration<'a> =
    &'a mut dyn FnMut(&mut Rewriter<'_, '_>, Value, Option<Value>) -> Option<Option<Value>>;

/// Fills a block, which yields the value.
pub(super) fn fill_block(
    rewriter: &mut Rewriter<'_, '_>,
    location: Location,
    block: Block,
    fill: Fill<'_>,
) -> Option<()> {
    rewriter.at(Some(InsertionPoint::at_end(block)), |rewriter| {
        let value = fill(rewriter)?;
        Make::new("scf.yield", value.as_slice(), &[]).at(rewriter, location);
        Some(())
    })
}

/// Makes `scf.for` from 0 to a number by 1, with a value that iterations pass on or none. What it results in.
pub(super) fn make_loop(
    rewriter: &mut Rewriter<'_, '_>,
    location: Location,
    bounds: [Value; 3],
    state: Option<Value>,
    fill: FillIteration<'_>,
) -> Option<Option<Value>> {
    let context = rewriter.context();
    let (made, block) = detached_for(rewriter.edit(), location, bounds, state.as_slice())?;
    let (place, passed) = (block.argument(context, 0)?, block.argument(context, 1));
    fill_block(rewriter, location, block, &mut |rewriter| {
        fill(rewriter, place, passed)
    })?;
    Some(build(rewriter, made, location).result(context, 0))
}

/// The condition under which a part is read or written; `None`: it always is.
fn condition(rewriter: &mut Rewriter<'_, '_>, transfer: &Transfer, place: Value) -> Option<Option<Value>> {
    let context = rewriter.context();
    let location = transfer.location;
    let mut condition = None;
    if let (Some(dim), false) = (transfer.dims[0], transfer.in_bounds[0]) {
        let size = size_of(rewriter, transfer, dim)?;
        let index = sum(rewriter, location, transfer.indices[dim], place)?;
        condition = Some(compare(rewriter, location, GREATER, [size, index]));
    }
    if let (Some(mask), true) = (transfer.mask, transfer.checks_mask(context)) {
        let is_set = lane_at(rewriter, location, mask, place)?;
        condition = Some(match condition {
            Some(within) => {
                Make::new("arith.andi", &[within, is_set], &[context.i1()]).value(rewriter, location)
            }
            None => is_set,
        });
    }
    Some(condition)
}

/// The size of a dimension of the base.
fn size_of(rewriter: &mut Rewriter<'_, '_>, transfer: &Transfer, dim: usize) -> Option<Value> {
    let context = rewriter.context();
    let (TypeKind::MemRef { shape, .. } | TypeKind::RankedTensor { shape, .. }) =
        transfer.base.ty(context).kind(context)
    else {
        return None;
    };
    let known = shape.to_vec().get(dim).copied()?;
    if known != DYNAMIC {
        return Some(index_constant(rewriter, transfer.location, known));
    }
    let dim = index_constant(rewriter, transfer.location, dim as i64);
    let name = if transfer.is_tensor {
        "tensor.dim"
    } else {
        "memref.dim"
    };
    Some(Make::new(name, &[transfer.base, dim], &[context.index_type()]).value(rewriter, transfer.location))
}

/// Makes what is there of a part at a place, and what is there of it else, under the condition if there is one. The value of
/// either, of the type of the result if there is one.
pub(super) fn choose(
    rewriter: &mut Rewriter<'_, '_>,
    transfer: &Transfer,
    place: Value,
    result: Option<Type>,
    inside: Fill<'_>,
    outside: Fill<'_>,
) -> Option<Option<Value>> {
    let Some(condition) = condition(rewriter, transfer, place)? else {
        return inside(rewriter);
    };
    let location = transfer.location;
    let (yes, block) = make_block(rewriter, location, &[])?;
    fill_block(rewriter, location, block, inside)?;
    let (no, block) = make_block(rewriter, location, &[])?;
    fill_block(rewriter, location, block, outside)?;
    let op = OpBuilder::new("scf.if")
        .operand("condition", [condition])
        .result("results", result)
        .region("thenRegion", [yes])
        .region("elseRegion", [no]);
    let made = build(rewriter, op, location);
    Some(made.result(rewriter.context(), 0))
}
