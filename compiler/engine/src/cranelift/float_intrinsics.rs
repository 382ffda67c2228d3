//! Intrinsics of floats: by instructions where there is one, else by the C library.
//!
//! `fmuladd` multiplies and adds separately, as clang does for machines without a fused instruction.

use cranelift_codegen::ir::condcodes::FloatCC;
use cranelift_codegen::ir::{InstBuilder, Value, types};
use tvmlike_ir::Op;

use super::function::Translator;
use crate::error::Result;
use crate::opcode::Opcode;
use crate::types::Scalar;

/// The C function of an intrinsic for `f64`; the one for `f32` has an `f` behind its name.
fn library_function(opcode: Opcode) -> Option<&'static str> {
    Some(match opcode {
        Opcode::Exp => "exp",
        Opcode::Exp2 => "exp2",
        Opcode::Exp10 => "exp10",
        Opcode::Log => "log",
        Opcode::Log2 => "log2",
        Opcode::Log10 => "log10",
        Opcode::Sin => "sin",
        Opcode::Cos => "cos",
        Opcode::Tan => "tan",
        Opcode::ASin => "asin",
        Opcode::ACos => "acos",
        Opcode::ATan => "atan",
        Opcode::ATan2 => "atan2",
        Opcode::Sinh => "sinh",
        Opcode::Cosh => "cosh",
        Opcode::Tanh => "tanh",
        Opcode::Pow => "pow",
        Opcode::Round => "round",
        _ => return None,
    })
}

/// Whether an intrinsic is one of [`Translator::float_function`].
pub(super) fn is_float_function(opcode: Opcode) -> bool {
    matches!(
        opcode,
        Opcode::FAbs
            | Opcode::Sqrt
            | Opcode::CopySign
            | Opcode::Minimum
            | Opcode::Maximum
            | Opcode::MinNum
            | Opcode::MaxNum
            | Opcode::Floor
            | Opcode::Ceil
            | Opcode::FTrunc
            | Opcode::RoundEven
            | Opcode::Rint
            | Opcode::NearbyInt
            | Opcode::FMulAdd
    )
}

impl Translator<'_, '_, '_> {
    /// Translates an intrinsic of floats. Whether it is one.
    pub(super) fn float_intrinsic(&mut self, op: Op, opcode: Opcode) -> Result<bool> {
        if let Some(name) = library_function(opcode) {
            let scalar = self.result_element(op)?;
            self.each(op, |each, values| {
                let values: Vec<Value> = values.iter().map(|value| each.widen(scalar, *value)).collect();
                let result = each.call_library(name, &values);
                Ok(each.narrow(scalar, result))
            })?;
            return Ok(true);
        }
        match opcode {
            _ if is_float_function(opcode) => {
                let scalar = self.result_element(op)?;
                self.each(op, |each, values| {
                    let values: Vec<Value> = values.iter().map(|value| each.widen(scalar, *value)).collect();
                    let result = each.float_function(opcode, scalar, &values);
                    Ok(each.narrow(scalar, result))
                })?;
            }
            Opcode::Fma => {
                let scalar = self.result_element(op)?;
                let is_short = matches!(scalar, Scalar::F16 | Scalar::BF16);
                self.each(op, |each, values| {
                    Ok(match is_short {
                        true => each.fuse_short(scalar, values),
                        false => each.builder.ins().fma(values[0], values[1], values[2]),
                    })
                })?;
            }
            Opcode::PowI => {
                let scalar = self.result_element(op)?;
                self.each(op, |each, values| {
                    let base = each.widen(scalar, values[0]);
                    let exponent = each.sign_extend(types::I32, values[1]);
                    let ty = each.ty(base);
                    let name = if ty == types::F32 {
                        "__powisf2"
                    } else {
                        "__powidf2"
                    };
                    let result = each
                        .call_import(name, &[base, exponent], Some(ty))
                        .unwrap_or(base);
                    Ok(each.narrow(scalar, result))
                })?;
            }
            Opcode::SinCos => self.sine_and_cosine(op)?,
            Opcode::IsFpClass => self.is_of_class(op)?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// The smaller or the larger of two lanes.
    pub(super) fn extreme_of_floats(&mut self, opcode: Opcode, scalar: Scalar, a: Value, b: Value) -> Value {
        let (a, b) = (self.widen(scalar, a), self.widen(scalar, b));
        let result = self.float_function(opcode, scalar, &[a, b]);
        self.narrow(scalar, result)
    }

    /// Calls the function of the C library for the type of its arguments.
    pub(super) fn call_library(&mut self, name: &str, values: &[Value]) -> Value {
        let ty = self.ty(values[0]);
        let result = match ty {
            types::F32 => self.call_import(&format!("{name}f"), values, Some(ty)),
            _ => self.call_import(name, values, Some(ty)),
        };
        result.unwrap_or(values[0])
    }

    /// An intrinsic of scalars, or of vectors of `f32` or `f64`.
    pub(super) fn float_function(&mut self, opcode: Opcode, scalar: Scalar, values: &[Value]) -> Value {
        let is_vector = self.ty(values[0]).is_vector();
        let ins = self.builder.ins();
        match opcode {
            Opcode::FAbs => ins.fabs(values[0]),
            Opcode::Sqrt => ins.sqrt(values[0]),
            Opcode::CopySign if is_vector => {
                let negative = self.signs(values[1]);
                let magnitude = self.builder.ins().fabs(values[0]);
                self.builder.ins().bor(magnitude, negative)
            }
            Opcode::CopySign => ins.fcopysign(values[0], values[1]),
            Opcode::Minimum => ins.fmin(values[0], values[1]),
            Opcode::Maximum => ins.fmax(values[0], values[1]),
            Opcode::MinNum => self.number(FloatCC::LessThan, values[0], values[1]),
            Opcode::MaxNum => self.number(FloatCC::GreaterThan, values[0], values[1]),
            Opcode::Floor => ins.floor(values[0]),
            Opcode::Ceil => ins.ceil(values[0]),
            Opcode::FTrunc => ins.trunc(values[0]),
            Opcode::FMulAdd => {
                let product = ins.fmul(values[0], values[1]);
                // The product of 16-bit floats is a value of its own.
                let product = self.narrow(scalar, product);
                let product = self.widen(scalar, product);
                self.builder.ins().fadd(product, values[2])
            }
            _ => ins.nearest(values[0]),
        }
    }

    /// The smaller or the larger number, where a number wins over NaN. Of zeros with different signs it is the first one, as
    /// in code that LLVM makes for x86-64.
    fn number(&mut self, condition: FloatCC, a: Value, b: Value) -> Value {
        let second = self.builder.ins().fcmp(condition, b, a);
        let chosen = self.choose(second, b, a);
        let is_nan = self.builder.ins().fcmp(FloatCC::Unordered, a, a);
        self.choose(is_nan, b, chosen)
    }

    /// The bits of the signs of a vector of floats, the others zero.
    fn signs(&mut self, value: Value) -> Value {
        let ty = self.ty(value);
        let sign = self.vector_of_bits(ty, 1 << (ty.lane_bits() - 1));
        self.builder.ins().band(value, sign)
    }
}
