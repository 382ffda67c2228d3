//! Parts of vectors that other operations made: what MLIR's folders make of them.

use tvmlike_ir::{Context, Op, PatternSet, RewriteFn, Rewriter, Value};

use super::progressive::part;
use super::vector_parts;
use crate::make::{Make, property};
use crate::number;

/// Adds the patterns for parts of vectors that are parts of others, in whatever order of dimensions.
pub(super) fn add_part_patterns(patterns: &mut PatternSet) {
    patterns.add_table(&[
        PART_OF_PART,
        RewriteFn::new("FoldExtractOfTranspose", "vector.extract", part_of_transposed),
    ]);
}

/// Adds all patterns.
pub(super) fn add_patterns(patterns: &mut PatternSet) {
    add_part_patterns(patterns);
    patterns.add_table(&[
        RewriteFn::new("FoldExtractOfShapeCast", "vector.extract", part_of_shaped),
        RewriteFn::new("FoldExtractOfBroadcast", "vector.extract", part_of_broadcast),
        RewriteFn::new("FoldExtractOfInsert", "vector.extract", part_of_inserted),
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

/// A part of a vector with other dimensions first, if they are the outer ones: the part of the vector.
fn part_of_transposed(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let maker = op.operand(context, 0)?.defining_op(context)?;
    if !maker.is_named(context, "vector.transpose") || op.num_operands(context) != 1 {
        return None;
    }
    let order = number::list(context, property(context, maker, "permutation")?)?;
    let position = number::list(context, property(context, op, "static_position")?)?;
    let mut source = vec![None; position.len()];
    for (dim, index) in order.iter().zip(&position) {
        *source.get_mut(*dim as usize)? = Some(*index);
    }
    let stay = (position.len()..order.len()).all(|dim| order[dim] == dim as i64);
    let source: Vec<i64> = source.into_iter().collect::<Option<_>>()?;
    if !stay {
        return None;
    }
    let vector = maker.operand(context, 0)?;
    let value = part(rewriter, op.location(context), vector, &source)?;
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

/// A part of a vector that another part was put into: of that part, or of the vector before.
fn part_of_inserted(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let (made, position) = known_part(context, op, "vector.insert")?;
    let inserted = known_position(context, made, 2)?;
    let shared = inserted.len().min(position.len());
    let value: Value = match inserted[..shared] == position[..shared] {
        true if inserted.len() == position.len() => made.operand(context, 0)?,
        true if inserted.len() < position.len() => {
            let value = made.operand(context, 0)?;
            part(rewriter, op.location(context), value, &position[shared..])?
        }
        true => return None,
        false => part(
            rewriter,
            op.location(context),
            made.operand(context, 1)?,
            &position,
        )?,
    };
    rewriter.replace_op(op, &[value]);
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
