//! Making operations of arith and math on the parts of complex numbers, with the fast-math flags of one operation.

use tvmlike_define::{enum_number, enum_set};
use tvmlike_ir::{Attribute, Context, Location, Op, Type, TypeKind, Value};
use tvmlike_transform::ConversionRewriter;

use crate::make::{Make, integer, property};

pub(super) const OEQ: i64 = 1;
pub(super) const OGT: i64 = 2;
pub(super) const OGE: i64 = 3;
pub(super) const OLT: i64 = 4;
pub(super) const OLE: i64 = 5;
pub(super) const ONE: i64 = 6;
pub(super) const ORD: i64 = 7;
pub(super) const UNE: i64 = 13;
pub(super) const UNO: i64 = 14;

/// The bits of `nnan` and `ninf` in `#arith.fastmath`.
const FINITE: u64 = 2 | 4;

/// What is made of the distance from zero.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Absolute {
    Value,
    SquareRoot,
    ReciprocalRoot,
}

pub(super) struct Maker<'r, 'e, 'c> {
    pub(super) rewriter: &'r mut ConversionRewriter<'e, 'c>,
    pub(super) location: Location,
    /// The complex type, and that of its parts.
    pub(super) complex: Type,
    pub(super) ty: Type,
    /// The flags, and those without what excludes infinities and NaNs.
    pub(super) flags: Attribute,
    careful: Attribute,
    /// Whether neither infinities nor NaNs occur.
    pub(super) is_finite: bool,
}

impl<'r, 'e, 'c> Maker<'r, 'e, 'c> {
    pub(super) fn of(rewriter: &'r mut ConversionRewriter<'e, 'c>, op: Op) -> Option<Self> {
        let context: &Context = rewriter.context();
        let complex = op.operand(context, 0)?.ty(context);
        let TypeKind::Complex(element) = complex.kind(context) else {
            return None;
        };
        element.float_kind(context)?;
        let none = enum_set(context, "arith", "fastmath", 0)?;
        let flags = property(context, op, "fastmath").unwrap_or(none);
        let bits = enum_number(context, flags)?;
        Some(Self {
            location: op.location(context),
            complex,
            ty: element,
            flags,
            careful: enum_set(context, "arith", "fastmath", bits & !FINITE)?,
            is_finite: bits & FINITE == FINITE,
            rewriter,
        })
    }

    fn with_flags(&mut self, name: &str, operands: &[Value], flags: Attribute) -> Value {
        Make::new(name, operands, &[self.ty])
            .with(&[("fastmath", flags)])
            .value(self.rewriter, self.location)
    }

    /// An operation on parts.
    pub(super) fn op(&mut self, name: &str, operands: &[Value]) -> Value {
        self.with_flags(name, operands, self.flags)
    }

    /// An operation on parts that may be infinite or NaN.
    pub(super) fn careful(&mut self, name: &str, operands: &[Value]) -> Value {
        self.with_flags(name, operands, self.careful)
    }

    /// An operation without flags, whose result has the type of its last operand.
    pub(super) fn plain(&mut self, name: &str, operands: &[Value]) -> Value {
        let ty = operands[operands.len() - 1].ty(self.rewriter.context());
        Make::new(name, operands, &[ty]).value(self.rewriter, self.location)
    }

    fn compared(&mut self, predicate: i64, lhs: Value, rhs: Value, flags: Option<Attribute>) -> Value {
        let context = self.rewriter.context();
        let predicate = integer(context, context.i64(), predicate);
        let mut properties = vec![("predicate", predicate)];
        properties.extend(flags.map(|flags| ("fastmath", flags)));
        Make::new("arith.cmpf", &[lhs, rhs], &[context.i1()])
            .with(&properties)
            .value(self.rewriter, self.location)
    }

    pub(super) fn compare(&mut self, predicate: i64, lhs: Value, rhs: Value) -> Value {
        self.compared(predicate, lhs, rhs, Some(self.flags))
    }

    /// A comparison without flags.
    pub(super) fn compare_plainly(&mut self, predicate: i64, lhs: Value, rhs: Value) -> Value {
        self.compared(predicate, lhs, rhs, None)
    }

    /// A comparison of parts that may be infinite or NaN.
    pub(super) fn compare_carefully(&mut self, predicate: i64, lhs: Value, rhs: Value) -> Value {
        self.compared(predicate, lhs, rhs, Some(self.careful))
    }

    pub(super) fn select(&mut self, condition: Value, yes: Value, no: Value) -> Value {
        self.plain("arith.select", &[condition, yes, no])
    }

    pub(super) fn constant(&mut self, value: f64) -> Option<Value> {
        let value = self.rewriter.context().float_attribute(self.ty, value).ok()?;
        let made = Make::new("arith.constant", &[], &[self.ty])
            .with(&[("value", value)])
            .value(self.rewriter, self.location);
        Some(made)
    }

    pub(super) fn re(&mut self, value: Value) -> Value {
        Make::new("complex.re", &[value], &[self.ty]).value(self.rewriter, self.location)
    }

    pub(super) fn im(&mut self, value: Value) -> Value {
        Make::new("complex.im", &[value], &[self.ty]).value(self.rewriter, self.location)
    }

    pub(super) fn create(&mut self, re: Value, im: Value) -> Value {
        Make::new("complex.create", &[re, im], &[self.complex]).value(self.rewriter, self.location)
    }

    /// An operation on complex numbers, with the flags.
    pub(super) fn on_complex(&mut self, name: &str, operands: &[Value]) -> Value {
        Make::new(name, operands, &[self.complex])
            .with(&[("fastmath", self.flags)])
            .value(self.rewriter, self.location)
    }

    /// The distance from zero, by the ratio of the smaller part to the larger one; what is made of it.
    pub(super) fn absolute(&mut self, re: Value, im: Value, what: Absolute) -> Option<Value> {
        let one = self.constant(1.0)?;
        let re = self.op("math.absf", &[re]);
        let im = self.op("math.absf", &[im]);
        let mut max = self.op("arith.maximumf", &[re, im]);
        let mut min = self.op("arith.minimumf", &[re, im]);
        let ratio = self.careful("arith.divf", &[min, max]);
        let square = self.careful("arith.mulf", &[ratio, ratio]);
        let mut sum = self.careful("arith.addf", &[square, one]);
        if what == Absolute::ReciprocalRoot {
            sum = self.careful("math.rsqrt", &[sum]);
            min = self.careful("math.rsqrt", &[min]);
            max = self.careful("math.rsqrt", &[max]);
        }
        let result = if what == Absolute::SquareRoot {
            let quarter = self.constant(0.25)?;
            let root = self.careful("math.sqrt", &[max]);
            let power = self.careful("math.powf", &[sum, quarter]);
            self.careful("arith.mulf", &[root, power])
        } else {
            let root = self.careful("math.sqrt", &[sum]);
            self.careful("arith.mulf", &[max, root])
        };
        let is_nan = self.compare_carefully(UNO, result, result);
        Some(self.select(is_nan, min, result))
    }
}
