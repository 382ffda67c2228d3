//! Making operations on floats and integers in patterns that expand one operation.

use tvmlike_define::with_element_type;
use tvmlike_ir::{Attribute, Context, Location, Op, Rewriter, Type, Value};

use crate::make::{Make, integer, property, uniform};

/// Predicates of `arith.cmpf`.
pub(super) const FLOATS_EQUAL: i64 = 1;
pub(super) const FLOAT_GREATER: i64 = 2;
pub(super) const FLOAT_LESS: i64 = 4;
/// Predicates of `arith.cmpi`.
pub(super) const EQUAL: i64 = 0;
pub(super) const NOT_EQUAL: i64 = 1;
pub(super) const LESS: i64 = 2;
pub(super) const GREATER_OR_EQUAL: i64 = 5;
pub(super) const UNSIGNED_LESS_OR_EQUAL: i64 = 7;

/// Makes operations without fast-math flags, at the location of the operation that is expanded.
pub(super) struct Maker<'r, 'e, 'c> {
    pub(super) rewriter: &'r mut Rewriter<'e, 'c>,
    pub(super) op: Op,
    pub(super) location: Location,
}

/// The fast-math flags of an operation, for another one of arith or math.
pub(super) fn fast_math<'a>(context: &Context, op: Op) -> Vec<(&'a str, Attribute)> {
    let flags = property(context, op, "fastmath");
    flags.map(|flags| ("fastmath", flags)).into_iter().collect()
}

impl<'r, 'e, 'c> Maker<'r, 'e, 'c> {
    /// A maker for the expansion of an operation.
    pub(super) fn new(rewriter: &'r mut Rewriter<'e, 'c>, op: Op) -> Self {
        Self {
            location: op.location(rewriter.context()),
            op,
            rewriter,
        }
    }

    pub(super) fn context(&self) -> &'c Context {
        self.rewriter.context()
    }

    pub(super) fn operand(&self, index: usize) -> Option<Value> {
        self.op.operand(self.context(), index)
    }

    /// An operation whose result has the type of its first operand.
    pub(super) fn make(&mut self, name: &str, operands: &[Value]) -> Value {
        let ty = operands[0].ty(self.context());
        self.convert(name, operands, ty)
    }

    /// An operation with a result of another type.
    pub(super) fn convert(&mut self, name: &str, operands: &[Value], ty: Type) -> Value {
        Make::new(name, operands, &[ty]).value(self.rewriter, self.location)
    }

    fn constant(&mut self, ty: Type, value: Attribute) -> Value {
        Make::new("arith.constant", &[], &[ty])
            .with(&[("value", value)])
            .value(self.rewriter, self.location)
    }

    /// The float nearest to a number; `None`: the type has no elements of known number, or cannot represent it.
    pub(super) fn float(&mut self, ty: Type, number: f64) -> Option<Value> {
        let context = self.context();
        let value = uniform(context, ty, |ty| context.float_attribute(ty, number).ok())?;
        Some(self.constant(ty, value))
    }

    /// An integer, of which the lowest bits count.
    pub(super) fn integer(&mut self, ty: Type, number: i64) -> Option<Value> {
        let context = self.context();
        let value = uniform(context, ty, |ty| Some(integer(context, ty, number)))?;
        Some(self.constant(ty, value))
    }

    /// Compares by `arith.cmpi` or `arith.cmpf`.
    pub(super) fn compare(&mut self, name: &str, predicate: i64, lhs: Value, rhs: Value) -> Value {
        let context = self.context();
        let ty = self.with_element(lhs.ty(context), context.i1());
        let predicate = integer(context, context.i64(), predicate);
        Make::new(name, &[lhs, rhs], &[ty])
            .with(&[("predicate", predicate)])
            .value(self.rewriter, self.location)
    }

    pub(super) fn select(&mut self, condition: Value, yes: Value, no: Value) -> Value {
        let ty = yes.ty(self.context());
        self.convert("arith.select", &[condition, yes, no], ty)
    }

    /// A type with another element type.
    pub(super) fn with_element(&self, ty: Type, element: Type) -> Type {
        with_element_type(self.context(), ty, element).unwrap_or(element)
    }

    /// Replaces the operation.
    pub(super) fn replace(self, value: Value) -> Option<()> {
        self.rewriter.replace_op(self.op, &[value]);
        Some(())
    }
}
