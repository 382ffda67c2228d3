//! Intrinsics of integers: extremes, bits, saturation, overflow.

use cranelift_codegen::ir::condcodes::{CondCode, IntCC};
use cranelift_codegen::ir::{InstBuilder, Value, types};
use smallvec::SmallVec;
use tvmlike_ir::Op;

use super::function::{Leaves, Translator};
use crate::error::Result;
use crate::opcode::Opcode;
use crate::types::Scalar;

impl Translator<'_, '_, '_> {
    /// Translates an intrinsic of integers. Whether it is one.
    pub(super) fn integer_intrinsic(&mut self, op: Op, opcode: Opcode) -> Result<bool> {
        match opcode {
            Opcode::SMax | Opcode::SMin | Opcode::UMax | Opcode::UMin => {
                let scalar = self.result_element(op)?;
                self.each(op, |each, values| {
                    Ok(each.extreme(opcode, scalar, values[0], values[1]))
                })?;
            }
            Opcode::Abs => self.each(op, |each, values| {
                let negative = each.compare(IntCC::SignedLessThan, values[0], 0);
                let opposite = each.negate(values[0]);
                Ok(each.choose(negative, opposite, values[0]))
            })?,
            Opcode::Ctlz | Opcode::Cttz | Opcode::CtPop | Opcode::BSwap | Opcode::BitReverse => {
                let scalar = self.result_element(op)?;
                self.each(op, |each, values| Ok(each.bits(opcode, scalar, values[0])))?;
            }
            Opcode::FShl | Opcode::FShr => {
                let is_bit = self.result_element(op)? == Scalar::Int(1);
                self.each(op, |each, values| {
                    Ok(match opcode {
                        // All counts are multiples of the width.
                        Opcode::FShl if is_bit => values[0],
                        _ if is_bit => values[1],
                        _ => each.funnel(opcode == Opcode::FShl, values),
                    })
                })?;
            }
            Opcode::SAddSat | Opcode::UAddSat | Opcode::SSubSat | Opcode::USubSat => {
                let is_bit = self.result_element(op)? == Scalar::Int(1);
                self.each(op, |each, values| {
                    Ok(match opcode {
                        // The limits are the only numbers.
                        Opcode::SAddSat | Opcode::UAddSat if is_bit => {
                            each.builder.ins().bor(values[0], values[1])
                        }
                        _ if is_bit => each.builder.ins().band_not(values[0], values[1]),
                        _ => each.saturating(opcode, values[0], values[1]),
                    })
                })?;
            }
            Opcode::SAddOverflow
            | Opcode::UAddOverflow
            | Opcode::SSubOverflow
            | Opcode::USubOverflow
            | Opcode::SMulOverflow
            | Opcode::UMulOverflow => self.with_overflow(op, opcode)?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// The larger or the smaller of two numbers, or of the lanes of two vectors.
    pub(super) fn extreme(&mut self, opcode: Opcode, scalar: Scalar, a: Value, b: Value) -> Value {
        if self.ty(a).is_vector() {
            let ins = self.builder.ins();
            return match opcode {
                Opcode::SMax => ins.smax(a, b),
                Opcode::SMin => ins.smin(a, b),
                Opcode::UMax => ins.umax(a, b),
                _ => ins.umin(a, b),
            };
        }
        let condition = match opcode {
            Opcode::SMax => IntCC::SignedGreaterThan,
            Opcode::SMin => IntCC::SignedLessThan,
            Opcode::UMax => IntCC::UnsignedGreaterThan,
            _ => IntCC::UnsignedLessThan,
        };
        let condition = match (scalar, opcode) {
            // As a signed number, an `i1` that is 1 is -1.
            (Scalar::Int(1), Opcode::SMax | Opcode::SMin) => condition.unsigned().swap_args(),
            _ => condition,
        };
        let first = self.builder.ins().icmp(condition, a, b);
        self.choose(first, a, b)
    }

    fn bits(&mut self, opcode: Opcode, scalar: Scalar, value: Value) -> Value {
        if scalar == Scalar::Int(1) {
            return match opcode {
                // Without a bit, there is one leading and one trailing zero.
                Opcode::Ctlz | Opcode::Cttz => self.compare(IntCC::Equal, value, 0),
                _ => value,
            };
        }
        let is_byte = scalar == Scalar::Int(8);
        let ins = self.builder.ins();
        match opcode {
            Opcode::Ctlz => ins.clz(value),
            Opcode::Cttz => ins.ctz(value),
            Opcode::CtPop => ins.popcnt(value),
            Opcode::BSwap if is_byte => value,
            Opcode::BSwap => ins.bswap(value),
            _ => ins.bitrev(value),
        }
    }

    /// The high or the low half of two numbers in a row, shifted by a count modulo the width.
    fn funnel(&mut self, left: bool, values: &[Value]) -> Value {
        let (high, low, count) = (values[0], values[1], values[2]);
        let ty = self.ty(high);
        let width = u128::from(ty.bits());
        let count = self.and_constant(count, width - 1);
        let all = self.constant(ty, width);
        let rest = self.builder.ins().isub(all, count);
        let is_zero = self.compare(IntCC::Equal, count, 0);
        let ins = match left {
            true => {
                let moved = self.builder.ins().ishl(high, count);
                let filled = self.builder.ins().ushr(low, rest);
                self.builder.ins().bor(moved, filled)
            }
            false => {
                let moved = self.builder.ins().ushr(low, count);
                let filled = self.builder.ins().ishl(high, rest);
                self.builder.ins().bor(moved, filled)
            }
        };
        let whole = if left { high } else { low };
        self.choose(is_zero, whole, ins)
    }

    /// The sum or the difference, and whether it overflowed.
    fn add_overflow(&mut self, subtract: bool, signed: bool, a: Value, b: Value) -> (Value, Value) {
        let result = match subtract {
            false => self.builder.ins().iadd(a, b),
            true => self.builder.ins().isub(a, b),
        };
        let overflow = match (signed, subtract) {
            (false, false) => self.builder.ins().icmp(IntCC::UnsignedLessThan, result, a),
            (false, true) => self.builder.ins().icmp(IntCC::UnsignedLessThan, a, b),
            (true, _) => {
                let first = self.builder.ins().bxor(a, result);
                // A sum overflows if both signs differ from its own, a difference if those of the operands differ, too.
                let second = match subtract {
                    false => self.builder.ins().bxor(b, result),
                    true => self.builder.ins().bxor(a, b),
                };
                let both = self.builder.ins().band(first, second);
                self.compare(IntCC::SignedLessThan, both, 0)
            }
        };
        (result, overflow)
    }

    fn saturating(&mut self, opcode: Opcode, a: Value, b: Value) -> Value {
        let subtract = matches!(opcode, Opcode::SSubSat | Opcode::USubSat);
        let signed = matches!(opcode, Opcode::SAddSat | Opcode::SSubSat);
        let (result, overflow) = self.add_overflow(subtract, signed, a, b);
        let ty = self.ty(a);
        let limit = match (signed, subtract) {
            (false, false) => self.constant(ty, u128::MAX),
            (false, true) => self.constant(ty, 0),
            (true, _) => {
                // The limit on the side of the first operand.
                let sign = self.shift_right_signed(a, ty.bits() - 1);
                let largest = self.constant(ty, u128::MAX >> (128 - ty.bits() + 1));
                self.builder.ins().bxor(sign, largest)
            }
        };
        self.choose(overflow, limit, result)
    }

    fn with_overflow(&mut self, op: Op, opcode: Opcode) -> Result<()> {
        let (left, right) = (self.operand(op, 0)?, self.operand(op, 1)?);
        let scalar = self.operand_element(op, 0)?;
        let is_bit = scalar == Scalar::Int(1);
        let (mut results, mut flags): (Leaves, SmallVec<[Value; 2]>) = (Leaves::new(), SmallVec::new());
        for (a, b) in left.iter().zip(&right) {
            let (result, overflow) = match opcode {
                _ if is_bit => self.overflow_of_bits(opcode, *a, *b),
                Opcode::SMulOverflow | Opcode::UMulOverflow => {
                    self.multiply_overflow(op, opcode == Opcode::SMulOverflow, *a, *b)?
                }
                _ => {
                    let subtract = matches!(opcode, Opcode::SSubOverflow | Opcode::USubOverflow);
                    let signed = matches!(opcode, Opcode::SAddOverflow | Opcode::SSubOverflow);
                    self.add_overflow(subtract, signed, *a, *b)
                }
            };
            results.push(result);
            flags.push(overflow);
        }
        results.extend(flags);
        self.define(op, results)
    }

    /// The same of numbers of one bit, which are 0 and 1, or as signed numbers 0 and -1.
    fn overflow_of_bits(&mut self, opcode: Opcode, a: Value, b: Value) -> (Value, Value) {
        let ins = self.builder.ins();
        let result = match opcode {
            Opcode::SMulOverflow | Opcode::UMulOverflow => ins.band(a, b),
            _ => ins.bxor(a, b),
        };
        let overflow = match opcode {
            Opcode::UMulOverflow => self.constant(types::I8, 0),
            Opcode::SSubOverflow | Opcode::USubOverflow => self.builder.ins().band_not(b, a),
            _ => self.builder.ins().band(a, b),
        };
        (result, overflow)
    }

    fn multiply_overflow(&mut self, op: Op, signed: bool, a: Value, b: Value) -> Result<(Value, Value)> {
        let ty = self.ty(a);
        if ty == types::I128 {
            return Err(self.about(op, "overflow of products of i128 is not supported by Cranelift"));
        }
        let result = self.builder.ins().imul(a, b);
        if ty == types::I64 {
            let (high, expected) = match signed {
                true => {
                    let high = self.builder.ins().smulhi(a, b);
                    (high, self.shift_right_signed(result, 63))
                }
                false => {
                    let high = self.builder.ins().umulhi(a, b);
                    (high, self.constant(types::I64, 0))
                }
            };
            let overflow = self.builder.ins().icmp(IntCC::NotEqual, high, expected);
            return Ok((result, overflow));
        }
        let extend = |each: &mut Self, value| match signed {
            true => each.sign_extend(types::I64, value),
            false => each.zero_extend(types::I64, value),
        };
        let (wide_a, wide_b) = (extend(self, a), extend(self, b));
        let exact = self.builder.ins().imul(wide_a, wide_b);
        let back = extend(self, result);
        let overflow = self.builder.ins().icmp(IntCC::NotEqual, exact, back);
        Ok((result, overflow))
    }

    /// Translates the combination of all lanes of a vector. Whether it is one.
    pub(super) fn reduction(&mut self, op: Op, opcode: Opcode) -> Result<bool> {
        let is_float = matches!(opcode, Opcode::ReduceFAdd | Opcode::ReduceFMul);
        let extreme = match opcode {
            Opcode::ReduceFMax => Some(Opcode::MaxNum),
            Opcode::ReduceFMin => Some(Opcode::MinNum),
            Opcode::ReduceFMaximum => Some(Opcode::Maximum),
            Opcode::ReduceFMinimum => Some(Opcode::Minimum),
            _ => None,
        };
        let is_one = is_float
            || extreme.is_some()
            || matches!(
                opcode,
                Opcode::ReduceAdd
                    | Opcode::ReduceMul
                    | Opcode::ReduceAnd
                    | Opcode::ReduceOr
                    | Opcode::ReduceXor
                    | Opcode::ReduceSMax
                    | Opcode::ReduceSMin
                    | Opcode::ReduceUMax
                    | Opcode::ReduceUMin
            );
        if !is_one {
            return Ok(false);
        }
        let scalar = self.result_element(op)?;
        // Floats are combined in order, from the start value on.
        let mut lanes = self.operand(op, 0)?;
        if is_float {
            let input = self.operand(op, 1)?;
            lanes.extend(input);
        }
        let mut lanes = lanes.into_iter();
        let first = lanes.next();
        let mut total = first.ok_or_else(|| self.about(op, "has no lanes"))?;
        for lane in lanes {
            if let Some(extreme) = extreme {
                total = self.extreme_of_floats(extreme, scalar, total, lane);
                continue;
            }
            total = match opcode {
                Opcode::ReduceFAdd | Opcode::ReduceFMul => {
                    let (a, b) = (self.widen(scalar, total), self.widen(scalar, lane));
                    let result = match opcode {
                        Opcode::ReduceFAdd => self.builder.ins().fadd(a, b),
                        _ => self.builder.ins().fmul(a, b),
                    };
                    self.narrow(scalar, result)
                }
                Opcode::ReduceAdd if scalar == Scalar::Int(1) => self.builder.ins().bxor(total, lane),
                Opcode::ReduceAdd => self.builder.ins().iadd(total, lane),
                Opcode::ReduceMul => self.builder.ins().imul(total, lane),
                Opcode::ReduceAnd => self.builder.ins().band(total, lane),
                Opcode::ReduceOr => self.builder.ins().bor(total, lane),
                Opcode::ReduceXor => self.builder.ins().bxor(total, lane),
                Opcode::ReduceSMax => self.extreme(Opcode::SMax, scalar, total, lane),
                Opcode::ReduceSMin => self.extreme(Opcode::SMin, scalar, total, lane),
                Opcode::ReduceUMax => self.extreme(Opcode::UMax, scalar, total, lane),
                _ => self.extreme(Opcode::UMin, scalar, total, lane),
            };
        }
        self.define(op, Leaves::from_slice(&[total]))?;
        Ok(true)
    }
}
