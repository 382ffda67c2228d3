//! Parts of vectors that other operations made: what MLIR's folders make of them.

use tvmlike_ir::{Context, Op, PatternSet, RewriteFn, Rewriter};

use super::progressive::part;
use super::vector_parts;
use crate::make::{Make, property};
use crate::number;

/// Adds the patterns for parts of vectors that are parts of others, in whatever order of dimensions.
pub(super) fn add_part_patterns(patterns: &mut PatternSet) {
    patterns.add_table(&[
        PART_OF_PART,
        RewriteFn::new("FoldExtractOfInsert", "vector.extract", part_of_made),
    ]);
}

/// Adds all patterns.
pub(super) fn add_patterns(patterns: &mut PatternSet) {
    add_part_patterns(patterns);
    patterns.add_table(&[
        RewriteFn::new("FoldExtractOfShapeCast", "vector.extract", part_of_shaped),
        RewriteFn::new("FoldExtractOfBroadcast", "vector.extract", part_of_broadcast),
        RewriteFn::new("FoldShapeCastOfShapeCast", "vector.shape_cast", shape_of_shaped),
    ]);
}

/// The part of a part.
pub(crate) const PART_OF_PART: RewriteFn =
    RewriteFn::new("FoldExtractOfExtract", "vector.extract", part_of_part);

/// The operation that made the source of a part at a known position, and the position.
fn known_part(context: &Context, op: Op, maker: &str) -> Option<(Op, Vec<i64>)> {
    let made = op.operand(context, 0)?.defining_op(context)?;
    if !made.is_named(context, maker) {
        return None;
    }
    Some((made, known_position(context, op, 1)?))
}

/// The position of an operation, if it has no operands behind the first ones.
fn known_position(context: &Context, op: Op, operands: usize) -> Option<Vec<i64>> {
    let position = number::list(context, property(context, op, "static_position")?)?;
    let is_known = op.num_operands(context) == operands && position.iter().all(|index| *index >= 0);
    is_known.then_some(position)
}

/// A part of a part of a vector, at positions that are constants.
fn part_of_part(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let maker = op.operand(context, 0)?.defining_op(context)?;
    let is_constant = |op: Op| op.num_operands(context) == 1;
    if !maker.is_named(context, "vector.extract") || !is_constant(maker) || !is_constant(op) {
        return None;
    }
    let mut position = number::list(context, property(context, maker, "static_position")?)?;
    position.extend(number::list(context, property(context, op, "static_position")?)?);
    let source = maker.operand(context, 0)?;
    let value = part(rewriter, op.location(context), source, &position)?;
    rewriter.replace_op(op, &[value]);
    Some(())
}

/// Whether positions of parts can be of the same element; without an index, a dimension is one of the part.
fn intersect(one: &[Option<i64>], other: &[i64]) -> bool {
    let mut pairs = one.iter().zip(other);
    pairs.all(|(one, other)| one.is_none_or(|one| one == *other))
}

/// A part of a vector that was put together of parts, and whose dimensions were reordered: the part that was put in, or that of
/// the vector with which it began.
fn part_of_made(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let location = op.location(context);
    let mut vector = op.operand(context, 0)?;
    let (sizes, _) = vector_parts(context, vector.ty(context))?;
    let mut position: Vec<Option<i64>> = known_position(context, op, 1)?.into_iter().map(Some).collect();
    let known = position.len();
    position.resize(sizes.len(), None);
    // Which of the dimensions of the vector here each is that the part has.
    let mut order: Vec<usize> = (0..sizes.len()).collect();
    let is_whole = |position: &[Option<i64>], order: &[usize]| {
        position[known..].iter().all(Option::is_none) && order[known..].is_sorted()
    };
    while let Some(made) = vector.defining_op(context) {
        if made.is_named(context, "vector.transpose") {
            let permutation = number::list(context, property(context, made, "permutation")?)?;
            let (mut indices, mut dims) = (position.clone(), order.clone());
            for (dim, source) in permutation.iter().enumerate() {
                *indices.get_mut(*source as usize)? = position[dim];
                *dims.get_mut(*source as usize)? = order[dim];
            }
            (position, order) = (indices, dims);
            vector = made.operand(context, 0)?;
        } else if made.is_named(context, "vector.insert") {
            let inserted = known_position(context, made, 2)?;
            let prefix: Option<Vec<i64>> = position.iter().map_while(|index| index.map(Some)).collect();
            let prefix = prefix?;
            let fits = prefix.starts_with(&inserted) && is_whole(&position, &order);
            if fits {
                let value = made.operand(context, 0)?;
                let rest = &prefix[inserted.len()..];
                let value = match rest {
                    [] => value,
                    rest => part(rewriter, location, value, rest)?,
                };
                rewriter.replace_op(op, &[value]);
                return Some(());
            }
            if intersect(&position, &inserted) {
                return None;
            }
            vector = made.operand(context, 1)?;
        } else {
            break;
        }
    }
    let source: Vec<i64> = position.iter().take(known).copied().collect::<Option<_>>()?;
    if vector == op.operand(context, 0)? || !is_whole(&position, &order) {
        return None;
    }
    let value = part(rewriter, location, vector, &source)?;
    rewriter.replace_op(op, &[value]);
    Some(())
}

/// A part of a vector of another shape with the same rows: the part of the vector.
fn part_of_shaped(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let (made, position) = known_part(context, op, "vector.shape_cast")?;
    let vector = made.operand(context, 0)?;
    let (sizes, _) = vector_parts(context, vector.ty(context))?;
    let (shape, _) = vector_parts(context, made.result(context, 0)?.ty(context))?;
    let (outer, row) = shape.split_at(position.len());
    let ty = op.result(context, 0)?.ty(context);
    if outer.iter().all(|size| *size == 1) && !row.is_empty() && !sizes.ends_with(row) {
        let value = Make::new("vector.shape_cast", &[vector], &[ty]).value(rewriter, op.location(context));
        rewriter.replace_op(op, &[value]);
        return Some(());
    }
    if !sizes.ends_with(row) {
        return None;
    }
    let mut flat = position
        .iter()
        .zip(outer)
        .fold(0, |flat, (index, size)| flat * size + index);
    let mut source = vec![0; sizes.len() - row.len()];
    for (index, size) in source.iter_mut().zip(&sizes).rev() {
        (*index, flat) = (flat % size, flat / size);
    }
    let value = match source.as_slice() {
        [] if ty == vector.ty(context) => vector,
        source => part(rewriter, op.location(context), vector, source)?,
    };
    rewriter.replace_op(op, &[value]);
    Some(())
}

/// A part of a broadcast that is what was broadcast.
fn part_of_broadcast(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let (made, _) = known_part(context, op, "vector.broadcast")?;
    let source = made.operand(context, 0)?;
    if source.ty(context) != op.result(context, 0)?.ty(context) {
        return None;
    }
    rewriter.replace_op(op, &[source]);
    Some(())
}

/// A vector of another shape than one of another shape.
fn shape_of_shaped(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let made = op.operand(context, 0)?.defining_op(context)?;
    if !made.is_named(context, "vector.shape_cast") {
        return None;
    }
    let source = made.operand(context, 0)?;
    let ty = op.result(context, 0)?.ty(context);
    let value = match source.ty(context) == ty {
        true => source,
        false => Make::new("vector.shape_cast", &[source], &[ty]).value(rewriter, op.location(context)),
    };
    rewriter.replace_op(op, &[value]);
    Some(())
}
