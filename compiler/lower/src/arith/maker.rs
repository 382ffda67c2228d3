//! Making operations of arith in patterns that expand one operation.

use tvmlike_define::with_element_type;
use tvmlike_ir::{Attribute, Context, Location, Op, Type, Value};
use tvmlike_transform::ConversionRewriter;

use crate::make::{Make, integer, uniform};

/// Makes operations of arith at one location.
pub(super) struct Maker<'r, 'e, 'c> {
    rewriter: &'r mut ConversionRewriter<'e, 'c>,
    location: Location,
    /// The type of the result.
    pub(super) ty: Type,
}

impl<'c> Maker<'_, '_, 'c> {
    pub(super) fn context(&self) -> &'c Context {
        self.rewriter.context()
    }

    /// The number of bits of the elements of a type.
    pub(super) fn width(&self, ty: Type) -> u32 {
        let element = ty.element_type(self.context()).unwrap_or(ty);
        element.bit_width(self.context()).unwrap_or(0)
    }

    /// An operation with properties.
    pub(super) fn flagged(
        &mut self,
        name: &str,
        operands: &[Value],
        ty: Type,
        flags: &[(&str, Attribute)],
    ) -> Value {
        Make::new(name, operands, &[ty])
            .with(flags)
            .value(self.rewriter, self.location)
    }

    /// A float of a type whose format has the number.
    pub(super) fn float(&mut self, ty: Type, value: f64) -> Value {
        let context = self.context();
        let value = uniform(context, ty, |ty| context.float_attribute(ty, value).ok())
            .expect("one float can be all elements of a vector of floats");
        Make::new("arith.constant", &[], &[ty])
            .with(&[("value", value)])
            .value(self.rewriter, self.location)
    }

    /// An integer of the type of the result.
    pub(super) fn constant(&mut self, value: i64) -> Value {
        self.integer(self.ty, value)
    }

    /// An operation on two values of one type.
    pub(super) fn binary(&mut self, name: &str, lhs: Value, rhs: Value) -> Value {
        let ty = lhs.ty(self.rewriter.context());
        Make::new(name, &[lhs, rhs], &[ty]).value(self.rewriter, self.location)
    }

    /// Compares integers.
    pub(super) fn compare(&mut self, predicate: i64, lhs: Value, rhs: Value) -> Value {
        self.compare_by("arith.cmpi", predicate, lhs, rhs)
    }

    /// Compares floats.
    pub(super) fn compare_floats(&mut self, predicate: i64, lhs: Value, rhs: Value) -> Value {
        self.compare_by("arith.cmpf", predicate, lhs, rhs)
    }

    fn compare_by(&mut self, name: &str, predicate: i64, lhs: Value, rhs: Value) -> Value {
        let context = self.rewriter.context();
        let ty = self.with_element(lhs.ty(context), context.i1());
        let predicate = integer(context, context.i64(), predicate);
        Make::new(name, &[lhs, rhs], &[ty])
            .with(&[("predicate", predicate)])
            .value(self.rewriter, self.location)
    }

    /// A type with another element type.
    pub(super) fn with_element(&self, ty: Type, element: Type) -> Type {
        with_element_type(self.rewriter.context(), ty, element).unwrap_or(element)
    }

    /// An operation on one value.
    pub(super) fn unary(&mut self, name: &str, operand: Value, ty: Type) -> Value {
        Make::new(name, &[operand], &[ty]).value(self.rewriter, self.location)
    }

    /// An integer of a type.
    pub(super) fn integer(&mut self, ty: Type, value: i64) -> Value {
        let context = self.rewriter.context();
        let value = uniform(context, ty, |ty| Some(integer(context, ty, value)))
            .expect("one integer can be all elements of a vector of integers");
        Make::new("arith.constant", &[], &[ty])
            .with(&[("value", value)])
            .value(self.rewriter, self.location)
    }

    /// Selects one of two values.
    pub(super) fn select(&mut self, condition: Value, yes: Value, no: Value) -> Value {
        let ty = yes.ty(self.rewriter.context());
        Make::new("arith.select", &[condition, yes, no], &[ty]).value(self.rewriter, self.location)
    }
}

pub(super) const EQUAL: i64 = 0;
pub(super) const NOT_EQUAL: i64 = 1;
pub(super) const LESS: i64 = 2;

/// Replaces an operation on two values by what a function makes of them; an operation on one gets it twice.
pub(super) fn expand(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    make: impl FnOnce(&mut Maker<'_, '_, '_>, Value, Value) -> Value,
) -> Option<()> {
    let context = rewriter.context();
    let lhs = op.operand(context, 0)?;
    let rhs = op.operand(context, 1).unwrap_or(lhs);
    let mut maker = Maker {
        location: op.location(context),
        ty: op.result(context, 0)?.ty(context),
        rewriter,
    };
    let value = make(&mut maker, lhs, rhs);
    rewriter.replace_op(op, &[value]);
    Some(())
}
