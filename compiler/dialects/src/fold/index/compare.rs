//! Folds and patterns of `index.cmp`.

use std::cmp::Ordering;

use tvmlike_define::enum_number;
use tvmlike_ir::{Attribute, Context, Folded, Folding, Op, Rewriter};

use super::super::elementwise::splat;
use super::super::rewrite::{Make, defined_by, holds, operand};
use super::{number, small};
use crate::number::Int;

/// The predicate of a comparison, an `#index<cmp_predicate …>`.
fn predicate_attribute(context: &Context, op: Op) -> Option<Attribute> {
    op.property(context, context.identifier("pred"))
}

fn compare(predicate: i64, a: &Int, b: &Int) -> Option<bool> {
    holds(predicate, a.cmp_signed(b), a.cmp_unsigned(b))
}

/// The numbers that a value can be: the least and the greatest one, in signed and in unsigned order.
struct Range {
    signed: [Int; 2],
    unsigned: [Int; 2],
}

impl Range {
    /// The range between two numbers in one order.
    fn between(least: &Int, greatest: &Int, signed: bool) -> Self {
        let width = least.width();
        let given = [least.clone(), greatest.clone()];
        // Within numbers of one sign both orders are the same.
        if least.is_negative() == greatest.is_negative() {
            return Self {
                signed: given.clone(),
                unsigned: given,
            };
        }
        let top = Int::new(width, -1);
        let min = Int::new(width, 1)
            .shl(&Int::new(width, i64::from(width) - 1))
            .unwrap_or_else(|| top.clone());
        let all_signed = [min.clone(), min.not()];
        let all_unsigned = [Int::new(width, 0), top];
        match signed {
            true => Self {
                signed: given,
                unsigned: all_unsigned,
            },
            false => Self {
                signed: all_signed,
                unsigned: given,
            },
        }
    }

    /// What a minimum or maximum with a number can be.
    fn of_extreme(context: &Context, op: Op, limit: &Int) -> Option<Self> {
        let width = limit.width();
        let zero = Int::new(width, 0);
        let top = Int::new(width, -1);
        let max = top.shr_unsigned(&Int::new(width, 1))?;
        Some(match () {
            () if op.is_named(context, "index.mins") => Self::between(&max.not(), limit, true),
            () if op.is_named(context, "index.minu") => Self::between(&zero, limit, false),
            () if op.is_named(context, "index.maxs") => Self::between(limit, &max, true),
            () if op.is_named(context, "index.maxu") => Self::between(limit, &top, false),
            () => return None,
        })
    }

    /// Whether a predicate holds for all numbers, or for none. `None`: it depends.
    fn decide(&self, predicate: i64, number: &Int) -> Option<bool> {
        let signed = self.signed.each_ref().map(|limit| limit.cmp_signed(number));
        let unsigned = self.unsigned.each_ref().map(|limit| limit.cmp_unsigned(number));
        let is_apart = |order: [Ordering; 2]| order[1].is_lt() || order[0].is_gt();
        let is_one = |order: [Ordering; 2]| order[0].is_eq() && order[1].is_eq();
        if predicate < 2 {
            let is_equal = is_one(signed) || is_one(unsigned);
            let is_different = is_apart(signed) || is_apart(unsigned);
            return match (is_equal, is_different) {
                (true, _) => Some(predicate == 0),
                (_, true) => Some(predicate == 1),
                _ => None,
            };
        }
        let [first, last] = [0, 1].map(|index| holds(predicate, signed[index], unsigned[index]));
        match (first?, last?) {
            (true, true) => Some(true),
            (false, false) => Some(false),
            _ => None,
        }
    }
}

/// Whether a comparison of a minimum or maximum with a constant is known at all widths.
fn compare_extreme(folding: &Folding<'_, '_>, predicate: i64) -> Option<bool> {
    let context = folding.context();
    let right = number(folding, 1)?;
    let extreme = folding.operand(0).defining_op(context)?;
    let limit = extreme.operand(context, 1)?.constant_value(context);
    let limit = splat::<Int>(context, limit)?;
    let large = Range::of_extreme(context, extreme, &limit)?.decide(predicate, &right)?;
    let few = Range::of_extreme(context, extreme, &small(&limit))?.decide(predicate, &small(&right))?;
    (large == few).then_some(large)
}

/// `cmp`: constants; a minimum or maximum; a value compared with itself.
pub(super) fn cmp(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    let context = folding.context();
    let predicate = enum_number(context, predicate_attribute(context, folding.op())?)?;
    let predicate = i64::try_from(predicate).ok()?;
    let constants = number(folding, 0).zip(number(folding, 1)).and_then(|(a, b)| {
        let result = compare(predicate, &a, &b)?;
        (compare(predicate, &small(&a), &small(&b))? == result).then_some(result)
    });
    let known = constants
        .or_else(|| compare_extreme(folding, predicate))
        .or_else(|| {
            let is_same = folding.operand(0) == folding.operand(1);
            is_same.then(|| holds(predicate, Ordering::Equal, Ordering::Equal))?
        });
    Some(context.bool_attribute(known?).into())
}

/// A comparison of `x - y` with 0 is one of x with y.
pub(super) fn difference(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let is_zero = |index| {
        let constant = operand(context, op, index)?.constant_value(context);
        Some(splat::<Int>(context, constant)?.is_zero())
    };
    let difference = match () {
        () if is_zero(1) == Some(true) => 0,
        () if is_zero(0) == Some(true) => 1,
        () => return None,
    };
    let sub = defined_by(context, operand(context, op, difference)?, "index.sub")?;
    let mut operands = [operand(context, sub, 0)?, operand(context, sub, 1)?];
    if difference == 1 {
        operands.reverse();
    }
    let ty = op.result(context, 0)?.ty(context);
    Make::new("index.cmp", &operands, &[ty])
        .with(&[("pred", predicate_attribute(context, op)?)])
        .replace(rewriter, op)
}
