//! Loops.

use tvmlike_define::OpBuilder;
use tvmlike_ir::{AttributeKind, Context, Location, Op, Type, Value};
use tvmlike_transform::{ConversionRewriter, ConvertedOperands};

use super::bounds::{GREATEST, LEAST, reduced};
use crate::make::{Make, build, index_constant, operand_group, property};
use crate::number;

/// The operands of a name.
fn operands(context: &Context, op: Op, name: &str) -> Option<Vec<Value>> {
    let group = operand_group(context, op, name)?;
    Some(op.operands(context).skip(group.start).take(group.len()).collect())
}

pub(super) fn convert_for(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    _: &ConvertedOperands,
) -> Option<()> {
    let context = rewriter.context();
    let location = op.location(context);
    let own = operands(context, op, "lowerBoundOperands")?;
    let lower = reduced(
        rewriter,
        location,
        property(context, op, "lowerBoundMap")?,
        &own,
        GREATEST,
    )?;
    let own = operands(context, op, "upperBoundOperands")?;
    let upper = reduced(
        rewriter,
        location,
        property(context, op, "upperBoundMap")?,
        &own,
        LEAST,
    )?;
    let step = number::of(context, property(context, op, "step")?)?;
    let step = index_constant(rewriter, location, step);
    let new = OpBuilder::new("scf.for")
        .operand("lowerBound", [lower])
        .operand("upperBound", [upper])
        .operand("step", [step])
        .operand("initArgs", operands(context, op, "inits")?)
        .result("results", op.results(context).map(|result| result.ty(context)));
    let new = build(rewriter, new, location);
    rewriter.inline_region(op.region(context, 0)?, new.region(context, 0)?, None);
    rewriter.replace_op_with(op, new);
    Some(())
}

/// The bounds of a parallel loop: for each variable a group of results of a map.
fn bounds(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    (map, groups): (&str, &str),
    operands: &[Value],
    by: &str,
) -> Option<Vec<Value>> {
    let context = rewriter.context();
    let AttributeKind::AffineMap(map) = property(context, op, map)?.kind(context) else {
        return None;
    };
    let mut start = 0;
    number::elements(context, property(context, op, groups)?)?
        .into_iter()
        .map(|size| {
            let end = start + usize::try_from(size).ok()?;
            let positions: Vec<usize> = (start..end).collect();
            start = end;
            let part = context.affine_map_attribute(map.submap(context, &positions).ok()?);
            reduced(rewriter, op.location(context), part, operands, by)
        })
        .collect()
}

pub(super) fn convert_parallel(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    _: &ConvertedOperands,
) -> Option<()> {
    let context = rewriter.context();
    let location = op.location(context);
    let AttributeKind::AffineMap(map) = property(context, op, "lowerBoundsMap")?.kind(context) else {
        return None;
    };
    let all: Vec<Value> = op.operands(context).collect();
    let (own, others) = all.split_at_checked(map.num_inputs(context))?;
    let lower = bounds(
        rewriter,
        op,
        ("lowerBoundsMap", "lowerBoundsGroups"),
        own,
        GREATEST,
    )?;
    let upper = bounds(
        rewriter,
        op,
        ("upperBoundsMap", "upperBoundsGroups"),
        others,
        LEAST,
    )?;
    let AttributeKind::Array(steps) = property(context, op, "steps")?.kind(context) else {
        return None;
    };
    let steps: Option<Vec<Value>> = steps
        .iter()
        .map(|step| Some(index_constant(rewriter, location, number::of(context, step)?)))
        .collect();
    let AttributeKind::Array(kinds) = property(context, op, "reductions")?.kind(context) else {
        return None;
    };
    let kinds: Option<Vec<i64>> = kinds.iter().map(|kind| number::of(context, kind)).collect();
    let kinds = kinds?;
    let mut inits = Vec::new();
    for (kind, result) in kinds.iter().zip(op.results(context)) {
        inits.push(neutral(rewriter, location, *kind, result.ty(context))?);
    }
    let new = OpBuilder::new("scf.parallel")
        .operand("lowerBound", lower)
        .operand("upperBound", upper)
        .operand("step", steps?)
        .operand("initVals", inits)
        .result("results", op.results(context).map(|result| result.ty(context)));
    let new = build(rewriter, new, location);
    let body = new.region(context, 0)?;
    rewriter.inline_region(op.region(context, 0)?, body, None);
    if !kinds.is_empty() {
        reduce(
            rewriter,
            location,
            body.first_block(context)?.last_op(context)?,
            &kinds,
        )?;
    }
    rewriter.replace_op_with(op, new);
    Some(())
}

/// Addition and multiplication, by the numbers of their kinds: their names, and what they leave unchanged.
const REDUCTIONS: [(i64, &str, i64); 4] = [
    (0, "arith.addf", 0),
    (1, "arith.addi", 0),
    (12, "arith.mulf", 1),
    (13, "arith.muli", 1),
];

fn reduction(kind: i64) -> Option<(&'static str, i64)> {
    let found = REDUCTIONS.iter().find(|(number, ..)| *number == kind);
    found.map(|(_, name, neutral)| (*name, *neutral))
}

/// What a reduction starts from; `None`: the kind is not supported.
fn neutral(
    rewriter: &mut ConversionRewriter<'_, '_>,
    location: Location,
    kind: i64,
    ty: Type,
) -> Option<Value> {
    let context = rewriter.context();
    let (_, number) = reduction(kind)?;
    let value = match ty.float_kind(context) {
        Some(_) => context.float_attribute(ty, number as f64),
        None => context.integer_attribute(ty, number),
    };
    let value = value.ok()?;
    let constant = Make::new("arith.constant", &[], &[ty])
        .with(&[("value", value)])
        .value(rewriter, location);
    Some(constant)
}

/// Replaces the terminator of a parallel loop by one that reduces what it yields.
fn reduce(
    rewriter: &mut ConversionRewriter<'_, '_>,
    location: Location,
    terminator: Op,
    kinds: &[i64],
) -> Option<()> {
    let context = rewriter.context();
    let values: Vec<Value> = terminator.operands(context).collect();
    let mut regions = Vec::new();
    for value in &values {
        let ty = value.ty(context);
        let edit = rewriter.edit();
        let region = edit.create_region();
        let block = edit.create_block(&[(ty, location), (ty, location)]);
        region.append(edit, block).ok()?;
        regions.push(region);
    }
    rewriter.set_before(terminator);
    let made = OpBuilder::new("scf.reduce")
        .operand("operands", values.iter().copied())
        .region("reductions", regions);
    let made = build(rewriter, made, location);
    for (region, kind) in made.regions(context).zip(kinds) {
        let block = region.first_block(context)?;
        let (lhs, rhs) = (block.argument(context, 0)?, block.argument(context, 1)?);
        rewriter.set_to_end(block);
        let (name, _) = reduction(*kind)?;
        let sum = Make::new(name, &[lhs, rhs], &[lhs.ty(context)]).value(rewriter, location);
        Make::new("scf.reduce.return", &[sum], &[]).at(rewriter, location);
    }
    rewriter.erase_op(terminator);
    Some(())
}
