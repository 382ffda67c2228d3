//! Operations on vectors of several dimensions by ones on their parts, and masks and slices by shuffles and comparisons.

use tvmlike_ir::{
    Attribute, AttributeKind, Context, Location, Op, PatternSet, RewriteFn, Rewriter, Type, Value,
};

use super::elements::positions;
use super::{Position, part_at, vector_parts, with_part_at};
use crate::make::{Make, integer, property};
use crate::number;

/// Adds the patterns.
pub(super) fn add_patterns(patterns: &mut PatternSet) {
    patterns.add_table(&[
        RewriteFn::new("BroadcastOpLowering", "vector.broadcast", broadcast),
        RewriteFn::new("UnrollBitCastOp", "vector.bitcast", by_rows),
        RewriteFn::new("VectorFMAOpNDRewritePattern", "vector.fma", fma),
        RewriteFn::new(
            "FoldToElementsOfFromElements",
            "vector.to_elements",
            known_elements,
        ),
        RewriteFn::new("UnrollToElements", "vector.to_elements", to_elements),
        RewriteFn::new("UnrollFromElements", "vector.from_elements", from_elements),
        RewriteFn::new("TransposeOpLowering", "vector.transpose", transpose),
        RewriteFn::new("StepOpLowering", "vector.step", step),
    ]);
}

/// A vector whose elements are set one by one.
#[derive(Clone, Copy)]
pub(super) enum Start {
    Poison,
    Zero,
}

pub(super) fn start(
    rewriter: &mut Rewriter<'_, '_>,
    location: Location,
    ty: Type,
    start: Start,
) -> Option<Value> {
    let context = rewriter.context();
    Some(match start {
        Start::Poison => Make::new("ub.poison", &[], &[ty]).value(rewriter, location),
        Start::Zero => {
            let element = ty.element_type(context)?;
            let zero = match element.float_kind(context) {
                Some(_) => context.float_attribute(element, 0.0).ok()?,
                None => integer(context, element, 0),
            };
            constant(rewriter, location, ty, &[zero])?
        }
    })
}

/// Makes `arith.constant` with elements, or with one for all.
pub(super) fn constant(
    rewriter: &mut Rewriter<'_, '_>,
    location: Location,
    ty: Type,
    elements: &[Attribute],
) -> Option<Value> {
    let value = rewriter
        .context()
        .dense_elements_from_attributes(ty, elements)
        .ok()?;
    let made = Make::new("arith.constant", &[], &[ty])
        .with(&[("value", value)])
        .value(rewriter, location);
    Some(made)
}

pub(super) fn part(
    rewriter: &mut Rewriter<'_, '_>,
    location: Location,
    vector: Value,
    position: &[i64],
) -> Option<Value> {
    part_at(rewriter, location, vector, &Position::fixed(position))
}

pub(super) fn with_part(
    rewriter: &mut Rewriter<'_, '_>,
    location: Location,
    vector: Value,
    value: Value,
    position: &[i64],
) -> Value {
    with_part_at(rewriter, location, vector, value, &Position::fixed(position))
}

/// The type of the innermost vectors of a vector of several dimensions, and its outer sizes.
pub(super) fn rows(context: &Context, ty: Type) -> Option<(Type, Vec<i64>)> {
    let (sizes, element) = vector_parts(context, ty)?;
    match sizes.as_slice() {
        [outer @ .., last] if !outer.is_empty() => {
            Some((context.vector_type(&[*last], element, &[]).ok()?, outer.to_vec()))
        }
        _ => None,
    }
}

/// The operation on each innermost vector.
fn by_rows(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let (row, outer) = rows(context, op.result(context, 0)?.ty(context))?;
    by_parts(rewriter, op, Start::Poison, row, &outer)
}

/// A product and a sum for each part of the outermost dimension.
fn fma(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let (sizes, element) = vector_parts(context, op.result(context, 0)?.ty(context))?;
    let (outermost, rest) = sizes.split_first().filter(|(_, rest)| !rest.is_empty())?;
    let part = context.vector_type(rest, element, &[]).ok()?;
    by_parts(rewriter, op, Start::Zero, part, &[*outermost])
}

/// The elements of which a vector was made.
fn known_elements(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let maker = op.operand(context, 0)?.defining_op(context)?;
    if !maker.is_named(context, "vector.from_elements") {
        return None;
    }
    let elements: Vec<Value> = maker.operands(context).collect();
    rewriter.replace_op(op, &elements);
    Some(())
}

/// The operation on each part at the positions of the outer dimensions.
fn by_parts(rewriter: &mut Rewriter<'_, '_>, op: Op, from: Start, row: Type, outer: &[i64]) -> Option<()> {
    let context = rewriter.context();
    let location = op.location(context);
    let ty = op.result(context, 0)?.ty(context);
    let mut result = start(rewriter, location, ty, from)?;
    let operands: Vec<Value> = op.operands(context).collect();
    let name = op.name(context).text(context).into_owned();
    for position in positions(outer) {
        let mut parts = Vec::new();
        for operand in &operands {
            parts.push(part(rewriter, location, *operand, &position)?);
        }
        let made = Make::new(&name, &parts, &[row]).value(rewriter, location);
        result = with_part(rewriter, location, result, made, &position);
    }
    rewriter.replace_op(op, &[result]);
    Some(())
}

/// A vector repeated along the first dimension that it has not, or has with size 1.
fn broadcast(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let location = op.location(context);
    let source = op.operand(context, 0)?;
    let ty = op.result(context, 0)?.ty(context);
    let (sizes, element) = vector_parts(context, ty)?;
    let (own, _) = vector_parts(context, source.ty(context))?;
    if source.ty(context) == ty {
        rewriter.replace_op(op, &[source]);
        return Some(());
    }
    if sizes.len() == 1 {
        let element = part(rewriter, location, source, &vec![0; own.len()])?;
        let value = Make::new("vector.broadcast", &[element], &[ty]).value(rewriter, location);
        rewriter.replace_op(op, &[value]);
        return Some(());
    }
    let inner = context.vector_type(&sizes[1..], element, &[]).ok()?;
    let mut result = start(rewriter, location, ty, Start::Poison)?;
    let same_size = own.len() == sizes.len() && own[0] == sizes[0];
    let mut row = None;
    for place in 0..sizes[0] {
        let made = match row.filter(|_| !same_size) {
            Some(row) => row,
            None => {
                let source = match own.len() < sizes.len() {
                    true => source,
                    false => part(rewriter, location, source, &[place])?,
                };
                match source.ty(context) == inner {
                    true => source,
                    false => Make::new("vector.broadcast", &[source], &[inner]).value(rewriter, location),
                }
            }
        };
        row = Some(made);
        result = with_part(rewriter, location, result, made, &[place]);
    }
    rewriter.replace_op(op, &[result]);
    Some(())
}

fn from_elements(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let location = op.location(context);
    let ty = op.result(context, 0)?.ty(context);
    let (row, outer) = rows(context, ty)?;
    let width = vector_parts(context, row)?.0[0] as usize;
    let operands: Vec<Value> = op.operands(context).collect();
    let mut result = start(rewriter, location, ty, Start::Poison)?;
    for (position, elements) in positions(&outer).zip(operands.chunks(width)) {
        let made = Make::new("vector.from_elements", elements, &[row]).value(rewriter, location);
        result = with_part(rewriter, location, result, made, &position);
    }
    rewriter.replace_op(op, &[result]);
    Some(())
}

/// The elements of each row.
fn to_elements(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let location = op.location(context);
    let vector = op.operand(context, 0)?;
    let (row, outer) = rows(context, vector.ty(context))?;
    let (width, element) = vector_parts(context, row)?;
    let types = vec![element; *width.first()? as usize];
    let mut elements = Vec::new();
    for position in positions(&outer) {
        let row = part(rewriter, location, vector, &position)?;
        let made = Make::new("vector.to_elements", &[row], &types).at(rewriter, location);
        elements.extend(made.results(context));
    }
    rewriter.replace_op(op, &elements);
    Some(())
}

/// Element by element.
fn transpose(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let location = op.location(context);
    let source = op.operand(context, 0)?;
    let ty = op.result(context, 0)?.ty(context);
    let (sizes, _) = vector_parts(context, source.ty(context))?;
    let order = number::list(context, property(context, op, "permutation")?)?;
    // With fewer dimensions that are not one, all elements stay in their order.
    let has_order = sizes.iter().filter(|size| **size != 1).count() >= 2;
    if !has_order && source.ty(context) == ty {
        rewriter.replace_op(op, &[source]);
        return Some(());
    }
    if sizes.len() < 2 {
        return None;
    }
    // The last dimensions that stay in place move as a whole.
    let moved = (0..order.len()).rev().find(|dim| order[*dim] != *dim as i64)? + 1;
    let mut result = start(rewriter, location, ty, Start::Poison)?;
    for position in positions(&sizes[..moved]) {
        let target: Vec<i64> = order[..moved].iter().map(|dim| position[*dim as usize]).collect();
        let value = part(rewriter, location, source, &position)?;
        result = with_part(rewriter, location, result, value, &target);
    }
    rewriter.replace_op(op, &[result]);
    Some(())
}

fn step(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let ty = op.result(context, 0)?.ty(context);
    let (sizes, element) = vector_parts(context, ty)?;
    let lanes: Vec<Attribute> = (0..*sizes.first()?)
        .map(|lane| integer(context, element, lane))
        .collect();
    let value = constant(rewriter, op.location(context), ty, &lanes)?;
    rewriter.replace_op(op, &[value]);
    Some(())
}

/// The numbers in an array of integers.
pub(super) fn numbers(context: &Context, op: Op, name: &str) -> Option<Vec<i64>> {
    let AttributeKind::Array(all) = property(context, op, name)?.kind(context) else {
        return None;
    };
    all.iter().map(|each| number::of(context, each)).collect()
}

pub(super) fn shuffle(
    rewriter: &mut Rewriter<'_, '_>,
    location: Location,
    [first, second]: [Value; 2],
    mask: &[i64],
) -> Option<Value> {
    let context = rewriter.context();
    let (_, element) = vector_parts(context, first.ty(context))?;
    let ty = context.vector_type(&[mask.len() as i64], element, &[]).ok()?;
    let made = Make::new("vector.shuffle", &[first, second], &[ty])
        .with(&[("mask", context.dense_i64_array(mask))])
        .value(rewriter, location);
    Some(made)
}
