//! 16-bit floats, which Cranelift has no arithmetic for: their conversions from and to `f32`, in integers.
//!
//! Invariant: [`widen`](Translator::widen) is exact, and [`narrow`](Translator::narrow) rounds to nearest, ties to even,
//! overflows to infinity and keeps a NaN a quiet NaN.

use cranelift_codegen::ir::condcodes::{FloatCC, IntCC};
use cranelift_codegen::ir::{InstBuilder, Value, types};

use super::function::Translator;
use crate::types::Scalar;

impl Translator<'_, '_, '_> {
    fn f32_constant(&mut self, bits: u32) -> Value {
        self.builder.ins().f32const(f32::from_bits(bits))
    }

    /// A float that arithmetic exists for: `f32` for a 16-bit one, else the value itself.
    pub(super) fn widen(&mut self, scalar: Scalar, value: Value) -> Value {
        match scalar {
            Scalar::BF16 => {
                let wide = self.builder.ins().uextend(types::I32, value);
                let bits = self.shift_left(wide, 16);
                self.bitcast(types::F32, bits)
            }
            Scalar::F16 => self.widen_f16(value),
            _ => value,
        }
    }

    fn widen_f16(&mut self, value: Value) -> Value {
        let wide = self.builder.ins().uextend(types::I32, value);
        let sign = self.and_constant(wide, 0x8000);
        let sign = self.shift_left(sign, 16);
        let magnitude = self.and_constant(wide, 0x7fff);
        let magnitude = self.shift_left(magnitude, 13);
        // The exponent is off by 112, which a multiplication corrects exactly, for subnormal numbers too.
        let number = self.bitcast(types::F32, magnitude);
        let scale = self.f32_constant(0x7780_0000);
        let number = self.builder.ins().fmul(number, scale);
        let number = self.bitcast(types::I32, number);
        let special = self.compare(IntCC::UnsignedGreaterThanOrEqual, magnitude, 0x0f80_0000);
        let all_ones = self.constant(types::I32, 0x7f80_0000);
        let infinite = self.builder.ins().bor(magnitude, all_ones);
        let bits = self.builder.ins().select(special, infinite, number);
        let bits = self.builder.ins().bor(bits, sign);
        self.bitcast(types::F32, bits)
    }

    /// A value of a format from what arithmetic made of it.
    pub(super) fn narrow(&mut self, scalar: Scalar, value: Value) -> Value {
        match scalar {
            Scalar::BF16 => self.narrow_bf16(value),
            Scalar::F16 => self.narrow_f16(value),
            _ => value,
        }
    }

    fn narrow_bf16(&mut self, value: Value) -> Value {
        let bits = self.bitcast(types::I32, value);
        let high = self.shift_right(bits, 16);
        let lowest = self.and_constant(high, 1);
        let bias = self.add_constant(lowest, 0x7fff);
        let rounded = self.builder.ins().iadd(bits, bias);
        let rounded = self.shift_right(rounded, 16);
        let quiet = self.constant(types::I32, 0x40);
        let quiet = self.builder.ins().bor(high, quiet);
        let is_nan = self.builder.ins().fcmp(FloatCC::Unordered, value, value);
        let result = self.builder.ins().select(is_nan, quiet, rounded);
        self.builder.ins().ireduce(types::I16, result)
    }

    fn narrow_f16(&mut self, value: Value) -> Value {
        let bits = self.bitcast(types::I32, value);
        let magnitude = self.and_constant(bits, 0x7fff_ffff);
        // Numbers below the least normal one: an addition shifts the mantissa to its place, and rounds.
        let number = self.bitcast(types::F32, magnitude);
        let half = self.f32_constant(0x3f00_0000);
        let small = self.builder.ins().fadd(number, half);
        let small = self.bitcast(types::I32, small);
        let small = self.add_constant(small, -0x3f00_0000);
        // Normal numbers: the exponent is rebased, and half of the last place is added.
        let last = self.shift_right(magnitude, 13);
        let last = self.and_constant(last, 1);
        let normal = self.add_constant(magnitude, i64::from((15i32 - 127) << 23) + 0xfff);
        let normal = self.builder.ins().iadd(normal, last);
        let normal = self.shift_right(normal, 13);
        let is_small = self.compare(IntCC::UnsignedLessThan, magnitude, 0x3880_0000);
        let result = self.builder.ins().select(is_small, small, normal);
        // 65520 and above are infinite.
        let infinity = self.constant(types::I32, 0x7c00);
        let is_large = self.compare(IntCC::UnsignedGreaterThanOrEqual, magnitude, 0x477f_f000);
        let result = self.builder.ins().select(is_large, infinity, result);
        let payload = self.shift_right(magnitude, 13);
        let payload = self.and_constant(payload, 0x3ff);
        let quiet = self.constant(types::I32, 0x7e00);
        let nan = self.builder.ins().bor(payload, quiet);
        let is_nan = self.compare(IntCC::UnsignedGreaterThan, magnitude, 0x7f80_0000);
        let result = self.builder.ins().select(is_nan, nan, result);
        let sign = self.shift_right(bits, 16);
        let sign = self.and_constant(sign, 0x8000);
        let result = self.builder.ins().bor(result, sign);
        self.builder.ins().ireduce(types::I16, result)
    }

    /// `a * b + c` of 16-bit floats, rounded once.
    pub(super) fn fuse_short(&mut self, scalar: Scalar, values: &[Value]) -> Value {
        let mut wide = |value| {
            let value = self.widen(scalar, value);
            self.builder.ins().fpromote(types::F64, value)
        };
        let (a, b, c) = (wide(values[0]), wide(values[1]), wide(values[2]));
        // Both mantissas together are shorter than that of `f64`, so the product is exact.
        let product = self.builder.ins().fmul(a, b);
        let sum = self.add_to_odd(product, c);
        let sum = self.round_to_odd(sum);
        self.narrow(scalar, sum)
    }

    /// The sum of two `f64` whose last bit tells whether something was cut off.
    fn add_to_odd(&mut self, a: Value, b: Value) -> Value {
        let sum = self.builder.ins().fadd(a, b);
        // What the sum lacks of both, exactly.
        let of_b = self.builder.ins().fsub(sum, a);
        let of_a = self.builder.ins().fsub(sum, of_b);
        let (lacks_a, lacks_b) = (self.builder.ins().fsub(a, of_a), self.builder.ins().fsub(b, of_b));
        let lacks = self.builder.ins().fadd(lacks_a, lacks_b);
        let zero = self.builder.ins().f64const(0.0);
        let is_inexact = self.builder.ins().fcmp(FloatCC::OrderedNotEqual, lacks, zero);
        let is_inexact = self.builder.ins().uextend(types::I64, is_inexact);
        // A sum that is above the exact one is cut by one, as its last bit is set then.
        let (bits, lacking) = (self.bitcast(types::I64, sum), self.bitcast(types::I64, lacks));
        let is_above = self.builder.ins().bxor(bits, lacking);
        let is_above = self.shift_right(is_above, 63);
        let is_above = self.builder.ins().band(is_above, is_inexact);
        let cut = self.builder.ins().isub(bits, is_above);
        let odd = self.builder.ins().bor(cut, is_inexact);
        self.bitcast(types::F64, odd)
    }

    /// An `f64` as an `f32` whose last bit tells whether something was cut off, so that rounding it again is exact.
    pub(super) fn round_to_odd(&mut self, value: Value) -> Value {
        let near = self.builder.ins().fdemote(types::F32, value);
        let back = self.builder.ins().fpromote(types::F64, near);
        let bits = self.bitcast(types::I32, near);
        let (wanted, reached) = (self.builder.ins().fabs(value), self.builder.ins().fabs(back));
        let is_above = self.builder.ins().fcmp(FloatCC::GreaterThan, reached, wanted);
        let is_above = self.builder.ins().uextend(types::I32, is_above);
        let cut = self.builder.ins().isub(bits, is_above);
        let is_inexact = self.builder.ins().fcmp(FloatCC::OrderedNotEqual, reached, wanted);
        let is_inexact = self.builder.ins().uextend(types::I32, is_inexact);
        let odd = self.builder.ins().bor(cut, is_inexact);
        self.bitcast(types::F32, odd)
    }
}
