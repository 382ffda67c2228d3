//! Operations of math that have no counterpart in the llvm dialect, by arithmetic.

use tvmlike_ir::{Context, FloatKind, Location, Op, Type, TypeKind, Value};
use tvmlike_transform::{ConversionFn, ConversionRewriter, ConvertedOperands};

use super::maker::fast_math;
use crate::make::{Make, integer, uniform};
use crate::vector_positions::{by_elements, vector_parts};

pub(crate) const PREPARED: [ConversionFn; 7] = [
    ConversionFn::new("math.clampf", clamp),
    ConversionFn::new("math.fpowi", simple_power),
    ConversionFn::new("math.isinf", |rewriter, op, operands| {
        classify(rewriter, op, operands, |made, size, infinity, _| {
            made.compare(EQUAL, size, infinity)
        })
    }),
    ConversionFn::new("math.isfinite", |rewriter, op, operands| {
        classify(rewriter, op, operands, |made, size, infinity, _| {
            made.compare(LESS, size, infinity)
        })
    }),
    ConversionFn::new("math.isnan", |rewriter, op, operands| {
        classify(rewriter, op, operands, |made, size, _, _| {
            made.compare(UNORDERED, size, size)
        })
    }),
    ConversionFn::new("math.isnormal", |rewriter, op, operands| {
        classify(rewriter, op, operands, |made, size, infinity, least| {
            let is_finite = made.compare(LESS, size, infinity);
            let is_normal = made.compare(GREATER_OR_EQUAL, size, least);
            let ty = is_finite.ty(made.rewriter.context());
            Make::new("arith.andi", &[is_finite, is_normal], &[ty]).value(made.rewriter, made.location)
        })
    }),
    ConversionFn::new("math.sincos", sine_and_cosine),
];

/// Predicates of `arith.cmpf`; all but the last do not hold for NaN.
const EQUAL: i64 = 1;
const GREATER_OR_EQUAL: i64 = 3;
const LESS: i64 = 4;
const UNORDERED: i64 = 14;

fn sine_and_cosine(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    operands: &ConvertedOperands,
) -> Option<()> {
    let context = rewriter.context();
    let operands = operands.each()?;
    let ty = operands.first()?.ty(context);
    let made = ["math.sin", "math.cos"].map(|name| {
        Make::new(name, &operands, &[ty])
            .with(&fast_math(context, op))
            .value(rewriter, op.location(context))
    });
    rewriter.replace_op(op, &made);
    Some(())
}

fn clamp(rewriter: &mut ConversionRewriter<'_, '_>, op: Op, operands: &ConvertedOperands) -> Option<()> {
    let context = rewriter.context();
    let ty = op.result(context, 0)?.ty(context);
    let operands = operands.each()?;
    let [value, least, greatest] = operands.as_slice() else {
        return None;
    };
    let mut made = *value;
    for (name, limit) in [("arith.minimumf", greatest), ("arith.maximumf", least)] {
        made = Make::new(name, &[made, *limit], &[ty])
            .with(&fast_math(context, op))
            .value(rewriter, op.location(context));
    }
    rewriter.replace_op(op, &[made]);
    Some(())
}

/// Makes scalar powers with exponents of at least 32 bits.
fn simple_power(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    operands: &ConvertedOperands,
) -> Option<()> {
    let context = rewriter.context();
    if is_simple_power(context, op) {
        return None;
    }
    let operands = operands.each()?;
    let location = op.location(context);
    let ty = op.result(context, 0)?.ty(context);
    let power = |rewriter: &mut ConversionRewriter<'_, '_>, operands: &[Value], ty: Type| {
        let [base, mut exponent] = *operands else {
            return None;
        };
        if is_short(context, exponent.ty(context)) {
            exponent = Make::new("arith.extsi", &[exponent], &[context.i32()]).value(rewriter, location);
        }
        let made = Make::new("math.fpowi", &[base, exponent], &[ty])
            .with(&fast_math(context, op))
            .value(rewriter, location);
        Some(made)
    };
    let value = match vector_parts(context, ty) {
        Some(_) => {
            let zero = |ty| context.float_attribute(ty, 0.0).ok();
            by_elements(rewriter, location, ty, &operands, zero, power)?
        }
        None => power(rewriter, &operands, ty)?,
    };
    rewriter.replace_op(op, &[value]);
    Some(())
}

fn is_short(context: &Context, ty: Type) -> bool {
    matches!(ty.kind(context), TypeKind::Integer { width, .. } if width < 32)
}

/// Whether a power has an intrinsic: its exponent is an integer of at least 32 bits.
pub(crate) fn is_simple_power(context: &Context, op: Op) -> bool {
    let ty = op.operand(context, 1).map(|exponent| exponent.ty(context));
    ty.is_some_and(|ty| vector_parts(context, ty).is_none() && !is_short(context, ty))
}

struct Maker<'r, 'e, 'c> {
    rewriter: &'r mut ConversionRewriter<'e, 'c>,
    location: Location,
    /// The type of the answer.
    ty: Type,
}

impl Maker<'_, '_, '_> {
    fn compare(&mut self, predicate: i64, lhs: Value, rhs: Value) -> Value {
        let context = self.rewriter.context();
        let predicate = integer(context, context.i64(), predicate);
        Make::new("arith.cmpf", &[lhs, rhs], &[self.ty])
            .with(&[("predicate", predicate)])
            .value(self.rewriter, self.location)
    }

    fn constant(&mut self, ty: Type, bits: u128) -> Option<Value> {
        let context = self.rewriter.context();
        let value = uniform(context, ty, |ty| context.float_attribute_from_bits(ty, bits).ok())?;
        let made = Make::new("arith.constant", &[], &[ty])
            .with(&[("value", value)])
            .value(self.rewriter, self.location);
        Some(made)
    }
}

/// The bits of infinity and of the least normal number.
fn limits(kind: FloatKind) -> Option<(u128, u128)> {
    Some(match kind {
        FloatKind::F16 => (0x7c00, 0x0400),
        FloatKind::BF16 => (0x7f80, 0x0080),
        FloatKind::F32 => (0x7f80_0000, 0x0080_0000),
        FloatKind::F64 => (0x7ff0_0000_0000_0000, 0x0010_0000_0000_0000),
        _ => return None,
    })
}

/// Compares the size of a number with infinity and the least normal number.
fn classify(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    operands: &ConvertedOperands,
    answer: impl FnOnce(&mut Maker<'_, '_, '_>, Value, Value, Value) -> Value,
) -> Option<()> {
    let context = rewriter.context();
    let value = *operands.each()?.first()?;
    let ty = value.ty(context);
    let (infinity, least) = limits(ty.element_type(context).unwrap_or(ty).float_kind(context)?)?;
    let location = op.location(context);
    let mut made = Maker {
        location,
        ty: op.result(context, 0)?.ty(context),
        rewriter,
    };
    let size = Make::new("math.absf", &[value], &[ty]).value(made.rewriter, location);
    let infinity = made.constant(ty, infinity)?;
    let least = made.constant(ty, least)?;
    let answer = answer(&mut made, size, infinity, least);
    rewriter.replace_op(op, &[answer]);
    Some(())
}
