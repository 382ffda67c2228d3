//! Regions that are moved out of their operation, and patterns of `execute_region` and `index_switch`.

use tvmlike_ir::{Block, Context, InsertionPoint, Op, OpState, Region, Rewriter, Type, Value};

use super::super::elementwise::splat;
use super::super::rewrite::operand;
use crate::number::Int;

/// The values that a block yields at its end.
pub(super) fn yielded(context: &Context, block: Block) -> Option<Vec<Value>> {
    Some(block.last_op(context)?.operands(context).collect())
}

/// Whether an operation makes a value: in a graph region, one can use its own results.
pub(super) fn is_own(context: &Context, op: Op, value: Value) -> bool {
    value.defining_op(context) == Some(op)
}

/// The types of the results of an operation.
pub(super) fn result_types(context: &Context, op: Op) -> Vec<Type> {
    op.results(context).map(|result| result.ty(context)).collect()
}

/// The results of an operation.
pub(super) fn results(context: &Context, op: Op) -> Vec<Value> {
    op.results(context).collect()
}

/// Moves the operations of a block to before an operation, and replaces that by what the block yields.
pub(super) fn replace_by_block(
    rewriter: &mut Rewriter<'_, '_>,
    op: Op,
    block: Block,
    arguments: &[Value],
) -> Option<()> {
    let context = rewriter.context();
    let terminator = block.last_op(context)?;
    if terminator
        .operands(context)
        .any(|value| is_own(context, op, value))
    {
        return None;
    }
    let place = InsertionPoint::before(context, op)?;
    rewriter.inline_block(block, place, arguments);
    let values: Vec<Value> = terminator.operands(context).collect();
    rewriter.replace_op(op, &values);
    rewriter.erase_op(terminator);
    Some(())
}

/// Makes `scf.yield` at the end of a block.
pub(super) fn yield_at_end(rewriter: &mut Rewriter<'_, '_>, block: Block, like: Op, values: &[Value]) -> Op {
    let context = rewriter.context();
    let name = context.identifier("scf.yield");
    let location = like.location(context);
    rewriter.at(Some(InsertionPoint::at_end(block)), |rewriter| {
        rewriter.create_op(name, location, values, &[], None)
    })
}

/// Replaces the `scf.yield` at the end of a block by one of other values.
pub(super) fn replace_yield(rewriter: &mut Rewriter<'_, '_>, block: Block, values: &[Value]) -> Option<()> {
    let old = block.last_op(rewriter.context())?;
    yield_at_end(rewriter, block, old, values);
    rewriter.erase_op(old);
    Some(())
}

/// Makes an operation like another one, with other results and with regions without blocks.
pub(super) fn create_like(
    rewriter: &mut Rewriter<'_, '_>,
    op: Op,
    operands: &[Value],
    results: &[Type],
) -> Op {
    let context = rewriter.context();
    let count = op.num_regions(context);
    let regions: Vec<Option<Region>> = vec![None; count];
    rewriter.create(&OpState {
        operands,
        results,
        properties: op.properties(context),
        attributes: op.attributes(context),
        regions: &regions,
        ..OpState::new(op.name(context), op.location(context))
    })
}

/// `execute_region` of one block.
pub(super) fn inline_block(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let region = op.region(context, 0)?;
    let block = region.first_block(context)?;
    if region.last_block(context) != Some(block) || is_kept(context, op) {
        return None;
    }
    replace_by_block(rewriter, op, block, &[])
}

/// Whether the attribute `no_inline` keeps an operation.
fn is_kept(context: &Context, op: Op) -> bool {
    op.property(context, context.identifier("no_inline")).is_some()
}

/// `execute_region` of several blocks, in a function: its blocks become those of the function.
pub(super) fn inline_blocks(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let parent = op.parent_op(context)?;
    let is_function = parent.interface::<tvmlike_ir::Callable>(context).is_some();
    if !(is_function || parent.is_named(context, "scf.execute_region")) || is_kept(context, op) {
        return None;
    }
    let region = op.region(context, 0)?;
    let (before, entry) = (op.block(context)?, region.first_block(context)?);
    let branch = context.identifier("cf.br");
    context.load_op_info(branch)?;
    let after = rewriter.split_block(before, Some(op));
    let jump = |rewriter: &mut Rewriter<'_, '_>, place, like: Op, to: Block, operands: &[Value]| {
        let state = OpState {
            operands,
            successors: &[to],
            ..OpState::new(branch, like.location(context))
        };
        rewriter.at(Some(place), |rewriter| rewriter.create(&state));
    };
    jump(rewriter, InsertionPoint::at_end(before), op, entry, &[]);
    let blocks: Vec<Block> = region.blocks(context).collect();
    for block in blocks {
        let Some(end) = block
            .last_op(context)
            .filter(|end| end.is_named(context, "scf.yield"))
        else {
            continue;
        };
        let values: Vec<Value> = end.operands(context).collect();
        jump(
            rewriter,
            InsertionPoint::before(context, end)?,
            end,
            after,
            &values,
        );
        rewriter.erase_op(end);
    }
    rewriter.inline_region(region, after.region(context)?, Some(after));
    let types: Vec<_> = results(context, op)
        .into_iter()
        .map(|result| (result.ty(context), result.location(context)))
        .collect();
    let arguments: Vec<Value> = types
        .into_iter()
        .map(|(ty, location)| after.add_argument(rewriter.edit(), ty, location))
        .collect();
    rewriter.replace_op(op, &arguments);
    Some(())
}

/// `index_switch` of a known number.
pub(super) fn take_known_case(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let number = splat::<Int>(context, operand(context, op, 0)?.constant_value(context))?.to_i64()?;
    let cases = op.property(context, context.identifier("cases"))?;
    let tvmlike_ir::AttributeKind::DenseArray(cases) = cases.kind(context) else {
        return None;
    };
    let is_case = |element| match element {
        tvmlike_ir::Element::Integer(value) => value.to_i64() == Some(number),
        _ => false,
    };
    // The first region is the default one.
    let index = cases.iter(context).position(is_case).map_or(0, |case| case + 1);
    let block = op.region(context, index)?.first_block(context)?;
    let terminator = block.last_op(context)?;
    let place = InsertionPoint::before(context, op)?;
    let values: Vec<Value> = terminator.operands(context).collect();
    rewriter.inline_block(block, place, &[]);
    rewriter.erase_op(terminator);
    rewriter.replace_op(op, &values);
    Some(())
}
