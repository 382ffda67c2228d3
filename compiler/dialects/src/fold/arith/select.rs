//! Folds and patterns of `select`.

use tvmlike_ir::{Attribute, AttributeKind, Context, Folded, Folding, Op, Rewriter, TypeKind, Value};

use super::super::elementwise::{Numbers, is_poison, splat};
use super::super::rewrite::{Make, constant, defined_by, operand, scalar};
use super::compare::predicate_of;
use crate::number::Int;

/// Whether a constant is 1, or 0, in all elements.
fn is_number(context: &Context, value: Option<Attribute>, number: i64) -> bool {
    splat::<Int>(context, value).is_some_and(|value| value == Int::new(value.width(), number))
}

/// `select`: equal values; a known condition; poison; `true` and `false`; what is compared for equality; constants.
pub(super) fn select(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    let context = folding.context();
    let (condition, yes, no) = (folding.operand(0), folding.operand(1), folding.operand(2));
    if yes == no {
        return Some(yes.into());
    }
    let constant = |index| folding.constant(index);
    if is_number(context, constant(0), 1) {
        return Some(yes.into());
    }
    if is_number(context, constant(0), 0) {
        return Some(no.into());
    }
    let is_unknown = |index| constant(index).is_some_and(|value| is_poison(context, value));
    if is_unknown(1) {
        return Some(no.into());
    }
    if is_unknown(2) {
        return Some(yes.into());
    }
    if folding.result_type().is_signless_integer(context, 1)
        && is_number(context, constant(1), 1)
        && is_number(context, constant(2), 0)
    {
        return Some(condition.into());
    }
    if let Some(chosen) = equal_choice(context, condition, [yes, no]) {
        return Some(chosen.into());
    }
    elements(folding)
}

/// `x == y ? x : y` is `y`, and `x != y ? x : y` is `x`.
fn equal_choice(context: &Context, condition: Value, [yes, no]: [Value; 2]) -> Option<Value> {
    let compare = defined_by(context, condition, "arith.cmpi")?;
    let (left, right) = (compare.operand(context, 0)?, compare.operand(context, 1)?);
    if [left, right] != [yes, no] && [right, left] != [yes, no] {
        return None;
    }
    match predicate_of(context, compare)? {
        0 => Some(no),
        1 => Some(yes),
        _ => None,
    }
}

/// The elements of two constants, picked by the elements of the condition.
fn elements(folding: &Folding<'_, '_>) -> Option<Folded> {
    let context = folding.context();
    let conditions = Numbers::<Int>::of(context, folding.constant(0)?)?;
    let (yes, no) = (folding.constant(1)?, folding.constant(2)?);
    let ty = folding.result_type();
    let element_type = ty.element_type(context)?;
    let element = |value: Attribute, index| match value.kind(context) {
        AttributeKind::DenseElements(elements) => {
            let element = elements.get(context, index)?;
            element.to_attribute(context, element_type).ok()
        }
        _ => None,
    };
    let picked: Vec<Attribute> = (0..usize::try_from(ty.num_elements(context)?).ok()?)
        .map(|index| match conditions.get(index)?.is_zero() {
            true => element(no, index),
            false => element(yes, index),
        })
        .collect::<Option<_>>()?;
    let made = context.dense_elements_from_attributes(ty, &picked);
    made.ok().map(Folded::from)
}

/// Replaces a choice by one with other operands.
fn replace(rewriter: &mut Rewriter<'_, '_>, op: Op, operands: [Value; 3]) -> Option<()> {
    let ty = op.result(rewriter.context(), 0)?.ty(rewriter.context());
    Make::new("arith.select", &operands, &[ty]).replace(rewriter, op)
}

/// `c ? x : (c ? y : z)` is `c ? x : z`.
pub(super) fn skip_false(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let condition = operand(context, op, 0)?;
    let inner = defined_by(context, operand(context, op, 2)?, "arith.select")?;
    if operand(context, inner, 0) != Some(condition) {
        return None;
    }
    let operands = [condition, operand(context, op, 1)?, operand(context, inner, 2)?];
    replace(rewriter, op, operands)
}

/// `c ? (c ? x : y) : z` is `c ? x : z`.
pub(super) fn skip_true(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let condition = operand(context, op, 0)?;
    let inner = defined_by(context, operand(context, op, 1)?, "arith.select")?;
    if operand(context, inner, 0) != Some(condition) {
        return None;
    }
    let operands = [condition, operand(context, inner, 1)?, operand(context, op, 2)?];
    replace(rewriter, op, operands)
}

/// `!c ? x : y` is `c ? y : x`.
pub(super) fn swap_inverted(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let inverse = defined_by(context, operand(context, op, 0)?, "arith.xori")?;
    let mask = scalar(context, operand(context, inverse, 1)?)?;
    if mask != Int::new(1, 1) {
        return None;
    }
    let operands = [
        operand(context, inverse, 0)?,
        operand(context, op, 2)?,
        operand(context, op, 1)?,
    ];
    replace(rewriter, op, operands)
}

/// Whether operands are the scalar numbers of a choice.
fn chooses(context: &Context, op: Op, [yes, no]: [i64; 2]) -> bool {
    let is = |index, number| {
        operand(context, op, index)
            .and_then(|value| scalar(context, value))
            .is_some_and(|value| value == Int::new(value.width(), number))
    };
    is(1, yes) && is(2, no)
}

/// The condition, inverted.
fn inverted(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<Value> {
    let context = rewriter.context();
    let condition = operand(context, op, 0)?;
    let ty = condition.ty(context);
    let mask = constant(rewriter, op, context.bool_attribute(true), ty)?;
    Make::new("arith.xori", &[condition, mask], &[ty]).value(rewriter, op)
}

/// `c ? false : true` is `!c`.
pub(super) fn to_not(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let ty = op.result(context, 0)?.ty(context);
    if !ty.is_signless_integer(context, 1) || !chooses(context, op, [0, 1]) {
        return None;
    }
    let value = inverted(rewriter, op)?;
    rewriter.replace_op(op, &[value]);
    Some(())
}

/// `c ? 1 : 0` is `c` with zeros above, and `c ? 0 : 1` is `!c` with zeros above.
pub(super) fn to_extui(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let ty = op.result(context, 0)?.ty(context);
    if !matches!(ty.kind(context), TypeKind::Integer { width, .. } if width != 1) {
        return None;
    }
    let bit = match () {
        () if chooses(context, op, [1, 0]) => operand(context, op, 0)?,
        () if chooses(context, op, [0, 1]) => inverted(rewriter, op)?,
        () => return None,
    };
    Make::new("arith.extui", &[bit], &[ty]).replace(rewriter, op)
}
