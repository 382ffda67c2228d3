//! Integers: arithmetic, comparisons, casts between integers and pointers.
//!
//! An `i1` is a byte that is 0 or 1. Shifts by the width or more and other undefined results are some number.

use cranelift_codegen::ir::condcodes::{CondCode, IntCC};
use cranelift_codegen::ir::{InstBuilder, Value, types};
use tvmlike_ir::Op;

use super::abi;
use super::function::Translator;
use crate::error::Result;
use crate::opcode::Opcode;
use crate::types::Scalar;

/// The condition with a number of `llvm.icmp`.
pub(super) fn condition(predicate: i64) -> Option<IntCC> {
    Some(match predicate {
        0 => IntCC::Equal,
        1 => IntCC::NotEqual,
        2 => IntCC::SignedLessThan,
        3 => IntCC::SignedLessThanOrEqual,
        4 => IntCC::SignedGreaterThan,
        5 => IntCC::SignedGreaterThanOrEqual,
        6 => IntCC::UnsignedLessThan,
        7 => IntCC::UnsignedLessThanOrEqual,
        8 => IntCC::UnsignedGreaterThan,
        9 => IntCC::UnsignedGreaterThanOrEqual,
        _ => return None,
    })
}

impl Translator<'_, '_, '_> {
    /// Translates an operation of integers. Whether it is one.
    pub(super) fn integer_operation(&mut self, op: Op, opcode: Opcode) -> Result<bool> {
        match opcode {
            Opcode::Add
            | Opcode::Sub
            | Opcode::Mul
            | Opcode::And
            | Opcode::Or
            | Opcode::Xor
            | Opcode::Shl
            | Opcode::LShr
            | Opcode::AShr => {
                let scalar = self.result_element(op)?;
                self.each(op, |each, values| {
                    Ok(each.arithmetic(opcode, scalar, values[0], values[1]))
                })?;
            }
            Opcode::SDiv | Opcode::UDiv | Opcode::SRem | Opcode::URem => {
                let scalar = self.result_element(op)?;
                self.each(op, |each, values| {
                    Ok(each.division(opcode, scalar, values[0], values[1]))
                })?;
            }
            Opcode::ICmp => {
                let scalar = self.operand_element(op, 0)?;
                let condition = self.condition_of(op, scalar)?;
                self.each(op, |each, values| {
                    Ok(each.builder.ins().icmp(condition, values[0], values[1]))
                })?;
            }
            Opcode::Select => {
                self.each(
                    op,
                    |each, values| Ok(each.choose(values[0], values[1], values[2])),
                )?
            }
            Opcode::Trunc
            | Opcode::ZExt
            | Opcode::SExt
            | Opcode::PtrToInt
            | Opcode::IntToPtr
            | Opcode::AddrSpaceCast
            | Opcode::BitCast => return self.cast(op, opcode),
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// The condition of a comparison. As a signed number, an `i1` that is 1 is -1, so the order is reversed.
    pub(super) fn condition_of(&self, op: Op, scalar: Scalar) -> Result<IntCC> {
        let predicate = self.program.integer(op, self.program.keys.predicate);
        let condition = predicate.and_then(condition);
        let condition = condition.ok_or_else(|| self.about(op, "has no predicate"))?;
        let is_signed = condition.unsigned() != condition;
        Ok(match scalar {
            Scalar::Int(1) if is_signed => condition.unsigned().swap_args(),
            _ => condition,
        })
    }

    pub(super) fn arithmetic(&mut self, opcode: Opcode, scalar: Scalar, a: Value, b: Value) -> Value {
        let is_bit = scalar == Scalar::Int(1);
        let ins = self.builder.ins();
        match opcode {
            Opcode::Add | Opcode::Sub if is_bit => ins.bxor(a, b),
            Opcode::Mul if is_bit => ins.band(a, b),
            // A shift of one bit is defined by 0 only.
            Opcode::Shl | Opcode::LShr | Opcode::AShr if is_bit => a,
            Opcode::Add => ins.iadd(a, b),
            Opcode::Sub => ins.isub(a, b),
            Opcode::Mul => ins.imul(a, b),
            Opcode::And => ins.band(a, b),
            Opcode::Or => ins.bor(a, b),
            Opcode::Xor => ins.bxor(a, b),
            Opcode::Shl => ins.ishl(a, b),
            Opcode::LShr => ins.ushr(a, b),
            _ => ins.sshr(a, b),
        }
    }

    fn division(&mut self, opcode: Opcode, scalar: Scalar, a: Value, b: Value) -> Value {
        match scalar {
            Scalar::Int(128) => {
                let name = match opcode {
                    Opcode::SDiv => "__divti3",
                    Opcode::UDiv => "__udivti3",
                    Opcode::SRem => "__modti3",
                    _ => "__umodti3",
                };
                self.trap_if_zero(b);
                let result = self.call_import(name, &[a, b], Some(types::I128));
                result.unwrap_or(a)
            }
            // Only a division by 1 is defined; signed, it overflows.
            Scalar::Int(1) => {
                self.trap_if_zero(b);
                match opcode {
                    Opcode::SDiv | Opcode::UDiv => a,
                    _ => self.constant(types::I8, 0),
                }
            }
            _ => {
                let ins = self.builder.ins();
                match opcode {
                    Opcode::SDiv => ins.sdiv(a, b),
                    Opcode::UDiv => ins.udiv(a, b),
                    Opcode::SRem => ins.srem(a, b),
                    _ => ins.urem(a, b),
                }
            }
        }
    }

    fn trap_if_zero(&mut self, value: Value) {
        let value = match self.ty(value) {
            types::I128 => {
                let (low, high) = self.builder.ins().isplit(value);
                self.builder.ins().bor(low, high)
            }
            _ => value,
        };
        let code = cranelift_codegen::ir::TrapCode::INTEGER_DIVISION_BY_ZERO;
        self.builder.ins().trapz(value, code);
    }

    fn cast(&mut self, op: Op, opcode: Opcode) -> Result<bool> {
        let from = self.operand_element(op, 0)?;
        let to = self.result_element(op)?;
        let ty = self.in_place(abi::register_type(to), op)?;
        if opcode == Opcode::BitCast {
            let (before, after) = (self.operand(op, 0)?, self.leaves_of(self.result_type(op)?, op)?);
            if before.len() != after.len() || from.size() != to.size() {
                return Err(self.about(op, "a cast between vectors of different lengths is not supported"));
            }
            self.each(op, |each, values| Ok(each.bitcast(ty, values[0])))?;
            return Ok(true);
        }
        self.each(op, |each, values| {
            let value = values[0];
            Ok(match opcode {
                Opcode::SExt if from == Scalar::Int(1) => {
                    let wide = each.zero_extend(ty, value);
                    each.negate(wide)
                }
                Opcode::SExt => each.sign_extend(ty, value),
                Opcode::Trunc if to == Scalar::Int(1) => {
                    let low = each.zero_extend(types::I8, value);
                    each.and_constant(low, 1)
                }
                _ => each.zero_extend(ty, value),
            })
        })?;
        Ok(true)
    }

    /// `0 - value`
    pub(super) fn negate(&mut self, value: Value) -> Value {
        let zero = self.constant(self.ty(value), 0);
        self.builder.ins().isub(zero, value)
    }
}
