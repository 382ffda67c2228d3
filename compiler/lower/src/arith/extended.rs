//! Sums and products with twice as many bits.

use tvmlike_define::with_element_type;
use tvmlike_ir::{Op, Type};
use tvmlike_transform::{ConversionFn, ConversionRewriter, ConvertedOperands};

use crate::elementwise::extract;
use crate::make::{Make, integer};
use crate::options::integer_type;
use crate::types::{array_parts, structure};

pub(super) const PATTERNS: [ConversionFn; 3] = [
    ConversionFn::new("arith.addui_extended", add),
    ConversionFn::new("arith.mulsi_extended", |rewriter, op, operands| {
        multiply(rewriter, op, operands, "llvm.sext")
    }),
    ConversionFn::new("arith.mului_extended", |rewriter, op, operands| {
        multiply(rewriter, op, operands, "llvm.zext")
    }),
];

/// The converted types of both results, unless one is an array.
fn result_types(rewriter: &ConversionRewriter<'_, '_>, op: Op) -> Option<(Type, Type)> {
    let context = rewriter.context();
    let converter = rewriter.converter()?;
    let mut types = op
        .results(context)
        .map(|result| converter.convert_one(context, result.ty(context)));
    let (first, second) = (types.next()??, types.next()??);
    let is_array = array_parts(context, first).is_some();
    (!is_array).then_some((first, second))
}

fn add(rewriter: &mut ConversionRewriter<'_, '_>, op: Op, operands: &ConvertedOperands) -> Option<()> {
    let context = rewriter.context();
    let (sum, carry) = result_types(rewriter, op)?;
    let location = op.location(context);
    let ty = structure(context, &[sum, carry]);
    let both = Make::new("llvm.intr.uadd.with.overflow", &operands.each()?, &[ty]).value(rewriter, location);
    let sum = extract(rewriter, location, both, &[0]);
    let carry = extract(rewriter, location, both, &[1]);
    rewriter.replace_op(op, &[sum, carry]);
    Some(())
}

fn multiply(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    operands: &ConvertedOperands,
    extend: &'static str,
) -> Option<()> {
    let context = rewriter.context();
    let (ty, _) = result_types(rewriter, op)?;
    let location = op.location(context);
    let element = ty.element_type(context).unwrap_or(ty);
    let width = element.bit_width(context)?;
    let wide_element = integer_type(context, width.checked_mul(2)?);
    let wide = with_element_type(context, ty, wide_element).unwrap_or(wide_element);
    let lhs = Make::new(extend, &[operands.one(0)?], &[wide]).value(rewriter, location);
    let rhs = Make::new(extend, &[operands.one(1)?], &[wide]).value(rewriter, location);
    let product = Make::new("llvm.mul", &[lhs, rhs], &[wide]).value(rewriter, location);
    let low = Make::new("llvm.trunc", &[product], &[ty]).value(rewriter, location);
    let distance = integer(context, wide_element, i64::from(width));
    let distance = match wide.is_shaped(context) {
        false => distance,
        true => context.dense_elements_from_attributes(wide, &[distance]).ok()?,
    };
    let distance = Make::new("llvm.mlir.constant", &[], &[wide])
        .with(&[("value", distance)])
        .value(rewriter, location);
    let high = Make::new("llvm.lshr", &[product, distance], &[wide]).value(rewriter, location);
    let high = Make::new("llvm.trunc", &[high], &[ty]).value(rewriter, location);
    rewriter.replace_op(op, &[low, high]);
    Some(())
}
