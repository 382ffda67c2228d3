//! Loads and stores with masks, of which all lanes or none are set; `gather` and `scatter` of lanes that follow each other.

use tvmlike_ir::{Context, Op, Rewriter, TypeKind, Value};

use super::super::rewrite::{Make, defined_by, small_int};
use super::parts::{Lanes, elements, lanes, result_type};
use crate::verifiers::Vector;

const LOAD: &str = "vector.load";
const STORE: &str = "vector.store";

/// The operands before the last ones, and these.
fn split<const N: usize>(context: &Context, op: Op) -> Option<(Vec<Value>, [Value; N])> {
    let mut operands: Vec<Value> = op.operands(context).collect();
    let last = operands.split_off(operands.len().checked_sub(N)?);
    Some((operands, last.try_into().ok()?))
}

/// `maskedload` and `expandload`: a load, or what passes through.
pub(super) fn load(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let (place, [mask, passed]) = split(context, op)?;
    match lanes(context, mask) {
        Lanes::All => Make::new(LOAD, &place, &[result_type(context, op)?]).replace(rewriter, op),
        Lanes::None => {
            rewriter.replace_op(op, &[passed]);
            Some(())
        }
        Lanes::Some => None,
    }
}

/// `maskedstore` and `compressstore`: a store, or nothing.
pub(super) fn store(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let (mut place, [mask, value]) = split(context, op)?;
    match lanes(context, mask) {
        Lanes::All => {
            place.insert(0, value);
            Make::new(STORE, &place, &[]).replace(rewriter, op)
        }
        Lanes::None => {
            rewriter.replace_op(op, &[]);
            Some(())
        }
        Lanes::Some => None,
    }
}

/// `gather` of no lane.
pub(super) fn gather_nothing(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let (_, [mask, passed]) = split(context, op)?;
    if lanes(context, mask) != Lanes::None {
        return None;
    }
    rewriter.replace_op(op, &[passed]);
    Some(())
}

/// `scatter` of no lane.
pub(super) fn scatter_nothing(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let (place, [mask, _]) = split(context, op)?;
    if lanes(context, mask) != Lanes::None {
        return None;
    }
    let results = &place[..op.num_results(context).min(1)];
    rewriter.replace_op(op, results);
    Some(())
}

/// Whether indices are 0, 1, 2 and so on.
fn follow(context: &Context, indices: Value) -> Option<bool> {
    let vector = Vector::of_value(context, indices)?;
    if vector.rank() != 1 || vector.is_scalable() {
        return None;
    }
    if defined_by(context, indices, "vector.step").is_some() {
        return Some(true);
    }
    let all = elements(context, indices.constant_value(context)?)?;
    let mut pairs = (0_i64..).zip(all);
    Some(pairs.all(|(number, index)| small_int(context, index) == Some(number)))
}

/// The base and offsets of a memref at which lanes follow each other, and the mask and the other vector.
fn in_row(context: &Context, op: Op) -> Option<(Vec<Value>, [Value; 2])> {
    let (place, [indices, mask, other]) = split(context, op)?;
    let ty = place.first()?.ty(context);
    let is_memref = matches!(ty.kind(context), TypeKind::MemRef { .. });
    // Lanes that follow each other are a stride apart; MLIR 22 does not ask for it to be 1.
    let is_contiguous = || {
        ty.strides_and_offset(context)
            .is_some_and(|(strides, _)| strides.last() == Some(&1))
    };
    (is_memref && is_contiguous() && follow(context, indices)?).then_some((place, [mask, other]))
}

/// `gather` of lanes that follow each other.
pub(super) fn gather_row(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let (mut operands, rest) = in_row(context, op)?;
    operands.extend(rest);
    Make::new("vector.maskedload", &operands, &[result_type(context, op)?]).replace(rewriter, op)
}

/// `scatter` of lanes that follow each other.
pub(super) fn scatter_row(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let (mut operands, rest) = in_row(context, op)?;
    operands.extend(rest);
    Make::new("vector.maskedstore", &operands, &[]).replace(rewriter, op)
}
