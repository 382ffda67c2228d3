//! Folds and patterns of comparisons of integers, and folds of those of floats.

use std::cmp::Ordering;

use tvmlike_ir::{AttributeKind, Context, Folded, Folding, Op, Rewriter, Value};

use super::super::elementwise::{binary_to, int_width, is_poison, splat, uniform};
use super::super::rewrite::{Make, defined_by, holds, operand, scalar, small_int};
use crate::number::{Float, Int};

/// The number of the predicate of a comparison.
pub(super) fn predicate_of(context: &Context, op: Op) -> Option<i64> {
    small_int(context, op.property(context, context.identifier("predicate"))?)
}

/// The predicate that holds for the operands in the other order.
const fn swapped(predicate: i64) -> i64 {
    match predicate {
        2 => 4,
        3 => 5,
        4 => 2,
        5 => 3,
        6 => 8,
        7 => 9,
        8 => 6,
        9 => 7,
        other => other,
    }
}

/// The predicate that holds when another one does not.
pub(in super::super) const fn inverse(predicate: i64) -> i64 {
    match predicate {
        0 => 1,
        1 => 0,
        2 => 5,
        3 => 4,
        4 => 3,
        5 => 2,
        6 => 9,
        7 => 8,
        8 => 7,
        9 => 6,
        other => other,
    }
}

/// Whether a value is a bit, or bits, with more bits added.
fn widened_bit(context: &Context, value: Value) -> Option<Value> {
    let op = value.defining_op(context)?;
    let is_extension = op.is_named(context, "arith.extsi") || op.is_named(context, "arith.extui");
    let bit = op.operand(context, 0)?;
    (is_extension && int_width(context, bit.ty(context)) == Some(1)).then_some(bit)
}

/// What a bit gives that is compared with a constant: itself, if it is.
fn bit_itself(context: &Context, predicate: i64, left: Value, right: &Int) -> Option<Value> {
    let is_bit = int_width(context, left.ty(context)) == Some(1);
    match predicate {
        1 if right.is_zero() => widened_bit(context, left).or(is_bit.then_some(left)),
        0 if right.is_one() => is_bit.then_some(left),
        _ => None,
    }
}

/// `cmpi`: a value compared with itself; a bit that is not 0; constants; a constant moves to the right.
pub(super) fn cmpi(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    let context = folding.context();
    let predicate = predicate_of(context, folding.op())?;
    let ty = folding.result_type();
    let (left, right) = (folding.operand(0), folding.operand(1));
    if left == right {
        let value = holds(predicate, Ordering::Equal, Ordering::Equal)?;
        return uniform(context, ty, &Int::new(1, i64::from(value))).map(Folded::from);
    }
    if let Some(number) = splat::<Int>(context, folding.constant(1))
        && let Some(bit) = bit_itself(context, predicate, left, &number)
    {
        return Some(bit.into());
    }
    if folding.constant(0).is_some() && folding.constant(1).is_none() {
        let number = context.i64_attribute(swapped(predicate));
        let op = folding.op();
        folding.set_operand(0, right);
        folding.set_operand(1, left);
        op.set_property(folding.edit(), context.identifier("predicate"), number);
        return Some(Folded::InPlace);
    }
    let operands = [folding.constant(0)?, folding.constant(1)?];
    if operands.iter().any(|operand| is_poison(context, *operand)) {
        return None;
    }
    let compare = |a: &Int, b: &Int| {
        let holds = holds(predicate, a.cmp_signed(b), a.cmp_unsigned(b))?;
        Some(Int::new(1, i64::from(holds)))
    };
    binary_to(context, operands, ty, compare).map(Folded::from)
}

/// Compares for equality what two extensions of one kind extend, if it has one type.
fn compare_extended(rewriter: &mut Rewriter<'_, '_>, op: Op, extension: &str) -> Option<()> {
    let context = rewriter.context();
    if predicate_of(context, op)? > 1 {
        return None;
    }
    let inner = |index| {
        let extended = defined_by(context, operand(context, op, index)?, extension)?;
        operand(context, extended, 0)
    };
    let (left, right) = (inner(0)?, inner(1)?);
    if left.ty(context) != right.ty(context) {
        return None;
    }
    let predicate = op.property(context, context.identifier("predicate"))?;
    let ty = op.result(context, 0)?.ty(context);
    Make::new("arith.cmpi", &[left, right], &[ty])
        .with(&[("predicate", predicate)])
        .replace(rewriter, op)
}

/// Equality of numbers that were extended by copies of their signs.
pub(super) fn compare_extsi(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    compare_extended(rewriter, op, "arith.extsi")
}

/// Equality of numbers that were extended by zeros.
pub(super) fn compare_extui(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    compare_extended(rewriter, op, "arith.extui")
}

/// The inverse of a comparison is the one with the inverse predicate.
pub(super) fn invert_comparison(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let compare = defined_by(context, operand(context, op, 0)?, "arith.cmpi")?;
    if scalar(context, operand(context, op, 1)?)? != Int::new(1, 1) {
        return None;
    }
    let predicate = context.i64_attribute(inverse(predicate_of(context, compare)?));
    let operands = [operand(context, compare, 0)?, operand(context, compare, 1)?];
    let ty = op.result(context, 0)?.ty(context);
    Make::new("arith.cmpi", &operands, &[ty])
        .with(&[("predicate", predicate)])
        .replace(rewriter, op)
}

/// Whether a predicate of `cmpf` holds for two numbers of which this is the order, or which have none.
fn float_holds(predicate: i64, order: Option<Ordering>) -> Option<bool> {
    // Bits: equal, greater, less, unordered.
    let bit = match order {
        Some(Ordering::Equal) => 1,
        Some(Ordering::Greater) => 2,
        Some(Ordering::Less) => 4,
        None => 8,
    };
    let accepted = match predicate {
        0 => 0,
        1 => 1,
        2 => 2,
        3 => 1 | 2,
        4 => 4,
        5 => 1 | 4,
        6 => 2 | 4,
        7 => 1 | 2 | 4,
        8 => 8 | 1,
        9 => 8 | 2,
        10 => 8 | 1 | 2,
        11 => 8 | 4,
        12 => 8 | 1 | 4,
        13 => 8 | 2 | 4,
        14 => 8,
        15 => 15,
        _ => return None,
    };
    Some(accepted & bit != 0)
}

/// `cmpf`: scalar constants, or one that is NaN.
pub(super) fn cmpf(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    let context = folding.context();
    let predicate = predicate_of(context, folding.op())?;
    let number = |index| match folding.constant(index)?.kind(context) {
        AttributeKind::Float { value, .. } => Some(Float::of(value)),
        _ => None,
    };
    let (left, right) = (number(0), number(1));
    let is_nan = |number: Option<Float>| number.is_some_and(Float::is_nan);
    let order = match is_nan(left) || is_nan(right) {
        true => None,
        false => left?.compare(right?),
    };
    let value = float_holds(predicate, order)?;
    Some(context.bool_attribute(value).into())
}
