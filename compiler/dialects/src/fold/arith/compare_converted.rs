//! The comparison of an integer that was converted to a float, with a constant, is one of integers.

use std::cmp::Ordering;

use tvmlike_ir::{AttributeKind, Context, FloatKind, Op, Rewriter, Type, TypeKind, Value};

use super::super::rewrite::{Make, constant, int_constant, operand};
use super::compare::predicate_of;
use crate::number::{Float, Int};

/// The order that a predicate asks for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Relation {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

use Relation::{Equal, Greater, GreaterOrEqual, Less, LessOrEqual, NotEqual};

/// What a predicate of `cmpf` asks for; a known answer for those that only ask about NaN, which no integer is converted to.
fn relation(predicate: i64) -> Option<Result<Relation, bool>> {
    Some(match predicate {
        1 | 8 => Ok(Equal),
        2 | 9 => Ok(Greater),
        3 | 10 => Ok(GreaterOrEqual),
        4 | 11 => Ok(Less),
        5 | 12 => Ok(LessOrEqual),
        6 | 13 => Ok(NotEqual),
        7 => Err(true),
        14 => Err(false),
        _ => return None,
    })
}

/// The number of a relation as predicate of `cmpi`.
const fn predicate(relation: Relation, signed: bool) -> i64 {
    let number = match relation {
        Equal => return 0,
        NotEqual => return 1,
        Less => 2,
        LessOrEqual => 3,
        Greater => 4,
        GreaterOrEqual => 5,
    };
    if signed { number } else { number + 4 }
}

/// A converted integer that is compared with a constant.
struct Comparison {
    value: Value,
    ty: Type,
    width: u32,
    signed: bool,
    constant: Float,
    kind: FloatKind,
}

impl Comparison {
    fn of(context: &Context, op: Op) -> Option<Self> {
        let right = operand(context, op, 1)?.constant_value(context)?;
        let AttributeKind::Float { value, ty } = right.kind(context) else {
            return None;
        };
        let conversion = operand(context, op, 0)?.defining_op(context)?;
        let signed = conversion.is_named(context, "arith.sitofp");
        if !signed && !conversion.is_named(context, "arith.uitofp") {
            return None;
        }
        let integer = operand(context, conversion, 0)?;
        let TypeKind::Integer { width, .. } = integer.ty(context).kind(context) else {
            return None;
        };
        Some(Self {
            value: integer,
            ty: integer.ty(context),
            width,
            signed,
            constant: Float::of(value),
            kind: ty.float_kind(context)?,
        })
    }

    /// Whether the conversion loses nothing that matters to the comparison.
    fn is_exact(&self) -> bool {
        let precision = self.kind.precision();
        if self.width <= precision {
            return true;
        }
        let bits = self.width - u32::from(self.signed);
        if self.constant.is_infinite() {
            return self.kind.max_exponent() >= bits.cast_signed();
        }
        let exponent = self.constant.exponent();
        !exponent
            .is_some_and(|exponent| precision.cast_signed() <= exponent && exponent <= bits.cast_signed())
    }

    /// The least and the greatest integer, converted.
    fn limits(&self) -> Option<[Float; 2]> {
        let top = Int::new(self.width, -1);
        let [least, greatest] = match self.signed {
            true => {
                let max = top
                    .shr_unsigned(&Int::new(self.width, 1))
                    .unwrap_or_else(|| Int::new(self.width, 0));
                [max.not(), max]
            }
            false => [Int::new(self.width, 0), top],
        };
        let convert = |value| Float::from_int(self.kind, &value, self.signed);
        Some([convert(least)?, convert(greatest)?])
    }

    /// The answer, if the constant is beyond all integers.
    fn beyond(&self, relation: Relation) -> Option<bool> {
        let [least, greatest] = self.limits()?;
        if greatest.compare(self.constant) == Some(Ordering::Less) {
            return Some(matches!(relation, NotEqual | Less | LessOrEqual));
        }
        (least.compare(self.constant) == Some(Ordering::Greater))
            .then_some(matches!(relation, NotEqual | Greater | GreaterOrEqual))
    }

    /// The relation to the constant rounded towards zero, or the answer.
    fn rounded(&self, relation: Relation, rounded: &Int) -> Option<Result<Relation, bool>> {
        let back = Float::from_int(self.kind, rounded, self.signed)?;
        if self.constant.is_zero() || back.compare(self.constant) == Some(Ordering::Equal) {
            return Some(Ok(relation));
        }
        let is_negative = self.constant.is_negative();
        Some(match (relation, is_negative) {
            (Equal, _) => Err(false),
            (NotEqual, _) => Err(true),
            // An unsigned number is above what is negative.
            (Less | LessOrEqual, true) if !self.signed => Err(false),
            (Greater | GreaterOrEqual, true) if !self.signed => Err(true),
            (Less | LessOrEqual, true) => Ok(Less),
            (Less | LessOrEqual, false) => Ok(LessOrEqual),
            (Greater | GreaterOrEqual, true) => Ok(GreaterOrEqual),
            (Greater | GreaterOrEqual, false) => Ok(Greater),
        })
    }
}

/// Compares the integer itself, if the conversion to a float cannot change the answer.
pub(super) fn compare_integer(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let comparison = Comparison::of(context, op)?;
    if !comparison.is_exact() {
        return None;
    }
    let mut decided = relation(predicate_of(context, op)?)?;
    let mut number = None;
    if let Ok(relation) = decided {
        decided = match comparison.beyond(relation) {
            Some(answer) => Err(answer),
            None => {
                let rounded = comparison.constant.to_int(comparison.width, comparison.signed)?;
                let decided = comparison.rounded(relation, &rounded)?;
                number = Some(rounded);
                decided
            }
        };
    }
    match (decided, number) {
        (Ok(relation), Some(number)) => {
            let right = int_constant(rewriter, op, &number, comparison.ty)?;
            let predicate = context.i64_attribute(predicate(relation, comparison.signed));
            let ty = op.result(context, 0)?.ty(context);
            Make::new("arith.cmpi", &[comparison.value, right], &[ty])
                .with(&[("predicate", predicate)])
                .replace(rewriter, op)
        }
        (Err(answer), _) => {
            let ty = op.result(context, 0)?.ty(context);
            let value = constant(rewriter, op, context.bool_attribute(answer), ty)?;
            rewriter.replace_op(op, &[value]);
            Some(())
        }
        (Ok(_), None) => None,
    }
}
