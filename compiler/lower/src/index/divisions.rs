//! Divisions of indices that round up or down.

use tvmlike_ir::{Location, Op, Type, Value};
use tvmlike_transform::{ConversionRewriter, ConvertedOperands};

use crate::elementwise::result_type;
use crate::make::{Make, integer};

/// Makes operations at one location.
struct Maker<'r, 'e, 'c> {
    rewriter: &'r mut ConversionRewriter<'e, 'c>,
    location: Location,
    ty: Type,
}

const EQUAL: i64 = 0;
const NOT_EQUAL: i64 = 1;
const LESS: i64 = 2;
const GREATER: i64 = 4;

impl Maker<'_, '_, '_> {
    fn constant(&mut self, value: i64) -> Value {
        let value = integer(self.rewriter.context(), self.ty, value);
        Make::new("llvm.mlir.constant", &[], &[self.ty])
            .with(&[("value", value)])
            .value(self.rewriter, self.location)
    }

    fn binary(&mut self, name: &str, lhs: Value, rhs: Value) -> Value {
        let ty = lhs.ty(self.rewriter.context());
        Make::new(name, &[lhs, rhs], &[ty]).value(self.rewriter, self.location)
    }

    fn compare(&mut self, predicate: i64, lhs: Value, rhs: Value) -> Value {
        let context = self.rewriter.context();
        let predicate = integer(context, context.i64(), predicate);
        Make::new("llvm.icmp", &[lhs, rhs], &[context.i1()])
            .with(&[("predicate", predicate)])
            .value(self.rewriter, self.location)
    }

    fn select(&mut self, condition: Value, yes: Value, no: Value) -> Value {
        Make::new("llvm.select", &[condition, yes, no], &[self.ty]).value(self.rewriter, self.location)
    }
}

fn expand(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    operands: &ConvertedOperands,
    make: impl FnOnce(&mut Maker<'_, '_, '_>, Value, Value) -> Value,
) -> Option<()> {
    let context = rewriter.context();
    let (lhs, rhs) = (operands.one(0)?, operands.one(1)?);
    let mut maker = Maker {
        location: op.location(context),
        ty: result_type(rewriter, op)?,
        rewriter,
    };
    let value = make(&mut maker, lhs, rhs);
    rewriter.replace_op(op, &[value]);
    Some(())
}

/// With a rest, one more than the quotient if the signs agree; else the negated quotient of the negated number.
pub(super) fn ceil_signed(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    operands: &ConvertedOperands,
) -> Option<()> {
    expand(rewriter, op, operands, |make, n, m| {
        let zero = make.constant(0);
        let one = make.constant(1);
        let minus_one = make.constant(-1);
        let m_positive = make.compare(GREATER, m, zero);
        let x = make.select(m_positive, minus_one, one);
        let sum = make.binary("llvm.add", n, x);
        let quotient = make.binary("llvm.sdiv", sum, m);
        let positive = make.binary("llvm.add", quotient, one);
        let negated = make.binary("llvm.sub", zero, n);
        let quotient = make.binary("llvm.sdiv", negated, m);
        let negative = make.binary("llvm.sub", zero, quotient);
        let n_positive = make.compare(GREATER, n, zero);
        let same = make.compare(EQUAL, n_positive, m_positive);
        let not_zero = make.compare(NOT_EQUAL, n, zero);
        let condition = make.binary("llvm.and", same, not_zero);
        make.select(condition, positive, negative)
    })
}

pub(super) fn ceil_unsigned(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    operands: &ConvertedOperands,
) -> Option<()> {
    expand(rewriter, op, operands, |make, n, m| {
        let zero = make.constant(0);
        let one = make.constant(1);
        let less = make.binary("llvm.sub", n, one);
        let quotient = make.binary("llvm.udiv", less, m);
        let more = make.binary("llvm.add", quotient, one);
        let is_zero = make.compare(EQUAL, n, zero);
        make.select(is_zero, zero, more)
    })
}

pub(super) fn floor_signed(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    operands: &ConvertedOperands,
) -> Option<()> {
    expand(rewriter, op, operands, |make, n, m| {
        let zero = make.constant(0);
        let one = make.constant(1);
        let minus_one = make.constant(-1);
        let m_negative = make.compare(LESS, m, zero);
        let x = make.select(m_negative, one, minus_one);
        let difference = make.binary("llvm.sub", x, n);
        let quotient = make.binary("llvm.sdiv", difference, m);
        let negative = make.binary("llvm.sub", minus_one, quotient);
        let positive = make.binary("llvm.sdiv", n, m);
        let n_negative = make.compare(LESS, n, zero);
        let other = make.compare(NOT_EQUAL, n_negative, m_negative);
        let not_zero = make.compare(NOT_EQUAL, n, zero);
        let condition = make.binary("llvm.and", other, not_zero);
        make.select(condition, negative, positive)
    })
}
