//! Folds and patterns of integer arithmetic and comparisons.

use std::cmp::Ordering;

use tvmlike_define::{enum_number, enum_set};
use tvmlike_ir::{Attribute, AttributeKind, Context, Folded, Folding, Op, OpState, Rewriter};

use super::super::elementwise::{binary, binary_to, splat};
use crate::number::Int;

/// `addi`: x + 0 is x; (x - y) + y is x; constants are added.
pub(super) fn addi(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    let context = folding.context();
    if splat::<Int>(context, folding.constant(1)).is_some_and(|value| value.is_zero()) {
        return Some(folding.operand(0).into());
    }
    let (left, right) = (folding.operand(0), folding.operand(1));
    for (difference, other) in [(left, right), (right, left)] {
        if let Some(sub) = difference.defining_op(context)
            && sub.name(context) == context.identifier("arith.subi")
            && sub.operand(context, 1) == Some(other)
        {
            return sub.operand(context, 0).map(Folded::from);
        }
    }
    binary(folding, |a: &Int, b| Some(a.add(b))).map(Folded::from)
}

/// `muli`: x * 0 is 0; x * 1 is x; constants are multiplied.
pub(super) fn muli(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    let context = folding.context();
    if let Some(value) = splat::<Int>(context, folding.constant(1)) {
        if value.is_zero() {
            return Some(folding.operand(1).into());
        }
        if value.is_one() {
            return Some(folding.operand(0).into());
        }
    }
    binary(folding, |a: &Int, b| Some(a.mul(b))).map(Folded::from)
}

/// The number of a predicate of `cmpi`.
fn predicate(context: &Context, op: Op) -> Option<i64> {
    match op
        .property(context, context.identifier("predicate"))?
        .kind(context)
    {
        AttributeKind::Integer { value, .. } => value.to_i64(),
        _ => None,
    }
}

/// Whether a predicate holds, by the signed and the unsigned order of two numbers.
fn holds(predicate: i64, signed: Ordering, unsigned: Ordering) -> Option<bool> {
    Some(match predicate {
        0 => signed.is_eq(),
        1 => signed.is_ne(),
        2 => signed.is_lt(),
        3 => signed.is_le(),
        4 => signed.is_gt(),
        5 => signed.is_ge(),
        6 => unsigned.is_lt(),
        7 => unsigned.is_le(),
        8 => unsigned.is_gt(),
        9 => unsigned.is_ge(),
        _ => return None,
    })
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

/// `cmpi`: a value compared with itself; constants; a constant moves to the right.
pub(super) fn cmpi(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    let context = folding.context();
    let predicate = predicate(context, folding.op())?;
    let ty = folding.result_type();
    if folding.operand(0) == folding.operand(1) {
        let value = holds(predicate, Ordering::Equal, Ordering::Equal)?;
        return truth(context, ty, value).map(Folded::from);
    }
    if folding.constant(0).is_some() && folding.constant(1).is_none() {
        let (left, right) = (folding.operand(0), folding.operand(1));
        let number = context.i64_attribute(swapped(predicate));
        let op = folding.op();
        folding.set_operand(0, right);
        folding.set_operand(1, left);
        op.set_property(folding.edit(), context.identifier("predicate"), number);
        return Some(Folded::InPlace);
    }
    let operands = [folding.constant(0)?, folding.constant(1)?];
    let compare = |a: &Int, b: &Int| {
        let holds = holds(predicate, a.cmp_signed(b), a.cmp_unsigned(b))?;
        Some(Int::new(1, i64::from(holds)))
    };
    binary_to(context, operands, ty, compare).map(Folded::from)
}

/// `true` or `false`, of `i1` or in all elements of a type.
fn truth(context: &Context, ty: tvmlike_ir::Type, value: bool) -> Option<Attribute> {
    let value = context.bool_attribute(value);
    match ty.is_shaped(context) {
        true => context.dense_elements_from_attributes(ty, &[value]).ok(),
        false => Some(value),
    }
}

/// The properties of an operation that promises no overflow where both others do.
fn with_common_flags(context: &Context, first: Op, second: Op) -> Option<Attribute> {
    let name = context.identifier("overflowFlags");
    let flags = |op: Op| enum_number(context, op.property(context, name)?);
    let common = enum_set(context, "arith", "overflow", flags(first)? & flags(second)?)?;
    Some(context.dictionary_with(second.properties(context)?.entries(context)?, name, common))
}

/// `(x + c0) + c1` is `x + (c0 + c1)`.
pub(super) fn add_constant_to_sum(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let constant = op.operand(context, 1)?.constant_value(context)?;
    let sum = op.operand(context, 0)?.defining_op(context)?;
    if sum.name(context) != op.name(context) {
        return None;
    }
    let inner = sum.operand(context, 1)?.constant_value(context)?;
    let ty = op.result(context, 0)?.ty(context);
    let total = binary_to(context, [inner, constant], ty, |a: &Int, b| Some(a.add(b)))?;
    let constant = super::materialize(rewriter, total, ty, op.location(context))?;
    let operands = [sum.operand(context, 0)?, constant.result(context, 0)?];
    rewriter.replace_op_with(
        op,
        &OpState {
            operands: &operands,
            results: &[ty],
            properties: Some(with_common_flags(context, sum, op)?),
            ..OpState::new(op.name(context), op.location(context))
        },
    );
    Some(())
}
