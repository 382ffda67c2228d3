//! Division of complex numbers by operations of arith and math: by the squares of the divisor, or by Smith's method, which needs less range.

use tvmlike_ir::Value;
use tvmlike_transform::ConversionFn;

use super::by_both;
use super::maker::{Maker, OEQ, OLT, ONE, ORD, UNO};

/// `a / b = a * conjugate(b) / |b|²`
pub(super) const BASIC: ConversionFn = ConversionFn::new("complex.div", |rewriter, op, operands| {
    by_both(rewriter, op, operands, |maker, [a_re, a_im, b_re, b_im]| {
        let re_squared = maker.op("arith.mulf", &[b_re, b_re]);
        let im_squared = maker.op("arith.mulf", &[b_im, b_im]);
        let squares = maker.op("arith.addf", &[re_squared, im_squared]);
        let re_re = maker.op("arith.mulf", &[a_re, b_re]);
        let im_im = maker.op("arith.mulf", &[a_im, b_im]);
        let re = maker.op("arith.addf", &[re_re, im_im]);
        let im_re = maker.op("arith.mulf", &[a_im, b_re]);
        let re_im = maker.op("arith.mulf", &[a_re, b_im]);
        let im = maker.op("arith.subf", &[im_re, re_im]);
        let re = maker.op("arith.divf", &[re, squares]);
        Some((re, maker.op("arith.divf", &[im, squares])))
    })
});

/// Smith's method, with the results of C where numbers are zero, infinite or NaN.
pub(super) const IMPROVED: ConversionFn = ConversionFn::new("complex.div", |rewriter, op, operands| {
    by_both(rewriter, op, operands, improved)
});

/// A quotient by the ratio of the smaller part of the divisor to the larger one.
struct Quotient {
    re: Value,
    im: Value,
}

/// The quotient if the imaginary part of the divisor is the larger one.
fn by_imaginary(maker: &mut Maker<'_, '_, '_>, [a_re, a_im, b_re, b_im]: [Value; 4]) -> Quotient {
    let ratio = maker.op("arith.divf", &[b_re, b_im]);
    let scaled = maker.op("arith.mulf", &[ratio, b_re]);
    let divisor = maker.op("arith.addf", &[b_im, scaled]);
    let product = maker.op("arith.mulf", &[a_re, ratio]);
    let re = maker.op("arith.addf", &[product, a_im]);
    let re = maker.op("arith.divf", &[re, divisor]);
    let product = maker.op("arith.mulf", &[a_im, ratio]);
    let im = maker.op("arith.subf", &[product, a_re]);
    let im = maker.op("arith.divf", &[im, divisor]);
    Quotient { re, im }
}

/// The quotient if the real part of the divisor is the larger one.
fn by_real(maker: &mut Maker<'_, '_, '_>, [a_re, a_im, b_re, b_im]: [Value; 4]) -> Quotient {
    let ratio = maker.op("arith.divf", &[b_im, b_re]);
    let scaled = maker.op("arith.mulf", &[ratio, b_im]);
    let divisor = maker.op("arith.addf", &[b_re, scaled]);
    let product = maker.op("arith.mulf", &[a_im, ratio]);
    let re = maker.op("arith.addf", &[a_re, product]);
    let re = maker.op("arith.divf", &[re, divisor]);
    let product = maker.op("arith.mulf", &[a_re, ratio]);
    let im = maker.op("arith.subf", &[a_im, product]);
    let im = maker.op("arith.divf", &[im, divisor]);
    Quotient { re, im }
}

/// One or zero with the sign of a part: one if the part is infinite.
fn unit(maker: &mut Maker<'_, '_, '_>, infinite: Value, one: Value, zero: Value, part: Value) -> Value {
    let size = maker.select(infinite, one, zero);
    maker.plain("math.copysign", &[size, part])
}

fn improved(maker: &mut Maker<'_, '_, '_>, parts: [Value; 4]) -> Option<(Value, Value)> {
    let [a_re, a_im, b_re, b_im] = parts;
    let (by_im, by_re) = (by_imaginary(maker, parts), by_real(maker, parts));

    // A number that is not NaN, divided by zero.
    let zero = maker.constant(0.0)?;
    let b_re_size = maker.op("math.absf", &[b_re]);
    let b_re_zero = maker.compare_plainly(OEQ, b_re_size, zero);
    let b_im_size = maker.op("math.absf", &[b_im]);
    let b_im_zero = maker.compare_plainly(OEQ, b_im_size, zero);
    let a_re_number = maker.compare_plainly(ORD, a_re, zero);
    let a_im_number = maker.compare_plainly(ORD, a_im, zero);
    let a_number = maker.plain("arith.ori", &[a_re_number, a_im_number]);
    let b_zero = maker.plain("arith.andi", &[b_re_zero, b_im_zero]);
    let by_zero = maker.plain("arith.andi", &[a_number, b_zero]);
    let infinity = maker.constant(f64::INFINITY)?;
    let signed = maker.plain("math.copysign", &[infinity, b_re]);
    let zero_re = maker.op("arith.mulf", &[signed, a_re]);
    let zero_im = maker.op("arith.mulf", &[signed, a_im]);

    // An infinite number, divided by a finite one.
    let b_re_finite = maker.compare_plainly(ONE, b_re_size, infinity);
    let b_im_finite = maker.compare_plainly(ONE, b_im_size, infinity);
    let b_finite = maker.plain("arith.andi", &[b_re_finite, b_im_finite]);
    let a_re_size = maker.op("math.absf", &[a_re]);
    let a_re_infinite = maker.compare_plainly(OEQ, a_re_size, infinity);
    let a_im_size = maker.op("math.absf", &[a_im]);
    let a_im_infinite = maker.compare_plainly(OEQ, a_im_size, infinity);
    let a_infinite = maker.plain("arith.ori", &[a_re_infinite, a_im_infinite]);
    let infinite = maker.plain("arith.andi", &[a_infinite, b_finite]);
    let one = maker.constant(1.0)?;
    let re = unit(maker, a_re_infinite, one, zero, a_re);
    let im = unit(maker, a_im_infinite, one, zero, a_im);
    let re_re = maker.op("arith.mulf", &[re, b_re]);
    let im_im = maker.op("arith.mulf", &[im, b_im]);
    let sum = maker.op("arith.addf", &[re_re, im_im]);
    let infinite_re = maker.op("arith.mulf", &[infinity, sum]);
    let re_im = maker.op("arith.mulf", &[re, b_im]);
    let im_re = maker.op("arith.mulf", &[im, b_re]);
    let difference = maker.op("arith.subf", &[im_re, re_im]);
    let infinite_im = maker.op("arith.mulf", &[infinity, difference]);

    // A finite number, divided by an infinite one.
    let a_re_finite = maker.compare_plainly(ONE, a_re_size, infinity);
    let a_im_finite = maker.compare_plainly(ONE, a_im_size, infinity);
    let a_finite = maker.plain("arith.andi", &[a_re_finite, a_im_finite]);
    let b_re_infinite = maker.compare_plainly(OEQ, b_re_size, infinity);
    let b_im_infinite = maker.compare_plainly(OEQ, b_im_size, infinity);
    let b_infinite = maker.plain("arith.ori", &[b_re_infinite, b_im_infinite]);
    let finite = maker.plain("arith.andi", &[a_finite, b_infinite]);
    let re = unit(maker, b_re_infinite, one, zero, b_re);
    let im = unit(maker, b_im_infinite, one, zero, b_im);
    let re_re = maker.op("arith.mulf", &[a_re, re]);
    let im_im = maker.op("arith.mulf", &[a_im, im]);
    let sum = maker.op("arith.addf", &[re_re, im_im]);
    let finite_re = maker.op("arith.mulf", &[zero, sum]);
    let im_re = maker.op("arith.mulf", &[a_im, re]);
    let re_im = maker.op("arith.mulf", &[a_re, im]);
    let difference = maker.op("arith.subf", &[im_re, re_im]);
    let finite_im = maker.op("arith.mulf", &[zero, difference]);

    let im_is_larger = maker.compare_plainly(OLT, b_re_size, b_im_size);
    let re = maker.select(im_is_larger, by_im.re, by_re.re);
    let im = maker.select(im_is_larger, by_im.im, by_re.im);
    let special_re = maker.select(finite, finite_re, re);
    let special_im = maker.select(finite, finite_im, im);
    let special_re = maker.select(infinite, infinite_re, special_re);
    let special_im = maker.select(infinite, infinite_im, special_im);
    let special_re = maker.select(by_zero, zero_re, special_re);
    let special_im = maker.select(by_zero, zero_im, special_im);
    let re_nan = maker.compare_plainly(UNO, re, zero);
    let im_nan = maker.compare_plainly(UNO, im, zero);
    let nan = maker.plain("arith.andi", &[re_nan, im_nan]);
    Some((
        maker.select(nan, special_re, re),
        maker.select(nan, special_im, im),
    ))
}
