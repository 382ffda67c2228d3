//! Operations of math whose counterparts have a property or several results.

use tvmlike_ir::{Attribute, Context, Op};
use tvmlike_transform::{ConversionFn, ConversionRewriter, ConvertedOperands};

use crate::attributes::converted;
use crate::elementwise::{extract, has_floats, result_type, split};
use crate::make::{Make, integer};
use crate::types::{array_parts, structure};

pub(super) const PATTERNS: [ConversionFn; 6] = [
    ConversionFn::new("math.absi", |rewriter, op, operands| {
        with_property(rewriter, op, operands, "llvm.intr.abs", |context| {
            ("is_int_min_poison", context.bool_attribute(false))
        })
    }),
    ConversionFn::new("math.ctlz", |rewriter, op, operands| {
        with_property(rewriter, op, operands, "llvm.intr.ctlz", |context| {
            ("is_zero_poison", context.bool_attribute(false))
        })
    }),
    ConversionFn::new("math.cttz", |rewriter, op, operands| {
        with_property(rewriter, op, operands, "llvm.intr.cttz", |context| {
            ("is_zero_poison", context.bool_attribute(false))
        })
    }),
    ConversionFn::new("math.isfinite", |rewriter, op, operands| {
        with_property(rewriter, op, operands, "llvm.intr.is.fpclass", |context| {
            ("bit", integer(context, context.i32(), FINITE))
        })
    }),
    ConversionFn::new("math.isnan", |rewriter, op, operands| {
        with_property(rewriter, op, operands, "llvm.intr.is.fpclass", |context| {
            ("bit", integer(context, context.i32(), NAN))
        })
    }),
    ConversionFn::new("math.sincos", sine_and_cosine),
];

/// The classes of NaNs.
const NAN: i64 = 3;
/// The classes of finite numbers.
const FINITE: i64 = 504;

fn with_property(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    operands: &ConvertedOperands,
    name: &'static str,
    property: fn(&Context) -> (&'static str, Attribute),
) -> Option<()> {
    let context = rewriter.context();
    if !has_floats(rewriter, op) {
        return None;
    }
    let ty = result_type(rewriter, op)?;
    let location = op.location(context);
    let properties = [property(context)];
    let operands = operands.each()?;
    let value = split(rewriter, location, ty, &operands, |rewriter, ty, operands| {
        Make::new(name, operands, &[ty])
            .with(&properties)
            .value(rewriter, location)
    });
    rewriter.replace_op(op, &[value]);
    Some(())
}

fn sine_and_cosine(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    operands: &ConvertedOperands,
) -> Option<()> {
    let context = rewriter.context();
    if !has_floats(rewriter, op) {
        return None;
    }
    let ty = result_type(rewriter, op)?;
    if array_parts(context, ty).is_some() {
        return None;
    }
    let name = "llvm.intr.sincos";
    let (properties, _) = converted(context, op, name);
    let location = op.location(context);
    let both = Make::new(name, &operands.each()?, &[structure(context, &[ty, ty])])
        .with(&properties)
        .value(rewriter, location);
    let sine = extract(rewriter, location, both, &[0]);
    let cosine = extract(rewriter, location, both, &[1]);
    rewriter.replace_op(op, &[sine, cosine]);
    Some(())
}
