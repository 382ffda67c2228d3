//! Parallel loops become nested ones.

use tvmlike_define::OpBuilder;
use tvmlike_ir::{Block, DYNAMIC, InsertionPoint, Location, Op, Value};
use tvmlike_transform::{ConversionRewriter, ConvertedOperands};

use crate::make::{Make, build, detached_for, index_constant, property};
use crate::number;

/// The operands of a loop, in groups of as many as it has variables.
fn bounds(rewriter: &ConversionRewriter<'_, '_>, op: Op) -> Option<(Vec<Value>, usize)> {
    let context = rewriter.context();
    let body = op.region(context, 0)?.first_block(context)?;
    Some((op.operands(context).collect(), body.num_arguments(context)))
}

/// Makes a loop without a terminator. Its body.
fn make_for(
    rewriter: &mut ConversionRewriter<'_, '_>,
    location: Location,
    bounds: [Value; 3],
    inits: &[Value],
) -> Option<(Op, Block)> {
    let (op, body) = detached_for(rewriter.edit(), location, bounds, inits)?;
    Some((build(rewriter, op, location), body))
}

/// Makes `scf.yield` at the end of a block.
fn make_yield(rewriter: &mut ConversionRewriter<'_, '_>, location: Location, block: Block, values: &[Value]) {
    let place = Some(InsertionPoint::at_end(block));
    rewriter.at(place, |rewriter| {
        Make::new("scf.yield", values, &[]).at(rewriter, location)
    });
}

pub(super) fn convert_parallel(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    _: &ConvertedOperands,
) -> Option<()> {
    let context = rewriter.context();
    let location = op.location(context);
    let (operands, count) = bounds(rewriter, op)?;
    let mut inits: Vec<Value> = operands[3 * count..].to_vec();
    let mut variables = Vec::new();
    let mut results = Vec::new();
    let mut outer: Option<Block> = None;
    for dim in 0..count {
        let own = [operands[dim], operands[count + dim], operands[2 * count + dim]];
        let (made, body) = make_for(rewriter, location, own, &inits)?;
        let values: Vec<Value> = made.results(context).collect();
        match outer {
            None => results = values,
            Some(outer) => make_yield(rewriter, location, outer, &values),
        }
        variables.push(body.argument(context, 0)?);
        inits = body.arguments(context).skip(1).collect();
        outer = Some(body);
        rewriter.set_to_start(body);
    }
    let inner = outer?;
    let body = op.region(context, 0)?.first_block(context)?;
    let reduce = body.last_op(context)?;
    let mut yielded = Vec::new();
    for (index, region) in reduce.regions(context).enumerate() {
        let reduction = region.first_block(context)?;
        let end = reduction.last_op(context)?;
        yielded.push(end.operand(context, 0)?);
        rewriter.erase_op(end);
        let place = InsertionPoint::before(context, reduce)?;
        rewriter.inline_block(reduction, place, &[inits[index], reduce.operand(context, index)?]);
    }
    rewriter.erase_op(reduce);
    rewriter.inline_block(body, InsertionPoint::at_end(inner), &variables);
    make_yield(rewriter, location, inner, &yielded);
    rewriter.replace_op(op, &results);
    Some(())
}

/// The values of bounds: constants are made, the others are the next operands.
fn mixed(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    name: &str,
    dynamic: &mut impl Iterator<Item = Value>,
) -> Option<Vec<Value>> {
    let context = rewriter.context();
    let numbers = number::list(context, property(context, op, name)?)?;
    numbers
        .into_iter()
        .map(|number| match number {
            DYNAMIC => dynamic.next(),
            _ => Some(index_constant(rewriter, op.location(context), number)),
        })
        .collect()
}

/// `scf.forall` without results becomes `scf.parallel`.
pub(super) fn convert_forall(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    _: &ConvertedOperands,
) -> Option<()> {
    let context = rewriter.context();
    if op.num_results(context) > 0 {
        return None;
    }
    let location = op.location(context);
    let mut dynamic = op.operands(context);
    let lower = mixed(rewriter, op, "staticLowerBound", &mut dynamic)?;
    let upper = mixed(rewriter, op, "staticUpperBound", &mut dynamic)?;
    let step = mixed(rewriter, op, "staticStep", &mut dynamic)?;
    let arguments = vec![(context.index_type(), location); lower.len()];
    let edit = rewriter.edit();
    let region = edit.create_region();
    let block = edit.create_block(&arguments);
    region.append(edit, block).ok()?;
    let made = OpBuilder::new("scf.parallel")
        .operand("lowerBound", lower)
        .operand("upperBound", upper)
        .operand("step", step)
        .operand("initVals", [])
        .result("results", [])
        .region("region", [region]);
    let made = build(rewriter, made, location);
    if let Some(mapping) = property(context, op, "mapping") {
        let name = context.identifier("mapping");
        rewriter.modify(made, |edit| made.set_discardable_attribute(edit, name, mapping));
    }
    let block = made.region(context, 0)?.first_block(context)?;
    let body = op.region(context, 0)?.first_block(context)?;
    rewriter.erase_op(body.last_op(context)?);
    let variables: Vec<Value> = block.arguments(context).collect();
    rewriter.inline_block(body, InsertionPoint::at_end(block), &variables);
    rewriter.set_to_end(block);
    let reduce = OpBuilder::new("scf.reduce")
        .operand("operands", [])
        .region("reductions", []);
    build(rewriter, reduce, location);
    rewriter.erase_op(op);
    Some(())
}
