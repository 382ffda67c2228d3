//! Rounding by conversions to integers and by the bits of floats.

use tvmlike_ir::{FloatKind, Op, Rewriter, Value};

use super::maker::{EQUAL, FLOAT_GREATER, GREATER_OR_EQUAL, LESS, Maker, NOT_EQUAL};

/// The whole number towards zero, with the sign of the number.
fn truncated(made: &mut Maker<'_, '_, '_>, x: Value) -> Value {
    let context = made.context();
    let ty = x.ty(context);
    let whole = made.with_element(ty, context.i64());
    let whole = made.convert("arith.fptosi", &[x], whole);
    let whole = made.convert("arith.sitofp", &[whole], ty);
    made.make("math.copysign", &[whole, x])
}

pub(super) fn ceiling(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let mut made = Maker::new(rewriter, op);
    let x = made.operand(0)?;
    let ty = x.ty(made.context());
    let whole = truncated(&mut made, x);
    let zero = made.float(ty, 0.0)?;
    let one = made.float(ty, 1.0)?;
    let is_more = made.compare("arith.cmpf", FLOAT_GREATER, x, whole);
    let more = made.select(is_more, one, zero);
    let result = made.make("arith.addf", &[whole, more]);
    made.replace(result)
}

/// Halves go away from zero. Numbers without a fraction, infinity and NaN stay, by their exponents.
pub(super) fn round(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let mut made = Maker::new(rewriter, op);
    let context = made.context();
    let x = made.operand(0)?;
    let ty = x.ty(context);
    let element = ty.element_type(context).unwrap_or(ty);
    if element.float_kind(context) != Some(FloatKind::F32) {
        return None;
    }
    let bits_type = made.with_element(ty, context.i32());
    let half = made.float(ty, 0.5)?;
    let mantissa = made.integer(bits_type, 23)?;
    let bias = made.integer(bits_type, 127)?;
    let mask = made.integer(bits_type, 255)?;
    let more = made.make("math.copysign", &[half, x]);
    let sum = made.make("arith.addf", &[x, more]);
    let whole = truncated(&mut made, sum);
    let bits = made.convert("arith.bitcast", &[x], bits_type);
    let exponent = made.make("arith.shrui", &[bits, mantissa]);
    let exponent = made.make("arith.andi", &[exponent, mask]);
    let exponent = made.make("arith.subi", &[exponent, bias]);
    let stays = made.compare("arith.cmpi", GREATER_OR_EQUAL, exponent, mantissa);
    let result = made.select(stays, x, whole);
    made.replace(result)
}

/// The numbers of a format, as integers of its width.
struct Format {
    zero: Value,
    /// The width less one.
    most: Value,
    /// The bits of the mantissa, and a mask of them.
    mantissa: Value,
    mantissa_mask: Value,
    bias: Value,
    exponent_mask: Value,
}

impl Format {
    /// The exponent without its bias.
    fn exponent(&self, made: &mut Maker<'_, '_, '_>, bits: Value) -> Value {
        let exponent = made.make("arith.shrui", &[bits, self.mantissa]);
        let exponent = made.make("arith.andi", &[exponent, self.exponent_mask]);
        made.make("arith.subi", &[exponent, self.bias])
    }

    fn shifted(&self, made: &mut Maker<'_, '_, '_>, x: Value, count: Value) -> Value {
        let count = made.make("arith.maxsi", &[count, self.zero]);
        let count = made.make("arith.minsi", &[count, self.most]);
        made.make("arith.shrui", &[x, count])
    }

    /// The bits of a mantissa behind the first ones.
    fn rest(&self, made: &mut Maker<'_, '_, '_>, bits: Value, count: Value) -> Value {
        let mask = self.shifted(made, self.mantissa_mask, count);
        made.make("arith.andi", &[bits, mask])
    }
}

/// Rounds as `math.round`, and one back where that rounded a half to an odd number.
pub(super) fn round_to_even(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let mut made = Maker::new(rewriter, op);
    let context = made.context();
    let x = made.operand(0)?;
    let ty = x.ty(context);
    let kind = ty.element_type(context).unwrap_or(ty).float_kind(context)?;
    let (width, mantissa) = match kind {
        FloatKind::F16 => (16, 10),
        FloatKind::BF16 => (16, 7),
        FloatKind::F32 => (32, 23),
        FloatKind::F64 => (64, 52),
        _ => return None,
    };
    let exponent = width - mantissa - 1;
    let integer = context
        .integer_type(width, tvmlike_ir::Signedness::Signless)
        .ok()?;
    let bits_type = made.with_element(ty, integer);
    let one = made.float(ty, 1.0)?;
    let zero = made.integer(bits_type, 0)?;
    let integer_one = made.integer(bits_type, 1)?;
    let minus_one = made.integer(bits_type, -1)?;
    let mantissa_bits = made.integer(bits_type, i64::from(mantissa))?;
    let most = made.integer(bits_type, i64::from(width - 1))?;
    let bias = made.integer(bits_type, (1 << (exponent - 1)) - 1)?;
    let highest = made.integer(bits_type, 1 << (mantissa - 1))?;
    let mantissa_mask = made.integer(bits_type, (1 << mantissa) - 1)?;
    let exponent_mask = made.integer(bits_type, (1 << exponent) - 1)?;
    let format = Format {
        zero,
        most,
        mantissa: mantissa_bits,
        mantissa_mask,
        bias,
        exponent_mask,
    };
    let bits = made.convert("arith.bitcast", &[x], bits_type);
    let rounded = made.make("math.round", &[x]);
    let rounded_bits = made.convert("arith.bitcast", &[rounded], bits_type);
    let exponent = format.exponent(&mut made, bits);
    let rounded_exponent = format.exponent(&mut made, rounded_bits);
    // A whole number but 1 is even if its mantissa ends before the bit of 1.
    let is_one = made.compare("arith.cmpi", EQUAL, rounded_exponent, zero);
    let before = made.make("arith.subi", &[rounded_exponent, integer_one]);
    let rest = format.rest(&mut made, rounded_bits, before);
    let is_odd = made.compare("arith.cmpi", NOT_EQUAL, rest, zero);
    let is_odd = made.make("arith.ori", &[is_odd, is_one]);
    // A half has the bit behind that of 1 alone; one half has no bit.
    let is_half = made.compare("arith.cmpi", EQUAL, exponent, minus_one);
    let bit = format.shifted(&mut made, highest, exponent);
    let expected = made.select(is_half, zero, bit);
    let rest = format.rest(&mut made, bits, exponent);
    let is_halfway = made.compare("arith.cmpi", EQUAL, rest, expected);
    let is_large_enough = made.compare("arith.cmpi", GREATER_OR_EQUAL, exponent, minus_one);
    let is_small_enough = made.compare("arith.cmpi", LESS, exponent, mantissa_bits);
    let is_halfway = made.make("arith.andi", &[is_halfway, is_small_enough]);
    let is_halfway = made.make("arith.andi", &[is_halfway, is_large_enough]);
    let sign = made.make("math.copysign", &[one, x]);
    let back = made.make("arith.subf", &[rounded, sign]);
    let goes_back = made.make("arith.andi", &[is_odd, is_halfway]);
    let result = made.select(goes_back, back, rounded);
    let result = made.make("math.copysign", &[result, x]);
    made.replace(result)
}
