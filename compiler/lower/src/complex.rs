//! complex to the llvm dialect: a complex number is a struct of its real and its imaginary part.

mod division;
mod libm;
mod standard;

use std::rc::Rc;

use tvmlike_ir::{Attribute, Context, Location, Op, Type, Value};
use tvmlike_transform::{
    ConversionFn, ConversionPatterns, ConversionRewriter, ConvertedOperands, TypeConverter,
};

use crate::attributes::fast_math;
use crate::elementwise::{extract, insert, result_type};
use crate::make::{Make, integer, property};
use crate::types::fields;
pub(crate) use libm::TO_LIBM;
pub(crate) use standard::add_patterns as add_standard_patterns;

/// Adds the patterns.
pub(crate) fn add_patterns(
    patterns: &mut ConversionPatterns,
    converter: &Rc<TypeConverter>,
    improves_divisions: bool,
) {
    patterns.add_table(&PATTERNS, Some(converter));
    let division = match improves_divisions {
        true => division::IMPROVED,
        false => division::BASIC,
    };
    patterns.add(division, Some(converter));
}

const PATTERNS: [ConversionFn; 8] = [
    ConversionFn::new("complex.abs", |rewriter, op, operands| {
        let (re, im) = parts(rewriter, op, operands.one(0)?);
        let mut maker = Floats::of(rewriter, op)?;
        let re = maker.binary("llvm.fmul", re, re);
        let im = maker.binary("llvm.fmul", im, im);
        let sum = maker.binary("llvm.fadd", re, im);
        let root = Make::new("llvm.intr.sqrt", &[sum], &[maker.ty]).value(maker.rewriter, maker.location);
        rewriter.replace_op(op, &[root]);
        Some(())
    }),
    ConversionFn::new("complex.add", |rewriter, op, operands| {
        by_parts(rewriter, op, operands, |maker, [a_re, a_im, b_re, b_im]| {
            (
                maker.binary("llvm.fadd", a_re, b_re),
                maker.binary("llvm.fadd", a_im, b_im),
            )
        })
    }),
    ConversionFn::new("complex.constant", |rewriter, op, _| {
        let context = rewriter.context();
        let ty = result_type(rewriter, op)?;
        let new = Make::new("llvm.mlir.constant", &[], &[ty])
            .with(&[("value", property(context, op, "value")?)])
            .with_attributes(op.attributes(context))
            .value(rewriter, op.location(context));
        rewriter.replace_op(op, &[new]);
        Some(())
    }),
    ConversionFn::new("complex.create", |rewriter, op, operands| {
        let ty = result_type(rewriter, op)?;
        let location = op.location(rewriter.context());
        let value = Make::new("llvm.mlir.poison", &[], &[ty]).value(rewriter, location);
        let value = insert(rewriter, location, value, operands.one(0)?, &[0]);
        let value = insert(rewriter, location, value, operands.one(1)?, &[1]);
        rewriter.replace_op(op, &[value]);
        Some(())
    }),
    ConversionFn::new("complex.im", |rewriter, op, operands| {
        part(rewriter, op, operands, 1)
    }),
    ConversionFn::new("complex.mul", |rewriter, op, operands| {
        by_parts(rewriter, op, operands, |maker, [a_re, a_im, b_re, b_im]| {
            let re_re = maker.binary("llvm.fmul", b_re, a_re);
            let im_im = maker.binary("llvm.fmul", b_im, a_im);
            let re = maker.binary("llvm.fsub", re_re, im_im);
            let im_re = maker.binary("llvm.fmul", a_im, b_re);
            let re_im = maker.binary("llvm.fmul", a_re, b_im);
            (re, maker.binary("llvm.fadd", im_re, re_im))
        })
    }),
    ConversionFn::new("complex.re", |rewriter, op, operands| {
        part(rewriter, op, operands, 0)
    }),
    ConversionFn::new("complex.sub", |rewriter, op, operands| {
        by_parts(rewriter, op, operands, |maker, [a_re, a_im, b_re, b_im]| {
            (
                maker.binary("llvm.fsub", a_re, b_re),
                maker.binary("llvm.fsub", a_im, b_im),
            )
        })
    }),
];

/// Takes a part of a complex number.
fn part(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    operands: &ConvertedOperands,
    index: i64,
) -> Option<()> {
    let location = op.location(rewriter.context());
    let value = extract(rewriter, location, operands.one(0)?, &[index]);
    rewriter.replace_op(op, &[value]);
    Some(())
}

/// The parts of a complex number.
fn parts(rewriter: &mut ConversionRewriter<'_, '_>, op: Op, value: Value) -> (Value, Value) {
    let location = op.location(rewriter.context());
    let re = extract(rewriter, location, value, &[0]);
    (re, extract(rewriter, location, value, &[1]))
}

/// Replaces an operation on two complex numbers by what a function makes of their parts: first the real ones.
fn by_parts(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    operands: &ConvertedOperands,
    make: impl FnOnce(&mut Floats<'_, '_, '_>, [Value; 4]) -> (Value, Value),
) -> Option<()> {
    let ty = result_type(rewriter, op)?;
    let location = op.location(rewriter.context());
    let (a_re, a_im) = parts(rewriter, op, operands.one(0)?);
    let (b_re, b_im) = parts(rewriter, op, operands.one(1)?);
    let value = Make::new("llvm.mlir.poison", &[], &[ty]).value(rewriter, location);
    let mut maker = Floats::of(rewriter, op)?;
    let (re, im) = make(&mut maker, [a_re, a_im, b_re, b_im]);
    let value = insert(rewriter, location, value, re, &[0]);
    let value = insert(rewriter, location, value, im, &[1]);
    rewriter.replace_op(op, &[value]);
    Some(())
}

/// Makes operations on floats with the fast-math flags of one operation.
struct Floats<'r, 'e, 'c> {
    rewriter: &'r mut ConversionRewriter<'e, 'c>,
    location: Location,
    /// The type of the parts.
    ty: Type,
    flags: Attribute,
}

impl<'r, 'e, 'c> Floats<'r, 'e, 'c> {
    fn of(rewriter: &'r mut ConversionRewriter<'e, 'c>, op: Op) -> Option<Self> {
        let context: &Context = rewriter.context();
        let ty = result_type(rewriter, op)?;
        Some(Self {
            location: op.location(context),
            ty: fields(context, ty).map_or(ty, |fields| fields[0]),
            flags: fast_math(context, property(context, op, "fastmath")?)?,
            rewriter,
        })
    }

    /// An operation on two floats.
    fn binary(&mut self, name: &str, lhs: Value, rhs: Value) -> Value {
        Make::new(name, &[lhs, rhs], &[self.ty])
            .with(&[("fastmathFlags", self.flags)])
            .value(self.rewriter, self.location)
    }

    /// `|value|`
    fn absolute(&mut self, value: Value) -> Value {
        Make::new("llvm.intr.fabs", &[value], &[self.ty])
            .with(&[("fastmathFlags", self.flags)])
            .value(self.rewriter, self.location)
    }

    /// A number with the sign of another one.
    fn with_sign_of(&mut self, value: Value, sign: Value) -> Value {
        Make::new("llvm.intr.copysign", &[value, sign], &[self.ty]).value(self.rewriter, self.location)
    }

    /// A comparison.
    fn compare(&mut self, predicate: i64, lhs: Value, rhs: Value) -> Value {
        let context = self.rewriter.context();
        let predicate = integer(context, context.i64(), predicate);
        Make::new("llvm.fcmp", &[lhs, rhs], &[context.i1()])
            .with(&[("predicate", predicate)])
            .value(self.rewriter, self.location)
    }

    /// `llvm.and` or `llvm.or` of conditions.
    fn logic(&mut self, name: &str, lhs: Value, rhs: Value) -> Value {
        let ty = self.rewriter.context().i1();
        Make::new(name, &[lhs, rhs], &[ty]).value(self.rewriter, self.location)
    }

    /// One of two numbers.
    fn select(&mut self, condition: Value, yes: Value, no: Value) -> Value {
        Make::new("llvm.select", &[condition, yes, no], &[self.ty]).value(self.rewriter, self.location)
    }

    /// A constant.
    fn constant(&mut self, value: f64) -> Option<Value> {
        let value = self.rewriter.context().float_attribute(self.ty, value).ok()?;
        let made = Make::new("llvm.mlir.constant", &[], &[self.ty])
            .with(&[("value", value)])
            .value(self.rewriter, self.location);
        Some(made)
    }
}
