//! `extract`: folds, and patterns that make another operation of it.

use tvmlike_ir::{Attribute, Context, DYNAMIC, FoldResult, Folded, Folding, Op, Rewriter, Value};

use super::super::elementwise::is_poison;
use super::super::rewrite::{Make, constant, defined_by, small_int};
use super::super::slices::split;
use super::super::tensor::elements::{resize_splat, splat_element};
use super::chain;
use super::parts::{
    Lanes, POISON, elements, flat, is_broadcastable, lanes, maker, numbers, poison, position, result_type,
    result_vector, set_position, sizes, static_position, unflat,
};
use crate::verifiers::Vector;

/// Makes indices of a position static that are constants within a vector. Whether there were any.
pub(super) fn use_constants(folding: &mut Folding<'_, '_>, others: usize, vector: &Vector) -> bool {
    let (context, op) = (folding.context(), folding.op());
    let Some(mut indices) = numbers(context, op, "static_position") else {
        return false;
    };
    let mut operands: Vec<Value> = op.operands(context).collect();
    let values = operands.split_off(others.min(operands.len()));
    let count = values.len();
    let mut values = values.into_iter().zip(folding.constants()[others..].to_vec());
    let mut rest = Vec::new();
    for (index, size) in indices.iter_mut().zip(&vector.sizes) {
        if *index != DYNAMIC {
            continue;
        }
        let Some((value, known)) = values.next() else {
            return false;
        };
        let known = known.and_then(|known| small_int(context, known));
        match known.filter(|known| (POISON..*size).contains(known)) {
            Some(known) => *index = known,
            None => rest.push(value),
        }
    }
    if rest.len() == count {
        return false;
    }
    operands.extend(rest);
    set_position(folding, &operands, &indices);
    true
}

/// `extract`.
pub(super) fn fold(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    let (context, op) = (folding.context(), folding.op());
    let source = folding.operand(0);
    let vector = Vector::of_value(context, source)?;
    let before = numbers(context, op, "static_position")?;
    if before.is_empty() && source.ty(context) == folding.result_type() {
        return Some(source.into());
    }
    let known = folding.constant(0);
    if let Some(known) = known.filter(|known| is_poison(context, *known)) {
        return Some(known.into());
    }
    let is_changed = use_constants(folding, 1, &vector);
    if before.contains(&POISON) {
        return Some(poison(context)?.into());
    }
    let at = static_position(context, op, 1);
    if let Some(part) = known.and_then(|known| of_constant(context, op, &vector, known, at.as_deref())) {
        return Some(part.into());
    }
    let folded = match &at {
        Some(at) => of_extract(folding, at).or_else(|| chain::of_inserts(folding, &vector, at)),
        None => None,
    };
    let folded = folded.or_else(|| of_broadcast(folding, &vector));
    let folded = folded.or_else(|| of_made(folding, &vector, at.as_deref()?));
    folded.or_else(|| is_changed.then_some(Folded::InPlace))
}

/// A part of a constant.
fn of_constant(
    context: &Context,
    op: Op,
    vector: &Vector,
    known: Attribute,
    at: Option<&[i64]>,
) -> Option<Attribute> {
    let ty = result_type(context, op)?;
    if let Some(element) = splat_element(context, Some(known)) {
        return match ty.is_shaped(context) {
            true => resize_splat(context, Some(known), ty),
            false => Some(element),
        };
    }
    let at = at.filter(|at| !at.contains(&POISON) && !vector.is_scalable())?;
    let all = elements(context, known)?;
    let start = usize::try_from(flat(&vector.sizes, at)).ok()?;
    match Vector::of(context, ty) {
        Some(part) => {
            let part = all.get(start..start.checked_add(part.count()?)?)?;
            context.dense_elements_from_attributes(ty, part).ok()
        }
        None => all.get(start).copied(),
    }
}

/// A part of parts: their positions follow each other.
fn of_extract(folding: &mut Folding<'_, '_>, at: &[i64]) -> Option<Folded> {
    let context = folding.context();
    let mut source = folding.operand(0);
    let mut positions = vec![at.to_vec()];
    while let Some(outer) = defined_by(context, source, "vector.extract") {
        positions.push(static_position(context, outer, 1)?);
        source = outer.operand(context, 0)?;
    }
    if positions.len() == 1 {
        return None;
    }
    positions.reverse();
    set_position(folding, &[source], &positions.concat());
    Some(Folded::InPlace)
}

/// The source of an operation that repeats a vector, or only puts dimensions of size 1 before its own.
fn repeated(context: &Context, value: Value) -> Option<Value> {
    if let Some(op) = defined_by(context, value, "vector.broadcast") {
        return op.operand(context, 0);
    }
    let source = defined_by(context, value, "vector.shape_cast")?.operand(context, 0)?;
    let (from, to) = (
        sizes(context, source.ty(context)),
        sizes(context, value.ty(context)),
    );
    to.ends_with(&from).then_some(source)
}

/// A part of what is repeated, which is a part of the source or the source itself.
fn of_broadcast(folding: &mut Folding<'_, '_>, vector: &Vector) -> Option<Folded> {
    let (context, op) = (folding.context(), folding.op());
    let input = repeated(context, folding.operand(0))?;
    let ty = folding.result_type();
    if ty == input.ty(context) {
        return Some(input.into());
    }
    let source = Vector::of_value(context, input)?;
    let part = sizes(context, ty);
    if !source.sizes.ends_with(&part) {
        return None;
    }
    let added = vector.rank().checked_sub(source.rank())?;
    let old = position(context, op, 1)?;
    let zero = FoldResult::Attribute(context.i64_attribute(0));
    let outer = source.sizes[..source.rank() - part.len()].iter().enumerate();
    let new: Vec<FoldResult> = outer
        .map(|(dim, size)| match size {
            1 if !source.scalable[dim] => Some(zero),
            _ => old.get(dim + added).copied(),
        })
        .collect::<Option<_>>()?;
    let (mut values, indices) = split(context, &new);
    values.insert(0, input);
    set_position(folding, &values, &indices);
    Some(Folded::InPlace)
}

/// A part of what another operation puts together.
fn of_made(folding: &mut Folding<'_, '_>, vector: &Vector, at: &[i64]) -> Option<Folded> {
    let context = folding.context();
    if at.contains(&POISON) {
        return None;
    }
    let made = folding.operand(0).defining_op(context)?;
    match () {
        () if made.is_named(context, "vector.shuffle") => of_shuffle(folding, made, vector, at),
        () if made.is_named(context, "vector.shape_cast") => of_shape_cast(folding, made, vector, at),
        () if made.is_named(context, "vector.extract_strided_slice") => of_slice(folding, made, vector, at),
        () if made.is_named(context, "vector.insert_strided_slice") => chain::of_slices(folding, made, at),
        () if made.is_named(context, "vector.from_elements") => {
            let is_scalar = at.len() == vector.rank() && !folding.result_type().is_shaped(context);
            let index = usize::try_from(flat(&vector.sizes, at)).ok()?;
            Some(made.operand(context, index).filter(|_| is_scalar)?.into())
        }
        () => None,
    }
}

fn of_shuffle(folding: &mut Folding<'_, '_>, made: Op, vector: &Vector, at: &[i64]) -> Option<Folded> {
    let context = folding.context();
    let first = Vector::of_value(context, made.operand(context, 0)?)?;
    if vector.rank() != 1 || first.rank() != 1 {
        return None;
    }
    let mask = numbers(context, made, "mask")?;
    let index = *mask.get(usize::try_from(*at.first()?).ok()?)?;
    let (source, index) = match index - first.sizes[0] {
        rest @ 0.. => (1, rest),
        _ => (0, index),
    };
    set_position(folding, &[made.operand(context, source)?], &[index]);
    Some(Folded::InPlace)
}

/// A part of a vector with another shape whose last dimensions are those of the part.
fn of_shape_cast(folding: &mut Folding<'_, '_>, made: Op, vector: &Vector, at: &[i64]) -> Option<Folded> {
    let context = folding.context();
    let input = made.operand(context, 0)?;
    let source = Vector::of_value(context, input)?;
    let ty = folding.result_type();
    let part = sizes(context, ty);
    if !source.sizes.ends_with(&part) {
        return None;
    }
    let flat = flat(&vector.sizes[..at.len()], at);
    let outer = &source.sizes[..source.rank() - part.len()];
    if outer.is_empty() && !part.is_empty() && input.ty(context) != ty {
        return None;
    }
    set_position(folding, &[input], &unflat(outer, flat));
    Some(Folded::InPlace)
}

/// A part of a slice, which leaves the dimensions of the part as they are.
fn of_slice(folding: &mut Folding<'_, '_>, made: Op, vector: &Vector, at: &[i64]) -> Option<Folded> {
    let context = folding.context();
    let source = made.operand(context, 0)?;
    let from = Vector::of_value(context, source)?;
    let mut offsets = numbers(context, made, "offsets")?;
    while let Some(last) = offsets.len().checked_sub(1) {
        if offsets[last] != 0 || vector.sizes[last] != from.sizes[last] {
            break;
        }
        offsets.pop();
    }
    let rank = folding.result_type().rank(context).unwrap_or(0);
    if rank + offsets.len() > from.rank() {
        return None;
    }
    let mut moved = at.to_vec();
    for (index, offset) in moved.iter_mut().zip(&offsets) {
        *index += offset;
    }
    set_position(folding, &[source], &moved);
    Some(Folded::InPlace)
}

/// A part of what is repeated: less of it.
pub(super) fn less_broadcast(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let ty = result_vector(context, op)?;
    let source = repeated(context, op.operand(context, 0)?)?;
    if !is_broadcastable(context, source.ty(context), &ty) {
        return None;
    }
    Make::new("vector.broadcast", &[source], &[result_type(context, op)?]).replace(rewriter, op)
}

/// A part of a mask: a mask of the other dimensions, or no lane.
pub(super) fn of_create_mask(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let made = maker(context, op, 0, "vector.create_mask")?;
    let ty = result_type(context, op)?;
    let mask = result_vector(context, made)?;
    Vector::of(context, ty)?;
    let at = numbers(context, op, "static_position")?;
    let operands: Vec<Value> = made.operands(context).collect();
    let mut is_empty = lanes(context, op.operand(context, 0)?) == Lanes::None;
    let mut is_unknown = false;
    for (dim, index) in at.iter().enumerate() {
        let known = defined_by(context, *operands.get(dim)?, "arith.constant");
        let known = known.and_then(|known| small_int(context, known.constant_value(context)?));
        match (known, *index) {
            (None, _) => is_unknown = true,
            (Some(bound), DYNAMIC) => is_unknown |= mask.scalable[dim] || bound < mask.sizes[dim],
            (Some(bound), index) => is_empty |= index >= bound,
        }
    }
    if is_empty {
        let none = context.dense_elements_from_attributes(ty, &[context.bool_attribute(false)]);
        let none = constant(rewriter, op, none.ok()?, ty)?;
        rewriter.replace_op(op, &[none]);
        return Some(());
    }
    if is_unknown {
        return None;
    }
    Make::new("vector.create_mask", operands.get(at.len()..)?, &[ty]).replace(rewriter, op)
}

/// A part with all elements of a vector with another shape.
pub(super) fn to_shape_cast(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let source = maker(context, op, 0, "vector.shape_cast")?.operand(context, 0)?;
    let ty = result_type(context, op)?;
    if !Vector::of(context, ty)?.has_as_many(&Vector::of_value(context, source)?) {
        return None;
    }
    Make::new("vector.shape_cast", &[source], &[ty]).replace(rewriter, op)
}

/// A part that is a vector of elements: some of them.
pub(super) fn less_elements(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let made = maker(context, op, 0, "vector.from_elements")?;
    let ty = result_type(context, op)?;
    let count = Vector::of(context, ty)?.count()?;
    let vector = result_vector(context, made)?;
    let at = static_position(context, op, 1).filter(|at| !at.contains(&POISON))?;
    let start = usize::try_from(flat(&vector.sizes, &at)).ok()?;
    let all: Vec<Value> = made.operands(context).collect();
    let part = all.get(start..start.checked_add(count)?)?;
    Make::new("vector.from_elements", part, &[ty]).replace(rewriter, op)
}
