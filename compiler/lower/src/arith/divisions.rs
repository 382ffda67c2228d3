//! Divisions that round up or down, by those that round to zero.

use tvmlike_ir::{Attribute, Context, Location, Op, Type, TypeKind, Value};
use tvmlike_transform::{ConversionFn, ConversionRewriter, ConvertedOperands};

use crate::make::{Make, integer};

/// The patterns. What they make is arith.
pub(crate) const DIVISIONS: [ConversionFn; 3] = [
    ConversionFn::new("arith.ceildivsi", ceil_signed),
    ConversionFn::new("arith.ceildivui", ceil_unsigned),
    ConversionFn::new("arith.floordivsi", floor_signed),
];

/// Makes operations of arith at one location.
struct Maker<'r, 'e, 'c> {
    rewriter: &'r mut ConversionRewriter<'e, 'c>,
    location: Location,
    ty: Type,
}

/// A number as an attribute of a type: of an integer, or of elements that are all the same.
fn uniform(context: &Context, ty: Type, value: i64) -> Attribute {
    match ty.element_type(context) {
        None => integer(context, ty, value),
        Some(element) => {
            let value = integer(context, element, value);
            let made = context.dense_elements_from_attributes(ty, &[value]);
            made.expect("one integer can be all elements of a vector of integers")
        }
    }
}

impl Maker<'_, '_, '_> {
    fn constant(&mut self, value: i64) -> Value {
        let value = uniform(self.rewriter.context(), self.ty, value);
        Make::new("arith.constant", &[], &[self.ty])
            .with(&[("value", value)])
            .value(self.rewriter, self.location)
    }

    fn binary(&mut self, name: &str, lhs: Value, rhs: Value) -> Value {
        let ty = lhs.ty(self.rewriter.context());
        Make::new(name, &[lhs, rhs], &[ty]).value(self.rewriter, self.location)
    }

    fn compare(&mut self, predicate: i64, lhs: Value, rhs: Value) -> Value {
        let context = self.rewriter.context();
        let bit = context.i1();
        let ty = match lhs.ty(context).kind(context) {
            TypeKind::Vector { .. } | TypeKind::RankedTensor { .. } => {
                tvmlike_define::with_element_type(context, lhs.ty(context), bit).unwrap_or(bit)
            }
            _ => bit,
        };
        let predicate = integer(context, context.i64(), predicate);
        Make::new("arith.cmpi", &[lhs, rhs], &[ty])
            .with(&[("predicate", predicate)])
            .value(self.rewriter, self.location)
    }

    fn select(&mut self, condition: Value, yes: Value, no: Value) -> Value {
        Make::new("arith.select", &[condition, yes, no], &[self.ty]).value(self.rewriter, self.location)
    }
}

const EQUAL: i64 = 0;
const NOT_EQUAL: i64 = 1;
const LESS: i64 = 2;

fn expand(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    make: impl FnOnce(&mut Maker<'_, '_, '_>, Value, Value) -> Value,
) -> Option<()> {
    let context = rewriter.context();
    let (lhs, rhs) = (op.operand(context, 0)?, op.operand(context, 1)?);
    let mut maker = Maker {
        location: op.location(context),
        ty: op.result(context, 0)?.ty(context),
        rewriter,
    };
    let value = make(&mut maker, lhs, rhs);
    rewriter.replace_op(op, &[value]);
    Some(())
}

fn ceil_unsigned(rewriter: &mut ConversionRewriter<'_, '_>, op: Op, _: &ConvertedOperands) -> Option<()> {
    expand(rewriter, op, |make, lhs, rhs| {
        let zero = make.constant(0);
        let is_zero = make.compare(EQUAL, lhs, zero);
        let one = make.constant(1);
        let less = make.binary("arith.subi", lhs, one);
        let quotient = make.binary("arith.divui", less, rhs);
        let more = make.binary("arith.addi", quotient, one);
        make.select(is_zero, zero, more)
    })
}

fn ceil_signed(rewriter: &mut ConversionRewriter<'_, '_>, op: Op, _: &ConvertedOperands) -> Option<()> {
    expand(rewriter, op, |make, lhs, rhs| {
        let zero = make.constant(0);
        let one = make.constant(1);
        let quotient = make.binary("arith.divsi", lhs, rhs);
        let product = make.binary("arith.muli", quotient, rhs);
        let has_rest = make.compare(NOT_EQUAL, lhs, product);
        let lhs_negative = make.compare(LESS, lhs, zero);
        let rhs_negative = make.compare(LESS, rhs, zero);
        let same_sign = make.compare(EQUAL, lhs_negative, rhs_negative);
        let condition = make.binary("arith.andi", has_rest, same_sign);
        let more = make.binary("arith.addi", quotient, one);
        make.select(condition, more, quotient)
    })
}

fn floor_signed(rewriter: &mut ConversionRewriter<'_, '_>, op: Op, _: &ConvertedOperands) -> Option<()> {
    expand(rewriter, op, |make, lhs, rhs| {
        let quotient = make.binary("arith.divsi", lhs, rhs);
        let product = make.binary("arith.muli", quotient, rhs);
        let has_rest = make.compare(NOT_EQUAL, lhs, product);
        let zero = make.constant(0);
        let lhs_negative = make.compare(LESS, lhs, zero);
        let rhs_negative = make.compare(LESS, rhs, zero);
        let other_sign = make.compare(NOT_EQUAL, lhs_negative, rhs_negative);
        let condition = make.binary("arith.andi", has_rest, other_sign);
        let minus_one = make.constant(-1);
        let less = make.binary("arith.addi", quotient, minus_one);
        make.select(condition, less, quotient)
    })
}
