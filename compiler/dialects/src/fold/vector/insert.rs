//! `insert`: folds, and patterns that make another operation of it or of several.

use tvmlike_ir::{Attribute, Context, Folded, Folding, Op, Rewriter, Value};

use super::super::rewrite::{Make, defined_by};
use super::extract::use_constants;
use super::parts::{
    POISON, as_element, elements, flat, has_one_use, numbers, poison, position, result_type, result_vector,
    splat_source, static_position,
};
use crate::verifiers::Vector;

/// Constants with more elements are made only in place of others.
pub(super) const LARGE: usize = 256;

/// `insert`.
pub(super) fn fold(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    let (context, op) = (folding.context(), folding.op());
    let value = folding.operand(0);
    let before = numbers(context, op, "static_position")?;
    if before.is_empty() && value.ty(context) == folding.result_type() {
        return Some(value.into());
    }
    let vector = result_vector(context, op)?;
    let is_changed = use_constants(folding, 2, &vector);
    if let Some(first) = overwritten(context, op) {
        folding.set_operand(1, first);
        return Some(Folded::InPlace);
    }
    if before.contains(&POISON) {
        return Some(poison(context)?.into());
    }
    if let Some(whole) = into_constant(folding, &vector) {
        return Some(whole.into());
    }
    is_changed.then_some(Folded::InPlace)
}

/// The vector before something was put in that is put in again elsewise.
fn overwritten(context: &Context, op: Op) -> Option<Value> {
    let made = defined_by(context, op.operand(context, 1)?, "vector.insert")?;
    let is_same = position(context, op, 2)? == position(context, made, 2)?;
    made.operand(context, 1).filter(|_| is_same)
}

/// A constant put into a constant.
fn into_constant(folding: &Folding<'_, '_>, vector: &Vector) -> Option<Attribute> {
    let (context, op) = (folding.context(), folding.op());
    let at = static_position(context, op, 2).filter(|at| !at.contains(&POISON))?;
    let (value, whole) = (folding.constant(0)?, folding.constant(1)?);
    let result = op.result(context, 0)?;
    if vector.is_scalable() || vector.count()? > LARGE && !has_one_use(context, result) {
        return None;
    }
    let mut all = elements(context, whole)?;
    let part = match elements(context, value) {
        Some(part) => part,
        None => vec![as_element(context, value, vector.element)?],
    };
    let start = usize::try_from(flat(&vector.sizes, &at)).ok()?;
    all.get_mut(start..start.checked_add(part.len())?)?
        .copy_from_slice(&part);
    context
        .dense_elements_from_attributes(folding.result_type(), &all)
        .ok()
}

/// A vector that fills another one, whose other dimensions have the size 1.
pub(super) fn to_broadcast(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let value = op.operand(context, 0)?;
    let part = Vector::of_value(context, value)?;
    if !part.has_as_many(&result_vector(context, op)?) {
        return None;
    }
    Make::new("vector.broadcast", &[value], &[result_type(context, op)?]).replace(rewriter, op)
}

/// What all elements are already.
pub(super) fn of_splat(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let splat = splat_source(context, op.operand(context, 0)?)?;
    if splat_source(context, op.operand(context, 1)?)? != splat {
        return None;
    }
    Make::new("vector.broadcast", &[splat], &[result_type(context, op)?]).replace(rewriter, op)
}

/// The insertions before one, from the last on, each of which only the next one uses, and itself.
fn chain(context: &Context, op: Op) -> Option<Vec<(Vec<i64>, Value)>> {
    let mut inserted = Vec::new();
    let mut next = Some(op);
    while let Some(made) = next {
        inserted.push((static_position(context, made, 2)?, made.operand(context, 0)?));
        let before = made.operand(context, 1)?;
        next = defined_by(context, before, "vector.insert");
        if next.is_some() && !has_one_use(context, before) {
            return None;
        }
    }
    Some(inserted)
}

/// The last of insertions that together are all elements.
pub(super) fn to_elements(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let result = op.result(context, 0)?;
    let vector = result_vector(context, op)?;
    let is_inner = result.uses(context).any(|used| {
        let user = used.owner(context);
        user.is_named(context, "vector.insert") && user.operand(context, 1) == Some(result)
    });
    if vector.is_scalable() || is_inner {
        return None;
    }
    let inserted = chain(context, op)?;
    let mut is_set = vec![false; vector.count()?];
    let mut left = is_set.len();
    let mut needed = Vec::new();
    for (at, value) in inserted {
        if at.contains(&POISON) {
            return None;
        }
        let start = usize::try_from(flat(&vector.sizes, &at)).ok()?;
        let count = match Vector::of_value(context, value) {
            Some(part) => part.count()?,
            None => 1,
        };
        for is_set in is_set.get_mut(start..start.checked_add(count)?)? {
            left -= usize::from(!*is_set);
            *is_set = true;
        }
        needed.push((start, count, value));
        if left == 0 {
            break;
        }
    }
    if left > 0 {
        return None;
    }
    let mut all = vec![op.operand(context, 0)?; is_set.len()];
    for (start, count, value) in needed.into_iter().rev() {
        if Vector::of_value(context, value).is_none() {
            all[start] = value;
            continue;
        }
        let types = vec![vector.element; count];
        let parts = Make::new("vector.to_elements", &[value], &types).before(rewriter, op)?;
        for (place, part) in all[start..].iter_mut().zip(parts.results(context)) {
            *place = part;
        }
    }
    Make::new("vector.from_elements", &all, &[result.ty(context)]).replace(rewriter, op)
}
