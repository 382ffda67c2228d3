//! Powers, roots and signs.

use tvmlike_ir::{Op, Value};
use tvmlike_transform::{ConversionFn, ConversionRewriter, ConvertedOperands};

use super::Parts;
use super::functions::absolute;
use super::maker::{Absolute, Maker, OEQ, OGT, OLE, OLT, ONE, UNO};
use crate::make::Make;

pub(super) const PATTERNS: [ConversionFn; 5] = [
    ConversionFn::new("complex.pow", pow),
    ConversionFn::new("complex.powi", powi),
    ConversionFn::new("complex.rsqrt", |rewriter, op, operands| {
        let value = operands.one(0)?;
        let mut maker = Maker::of(rewriter, op)?;
        let (re, im) = rsqrt(&mut maker, value)?;
        let made = maker.create(re, im);
        rewriter.replace_op(op, &[made]);
        Some(())
    }),
    ConversionFn::new("complex.sign", sign),
    ConversionFn::new("complex.sqrt", |rewriter, op, operands| {
        let value = operands.one(0)?;
        let mut maker = Maker::of(rewriter, op)?;
        let (re, im) = sqrt(&mut maker, value)?;
        let made = maker.create(re, im);
        rewriter.replace_op(op, &[made]);
        Some(())
    }),
];

/// The number divided by its distance from zero; zero stays.
fn sign(rewriter: &mut ConversionRewriter<'_, '_>, op: Op, operands: &ConvertedOperands) -> Option<()> {
    let value = operands.one(0)?;
    let mut maker = Maker::of(rewriter, op)?;
    let (re, im) = (maker.re(value), maker.im(value));
    let zero = maker.constant(0.0)?;
    let re_zero = maker.compare_plainly(OEQ, re, zero);
    let im_zero = maker.compare_plainly(OEQ, im, zero);
    let is_zero = maker.plain("arith.andi", &[re_zero, im_zero]);
    let distance = absolute(&mut maker, value);
    let re = maker.op("arith.divf", &[re, distance]);
    let im = maker.op("arith.divf", &[im, distance]);
    let quotient = maker.create(re, im);
    let made = maker.select(is_zero, value, quotient);
    rewriter.replace_op(op, &[made]);
    Some(())
}

/// By half of the angle. Its sine of zero is not multiplied by an infinite distance.
fn sqrt(maker: &mut Maker<'_, '_, '_>, value: Value) -> Option<Parts> {
    let zero = maker.constant(0.0)?;
    let half = maker.constant(0.5)?;
    let (re, im) = (maker.re(value), maker.im(value));
    let root = maker.absolute(re, im, Absolute::SquareRoot)?;
    let angle = maker.op("math.atan2", &[im, re]);
    let halved = maker.op("arith.mulf", &[angle, half]);
    let cos = maker.op("math.cos", &[halved]);
    let sin = maker.op("math.sin", &[halved]);
    let sin_zero = maker.compare(OEQ, sin, zero);
    let mut re_result = maker.op("arith.mulf", &[root, cos]);
    let product = maker.op("arith.mulf", &[root, sin]);
    let mut im_result = maker.select(sin_zero, zero, product);
    if !maker.is_finite {
        let infinity = maker.constant(f64::INFINITY)?;
        let minus_infinity = maker.constant(f64::NEG_INFINITY)?;
        let nan = maker.constant(f64::NAN)?;
        let size = maker.op("math.absf", &[im]);
        let im_infinite = maker.compare(OEQ, size, infinity);
        let im_bounded = maker.compare(ONE, size, infinity);
        let re_infinite = maker.compare(OEQ, re, infinity);
        let re_lowest = maker.compare(OEQ, re, minus_infinity);
        let both = maker.plain("arith.andi", &[re_lowest, im_bounded]);
        re_result = maker.select(both, zero, re_result);
        let either = maker.plain("arith.ori", &[im_infinite, re_infinite]);
        re_result = maker.select(either, infinity, re_result);
        let signed = maker.op("math.copysign", &[infinity, im]);
        let is_nan = maker.compare_plainly(UNO, root, root);
        im_result = maker.select(is_nan, nan, im_result);
        let either = maker.plain("arith.ori", &[im_infinite, re_lowest]);
        im_result = maker.select(either, signed, im_result);
    }
    let is_zero = maker.compare(OEQ, root, zero);
    let re_result = maker.select(is_zero, zero, re_result);
    Some((re_result, maker.select(is_zero, zero, im_result)))
}

fn rsqrt(maker: &mut Maker<'_, '_, '_>, value: Value) -> Option<Parts> {
    let zero = maker.constant(0.0)?;
    let infinity = maker.constant(f64::INFINITY)?;
    let half = maker.constant(-0.5)?;
    let nan = maker.constant(f64::NAN)?;
    let (re, im) = (maker.re(value), maker.im(value));
    let root = maker.absolute(re, im, Absolute::ReciprocalRoot)?;
    let angle = maker.op("math.atan2", &[im, re]);
    let halved = maker.op("arith.mulf", &[angle, half]);
    let cos = maker.op("math.cos", &[halved]);
    let sin = maker.op("math.sin", &[halved]);
    let mut re_result = maker.op("arith.mulf", &[root, cos]);
    let mut im_result = maker.op("arith.mulf", &[root, sin]);
    if !maker.is_finite {
        let minus = maker.constant(-1.0)?;
        let re_none = maker.op("math.copysign", &[zero, re]);
        let im_none = maker.op("math.copysign", &[zero, im]);
        let im_none = maker.op("arith.mulf", &[minus, im_none]);
        let re_size = maker.op("math.absf", &[re]);
        let im_size = maker.op("math.absf", &[im]);
        let im_infinite = maker.compare(OEQ, im_size, infinity);
        let re_nan = maker.compare(UNO, re, re);
        let re_infinite = maker.compare(OEQ, re_size, infinity);
        let both = maker.plain("arith.andi", &[im_infinite, re_nan]);
        let is_none = maker.plain("arith.ori", &[both, re_infinite]);
        re_result = maker.select(is_none, re_none, re_result);
        im_result = maker.select(is_none, im_none, im_result);
    }
    let re_zero = maker.compare(OEQ, re, zero);
    let im_zero = maker.compare(OEQ, im, zero);
    let is_zero = maker.plain("arith.andi", &[re_zero, im_zero]);
    let re_result = maker.select(is_zero, infinity, re_result);
    Some((re_result, maker.select(is_zero, nan, im_result)))
}

/// A power with an integer as the exponent.
fn powi(rewriter: &mut ConversionRewriter<'_, '_>, op: Op, operands: &ConvertedOperands) -> Option<()> {
    let (base, exponent) = (operands.one(0)?, operands.one(1)?);
    let mut maker = Maker::of(rewriter, op)?;
    let ty = maker.ty;
    let re = Make::new("arith.sitofp", &[exponent], &[ty]).value(maker.rewriter, maker.location);
    let zero = maker.constant(0.0)?;
    let exponent = maker.create(re, zero);
    let made = maker.on_complex("complex.pow", &[base, exponent]);
    rewriter.replace_op(op, &[made]);
    Some(())
}

/// `(a + bi)^(c + di)` by the distance and the angle of the base, and the powers of zero, one and infinity.
fn pow(rewriter: &mut ConversionRewriter<'_, '_>, op: Op, operands: &ConvertedOperands) -> Option<()> {
    let (base, exponent) = (operands.one(0)?, operands.one(1)?);
    let mut maker = Maker::of(rewriter, op)?;
    let maker = &mut maker;
    let (c, d) = (maker.re(exponent), maker.im(exponent));
    let (a, b) = (maker.re(base), maker.im(base));
    let distance = absolute(maker, base);
    let power = maker.op("math.powf", &[distance, c]);
    let minus_d = maker.op("arith.negf", &[d]);
    let angle = maker.op("math.atan2", &[b, a]);
    let product = maker.op("arith.mulf", &[minus_d, angle]);
    let exp = maker.op("math.exp", &[product]);
    let factor = maker.op("arith.mulf", &[power, exp]);
    let log = maker.op("math.log", &[distance]);
    let c_angle = maker.op("arith.mulf", &[c, angle]);
    let d_log = maker.op("arith.mulf", &[d, log]);
    let turn = maker.op("arith.addf", &[c_angle, d_log]);
    let cos = maker.op("math.cos", &[turn]);
    let sin = maker.op("math.sin", &[turn]);

    let infinity = maker.constant(f64::INFINITY)?;
    let zero = maker.constant(0.0)?;
    let one = maker.constant(1.0)?;
    let complex_one = maker.create(one, zero);
    let complex_zero = maker.create(zero, zero);
    let complex_infinity = maker.create(infinity, zero);

    // Zero to a real power: one or zero.
    let base_zero = maker.compare(OEQ, distance, zero);
    let d_zero = maker.compare(OEQ, d, zero);
    let c_zero = maker.compare(OEQ, c, zero);
    let b_zero = maker.compare(OEQ, b, zero);
    let c_not_negative = maker.compare(OLE, zero, c);
    let re = maker.op("arith.mulf", &[factor, cos]);
    let im = maker.op("arith.mulf", &[factor, sin]);
    let one_or_zero = maker.select(c_zero, complex_one, complex_zero);
    let general = maker.create(re, im);
    let holds = maker.plain("arith.andi", &[base_zero, d_zero]);
    let holds = maker.plain("arith.andi", &[holds, c_not_negative]);
    let result = maker.select(holds, one_or_zero, general);

    // To the power of zero: one. So are powers of one.
    let holds = maker.plain("arith.andi", &[c_zero, d_zero]);
    let result = maker.select(holds, complex_one, result);
    let a_one = maker.compare(OEQ, a, one);
    let holds = maker.plain("arith.andi", &[a_one, b_zero]);
    let result = maker.select(holds, complex_one, result);

    // Infinity to a real power: infinity or zero.
    let a_infinite = maker.compare(OEQ, a, infinity);
    let base_infinite = maker.plain("arith.andi", &[a_infinite, b_zero]);
    let c_positive = maker.compare(OGT, c, zero);
    let holds = maker.plain("arith.andi", &[d_zero, c_positive]);
    let holds = maker.plain("arith.andi", &[base_infinite, holds]);
    let result = maker.select(holds, complex_infinity, result);
    let c_negative = maker.compare(OLT, c, zero);
    let holds = maker.plain("arith.andi", &[d_zero, c_negative]);
    let holds = maker.plain("arith.andi", &[base_infinite, holds]);
    let result = maker.select(holds, complex_zero, result);
    rewriter.replace_op(op, &[result]);
    Some(())
}
