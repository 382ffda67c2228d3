//! Parts of vectors: lanes, inner vectors, broadcasts, shuffles.

use tvmlike_ir::{DYNAMIC, Op, Value};
use tvmlike_transform::{ConversionPattern, ConversionRewriter, ConvertedOperands};

use super::{constant, lane, shuffled, vector_parts, with_lane};
use crate::descriptor::index_constant;
use crate::elementwise::{OneToOne, extract, insert, result_type};
use crate::make::{Make, property};
use crate::number;
use crate::types::array_parts;

/// A pattern for vectors of at most one dimension.
pub(super) struct OneDimension(pub(super) OneToOne);

impl ConversionPattern for OneDimension {
    fn name(&self) -> &str {
        self.0.root
    }

    fn root(&self) -> Option<&str> {
        Some(self.0.root)
    }

    fn rewrite(
        &self,
        rewriter: &mut ConversionRewriter<'_, '_>,
        op: Op,
        operands: &ConvertedOperands,
    ) -> Option<()> {
        let context = rewriter.context();
        let (sizes, _) = vector_parts(context, op.result(context, 0)?.ty(context))?;
        match sizes.len() {
            0 | 1 => self.0.rewrite(rewriter, op, operands),
            _ => None,
        }
    }
}

/// A scalar in all lanes.
pub(super) fn broadcast(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    operands: &ConvertedOperands,
) -> Option<()> {
    let context = rewriter.context();
    let location = op.location(context);
    let source = operands.one(0)?;
    if op.operand(context, 0)?.ty(context).is_shaped(context) {
        return None;
    }
    let (sizes, _) = vector_parts(context, op.result(context, 0)?.ty(context))?;
    let ty = result_type(rewriter, op)?;
    let outer =
        (sizes.len() > 1).then(|| Make::new("llvm.mlir.poison", &[], &[ty]).value(rewriter, location));
    let mut inner = ty;
    while let Some((element, _)) = array_parts(context, inner) {
        inner = element;
    }
    let poison = Make::new("llvm.mlir.poison", &[], &[inner]).value(rewriter, location);
    let zero = constant(rewriter, location, context.i32(), 0);
    let first = with_lane(rewriter, location, poison, source, zero);
    let width = sizes.last().copied().unwrap_or(1);
    let mask = vec![0; width as usize];
    let value = match outer {
        None if width == 1 => first,
        None => shuffled(rewriter, location, [first, poison], &mask)?,
        Some(mut result) => {
            let row = shuffled(rewriter, location, [first, first], &mask)?;
            for position in positions(&sizes[..sizes.len() - 1]) {
                result = insert(rewriter, location, result, row, &position);
            }
            result
        }
    };
    rewriter.replace_op(op, &[value]);
    Some(())
}

/// All positions of a shape, in row-major order.
pub(super) fn positions(sizes: &[i64]) -> impl Iterator<Item = Vec<i64>> + use<> {
    let sizes = sizes.to_vec();
    let count: i64 = sizes.iter().product();
    (0..count).map(move |number| {
        let mut rest = number;
        let mut position = vec![0; sizes.len()];
        for (place, size) in position.iter_mut().zip(&sizes).rev() {
            *place = rest % size;
            rest /= size;
        }
        position
    })
}

/// A position in a vector: the constant indices of arrays, and the index of the lane if there is one.
struct Position {
    arrays: Vec<i64>,
    lane: Option<Lane>,
}

enum Lane {
    Known(i64),
    Value(Value),
}

/// The position of `vector.extract` and `vector.insert` in a vector of a rank, whose operands for it begin at a number.
fn position(
    rewriter: &ConversionRewriter<'_, '_>,
    op: Op,
    operands: &ConvertedOperands,
    first: usize,
    rank: usize,
) -> Option<Position> {
    let context = rewriter.context();
    let mut indices = number::list(context, property(context, op, "static_position")?)?;
    // A vector without dimensions is one of one lane.
    if rank == 0 {
        indices = vec![0];
    }
    let mut lane = None;
    if indices.len() == rank.max(1) {
        lane = Some(match indices.pop()? {
            DYNAMIC => {
                Lane::Value(operands.one(operands.len().checked_sub(1).filter(|last| *last >= first)?)?)
            }
            known => Lane::Known(known),
        });
    }
    // No lane and no array has a negative number: it stands for poison, or for a value.
    let is_known = |index: &i64| *index >= 0;
    let lane_is_known = !matches!(lane, Some(Lane::Known(..0)));
    (indices.iter().all(is_known) && lane_is_known).then_some(Position {
        arrays: indices,
        lane,
    })
}

fn lane_index(rewriter: &mut ConversionRewriter<'_, '_>, op: Op, lane: Lane) -> Value {
    let context = rewriter.context();
    match lane {
        Lane::Value(value) => value,
        Lane::Known(known) => constant(rewriter, op.location(context), context.i64(), known),
    }
}

pub(super) fn extract_part(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    operands: &ConvertedOperands,
) -> Option<()> {
    let context = rewriter.context();
    let location = op.location(context);
    let (sizes, _) = vector_parts(context, op.operand(context, 0)?.ty(context))?;
    let position = position(rewriter, op, operands, 1, sizes.len())?;
    let mut value = operands.one(0)?;
    if !position.arrays.is_empty() {
        value = extract(rewriter, location, value, &position.arrays);
    }
    if let Some(index) = position.lane {
        let index = lane_index(rewriter, op, index);
        value = lane(rewriter, location, value, index)?;
    }
    rewriter.replace_op(op, &[value]);
    Some(())
}

pub(super) fn insert_part(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    operands: &ConvertedOperands,
) -> Option<()> {
    let context = rewriter.context();
    let location = op.location(context);
    let (sizes, _) = vector_parts(context, op.operand(context, 1)?.ty(context))?;
    let position = position(rewriter, op, operands, 2, sizes.len())?;
    let (mut value, target) = (operands.one(0)?, operands.one(1)?);
    let arrays = &position.arrays;
    if let Some(index) = position.lane {
        let inner = match arrays.is_empty() {
            true => target,
            false => extract(rewriter, location, target, arrays),
        };
        let index = lane_index(rewriter, op, index);
        value = with_lane(rewriter, location, inner, value, index);
    }
    if !arrays.is_empty() {
        value = insert(rewriter, location, target, value, arrays);
    }
    rewriter.replace_op(op, &[value]);
    Some(())
}

pub(super) fn from_elements(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    operands: &ConvertedOperands,
) -> Option<()> {
    let context = rewriter.context();
    let location = op.location(context);
    let (sizes, _) = vector_parts(context, op.result(context, 0)?.ty(context))?;
    if sizes.len() > 1 {
        return None;
    }
    let ty = result_type(rewriter, op)?;
    let values = operands.each()?;
    let mut vector = Make::new("llvm.mlir.poison", &[], &[ty]).value(rewriter, location);
    for (number, value) in values.into_iter().enumerate() {
        let index = constant(rewriter, location, context.i64(), number as i64);
        vector = with_lane(rewriter, location, vector, value, index);
    }
    rewriter.replace_op(op, &[vector]);
    Some(())
}

/// The lanes that are used.
pub(super) fn to_elements(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    operands: &ConvertedOperands,
) -> Option<()> {
    let context = rewriter.context();
    let location = op.location(context);
    let (sizes, element) = vector_parts(context, op.operand(context, 0)?.ty(context))?;
    if sizes.len() > 1 {
        return None;
    }
    let vector = operands.one(0)?;
    let element = rewriter.converter()?.convert_one(context, element)?;
    let mut lanes = Vec::new();
    for (number, result) in op.results(context).enumerate() {
        let lane = match result.has_uses(context) {
            true => {
                let index = constant(rewriter, location, context.i64(), number as i64);
                Some(lane(rewriter, location, vector, index)?)
            }
            false => None,
        };
        lanes.push(lane);
    }
    // What stands for a result without uses does not matter.
    let any = match lanes.iter().flatten().next() {
        Some(used) => *used,
        None => Make::new("llvm.mlir.poison", &[], &[element]).value(rewriter, location),
    };
    let lanes: Vec<Value> = lanes.into_iter().map(|lane| lane.unwrap_or(any)).collect();
    rewriter.replace_op(op, &lanes);
    Some(())
}

pub(super) fn shuffle(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    operands: &ConvertedOperands,
) -> Option<()> {
    let context = rewriter.context();
    let location = op.location(context);
    let mask = number::list(context, property(context, op, "mask")?)?;
    let (first, second) = (operands.one(0)?, operands.one(1)?);
    let (sizes, _) = vector_parts(context, op.operand(context, 0)?.ty(context))?;
    let same = op.operand(context, 0)?.ty(context) == op.operand(context, 1)?.ty(context);
    if sizes.len() <= 1 && same {
        let value = shuffled(rewriter, location, [first, second], &mask)?;
        rewriter.replace_op(op, &[value]);
        return Some(());
    }
    if mask.iter().any(|source| *source < 0) {
        return None;
    }
    let ty = result_type(rewriter, op)?;
    let first_len = sizes.first().copied().unwrap_or(1);
    let mut result = Make::new("llvm.mlir.poison", &[], &[ty]).value(rewriter, location);
    for (place, source) in mask.iter().enumerate() {
        let (from, source) = match *source < first_len {
            true => (first, *source),
            false => (second, *source - first_len),
        };
        if sizes.len() > 1 {
            let part = extract(rewriter, location, from, &[source]);
            result = insert(rewriter, location, result, part, &[place as i64]);
        } else {
            let at = index_constant(rewriter, location, context.i64(), source);
            let part = lane(rewriter, location, from, at)?;
            let at = index_constant(rewriter, location, context.i64(), place as i64);
            result = with_lane(rewriter, location, result, part, at);
        }
    }
    rewriter.replace_op(op, &[result]);
    Some(())
}

/// The number by which scalable sizes are multiplied.
pub(super) fn vscale(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    _operands: &ConvertedOperands,
) -> Option<()> {
    let ty = result_type(rewriter, op)?;
    let location = op.location(rewriter.context());
    let value = Make::new("llvm.intr.vscale", &[], &[ty]).value(rewriter, location);
    rewriter.replace_op(op, &[value]);
    Some(())
}
