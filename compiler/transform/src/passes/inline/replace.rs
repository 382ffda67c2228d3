//! Putting a body into the place of a call.
//!
//! Invariant: either the call is replaced, or nothing has changed.

use tvmlike_ir::{
    Block, Call, Context, Exclusive, Inlining, InsertionPoint, Location, LocationKind, Mapping, Op, Region,
    Rewriter, Traits, Value, WalkOrder, WalkResult,
};

use crate::call_graph::body;

/// Whether all operations of a body can be moved into a region.
fn can_move(context: &Context, body: Region, into: Region) -> bool {
    let blocks = body.blocks(context);
    let mut pending: Vec<Op> = blocks.flat_map(|block| block.operations(context)).collect();
    while let Some(op) = pending.pop() {
        let can_move = op
            .inlining(context)
            .is_some_and(|it| (it.can_move)(context, op, into));
        if !can_move {
            return false;
        }
        let nested = op.regions(context).flat_map(|region| region.blocks(context));
        pending.extend(nested.flat_map(|block| block.operations(context)));
    }
    true
}

/// How terminators of a body's blocks that return go on to another block, as the dialect of the returns says.
fn return_of(context: &Context, block: Block) -> Option<Op> {
    block
        .last_op(context)
        .filter(|last| last.has_trait(context, Traits::RETURN_LIKE) && last.num_successors(context) == 0)
}

/// Whether a call can be replaced by the body of what it calls.
fn can_replace(context: &Context, call: Op, callee: Op, body: Region) -> bool {
    let (Some(entry), Some(into)) = (body.first_block(context), call.parent_region(context)) else {
        return false;
    };
    let Some(range) = call
        .interface::<Call>(context)
        .map(|it| (it.arguments)(context, call))
    else {
        return false;
    };
    let is_allowed = call
        .inlining(context)
        .is_some_and(|it| (it.can_replace)(context, call, callee));
    let around = into.parent_op(context);
    let arguments_fit = range.len() == entry.num_arguments(context)
        && entry.arguments(context).zip(range).all(|(argument, index)| {
            call.operand(context, index)
                .is_some_and(|operand| operand.ty(context) == argument.ty(context))
        });
    let results_fit = body.blocks(context).all(|block| {
        return_of(context, block).is_none_or(|end| {
            end.operands(context)
                .map(|value| value.ty(context))
                .eq(call.results(context).map(|value| value.ty(context)))
        })
    });
    is_allowed
        && arguments_fit
        && results_fit
        && around.is_some_and(|op| op.inlining(context).is_some())
        && can_move(context, body, into)
}

/// Puts the body of a callee, or a copy, behind the block of a call, which is split there. The new blocks, if this is possible.
pub(super) fn inline(edit: &mut Exclusive<'_>, call: Op, callee: Op, moves: bool) -> Option<Vec<Block>> {
    let context = edit.context();
    let body = body(context, callee)?;
    if !can_replace(context, call, callee, body) {
        return None;
    }
    let (block, into) = (call.block(context)?, call.parent_region(context)?);
    let arguments: Vec<Value> = {
        let range = (call.interface::<Call>(context)?.arguments)(context, call);
        range.filter_map(|index| call.operand(context, index)).collect()
    };
    let mut rewriter = Rewriter::new(edit);
    let rest = rewriter.split_block(block, call.next(context));
    let entry = body.first_block(context)?;
    let mut blocks = Vec::new();
    if moves {
        for (argument, value) in entry.arguments(context).zip(&arguments) {
            rewriter.replace_all_uses(argument, *value);
        }
        while let Some(first) = body.first_block(context) {
            rewriter.move_block(first, into, Some(rest));
            blocks.push(first);
        }
    } else {
        let mut mapping = Mapping::new();
        for (argument, value) in entry.arguments(context).zip(&arguments) {
            mapping.map_value(context, argument, *value);
        }
        body.clone_into(rewriter.edit(), into, Some(rest), &mut mapping)
            .ok()?;
        let originals: Vec<Block> = body.blocks(context).collect();
        blocks.extend(
            originals
                .into_iter()
                .filter_map(|original| mapping.block(original)),
        );
    }
    relocate(edit, &blocks, call.location(context));
    Some(blocks)
}

/// Adds where the call is to the locations of what was inlined.
fn relocate(edit: &mut Exclusive<'_>, blocks: &[Block], caller: Location) {
    let context = edit.context();
    if matches!(caller.kind(context), LocationKind::Unknown) {
        return;
    }
    let at = |location: Location| context.call_site_location(location, caller);
    let mut pending = blocks.to_vec();
    while let Some(block) = pending.pop() {
        for argument in block.arguments(context) {
            argument.set_location(edit, at(argument.location(context)));
        }
        let mut next = block.first_op(context);
        while let Some(op) = next {
            next = op.next(context);
            op.walk_mut(edit, WalkOrder::PreOrder, |edit, op| {
                op.set_location(edit, at(op.location(context)));
                WalkResult::Advance
            });
        }
    }
}

/// Connects inlined blocks with those before and behind them, and erases the call.
pub(super) fn join(edit: &mut Exclusive<'_>, call: Op, blocks: &[Block]) {
    let context = edit.context();
    let (Some(before), Some(entry), Some(last)) = (
        call.block(context),
        blocks.first().copied(),
        blocks.last().copied(),
    ) else {
        return;
    };
    let Some(rest) = last.next(context) else {
        return;
    };
    let mut rewriter = Rewriter::new(edit);
    let results: Vec<Value> = call.results(context).collect();
    if blocks.len() == 1 {
        if let Some(end) = return_of(context, entry) {
            let values: Vec<Value> = end.operands(context).collect();
            for (result, value) in results.into_iter().zip(values) {
                rewriter.replace_all_uses(result, value);
            }
            rewriter.erase_op(end);
        }
        rewriter.merge_blocks(rest, entry, &[]);
    } else {
        for result in results {
            let argument = rest.add_argument(rewriter.edit(), result.ty(context), result.location(context));
            rewriter.replace_all_uses(result, argument);
        }
        for block in blocks {
            if let Some(end) = return_of(context, *block)
                && let Some(Inlining {
                    go_on: Some(go_on), ..
                }) = end.inlining(context)
            {
                go_on(&mut rewriter, end, rest);
            }
        }
    }
    rewriter.erase_op(call);
    let values: Vec<Value> = Vec::new();
    // The arguments of the entry have no uses left: they were replaced or mapped.
    let count = entry.num_arguments(context);
    rewriter.erase_arguments(entry, |index| index < count);
    rewriter.inline_block(entry, InsertionPoint::at_end(before), &values);
}
