//! Division of complex numbers: by the squares of the divisor, or by Smith's method, which needs less range.

use tvmlike_ir::Value;
use tvmlike_transform::ConversionFn;

use super::{Floats, by_parts};

/// `a / b = a * conjugate(b) / |b|²`
pub(super) const BASIC: ConversionFn = ConversionFn::new("complex.div", |rewriter, op, operands| {
    by_parts(rewriter, op, operands, |maker, [a_re, a_im, b_re, b_im]| {
        let re_squared = maker.binary("llvm.fmul", b_re, b_re);
        let im_squared = maker.binary("llvm.fmul", b_im, b_im);
        let squares = maker.binary("llvm.fadd", re_squared, im_squared);
        let re_re = maker.binary("llvm.fmul", a_re, b_re);
        let im_im = maker.binary("llvm.fmul", a_im, b_im);
        let re = maker.binary("llvm.fadd", re_re, im_im);
        let im_re = maker.binary("llvm.fmul", a_im, b_re);
        let re_im = maker.binary("llvm.fmul", a_re, b_im);
        let im = maker.binary("llvm.fsub", im_re, re_im);
        (
            maker.binary("llvm.fdiv", re, squares),
            maker.binary("llvm.fdiv", im, squares),
        )
    })
});

/// Smith's method, with the results of C where numbers are zero, infinite or NaN.
pub(super) const IMPROVED: ConversionFn = ConversionFn::new("complex.div", |rewriter, op, operands| {
    by_parts(rewriter, op, operands, |maker, parts| {
        improved(maker, parts).expect("the parts of complex numbers are floats, which have these constants")
    })
});

const OEQ: i64 = 1;
const OLT: i64 = 4;
const ONE: i64 = 6;
const ORD: i64 = 7;
const UNO: i64 = 14;

/// A quotient by the ratio of the smaller part of the divisor to the larger one.
struct Quotient {
    re: Value,
    im: Value,
}

/// The quotient if the imaginary part of the divisor is the larger one.
fn by_imaginary(maker: &mut Floats<'_, '_, '_>, [a_re, a_im, b_re, b_im]: [Value; 4]) -> Quotient {
    let ratio = maker.binary("llvm.fdiv", b_re, b_im);
    let scaled = maker.binary("llvm.fmul", ratio, b_re);
    let divisor = maker.binary("llvm.fadd", b_im, scaled);
    let product = maker.binary("llvm.fmul", a_re, ratio);
    let re = maker.binary("llvm.fadd", product, a_im);
    let re = maker.binary("llvm.fdiv", re, divisor);
    let product = maker.binary("llvm.fmul", a_im, ratio);
    let im = maker.binary("llvm.fsub", product, a_re);
    let im = maker.binary("llvm.fdiv", im, divisor);
    Quotient { re, im }
}

/// The quotient if the real part of the divisor is the larger one.
fn by_real(maker: &mut Floats<'_, '_, '_>, [a_re, a_im, b_re, b_im]: [Value; 4]) -> Quotient {
    let ratio = maker.binary("llvm.fdiv", b_im, b_re);
    let scaled = maker.binary("llvm.fmul", ratio, b_im);
    let divisor = maker.binary("llvm.fadd", b_re, scaled);
    let product = maker.binary("llvm.fmul", a_im, ratio);
    let re = maker.binary("llvm.fadd", a_re, product);
    let re = maker.binary("llvm.fdiv", re, divisor);
    let product = maker.binary("llvm.fmul", a_re, ratio);
    let im = maker.binary("llvm.fsub", a_im, product);
    let im = maker.binary("llvm.fdiv", im, divisor);
    Quotient { re, im }
}

/// One or zero with the sign of a part: one if the part is infinite.
fn unit(maker: &mut Floats<'_, '_, '_>, infinite: Value, one: Value, zero: Value, part: Value) -> Value {
    let size = maker.select(infinite, one, zero);
    maker.with_sign_of(size, part)
}

fn improved(maker: &mut Floats<'_, '_, '_>, parts: [Value; 4]) -> Option<(Value, Value)> {
    let [a_re, a_im, b_re, b_im] = parts;
    let (by_im, by_re) = (by_imaginary(maker, parts), by_real(maker, parts));

    // A number that is not NaN, divided by zero.
    let zero = maker.constant(0.0)?;
    let b_re_size = maker.absolute(b_re);
    let b_re_zero = maker.compare(OEQ, b_re_size, zero);
    let b_im_size = maker.absolute(b_im);
    let b_im_zero = maker.compare(OEQ, b_im_size, zero);
    let a_re_number = maker.compare(ORD, a_re, zero);
    let a_im_number = maker.compare(ORD, a_im, zero);
    let a_number = maker.logic("llvm.or", a_re_number, a_im_number);
    let b_zero = maker.logic("llvm.and", b_re_zero, b_im_zero);
    let by_zero = maker.logic("llvm.and", a_number, b_zero);
    let infinity = maker.constant(f64::INFINITY)?;
    let signed = maker.with_sign_of(infinity, b_re);
    let zero_re = maker.binary("llvm.fmul", signed, a_re);
    let zero_im = maker.binary("llvm.fmul", signed, a_im);

    // An infinite number, divided by a finite one.
    let b_re_finite = maker.compare(ONE, b_re_size, infinity);
    let b_im_finite = maker.compare(ONE, b_im_size, infinity);
    let b_finite = maker.logic("llvm.and", b_re_finite, b_im_finite);
    let a_re_size = maker.absolute(a_re);
    let a_re_infinite = maker.compare(OEQ, a_re_size, infinity);
    let a_im_size = maker.absolute(a_im);
    let a_im_infinite = maker.compare(OEQ, a_im_size, infinity);
    let a_infinite = maker.logic("llvm.or", a_re_infinite, a_im_infinite);
    let infinite = maker.logic("llvm.and", a_infinite, b_finite);
    let one = maker.constant(1.0)?;
    let re = unit(maker, a_re_infinite, one, zero, a_re);
    let im = unit(maker, a_im_infinite, one, zero, a_im);
    let re_re = maker.binary("llvm.fmul", re, b_re);
    let im_im = maker.binary("llvm.fmul", im, b_im);
    let sum = maker.binary("llvm.fadd", re_re, im_im);
    let infinite_re = maker.binary("llvm.fmul", infinity, sum);
    let re_im = maker.binary("llvm.fmul", re, b_im);
    let im_re = maker.binary("llvm.fmul", im, b_re);
    let difference = maker.binary("llvm.fsub", im_re, re_im);
    let infinite_im = maker.binary("llvm.fmul", infinity, difference);

    // A finite number, divided by an infinite one.
    let a_re_finite = maker.compare(ONE, a_re_size, infinity);
    let a_im_finite = maker.compare(ONE, a_im_size, infinity);
    let a_finite = maker.logic("llvm.and", a_re_finite, a_im_finite);
    let b_re_infinite = maker.compare(OEQ, b_re_size, infinity);
    let b_im_infinite = maker.compare(OEQ, b_im_size, infinity);
    let b_infinite = maker.logic("llvm.or", b_re_infinite, b_im_infinite);
    let finite = maker.logic("llvm.and", a_finite, b_infinite);
    let re = unit(maker, b_re_infinite, one, zero, b_re);
    let im = unit(maker, b_im_infinite, one, zero, b_im);
    let re_re = maker.binary("llvm.fmul", a_re, re);
    let im_im = maker.binary("llvm.fmul", a_im, im);
    let sum = maker.binary("llvm.fadd", re_re, im_im);
    let finite_re = maker.binary("llvm.fmul", zero, sum);
    let im_re = maker.binary("llvm.fmul", a_im, re);
    let re_im = maker.binary("llvm.fmul", a_re, im);
    let difference = maker.binary("llvm.fsub", im_re, re_im);
    let finite_im = maker.binary("llvm.fmul", zero, difference);

    let im_is_larger = maker.compare(OLT, b_re_size, b_im_size);
    let re = maker.select(im_is_larger, by_im.re, by_re.re);
    let im = maker.select(im_is_larger, by_im.im, by_re.im);
    let special_re = maker.select(finite, finite_re, re);
    let special_im = maker.select(finite, finite_im, im);
    let special_re = maker.select(infinite, infinite_re, special_re);
    let special_im = maker.select(infinite, infinite_im, special_im);
    let special_re = maker.select(by_zero, zero_re, special_re);
    let special_im = maker.select(by_zero, zero_im, special_im);
    let re_nan = maker.compare(UNO, re, zero);
    let im_nan = maker.compare(UNO, im, zero);
    let nan = maker.logic("llvm.and", re_nan, im_nan);
    Some((
        maker.select(nan, special_re, re),
        maker.select(nan, special_im, im),
    ))
}
