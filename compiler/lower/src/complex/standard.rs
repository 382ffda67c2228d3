//! complex to arith and math: each operation by operations on the real and the imaginary part.

mod division;
mod functions;
mod maker;
mod powers;

use tvmlike_ir::{Op, Value};
use tvmlike_transform::{ConversionFn, ConversionPatterns, ConversionRewriter, ConvertedOperands};

use maker::{Absolute, Maker};

/// Adds the patterns.
pub(crate) fn add_patterns(patterns: &mut ConversionPatterns, improves_divisions: bool) {
    patterns.add_table(&PATTERNS, None);
    patterns.add_table(&functions::PATTERNS, None);
    patterns.add_table(&powers::PATTERNS, None);
    let division = match improves_divisions {
        true => division::IMPROVED,
        false => division::BASIC,
    };
    patterns.add(division, None);
}

/// The real and the imaginary part.
type Parts = (Value, Value);

/// Replaces an operation on a complex number by one whose parts a function makes.
fn by_parts(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    operands: &ConvertedOperands,
    make: fn(&mut Maker<'_, '_, '_>, Value, Value) -> Option<Parts>,
) -> Option<()> {
    let value = operands.one(0)?;
    let mut maker = Maker::of(rewriter, op)?;
    let (re, im) = (maker.re(value), maker.im(value));
    let (re, im) = make(&mut maker, re, im)?;
    let made = maker.create(re, im);
    rewriter.replace_op(op, &[made]);
    Some(())
}

/// The same for the parts of two numbers: first those of the left one.
fn by_both(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    operands: &ConvertedOperands,
    make: fn(&mut Maker<'_, '_, '_>, [Value; 4]) -> Option<Parts>,
) -> Option<()> {
    let (lhs, rhs) = (operands.one(0)?, operands.one(1)?);
    let mut maker = Maker::of(rewriter, op)?;
    let parts = [maker.re(lhs), maker.im(lhs), maker.re(rhs), maker.im(rhs)];
    let (re, im) = make(&mut maker, parts)?;
    let made = maker.create(re, im);
    rewriter.replace_op(op, &[made]);
    Some(())
}

/// Sums and differences: first the real parts.
fn elementwise(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    operands: &ConvertedOperands,
    name: &str,
) -> Option<()> {
    let (lhs, rhs) = (operands.one(0)?, operands.one(1)?);
    let mut maker = Maker::of(rewriter, op)?;
    let (a, b) = (maker.re(lhs), maker.re(rhs));
    let re = maker.op(name, &[a, b]);
    let (a, b) = (maker.im(lhs), maker.im(rhs));
    let im = maker.op(name, &[a, b]);
    let made = maker.create(re, im);
    rewriter.replace_op(op, &[made]);
    Some(())
}

/// A comparison of the parts.
fn compare(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    operands: &ConvertedOperands,
    predicate: i64,
    combine: &str,
) -> Option<()> {
    let (lhs, rhs) = (operands.one(0)?, operands.one(1)?);
    let mut maker = Maker::of(rewriter, op)?;
    let parts = [maker.re(lhs), maker.im(lhs), maker.re(rhs), maker.im(rhs)];
    let re = maker.compare_plainly(predicate, parts[0], parts[2]);
    let im = maker.compare_plainly(predicate, parts[1], parts[3]);
    let made = maker.plain(combine, &[re, im]);
    rewriter.replace_op(op, &[made]);
    Some(())
}

const PATTERNS: [ConversionFn; 9] = [
    ConversionFn::new("complex.abs", |rewriter, op, operands| {
        let value = operands.one(0)?;
        let mut maker = Maker::of(rewriter, op)?;
        let (re, im) = (maker.re(value), maker.im(value));
        let made = maker.absolute(re, im, Absolute::Value)?;
        rewriter.replace_op(op, &[made]);
        Some(())
    }),
    ConversionFn::new("complex.add", |rewriter, op, operands| {
        elementwise(rewriter, op, operands, "arith.addf")
    }),
    ConversionFn::new("complex.angle", |rewriter, op, operands| {
        let value = operands.one(0)?;
        let mut maker = Maker::of(rewriter, op)?;
        let (re, im) = (maker.re(value), maker.im(value));
        let made = maker.op("math.atan2", &[im, re]);
        rewriter.replace_op(op, &[made]);
        Some(())
    }),
    ConversionFn::new("complex.conj", |rewriter, op, operands| {
        by_parts(rewriter, op, operands, |maker, re, im| {
            Some((re, maker.plain("arith.negf", &[im])))
        })
    }),
    ConversionFn::new("complex.eq", |rewriter, op, operands| {
        compare(rewriter, op, operands, maker::OEQ, "arith.andi")
    }),
    ConversionFn::new("complex.mul", |rewriter, op, operands| {
        by_both(rewriter, op, operands, |maker, [a_re, a_im, b_re, b_im]| {
            let re_re = maker.op("arith.mulf", &[a_re, b_re]);
            let im_im = maker.op("arith.mulf", &[a_im, b_im]);
            let re = maker.op("arith.subf", &[re_re, im_im]);
            let im_re = maker.op("arith.mulf", &[a_im, b_re]);
            let re_im = maker.op("arith.mulf", &[a_re, b_im]);
            Some((re, maker.op("arith.addf", &[im_re, re_im])))
        })
    }),
    ConversionFn::new("complex.neg", |rewriter, op, operands| {
        by_parts(rewriter, op, operands, |maker, re, im| {
            let re = maker.plain("arith.negf", &[re]);
            Some((re, maker.plain("arith.negf", &[im])))
        })
    }),
    ConversionFn::new("complex.neq", |rewriter, op, operands| {
        compare(rewriter, op, operands, maker::UNE, "arith.ori")
    }),
    ConversionFn::new("complex.sub", |rewriter, op, operands| {
        elementwise(rewriter, op, operands, "arith.subf")
    }),
];
