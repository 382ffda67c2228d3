//! `extract_strided_slice` and `insert_strided_slice`.
//!
//! Their strides are all 1. A slice can have fewer offsets than its vector has dimensions; along the others it is whole.

use tvmlike_ir::{Attribute, Context, Folded, Folding, Op, Rewriter, Value};

use super::super::elementwise::is_poison;
use super::super::rewrite::{Make, constant, defined_by};
use super::super::tensor::elements::resize_splat;
use super::insert::LARGE;
use super::parts::{
    elements, flat, has_one_use, maker, number_array, numbers, result_type, result_vector, sizes,
    splat_source,
};
use crate::verifiers::Vector;

const EXTRACT: &str = "vector.extract_strided_slice";
const INSERT: &str = "vector.insert_strided_slice";

/// The offsets and sizes of a slice; `None`: a stride is not 1.
fn parts(context: &Context, op: Op) -> Option<[Vec<i64>; 2]> {
    let strides = numbers(context, op, "strides")?;
    let lists = [numbers(context, op, "offsets")?, numbers(context, op, "sizes")?];
    strides.iter().all(|stride| *stride == 1).then_some(lists)
}

/// The properties of a slice.
fn properties(context: &Context, offsets: &[i64], sizes: &[i64]) -> [(&'static str, Attribute); 3] {
    [
        ("offsets", number_array(context, offsets)),
        ("sizes", number_array(context, sizes)),
        ("strides", number_array(context, &vec![1; sizes.len()])),
    ]
}

/// Calls a function with the number of each element of a slice among those of a vector.
fn for_each(
    whole: &[i64],
    offsets: &[i64],
    slice: &[i64],
    mut visit: impl FnMut(usize) -> Option<()>,
) -> Option<()> {
    let count = slice.iter().product::<i64>();
    let added = whole.len().checked_sub(slice.len())?;
    for index in 0..count {
        let mut position = offsets.to_vec();
        position.resize(whole.len(), 0);
        let inner = super::parts::unflat(slice, index);
        for (place, index) in position[added..].iter_mut().zip(inner) {
            *place += index;
        }
        visit(usize::try_from(flat(whole, &position)).ok()?)?;
    }
    Some(())
}

/// `extract_strided_slice`: of all, of a slice that was put in, of a constant.
pub(super) fn extract(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    let (context, op) = (folding.context(), folding.op());
    let (source, ty) = (folding.operand(0), folding.result_type());
    if source.ty(context) == ty {
        return Some(source.into());
    }
    if let Some((value, offsets)) = of_inserted(context, op) {
        let offsets = number_array(context, &offsets);
        folding.set_operand(0, value);
        op.set_property(folding.edit(), context.identifier("offsets"), offsets);
        return Some(Folded::InPlace);
    }
    let known = folding.constant(0)?;
    if let Some(splat) = resize_splat(context, Some(known), ty) {
        return Some(splat.into());
    }
    let [offsets, _] = parts(context, op)?;
    let all = elements(context, known)?;
    let mut taken = Vec::new();
    let whole = sizes(context, source.ty(context));
    for_each(&whole, &offsets, &sizes(context, ty), |index| {
        taken.push(*all.get(index)?);
        Some(())
    })?;
    Some(context.dense_elements_from_attributes(ty, &taken).ok()?.into())
}

/// The slice that was put in around what is taken, and the offsets in it.
fn of_inserted(context: &Context, op: Op) -> Option<(Value, Vec<i64>)> {
    let [offsets, taken] = parts(context, op)?;
    let rank = op.operand(context, 0)?.ty(context).rank(context)?;
    let mut next = maker(context, op, 0, INSERT);
    while let Some(made) = next {
        let value = made.operand(context, 0)?;
        let slice = sizes(context, value.ty(context));
        let starts = numbers(context, made, "offsets")?;
        if slice.len() != rank || offsets.len() > starts.len() {
            return None;
        }
        let mut inner = Vec::new();
        let (mut is_apart, mut is_partial) = (false, false);
        for (dim, offset) in offsets.iter().enumerate() {
            let (start, end) = (starts[dim], starts[dim] + slice[dim]);
            let last = offset + taken[dim];
            if last <= start || *offset >= end {
                is_apart = true;
                break;
            }
            // MLIR 22 takes a slice that begins before what is put in for one that is apart.
            is_partial |= *offset < start || last > end;
            inner.push(offset - start);
        }
        if !is_apart {
            return is_whole_behind(context, made, &slice, offsets.len())
                .filter(|whole| *whole && !is_partial)
                .map(|_| (value, inner));
        }
        next = defined_by(context, made.operand(context, 1)?, INSERT);
    }
    None
}

/// Whether a slice that is put in has all of the dimensions from one on.
///
/// MLIR 22 does not ask for that: its fold makes an operation that does not fit its type, or takes other elements.
fn is_whole_behind(context: &Context, made: Op, slice: &[i64], dim: usize) -> Option<bool> {
    let whole = sizes(context, made.operand(context, 1)?.ty(context));
    Some(slice.get(dim..)? == whole.get(dim..)?)
}

/// A slice of a mask of sizes that are values.
pub(super) fn of_create_mask(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let made = maker(context, op, 0, "vector.create_mask")?;
    let [offsets, _] = parts(context, op)?;
    let mut bounds: Vec<Value> = made.operands(context).collect();
    for (bound, offset) in bounds.iter_mut().zip(offsets) {
        let ty = bound.ty(context);
        let offset = constant(rewriter, op, context.index_attribute(offset), ty)?;
        *bound = Make::new("arith.subi", &[*bound, offset], &[ty]).value(rewriter, op)?;
    }
    Make::new("vector.create_mask", &bounds, &[result_type(context, op)?]).replace(rewriter, op)
}

/// A slice of a mask of constant sizes.
pub(super) fn of_constant_mask(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let made = maker(context, op, 0, "vector.constant_mask")?;
    let [offsets, taken] = parts(context, op)?;
    let mut set = numbers(context, made, "mask_dim_sizes")?;
    for ((set, offset), size) in set.iter_mut().zip(offsets).zip(taken) {
        *set = ((offset + size).min(*set) - offset).max(0);
    }
    if set.contains(&0) {
        set.fill(0);
    }
    super::masks::replace(rewriter, op, &set)
}

/// A slice of what is repeated: the source, or a slice of it, repeated less.
pub(super) fn of_broadcast(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let mut source = maker(context, op, 0, "vector.broadcast")?.operand(context, 0)?;
    let ty = result_type(context, op)?;
    let result = Vector::of(context, ty)?;
    let from = Vector::of_value(context, source);
    let own = sizes(context, source.ty(context));
    let added = result.rank().checked_sub(own.len())?;
    let is_cut = |(size, wanted): (&i64, &i64)| *size != 1 && size != wanted;
    if let Some(from) = from.filter(|_| own.iter().zip(&result.sizes[added..]).any(is_cut)) {
        let [offsets, taken] = parts(context, op)?;
        let (mut offsets, mut taken) = (offsets.get(added..)?.to_vec(), taken.get(added..)?.to_vec());
        for (dim, _) in own.iter().enumerate().filter(|(_, size)| **size == 1) {
            if let (Some(offset), Some(size)) = (offsets.get_mut(dim), taken.get_mut(dim)) {
                (*offset, *size) = (0, 1);
            }
        }
        let mut shape = own.clone();
        shape[..taken.len()].copy_from_slice(&taken);
        let part = from.with_shape(context, &shape, &from.scalable)?;
        source = Make::new(EXTRACT, &[source], &[part])
            .with(&properties(context, &offsets, &taken))
            .value(rewriter, op)?;
    }
    Make::new("vector.broadcast", &[source], &[ty]).replace(rewriter, op)
}

/// A slice of equal elements.
pub(super) fn of_splat(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let splat = splat_source(context, op.operand(context, 0)?)?;
    Make::new("vector.broadcast", &[splat], &[result_type(context, op)?]).replace(rewriter, op)
}

/// A slice of elements that follow each other: a part with another shape.
pub(super) fn to_part(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let source = op.operand(context, 0)?;
    let vector = Vector::of_value(context, source)?;
    let [offsets, taken] = parts(context, op)?;
    if vector.is_scalable() || vector.rank() == 0 {
        return None;
    }
    let is_cut = |dim: &usize| taken[*dim] != vector.sizes[*dim];
    let mut count = (0..taken.len()).rev().find(is_cut)? + 1;
    if count == vector.rank() || taken[..count].iter().any(|size| *size != 1) {
        return None;
    }
    while count + 1 < taken.len() && taken[count] == 1 {
        count += 1;
    }
    let part = vector.with_shape(context, &vector.sizes[count..], &[])?;
    let at = context.dense_i64_array(&offsets[..count]);
    let part = Make::new("vector.extract", &[source], &[part])
        .with(&[("static_position", at)])
        .value(rewriter, op)?;
    Make::new("vector.shape_cast", &[part], &[result_type(context, op)?]).replace(rewriter, op)
}

/// `insert_strided_slice` of a whole vector.
pub(super) fn insert(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    let (context, value) = (folding.context(), folding.operand(0));
    (value.ty(context) == folding.result_type()).then(|| value.into())
}

/// What all elements are already.
pub(super) fn insert_splat(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let into = op.operand(context, 1)?;
    let splat = splat_source(context, op.operand(context, 0)?)?;
    if splat_source(context, into)? != splat {
        return None;
    }
    rewriter.replace_op(op, &[into]);
    Some(())
}

/// A slice that is put where it was taken.
pub(super) fn insert_own(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let into = op.operand(context, 1)?;
    let taken = maker(context, op, 0, EXTRACT)?;
    let is_same = |name: &str| {
        let name = context.identifier(name);
        taken.property(context, name) == op.property(context, name)
    };
    if taken.operand(context, 0) != Some(into) || !is_same("strides") || !is_same("offsets") {
        return None;
    }
    rewriter.replace_op(op, &[into]);
    Some(())
}

/// A constant that is put into a constant.
pub(super) fn insert_constant(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let (value, into) = (op.operand(context, 0)?, op.operand(context, 1)?);
    let whole = into.constant_value(context)?;
    let vector = result_vector(context, op)?;
    if vector.is_scalable() || vector.count()? > LARGE && !has_one_use(context, into) {
        return None;
    }
    let slice = value.constant_value(context)?;
    if is_poison(context, whole) || is_poison(context, slice) {
        return None;
    }
    let (mut all, slice) = (elements(context, whole)?, elements(context, slice)?);
    let offsets = numbers(context, op, "offsets")?;
    let mut slice = slice.into_iter();
    for_each(
        &vector.sizes,
        &offsets,
        &sizes(context, value.ty(context)),
        |index| {
            *all.get_mut(index)? = slice.next()?;
            Some(())
        },
    )?;
    let ty = into.ty(context);
    let all = context.dense_elements_from_attributes(ty, &all).ok()?;
    let all = constant(rewriter, op, all, ty)?;
    rewriter.replace_op(op, &[all]);
    Some(())
}
