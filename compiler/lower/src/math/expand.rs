//! Operations of math by simpler ones of math and arith, as `math-expand-ops` does.
//!
//! What a pattern makes is less exact than the operation, and wrong for some numbers that are too large for an integer, as in
//! MLIR. Rounding is in `rounding`.

use tvmlike_ir::{Op, RewriteFn, Rewriter, Value};

use super::maker::{EQUAL, FLOAT_LESS, FLOATS_EQUAL, Maker, UNSIGNED_LESS_OR_EQUAL, fast_math};
use super::rounding;
use crate::make::Make;
use crate::number;

/// The patterns, in the order of their registration.
pub(crate) const EXPANSIONS: [RewriteFn; 17] = [
    RewriteFn::new("convertCtlzOp", "math.ctlz", leading_zeros),
    RewriteFn::new("convertSinhOp", "math.sinh", |rewriter, op| {
        hyperbolic(rewriter, op, "arith.subf")
    }),
    RewriteFn::new("convertCoshOp", "math.cosh", |rewriter, op| {
        hyperbolic(rewriter, op, "arith.addf")
    }),
    RewriteFn::new("convertTanOp", "math.tan", tangent),
    RewriteFn::new("convertTanhOp", "math.tanh", hyperbolic_tangent),
    RewriteFn::new("convertAsinhOp", "math.asinh", |rewriter, op| {
        area(rewriter, op, 1.0)
    }),
    RewriteFn::new("convertAcoshOp", "math.acosh", |rewriter, op| {
        area(rewriter, op, -1.0)
    }),
    RewriteFn::new("convertAtanhOp", "math.atanh", area_tangent),
    RewriteFn::new("convertFmaFOp", "math.fma", multiply_and_add),
    RewriteFn::new("convertCeilOp", "math.ceil", rounding::ceiling),
    RewriteFn::new("convertExp2fOp", "math.exp2", power_of_two),
    RewriteFn::new("convertPowfOp", "math.powf", power),
    RewriteFn::new("convertFPowIOp", "math.fpowi", integer_power),
    RewriteFn::new("convertRoundOp", "math.round", rounding::round),
    RewriteFn::new("convertRoundEvenOp", "math.roundeven", rounding::round_to_even),
    RewriteFn::new("convertRsqrtOp", "math.rsqrt", reciprocal_root),
    RewriteFn::new("convertClampfOp", "math.clampf", clamp),
];

/// Half of e^x and e^-x, added or subtracted.
fn hyperbolic(rewriter: &mut Rewriter<'_, '_>, op: Op, combine: &str) -> Option<()> {
    let mut made = Maker::new(rewriter, op);
    let x = made.operand(0)?;
    let ty = x.ty(made.context());
    let power = made.make("math.exp", &[x]);
    let negative = made.make("arith.negf", &[x]);
    let inverse = made.make("math.exp", &[negative]);
    let combined = made.make(combine, &[power, inverse]);
    let half = made.float(ty, 0.5)?;
    let result = made.make("arith.mulf", &[combined, half]);
    made.replace(result)
}

fn tangent(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let mut made = Maker::new(rewriter, op);
    let x = made.operand(0)?;
    let sine = made.make("math.sin", &[x]);
    let cosine = made.make("math.cos", &[x]);
    let result = made.make("arith.divf", &[sine, cosine]);
    made.replace(result)
}

/// By e^-2x of the positive number; its sign is multiplied again.
fn hyperbolic_tangent(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let mut made = Maker::new(rewriter, op);
    let x = made.operand(0)?;
    let ty = x.ty(made.context());
    let zero = made.float(ty, 0.0)?;
    let one = made.float(ty, 1.0)?;
    let minus_two = made.float(ty, -2.0)?;
    let is_negative = made.compare("arith.cmpf", FLOAT_LESS, x, zero);
    let is_negative = made.convert("arith.uitofp", &[is_negative], ty);
    let twice = made.make("arith.mulf", &[is_negative, minus_two]);
    let sign = made.make("arith.addf", &[twice, one]);
    let positive = made.make("arith.mulf", &[sign, x]);
    let doubled = made.make("arith.mulf", &[minus_two, positive]);
    let power = made.make("math.exp", &[doubled]);
    let above = made.make("arith.subf", &[one, power]);
    let below = made.make("arith.addf", &[one, power]);
    let quotient = made.make("arith.divf", &[above, below]);
    let result = made.make("arith.mulf", &[sign, quotient]);
    made.replace(result)
}

/// log(x + sqrt(x² + `offset`))
fn area(rewriter: &mut Rewriter<'_, '_>, op: Op, offset: f64) -> Option<()> {
    let mut made = Maker::new(rewriter, op);
    let x = made.operand(0)?;
    let ty = x.ty(made.context());
    let offset = made.float(ty, offset)?;
    let square = made.make("math.fma", &[x, x, offset]);
    let root = made.make("math.sqrt", &[square]);
    let sum = made.make("arith.addf", &[x, root]);
    let result = made.make("math.log", &[sum]);
    made.replace(result)
}

/// log((1 + x) / (1 - x)) / 2
fn area_tangent(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let mut made = Maker::new(rewriter, op);
    let x = made.operand(0)?;
    let ty = x.ty(made.context());
    let one = made.float(ty, 1.0)?;
    let above = made.make("arith.addf", &[x, one]);
    let negative = made.make("arith.negf", &[x]);
    let below = made.make("arith.addf", &[negative, one]);
    let quotient = made.make("arith.divf", &[above, below]);
    let logarithm = made.make("math.log", &[quotient]);
    let half = made.float(ty, 0.5)?;
    let result = made.make("arith.mulf", &[logarithm, half]);
    made.replace(result)
}

fn multiply_and_add(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let mut made = Maker::new(rewriter, op);
    let (a, b, c) = (made.operand(0)?, made.operand(1)?, made.operand(2)?);
    let product = made.make("arith.mulf", &[a, b]);
    let result = made.make("arith.addf", &[product, c]);
    made.replace(result)
}

fn power_of_two(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let mut made = Maker::new(rewriter, op);
    let x = made.operand(0)?;
    let ty = x.ty(made.context());
    let factor = made.float(ty, std::f64::consts::LN_2)?;
    let product = made.make("arith.mulf", &[x, factor]);
    let result = made.make("math.exp", &[product]);
    made.replace(result)
}

/// By e^(b log a), but for some constant exponents.
fn power(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let mut made = Maker::new(rewriter, op);
    let context = made.context();
    let (base, exponent) = (made.operand(0)?, made.operand(1)?);
    let ty = base.ty(context);
    let known = exponent
        .constant_value(context)
        .and_then(|value| number::float_of(context, value));
    let result = match known {
        Some(0.0) => made.float(ty, 1.0)?,
        Some(1.0) => base,
        Some(-1.0) => {
            let one = made.float(ty, 1.0)?;
            made.make("arith.divf", &[one, base])
        }
        Some(0.5) => made.make("math.sqrt", &[base]),
        Some(-0.5) => made.make("math.rsqrt", &[base]),
        Some(2.0) => made.make("arith.mulf", &[base, base]),
        Some(-2.0) => {
            let one = made.float(ty, 1.0)?;
            let square = made.make("arith.mulf", &[base, base]);
            made.make("arith.divf", &[one, square])
        }
        Some(3.0) => {
            let square = made.make("arith.mulf", &[base, base]);
            made.make("arith.mulf", &[square, base])
        }
        _ => {
            let logarithm = made.make("math.log", &[base]);
            let product = made.make("arith.mulf", &[exponent, logarithm]);
            made.make("math.exp", &[product])
        }
    };
    made.replace(result)
}

/// By products for a constant exponent, else by `math.powf`.
fn integer_power(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let mut made = Maker::new(rewriter, op);
    let context = made.context();
    let (mut base, exponent) = (made.operand(0)?, made.operand(1)?);
    let ty = base.ty(context);
    let known = exponent
        .constant_value(context)
        .and_then(|value| number::uniform_of(context, value));
    let Some(known) = known else {
        let exponent = made.convert("arith.sitofp", &[exponent], ty);
        let result = made.make("math.powf", &[base, exponent]);
        return made.replace(result);
    };
    let one = made.float(ty, 1.0)?;
    let mut result = made.float(ty, 1.0)?;
    let mut rest = known.unsigned_abs();
    while rest > 0 {
        if rest & 1 == 1 {
            result = made.make("arith.mulf", &[base, result]);
        }
        rest >>= 1;
        base = made.make("arith.mulf", &[base, base]);
    }
    if known < 0 {
        let zero = made.float(ty, 0.0)?;
        let negative_zero = made.float(ty, -0.0)?;
        let infinity = made.float(ty, f64::INFINITY)?;
        let negative_infinity = made.float(ty, f64::NEG_INFINITY)?;
        let is_zero = made.compare("arith.cmpf", FLOATS_EQUAL, result, zero);
        let is_negative_zero = made.compare("arith.cmpf", FLOATS_EQUAL, result, negative_zero);
        result = made.make("arith.divf", &[one, result]);
        result = made.select(is_zero, infinity, result);
        result = made.select(is_negative_zero, negative_infinity, result);
    }
    made.replace(result)
}

/// By halves: where the upper half of the bits is zero, the lower one is looked at.
fn leading_zeros(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let mut made = Maker::new(rewriter, op);
    let context = made.context();
    let operand = made.operand(0)?;
    let ty = operand.ty(context);
    let width = ty
        .element_type(context)
        .unwrap_or(ty)
        .bit_width(context)
        .filter(|width| *width <= 64)?;
    let all = u64::MAX >> (64 - width);
    let mut x = operand;
    let mut count = made.integer(ty, 0)?;
    let mut rest = width;
    while rest > 1 {
        let half = rest / 2;
        let bits = made.integer(ty, i64::from(half))?;
        let mask = made.integer(ty, (all >> half).cast_signed())?;
        let is_small = made.compare("arith.cmpi", UNSIGNED_LESS_OR_EQUAL, x, mask);
        let more = made.make("arith.addi", &[count, bits]);
        let shifted = made.make("arith.shli", &[x, bits]);
        x = made.select(is_small, shifted, x);
        count = made.select(is_small, more, count);
        rest = half;
    }
    let zero = made.integer(ty, 0)?;
    let is_zero = made.compare("arith.cmpi", EQUAL, operand, zero);
    let width = made.integer(ty, i64::from(width))?;
    let result = made.select(is_zero, width, count);
    made.replace(result)
}

fn reciprocal_root(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let mut made = Maker::new(rewriter, op);
    let x = made.operand(0)?;
    let ty = x.ty(made.context());
    let one = made.float(ty, 1.0)?;
    let root = made.make("math.sqrt", &[x]);
    let result = made.make("arith.divf", &[one, root]);
    made.replace(result)
}

fn clamp(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let made = Maker::new(rewriter, op);
    let context = made.context();
    let (value, least, greatest) = (made.operand(0)?, made.operand(1)?, made.operand(2)?);
    let ty = value.ty(context);
    let mut result: Value = value;
    for (name, limit) in [("arith.minimumf", greatest), ("arith.maximumf", least)] {
        result = Make::new(name, &[result, limit], &[ty])
            .with(&fast_math(context, op))
            .value(made.rewriter, made.location);
    }
    made.replace(result)
}
