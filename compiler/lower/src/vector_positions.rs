//! Parts of vectors at positions.

use tvmlike_define::OpBuilder;
use tvmlike_ir::{Attribute, Context, CreateOps, DYNAMIC, Location, Type, TypeKind, Value};

use crate::make::{Make, build_value, uniform};
use crate::number;

/// The sizes and the element type of a vector without scalable dimensions.
pub(crate) fn vector_parts(context: &Context, ty: Type) -> Option<(Vec<i64>, Type)> {
    match ty.kind(context) {
        TypeKind::Vector {
            shape,
            element,
            scalable,
        } if scalable.count() == 0 => Some((shape.to_vec(), element)),
        _ => None,
    }
}

/// A position in a vector, which can be of values.
#[derive(Clone, Default)]
pub(crate) struct Position {
    pub(crate) dynamic: Vec<Value>,
    /// The known indices; the least number where there is a value.
    pub(crate) fixed: Vec<i64>,
}

impl Position {
    /// The position of a part of what is there.
    pub(crate) fn and(&self, index: i64) -> Self {
        let mut inner = self.clone();
        inner.fixed.push(index);
        inner
    }

    /// A known position.
    pub(crate) fn fixed(indices: &[i64]) -> Self {
        Self {
            dynamic: Vec::new(),
            fixed: indices.to_vec(),
        }
    }

    /// The position that a value tells.
    pub(crate) fn of(value: Value) -> Self {
        Self {
            dynamic: vec![value],
            fixed: vec![DYNAMIC],
        }
    }
}

/// The part of a vector at a position.
pub(crate) fn part_at<'c>(
    rewriter: &mut impl CreateOps<'c>,
    location: Location,
    vector: Value,
    position: &Position,
) -> Option<Value> {
    let context = rewriter.context();
    let ty = vector.ty(context);
    let ty = match position.fixed.len() == ty.rank(context)? {
        true => ty.element_type(context)?,
        false => {
            let (sizes, element) = vector_parts(context, ty)?;
            let rest = sizes.get(position.fixed.len()..)?;
            context.vector_type(rest, element, &[]).ok()?
        }
    };
    let op = OpBuilder::new("vector.extract")
        .operand("source", [vector])
        .operand("dynamic_position", position.dynamic.iter().copied())
        .attribute("static_position", context.dense_i64_array(&position.fixed))
        .result("result", [ty]);
    Some(build_value(rewriter, op, location))
}

/// A vector with another part at a position.
pub(crate) fn with_part_at<'c>(
    rewriter: &mut impl CreateOps<'c>,
    location: Location,
    vector: Value,
    part: Value,
    position: &Position,
) -> Value {
    let context = rewriter.context();
    let op = OpBuilder::new("vector.insert")
        .operand("valueToStore", [part])
        .operand("dest", [vector])
        .operand("dynamic_position", position.dynamic.iter().copied())
        .attribute("static_position", context.dense_i64_array(&position.fixed))
        .result("result", [vector.ty(context)]);
    build_value(rewriter, op, location)
}

/// The position of a lane: a known one, if the index is a constant.
fn lane_position(context: &Context, index: Value) -> Position {
    match number::constant(context, index) {
        Some(known) => Position::default().and(known),
        None => Position::of(index),
    }
}

/// The lane of a vector at an index.
pub(crate) fn lane_at<'c>(
    rewriter: &mut impl CreateOps<'c>,
    location: Location,
    vector: Value,
    index: Value,
) -> Option<Value> {
    let position = lane_position(rewriter.context(), index);
    part_at(rewriter, location, vector, &position)
}

/// A vector with another lane at an index.
pub(crate) fn with_lane_at<'c>(
    rewriter: &mut impl CreateOps<'c>,
    location: Location,
    vector: Value,
    lane: Value,
    index: Value,
) -> Value {
    let position = lane_position(rewriter.context(), index);
    with_part_at(rewriter, location, vector, lane, &position)
}

/// Computes each element of a vector by the elements of operands, row by row. As in MLIR, of a scalable vector those that it has at
/// least.
pub(crate) fn by_elements<'c, R: CreateOps<'c>>(
    rewriter: &mut R,
    location: Location,
    ty: Type,
    operands: &[Value],
    zero: impl FnOnce(Type) -> Option<Attribute>,
    mut compute: impl FnMut(&mut R, &[Value], Type) -> Option<Value>,
) -> Option<Value> {
    let context = rewriter.context();
    let TypeKind::Vector { shape, element, .. } = ty.kind(context) else {
        return None;
    };
    let shape = shape.to_vec();
    let mut result = Make::new("arith.constant", &[], &[ty])
        .with(&[("value", uniform(context, ty, zero)?)])
        .value(rewriter, location);
    let count = shape
        .iter()
        .try_fold(1_i64, |count, size| count.checked_mul(*size))?;
    for number in 0..count {
        let (mut position, mut rest) = (vec![0; shape.len()], number);
        for (place, size) in position.iter_mut().zip(&shape).rev() {
            (*place, rest) = (rest % size, rest / size);
        }
        let position = Position::fixed(&position);
        let elements: Vec<Value> = operands
            .iter()
            .map(|operand| part_at(rewriter, location, *operand, &position))
            .collect::<Option<_>>()?;
        let made = compute(rewriter, &elements, element)?;
        result = with_part_at(rewriter, location, result, made, &position);
    }
    Some(result)
}
