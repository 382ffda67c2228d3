//! Floats: arithmetic, comparisons, conversions.
//!
//! 16-bit floats are numbers of 16 bits, widened to `f32` for each operation and rounded afterwards, which is exact for
//! addition, subtraction, multiplication, division and square roots.

use cranelift_codegen::ir::condcodes::FloatCC;
use cranelift_codegen::ir::{InstBuilder, Value, types};
use tvmlike_ir::Op;

use super::abi;
use super::function::Translator;
use crate::error::Result;
use crate::opcode::Opcode;
use crate::types::Scalar;

/// The condition with a number of `llvm.fcmp`; `Err` has the constant result.
fn condition(predicate: i64) -> Option<std::result::Result<FloatCC, bool>> {
    Some(Ok(match predicate {
        0 => return Some(Err(false)),
        1 => FloatCC::Equal,
        2 => FloatCC::GreaterThan,
        3 => FloatCC::GreaterThanOrEqual,
        4 => FloatCC::LessThan,
        5 => FloatCC::LessThanOrEqual,
        6 => FloatCC::OrderedNotEqual,
        7 => FloatCC::Ordered,
        8 => FloatCC::UnorderedOrEqual,
        9 => FloatCC::UnorderedOrGreaterThan,
        10 => FloatCC::UnorderedOrGreaterThanOrEqual,
        11 => FloatCC::UnorderedOrLessThan,
        12 => FloatCC::UnorderedOrLessThanOrEqual,
        13 => FloatCC::NotEqual,
        14 => FloatCC::Unordered,
        15 => return Some(Err(true)),
        _ => return None,
    }))
}

impl Translator<'_, '_, '_> {
    /// Translates an operation of floats. Whether it is one.
    pub(super) fn float_operation(&mut self, op: Op, opcode: Opcode) -> Result<bool> {
        match opcode {
            Opcode::FAdd | Opcode::FSub | Opcode::FMul | Opcode::FDiv | Opcode::FRem => {
                let scalar = self.result_element(op)?;
                self.each(op, |each, values| {
                    let (a, b) = (each.widen(scalar, values[0]), each.widen(scalar, values[1]));
                    let result = each.float_arithmetic(opcode, a, b);
                    Ok(each.narrow(scalar, result))
                })?;
            }
            Opcode::FNeg => {
                let scalar = self.result_element(op)?;
                self.each(op, |each, values| {
                    Ok(match scalar {
                        Scalar::F16 | Scalar::BF16 => each.xor_constant(values[0], 0x8000),
                        _ => each.builder.ins().fneg(values[0]),
                    })
                })?;
            }
            Opcode::FCmp => {
                let scalar = self.operand_element(op, 0)?;
                let condition = self.float_condition(op)?;
                self.each(op, |each, values| {
                    let (a, b) = (each.widen(scalar, values[0]), each.widen(scalar, values[1]));
                    Ok(match condition {
                        Ok(condition) => each.builder.ins().fcmp(condition, a, b),
                        Err(always) => each.constant(types::I8, u128::from(always)),
                    })
                })?;
            }
            Opcode::FPExt | Opcode::FPTrunc => {
                let (from, to) = (self.operand_element(op, 0)?, self.result_element(op)?);
                self.each(op, |each, values| Ok(each.convert_float(from, to, values[0])))?;
            }
            Opcode::FPToSI | Opcode::FPToUI => self.float_to_integer(op, opcode == Opcode::FPToSI)?,
            Opcode::SIToFP | Opcode::UIToFP => self.integer_to_float(op, opcode == Opcode::SIToFP)?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// The condition of a comparison; `Err` has the constant result.
    pub(super) fn float_condition(&self, op: Op) -> Result<std::result::Result<FloatCC, bool>> {
        let predicate = self.program.integer(op, self.program.keys.predicate);
        let condition = predicate.and_then(condition);
        condition.ok_or_else(|| self.about(op, "has no predicate"))
    }

    pub(super) fn float_arithmetic(&mut self, opcode: Opcode, a: Value, b: Value) -> Value {
        let ins = self.builder.ins();
        match opcode {
            Opcode::FAdd => ins.fadd(a, b),
            Opcode::FSub => ins.fsub(a, b),
            Opcode::FMul => ins.fmul(a, b),
            Opcode::FDiv => ins.fdiv(a, b),
            _ => {
                let ty = self.ty(a);
                let name = if ty == types::F32 { "fmodf" } else { "fmod" };
                self.call_import(name, &[a, b], Some(ty)).unwrap_or(a)
            }
        }
    }

    fn xor_constant(&mut self, value: Value, bits: u128) -> Value {
        let bits = self.constant(self.ty(value), bits);
        self.builder.ins().bxor(value, bits)
    }

    /// A float of another format.
    fn convert_float(&mut self, from: Scalar, to: Scalar, value: Value) -> Value {
        let is_short = |scalar| matches!(scalar, Scalar::F16 | Scalar::BF16);
        match (from, to) {
            _ if from == to => value,
            (Scalar::F64, Scalar::F32) => self.builder.ins().fdemote(types::F32, value),
            (Scalar::F64, _) => {
                let odd = self.round_to_odd(value);
                self.narrow(to, odd)
            }
            (_, Scalar::F64) => {
                let wide = self.widen(from, value);
                self.builder.ins().fpromote(types::F64, wide)
            }
            (_, Scalar::F32) => self.widen(from, value),
            (Scalar::F32, _) => self.narrow(to, value),
            _ if is_short(from) => {
                let wide = self.widen(from, value);
                self.narrow(to, wide)
            }
            _ => value,
        }
    }

    /// A float as an integer. What is out of range is the nearest number, NaN is zero.
    fn float_to_integer(&mut self, op: Op, signed: bool) -> Result<()> {
        let (from, to) = (self.operand_element(op, 0)?, self.result_element(op)?);
        let ty = self.in_place(abi::register_type(to), op)?;
        self.each(op, |each, values| {
            let value = each.widen(from, values[0]);
            if ty == types::I128 {
                let is_single = each.ty(value) == types::F32;
                let name = match (signed, is_single) {
                    (true, true) => "__fixsfti",
                    (true, false) => "__fixdfti",
                    (false, true) => "__fixunssfti",
                    (false, false) => "__fixunsdfti",
                };
                return Ok(each.call_import(name, &[value], Some(ty)).unwrap_or(value));
            }
            let wide = if ty == types::I64 { types::I64 } else { types::I32 };
            let number = match signed {
                true => each.builder.ins().fcvt_to_sint_sat(wide, value),
                false => each.builder.ins().fcvt_to_uint_sat(wide, value),
            };
            let number = each.zero_extend(ty, number);
            Ok(match to {
                Scalar::Int(1) => each.and_constant(number, 1),
                _ => number,
            })
        })
    }

    fn integer_to_float(&mut self, op: Op, signed: bool) -> Result<()> {
        let (from, to) = (self.operand_element(op, 0)?, self.result_element(op)?);
        self.each(op, |each, values| {
            let mut value = values[0];
            if from == Scalar::Int(1) && signed {
                value = each.negate(value);
            }
            let wide = match to {
                Scalar::F32 => types::F32,
                // A number of up to 32 bits is exact in f64, which is rounded once. A longer one can be rounded twice.
                _ => types::F64,
            };
            let bits = each.ty(value).bits();
            if bits == 128 {
                let is_single = wide == types::F32;
                let name = match (signed, is_single) {
                    (true, true) => "__floattisf",
                    (true, false) => "__floattidf",
                    (false, true) => "__floatuntisf",
                    (false, false) => "__floatuntidf",
                };
                value = each.call_import(name, &[value], Some(wide)).unwrap_or(value);
            } else {
                let source = if bits == 64 { types::I64 } else { types::I32 };
                value = match signed {
                    true => {
                        let value = each.sign_extend(source, value);
                        each.builder.ins().fcvt_from_sint(wide, value)
                    }
                    false => {
                        let value = each.zero_extend(source, value);
                        each.builder.ins().fcvt_from_uint(wide, value)
                    }
                };
            }
            let reached = if wide == types::F32 {
                Scalar::F32
            } else {
                Scalar::F64
            };
            Ok(each.convert_float(reached, to, value))
        })
    }
}
