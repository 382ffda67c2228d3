//! Choices, and regions that run once.

use tvmlike_define::OpBuilder;
use tvmlike_ir::{Block, Location, Op, Region, Type, Value};
use tvmlike_transform::{ConversionRewriter, ConvertedOperands};

use crate::make::{Make, branch, build, conditional_branch, property};
use crate::number;

/// Moves a region before the block that follows an operation. Its last block branches there with what it yields.
fn inline(rewriter: &mut ConversionRewriter<'_, '_>, op: Op, region: Region, end: Block) -> Option<Block> {
    let context = rewriter.context();
    let first = region.first_block(context)?;
    let last = region.last_block(context)?;
    let terminator = last.last_op(context)?;
    let values: Vec<Value> = terminator.operands(context).collect();
    rewriter.set_to_end(last);
    branch(rewriter, op.location(context), end, &values);
    rewriter.erase_op(terminator);
    rewriter.inline_region(region, end.region(context)?, Some(end));
    Some(first)
}

/// The types of the results of an operation, as arguments of a block.
fn result_arguments(rewriter: &ConversionRewriter<'_, '_>, op: Op) -> Vec<(Type, Location)> {
    let context = rewriter.context();
    let location = op.location(context);
    op.results(context)
        .map(|result| (result.ty(context), location))
        .collect()
}

pub(super) fn convert_if(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    _: &ConvertedOperands,
) -> Option<()> {
    let context = rewriter.context();
    let location = op.location(context);
    let start = op.block(context)?;
    let rest = rewriter.split_block(start, Some(op));
    let arguments = result_arguments(rewriter, op);
    let mut end = rest;
    if !arguments.is_empty() {
        end = rewriter.create_block(rest.region(context)?, Some(rest), &arguments);
        branch(rewriter, location, rest, &[]);
    }
    let yes = inline(rewriter, op, op.region(context, 0)?, end)?;
    let other = op.region(context, 1)?;
    let no = match other.is_empty(context) {
        true => end,
        false => inline(rewriter, op, other, end)?,
    };
    rewriter.set_to_end(start);
    conditional_branch(rewriter, location, op.operand(context, 0)?, (yes, &[]), (no, &[]));
    let values: Vec<Value> = end.arguments(context).collect();
    rewriter.replace_op(op, if arguments.is_empty() { &[] } else { &values });
    Some(())
}

pub(super) fn convert_region(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    _: &ConvertedOperands,
) -> Option<()> {
    let context = rewriter.context();
    let location = op.location(context);
    let start = op.block(context)?;
    let arguments = result_arguments(rewriter, op);
    let rest = rewriter.split_block_with(start, Some(op), &arguments);
    let region = op.region(context, 0)?;
    let blocks: Vec<Block> = region.blocks(context).collect();
    for block in &blocks {
        let terminator = block.last_op(context)?;
        if terminator.is_named(context, "scf.yield") {
            let values: Vec<Value> = terminator.operands(context).collect();
            rewriter.set_to_end(*block);
            branch(rewriter, location, rest, &values);
            rewriter.erase_op(terminator);
        }
    }
    rewriter.set_to_end(start);
    branch(rewriter, location, *blocks.first()?, &[]);
    rewriter.inline_region(region, rest.region(context)?, Some(rest));
    let values: Vec<Value> = rest.arguments(context).collect();
    rewriter.replace_op(op, &values);
    Some(())
}

pub(super) fn convert_switch(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    _: &ConvertedOperands,
) -> Option<()> {
    let context = rewriter.context();
    let location = op.location(context);
    let start = op.block(context)?;
    let arguments = result_arguments(rewriter, op);
    let rest = rewriter.split_block_with(start, Some(op), &arguments);
    let region = rest.region(context)?;
    let regions: Vec<Region> = op.regions(context).collect();
    let mut targets = Vec::new();
    // The first region is the default one, and comes last.
    for case in regions.iter().skip(1).chain(regions.first()) {
        let block = case.first_block(context)?;
        let terminator = block.last_op(context)?;
        let values: Vec<Value> = terminator.operands(context).collect();
        rewriter.set_before(terminator);
        branch(rewriter, terminator.location(context), rest, &values);
        rewriter.erase_op(terminator);
        rewriter.inline_region(*case, region, Some(rest));
        targets.push(block);
    }
    let default = targets.pop()?;
    rewriter.set_to_end(start);
    let cases = number::list(context, property(context, op, "cases")?)?;
    let cases: Vec<i32> = cases.into_iter().map(|case| case as i32).collect();
    let flag =
        Make::new("arith.index_cast", &[op.operand(context, 0)?], &[context.i32()]).value(rewriter, location);
    let switch = OpBuilder::new("cf.switch")
        .operand("flag", [flag])
        .operand("defaultOperands", [])
        .operand("caseOperands", [])
        .attribute(
            "case_operand_segments",
            context.dense_i32_array(&vec![0; cases.len()]),
        )
        .successor("defaultDestination", [default])
        .successor("caseDestinations", targets);
    let switch = match case_values(rewriter, &cases)? {
        Some(values) => switch.attribute("case_values", values),
        None => switch,
    };
    build(rewriter, switch, location);
    let values: Vec<Value> = rest.arguments(context).collect();
    rewriter.replace_op(op, &values);
    Some(())
}

/// The numbers of cases as elements; `Some(None)` if there are none.
fn case_values(
    rewriter: &ConversionRewriter<'_, '_>,
    cases: &[i32],
) -> Option<Option<tvmlike_ir::Attribute>> {
    let context = rewriter.context();
    if cases.is_empty() {
        return Some(None);
    }
    let ty = context
        .vector_type(&[cases.len() as i64], context.i32(), &[])
        .ok()?;
    let values: Vec<_> = cases.iter().map(|case| context.i32_attribute(*case)).collect();
    context.dense_elements_from_attributes(ty, &values).ok().map(Some)
}
