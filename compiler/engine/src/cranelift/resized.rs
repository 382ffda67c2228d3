//! Conversions between vectors with lanes of different widths, and combinations of all lanes.
//!
//! Lanes are widened or narrowed by a factor of two at a time. Invariant: the vectors of a value stand in the order of its lanes.

use cranelift_codegen::ir::{self as clif, InstBuilder, Value, types};
use smallvec::SmallVec;
use tvmlike_ir::Op;

use super::function::{Leaves, Translator};
use super::lanes::Source;
use super::part::is_lane;
use crate::error::Result;
use crate::opcode::Opcode;
use crate::types::Scalar;

impl Translator<'_, '_, '_> {
    fn all_vectors(&self, values: &[Value]) -> bool {
        !values.is_empty() && values.iter().all(|value| self.ty(*value).is_vector())
    }

    /// Vectors of integers with wider or narrower lanes; `None`: there is no such number of vectors.
    fn resized(&mut self, mut values: Leaves, bits: u32, signed: bool) -> Option<Leaves> {
        loop {
            let ty = self.ty(*values.first()?);
            let mut next = Leaves::new();
            match ty.lane_bits().cmp(&bits) {
                std::cmp::Ordering::Equal => return Some(values),
                std::cmp::Ordering::Less => {
                    for value in values {
                        let (low, high) = match signed {
                            true => (
                                self.builder.ins().swiden_low(value),
                                self.builder.ins().swiden_high(value),
                            ),
                            false => (
                                self.builder.ins().uwiden_low(value),
                                self.builder.ins().uwiden_high(value),
                            ),
                        };
                        next.extend([low, high]);
                    }
                }
                std::cmp::Ordering::Greater => {
                    for pair in values.chunks(2) {
                        let [a, b] = *pair else { return None };
                        next.push(self.narrowed(a, b));
                    }
                }
            }
            values = next;
        }
    }

    /// The low halves of the lanes of two vectors.
    fn narrowed(&mut self, a: Value, b: Value) -> Value {
        match self.ty(a) {
            types::I64X2 => {
                let bytes = [0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19, 24, 25, 26, 27];
                self.shuffle_bytes(types::I32X4, a, b, bytes)
            }
            // The instructions saturate, so the lanes are brought into their range before.
            types::I32X4 => {
                let mut sign_extended = |value| {
                    let high = self.shift_left(value, 16);
                    self.shift_right_signed(high, 16)
                };
                let (a, b) = (sign_extended(a), sign_extended(b));
                self.builder.ins().snarrow(a, b)
            }
            _ => {
                let low = self.vector_of_bits(types::I16X8, 0xff);
                let (a, b) = (self.builder.ins().band(a, low), self.builder.ins().band(b, low));
                self.builder.ins().unarrow(a, b)
            }
        }
    }

    /// Masks with lanes as wide as those of the given types; `None`: the lanes do not stand together like that.
    pub(super) fn resized_like(&mut self, held: &Leaves, like: &[clif::Type]) -> Option<Leaves> {
        let is_alike = |each: &Self, held: &Leaves| {
            held.len() == like.len()
                && held.iter().zip(like).all(|(value, ty)| {
                    let held = each.ty(*value);
                    held.is_vector() == ty.is_vector() && held.lane_count() == ty.lane_count()
                })
        };
        if is_alike(self, held) {
            return Some(held.clone());
        }
        if !self.all_vectors(held) || like.iter().any(|ty| !ty.is_vector()) {
            return None;
        }
        let resized = self.resized(held.clone(), like.first()?.lane_bits(), true)?;
        is_alike(self, &resized).then_some(resized)
    }

    /// Translates a conversion of vectors. Whether it is done.
    pub(super) fn resize_operation(&mut self, op: Op, opcode: Opcode) -> Result<bool> {
        match opcode {
            Opcode::Trunc
            | Opcode::ZExt
            | Opcode::SExt
            | Opcode::BitCast
            | Opcode::FPExt
            | Opcode::FPTrunc
            | Opcode::SIToFP
            | Opcode::UIToFP
            | Opcode::FPToSI
            | Opcode::FPToUI => {}
            _ => return Ok(false),
        }
        let wanted = self.parts_of_type(self.result_type(op)?, op)?;
        let wanted: Result<SmallVec<[clif::Type; 4]>> = wanted.iter().map(|part| part.ty()).collect();
        let wanted = self.in_place(wanted, op)?;
        if opcode == Opcode::BitCast {
            return self.cast_vectors(op, &wanted);
        }
        let (Some((from, _)), Some((to, _))) =
            (self.vector_shape(op, Some(0))?, self.vector_shape(op, None)?)
        else {
            return Ok(false);
        };
        if !is_lane(to) || wanted.iter().any(|ty| !ty.is_vector()) {
            return Ok(false);
        }
        if from == Scalar::Int(1) {
            return self.extend_masks(op, opcode, &wanted);
        }
        let values = self.operand_parts(op, 0)?;
        if !is_lane(from) || !self.all_vectors(&values) {
            return Ok(false);
        }
        let bits = wanted[0].lane_bits();
        let result = match opcode {
            Opcode::Trunc | Opcode::ZExt | Opcode::SExt => self.resized(values, bits, opcode == Opcode::SExt),
            Opcode::FPExt if (from, to) == (Scalar::F32, Scalar::F64) => {
                let mut made = Leaves::new();
                for value in values {
                    let high = self.high_half(value);
                    for half in [value, high] {
                        made.push(self.builder.ins().fvpromote_low(half));
                    }
                }
                Some(made)
            }
            Opcode::FPTrunc if (from, to) == (Scalar::F64, Scalar::F32) => self.demoted(&values),
            Opcode::SIToFP | Opcode::UIToFP => self.floats_of(values, wanted[0], opcode == Opcode::SIToFP),
            Opcode::FPToSI | Opcode::FPToUI if from == Scalar::F32 && bits <= 32 => {
                let mut made = Leaves::new();
                for value in values {
                    made.push(match opcode {
                        Opcode::FPToSI => self.builder.ins().fcvt_to_sint_sat(types::I32X4, value),
                        _ => self.builder.ins().fcvt_to_uint_sat(types::I32X4, value),
                    });
                }
                self.resized(made, bits, false)
            }
            _ => None,
        };
        let Some(result) = result.filter(|result| result.len() == wanted.len()) else {
            return Ok(false);
        };
        self.define(op, result)?;
        Ok(true)
    }

    /// The high 8 bytes of a vector, in the low ones.
    fn high_half(&mut self, value: Value) -> Value {
        let ty = self.ty(value);
        let bytes = [8, 9, 10, 11, 12, 13, 14, 15, 8, 9, 10, 11, 12, 13, 14, 15];
        self.shuffle_bytes(ty, value, value, bytes)
    }

    fn demoted(&mut self, values: &[Value]) -> Option<Leaves> {
        let mut made = Leaves::new();
        for pair in values.chunks(2) {
            let [a, b] = *pair else { return None };
            let (a, b) = (self.builder.ins().fvdemote(a), self.builder.ins().fvdemote(b));
            let bytes = [0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23];
            made.push(self.shuffle_bytes(types::F32X4, a, b, bytes));
        }
        Some(made)
    }

    /// Floats of vectors of integers of up to 32 bits.
    fn floats_of(&mut self, values: Leaves, wanted: clif::Type, signed: bool) -> Option<Leaves> {
        let bits = self.ty(values[0]).lane_bits();
        if bits > 32 {
            return None;
        }
        let values = self.resized(values, 32, signed)?;
        // What was shorter is not negative as a number of 32 bits.
        let signed = signed || bits < 32;
        let mut made = Leaves::new();
        for value in values {
            if wanted == types::F32X4 {
                made.push(match signed {
                    true => self.builder.ins().fcvt_from_sint(types::F32X4, value),
                    false => self.builder.ins().fcvt_from_uint(types::F32X4, value),
                });
                continue;
            }
            // Cranelift has an instruction for the low half.
            let high = self.high_half(value);
            for half in [value, high] {
                made.push(match signed {
                    true => {
                        let wide = self.builder.ins().swiden_low(half);
                        self.builder.ins().fcvt_from_sint(types::F64X2, wide)
                    }
                    false => {
                        let wide = self.builder.ins().uwiden_low(half);
                        self.builder.ins().fcvt_from_uint(types::F64X2, wide)
                    }
                });
            }
        }
        Some(made)
    }

    /// Extends bits to integers.
    fn extend_masks(&mut self, op: Op, opcode: Opcode, wanted: &[clif::Type]) -> Result<bool> {
        if !matches!(opcode, Opcode::SExt | Opcode::ZExt) {
            return Ok(false);
        }
        let value = self.operand_value(op, 0)?;
        let mut masks = self.masks_like(op, value, wanted)?;
        for (mask, ty) in masks.iter_mut().zip(wanted) {
            *mask = self.vector_cast(*ty, *mask);
            if opcode == Opcode::ZExt {
                let ones = self.vector_of_bits(*ty, 1);
                *mask = self.builder.ins().band(*mask, ones);
            }
        }
        self.define(op, masks)?;
        Ok(true)
    }

    fn cast_vectors(&mut self, op: Op, wanted: &[clif::Type]) -> Result<bool> {
        let mut values = self.operand_parts(op, 0)?;
        if self.all_vectors(&values) && wanted.len() == values.len() && wanted.iter().all(|ty| ty.is_vector())
        {
            for (value, ty) in values.iter_mut().zip(wanted) {
                *value = self.vector_cast(*ty, *value);
            }
            self.define(op, values)?;
            return Ok(true);
        }
        let before = self.vector_shape(op, Some(0))?;
        let after = self.vector_shape(op, None)?;
        let is_lane_by_lane = match (before, after) {
            (Some((_, before)), Some((_, after))) => before == after,
            _ => false,
        };
        let is_bits =
            |shape: Option<(Scalar, u64)>| shape.is_some_and(|(scalar, _)| scalar == Scalar::Int(1));
        if is_lane_by_lane {
            return Ok(false);
        }
        match (is_bits(before), is_bits(after)) {
            (false, false) => self.through_memory(op)?,
            (true, false) if wanted.len() == 1 && wanted[0].is_int() => {
                let bits = self.operand(op, 0)?;
                let mut packed = self.constant(wanted[0], 0);
                for (index, bit) in bits.into_iter().enumerate() {
                    let bit = self.zero_extend(wanted[0], bit);
                    let bit = self.shift_left(bit, index as u32);
                    packed = self.builder.ins().bor(packed, bit);
                }
                self.define(op, Leaves::from_slice(&[packed]))?;
            }
            (false, true) if values.len() == 1 && self.ty(values[0]).is_int() => {
                let mut bits = Leaves::new();
                for index in 0..wanted.len() {
                    let bit = self.shift_right(values[0], index as u32);
                    let bit = self.zero_extend(types::I8, bit);
                    bits.push(self.and_constant(bit, 1));
                }
                self.define(op, bits)?;
            }
            _ => return Err(self.about(op, "this cast of a vector of i1 is not supported by Cranelift")),
        }
        Ok(true)
    }

    /// Combines all lanes of a vector of integers, or finds their extreme. Whether it is done: the order of floats matters.
    pub(super) fn reduce(&mut self, op: Op, opcode: Opcode) -> Result<bool> {
        let combination = match opcode {
            Opcode::ReduceAdd => Opcode::Add,
            Opcode::ReduceMul => Opcode::Mul,
            Opcode::ReduceAnd => Opcode::And,
            Opcode::ReduceOr => Opcode::Or,
            Opcode::ReduceXor => Opcode::Xor,
            Opcode::ReduceSMax => Opcode::SMax,
            Opcode::ReduceSMin => Opcode::SMin,
            Opcode::ReduceUMax => Opcode::UMax,
            Opcode::ReduceUMin => Opcode::UMin,
            Opcode::ReduceFMaximum => Opcode::Maximum,
            Opcode::ReduceFMinimum => Opcode::Minimum,
            _ => return Ok(false),
        };
        let scalar = self.result_element(op)?;
        if !is_lane(scalar) || (scalar, opcode) == (Scalar::Int(8), Opcode::ReduceMul) {
            return Ok(false);
        }
        let parts = self.operand_parts(op, 0)?;
        let (vectors, mut rest): (Leaves, Leaves) =
            parts.iter().copied().partition(|part| self.ty(*part).is_vector());
        let mut vectors = vectors.into_iter();
        if let Some(mut total) = vectors.next() {
            for vector in vectors {
                total = self.combined(combination, scalar, total, vector);
            }
            let mut lanes = self.ty(total).lane_count() as u8;
            // Halves of 8 bytes, then of 4, are brought down by one instruction.
            while self.module.has_shuffles && lanes > 1 && u64::from(lanes / 2) * scalar.size() >= 4 {
                lanes /= 2;
                let ty = self.ty(total);
                let sources: SmallVec<[Source; 16]> = (0..ty.lane_count() as u8)
                    .map(|lane| Some((total, (lane + lanes) % ty.lane_count() as u8)))
                    .collect();
                let moved = self.gathered(ty, &sources);
                total = self.combined(combination, scalar, total, moved);
            }
            for lane in 0..lanes {
                let lane = self.lane(total, lane);
                rest.push(lane);
            }
        }
        let mut rest = rest.into_iter();
        let first = rest.next();
        let mut total = first.ok_or_else(|| self.about(op, "has no lanes"))?;
        for lane in rest {
            total = self.combined(combination, scalar, total, lane);
        }
        self.define(op, Leaves::from_slice(&[total]))?;
        Ok(true)
    }

    fn combined(&mut self, combination: Opcode, scalar: Scalar, a: Value, b: Value) -> Value {
        match combination {
            Opcode::SMax | Opcode::SMin | Opcode::UMax | Opcode::UMin => {
                self.extreme(combination, scalar, a, b)
            }
            Opcode::Maximum | Opcode::Minimum => self.float_function(combination, scalar, &[a, b]),
            _ => self.arithmetic(combination, scalar, a, b),
        }
    }
}
