//! Exponentials, logarithms and functions of angles.

use tvmlike_ir::Value;
use tvmlike_transform::{ConversionFn, ConversionRewriter, ConvertedOperands};

use super::maker::{Maker, OEQ, OGE, OGT, UNO};
use super::{Parts, by_parts};
use crate::make::Make;

pub(super) const PATTERNS: [ConversionFn; 9] = [
    ConversionFn::new("complex.atan2", atan2),
    ConversionFn::new("complex.cos", |rewriter, op, operands| {
        by_parts(rewriter, op, operands, |maker, re, im| {
            let [scaled, inverse, sin, cos] = angle_parts(maker, re, im)?;
            let sum = maker.op("arith.addf", &[inverse, scaled]);
            let re = maker.op("arith.mulf", &[sum, cos]);
            let difference = maker.op("arith.subf", &[inverse, scaled]);
            Some((re, maker.op("arith.mulf", &[difference, sin])))
        })
    }),
    ConversionFn::new("complex.exp", |rewriter, op, operands| {
        by_parts(rewriter, op, operands, exp)
    }),
    ConversionFn::new("complex.expm1", |rewriter, op, operands| {
        by_parts(rewriter, op, operands, expm1)
    }),
    ConversionFn::new("complex.log", log),
    ConversionFn::new("complex.log1p", |rewriter, op, operands| {
        by_parts(rewriter, op, operands, log1p)
    }),
    ConversionFn::new("complex.sin", |rewriter, op, operands| {
        by_parts(rewriter, op, operands, |maker, re, im| {
            let [scaled, inverse, sin, cos] = angle_parts(maker, re, im)?;
            let sum = maker.op("arith.addf", &[scaled, inverse]);
            let re = maker.op("arith.mulf", &[sum, sin]);
            let difference = maker.op("arith.subf", &[scaled, inverse]);
            Some((re, maker.op("arith.mulf", &[difference, cos])))
        })
    }),
    ConversionFn::new("complex.tan", |rewriter, op, operands| {
        // tan(x + yi) = -i tanh(-y + xi)
        by_parts(rewriter, op, operands, |maker, re, im| {
            let minus = maker.constant(-1.0)?;
            let turned = maker.op("arith.mulf", &[im, minus]);
            let (re, im) = tanh(maker, turned, re, minus)?;
            Some((im, maker.op("arith.mulf", &[re, minus])))
        })
    }),
    ConversionFn::new("complex.tanh", |rewriter, op, operands| {
        by_parts(rewriter, op, operands, |maker, re, im| {
            let minus = maker.constant(-1.0)?;
            tanh(maker, re, im, minus)
        })
    }),
];

/// Half of the exponential of the imaginary part, half of its inverse, the sine and the cosine of the real part.
fn angle_parts(maker: &mut Maker<'_, '_, '_>, re: Value, im: Value) -> Option<[Value; 4]> {
    let half = maker.constant(0.5)?;
    let exp = maker.op("math.exp", &[im]);
    Some([
        maker.op("arith.mulf", &[half, exp]),
        maker.op("arith.divf", &[half, exp]),
        maker.op("math.sin", &[re]),
        maker.op("math.cos", &[re]),
    ])
}

/// Where the exponential of the real part overflows, that of its half is multiplied twice.
fn exp(maker: &mut Maker<'_, '_, '_>, re: Value, im: Value) -> Option<Parts> {
    let zero = maker.constant(0.0)?;
    let half = maker.constant(0.5)?;
    let infinity = maker.constant(f64::INFINITY)?;
    let exp = maker.op("math.exp", &[re]);
    let halved = maker.op("arith.mulf", &[re, half]);
    let root = maker.op("math.exp", &[halved]);
    let cos = maker.op("math.cos", &[im]);
    let sin = maker.op("math.sin", &[im]);
    let overflows = maker.compare(OEQ, exp, infinity);
    let is_real = maker.compare_plainly(OEQ, im, zero);
    let mut product = |factor| {
        let plain = maker.op("arith.mulf", &[exp, factor]);
        let once = maker.op("arith.mulf", &[root, factor]);
        let twice = maker.op("arith.mulf", &[once, root]);
        maker.select(overflows, twice, plain)
    };
    let re = product(cos);
    let im = product(sin);
    Some((re, maker.select(is_real, zero, im)))
}

/// Coefficients of the cosine less one, from the highest power of the square on.
const COSINE: [f64; 7] = [
    4.737_750_796_424_621e-14,
    -1.147_028_484_342_536e-11,
    2.087_675_428_708_152e-9,
    -2.755_731_921_499_979e-7,
    2.480_158_730_157_055e-5,
    -0.001_388_888_888_888_887_2,
    0.041_666_666_666_666_664,
];

/// The square of a quarter of pi, up to which the cosine less one is a polynomial.
const SMALL: f64 = 0.61685;

fn cosine_less_one(maker: &mut Maker<'_, '_, '_>, angle: Value) -> Option<Value> {
    let half = maker.constant(-0.5)?;
    let minus = maker.constant(-1.0)?;
    let cos = maker.op("math.cos", &[angle]);
    let of_large = maker.op("arith.addf", &[cos, minus]);
    let square = maker.op("arith.mulf", &[angle, angle]);
    let fourth = maker.op("arith.mulf", &[square, square]);
    let mut sum = maker.constant(COSINE[0])?;
    for coefficient in &COSINE[1..] {
        let coefficient = maker.constant(*coefficient)?;
        sum = maker.op("math.fma", &[sum, square, coefficient]);
    }
    let high = maker.op("arith.mulf", &[fourth, sum]);
    let low = maker.op("arith.mulf", &[half, square]);
    let of_small = maker.plain("arith.addf", &[high, low]);
    let limit = maker.constant(SMALL)?;
    let is_large = maker.compare(OGE, square, limit);
    Some(maker.select(is_large, of_large, of_small))
}

fn expm1(maker: &mut Maker<'_, '_, '_>, re: Value, im: Value) -> Option<Parts> {
    let zero = maker.constant(0.0)?;
    let one = maker.constant(1.0)?;
    let less_one = maker.op("math.expm1", &[re]);
    let exp = maker.op("arith.addf", &[less_one, one]);
    let sin = maker.op("math.sin", &[im]);
    let cos_less_one = cosine_less_one(maker, im)?;
    let cos = maker.op("arith.addf", &[cos_less_one, one]);
    let product = maker.op("arith.mulf", &[less_one, cos]);
    let re = maker.op("arith.addf", &[product, cos_less_one]);
    let is_real = maker.compare(OEQ, im, zero);
    let product = maker.op("arith.mulf", &[exp, sin]);
    Some((re, maker.select(is_real, zero, product)))
}

fn log(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: tvmlike_ir::Op,
    operands: &ConvertedOperands,
) -> Option<()> {
    let value = operands.one(0)?;
    let mut maker = Maker::of(rewriter, op)?;
    let distance = absolute(&mut maker, value);
    let re = maker.op("math.log", &[distance]);
    let (x, y) = (maker.re(value), maker.im(value));
    let im = maker.op("math.atan2", &[y, x]);
    let made = maker.create(re, im);
    rewriter.replace_op(op, &[made]);
    Some(())
}

/// `complex.abs`
pub(super) fn absolute(maker: &mut Maker<'_, '_, '_>, value: Value) -> Value {
    Make::new("complex.abs", &[value], &[maker.ty])
        .with(&[("fastmath", maker.flags)])
        .value(maker.rewriter, maker.location)
}

fn log1p(maker: &mut Maker<'_, '_, '_>, re: Value, im: Value) -> Option<Parts> {
    let half = maker.constant(0.5)?;
    let one = maker.constant(1.0)?;
    let next = maker.op("arith.addf", &[re, one]);
    let next_size = maker.op("math.absf", &[next]);
    let im_size = maker.op("math.absf", &[im]);
    let max = maker.op("arith.maximumf", &[next_size, im_size]);
    let min = maker.op("arith.minimumf", &[next_size, im_size]);
    let uses_re = maker.compare(OGT, next, im_size);
    let max_less_one = maker.op("arith.subf", &[max, one]);
    let larger = maker.select(uses_re, re, max_less_one);
    let ratio = maker.careful("arith.divf", &[min, max]);
    let of_larger = maker.op("math.log1p", &[larger]);
    let square = maker.careful("arith.mulf", &[ratio, ratio]);
    let of_square = maker.careful("math.log1p", &[square]);
    let halved = maker.careful("arith.mulf", &[half, of_square]);
    let sum = maker.careful("arith.addf", &[halved, of_larger]);
    let is_nan = maker.compare_carefully(UNO, sum, sum);
    let re = maker.select(is_nan, min, sum);
    Some((re, maker.op("math.atan2", &[im, next])))
}

/// `atan2(y, x) = -i log((x + iy) / sqrt(x² + y²))`
fn atan2(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: tvmlike_ir::Op,
    operands: &ConvertedOperands,
) -> Option<()> {
    let (y, x) = (operands.one(0)?, operands.one(1)?);
    let mut maker = Maker::of(rewriter, op)?;
    let x_square = maker.on_complex("complex.mul", &[x, x]);
    let y_square = maker.on_complex("complex.mul", &[y, y]);
    let sum = maker.on_complex("complex.add", &[x_square, y_square]);
    let root = maker.on_complex("complex.sqrt", &[sum]);
    let zero = maker.constant(0.0)?;
    let one = maker.constant(1.0)?;
    let i = maker.create(zero, one);
    let turned = maker.on_complex("complex.mul", &[i, y]);
    let sum = maker.on_complex("complex.add", &[x, turned]);
    let ratio = maker.on_complex("complex.div", &[sum, root]);
    let log = maker.on_complex("complex.log", &[ratio]);
    let minus = maker.constant(-1.0)?;
    let minus_i = maker.create(zero, minus);
    let made = maker.on_complex("complex.mul", &[minus_i, log]);
    rewriter.replace_op(op, &[made]);
    Some(())
}

fn tanh(maker: &mut Maker<'_, '_, '_>, re: Value, im: Value, minus: Value) -> Option<Parts> {
    let infinity = maker.constant(f64::INFINITY)?;
    let four = maker.constant(4.0)?;
    let double = maker.op("arith.addf", &[re, re]);
    let negative = maker.op("arith.mulf", &[minus, double]);
    let grows = maker.op("math.expm1", &[double]);
    let shrinks = maker.op("math.expm1", &[negative]);
    let re_above = maker.op("arith.subf", &[grows, shrinks]);
    let cos = maker.op("math.cos", &[im]);
    let square = maker.op("arith.mulf", &[cos, cos]);
    let scaled = maker.op("arith.mulf", &[square, four]);
    let sin = maker.op("math.sin", &[im]);
    let product = maker.op("arith.mulf", &[cos, sin]);
    let im_above = maker.op("arith.mulf", &[four, product]);
    let sum = maker.op("arith.addf", &[grows, shrinks]);
    let below = maker.op("arith.addf", &[sum, scaled]);
    let is_infinite = maker.compare(OEQ, sum, infinity);
    let limit = maker.op("math.copysign", &[minus, re]);
    let quotient = maker.op("arith.divf", &[re_above, below]);
    let mut re_result = maker.select(is_infinite, limit, quotient);
    let mut im_result = maker.op("arith.divf", &[im_above, below]);
    if !maker.is_finite {
        let size = maker.op("math.absf", &[re]);
        let zero = maker.constant(0.0)?;
        let nan = maker.constant(f64::NAN)?;
        let re_infinite = maker.compare(OEQ, size, infinity);
        let im_zero = maker.compare(OEQ, im, zero);
        let context = maker.rewriter.context();
        let yes = Make::new("arith.constant", &[], &[context.i1()])
            .with(&[("value", context.bool_attribute(true))])
            .value(maker.rewriter, maker.location);
        let re_bounded = maker.plain("arith.xori", &[re_infinite, yes]);
        let above_nan = maker.compare(UNO, im_above, im_above);
        let re_nan = maker.plain("arith.andi", &[above_nan, re_bounded]);
        let both = maker.plain("arith.andi", &[re_infinite, above_nan]);
        let im_none = maker.plain("arith.ori", &[im_zero, both]);
        re_result = maker.select(re_nan, nan, re_result);
        im_result = maker.select(im_none, zero, im_result);
    }
    Some((re_result, im_result))
}
