//! Operations on vectors that are done 128 bits at a time: arithmetic, comparisons, choices, lanes.
//!
//! What is not here, or not for the lanes of a type, is done lane by lane by the other modules. Invariant: the results are the same
//! to the bit, but for the payloads of NaNs.

use cranelift_codegen::ir::condcodes::FloatCC;
use cranelift_codegen::ir::{self as clif, InstBuilder, Value, types};
use smallvec::SmallVec;
use tvmlike_ir::Op;

use super::float_intrinsics::is_float_function;
use super::function::{Leaves, Translator};
use super::lanes::Source;
use super::part::is_lane;
use crate::error::Result;
use crate::opcode::Opcode;
use crate::types::{Scalar, Shape};

impl Translator<'_, '_, '_> {
    /// Translates an operation on vectors. Whether it is done.
    pub(super) fn vector_operation(&mut self, op: Op, opcode: Opcode) -> Result<bool> {
        if !self.module.has_vectors || !self.has_vector(op)? {
            return Ok(false);
        }
        if opcode == Opcode::Select {
            return self.select_lanes(op);
        }
        if let Opcode::ICmp | Opcode::FCmp = opcode {
            return self.compare_lanes(op, opcode);
        }
        if self.resize_operation(op, opcode)?
            || self.lane_operation(op, opcode)?
            || self.reduce(op, opcode)?
        {
            return Ok(true);
        }
        let Some((scalar, _)) = self.vector_shape(op, None)? else {
            return Ok(false);
        };
        if scalar == Scalar::Int(1) {
            return self.combine_masks(op, opcode);
        }
        if !is_lane(scalar) {
            return Ok(false);
        }
        match opcode {
            Opcode::Mul if scalar == Scalar::Int(8) => return Ok(false),
            Opcode::Add | Opcode::Sub | Opcode::Mul | Opcode::And | Opcode::Or | Opcode::Xor => {
                self.each_part(op, &mut |each, values| {
                    each.arithmetic(opcode, scalar, values[0], values[1])
                })?;
            }
            Opcode::Shl | Opcode::LShr | Opcode::AShr => return self.shift_lanes(op, opcode, scalar),
            Opcode::FAdd | Opcode::FSub | Opcode::FMul | Opcode::FDiv => {
                self.each_part(op, &mut |each, values| {
                    each.float_arithmetic(opcode, values[0], values[1])
                })?;
            }
            Opcode::FNeg => self.each_part(op, &mut |each, values| each.builder.ins().fneg(values[0]))?,
            _ if is_float_function(opcode) => {
                self.each_part(op, &mut |each, values| {
                    each.float_function(opcode, scalar, values)
                })?;
            }
            Opcode::Fma if self.module.has_fma => {
                self.each_part(op, &mut |each, values| {
                    each.builder.ins().fma(values[0], values[1], values[2])
                })?;
            }
            Opcode::SMax | Opcode::SMin | Opcode::UMax | Opcode::UMin => {
                self.each_part(op, &mut |each, values| {
                    each.extreme(opcode, scalar, values[0], values[1])
                })?;
            }
            Opcode::Abs => self.each_part(op, &mut |each, values| each.builder.ins().iabs(values[0]))?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Whether an operation has a vector as its result or an operand.
    fn has_vector(&self, op: Op) -> Result<bool> {
        let context = self.program.context;
        let mut values = op.results(context).chain(op.operands(context));
        Ok(values.any(|value| {
            let shape = self.program.types.shape(value.ty(context));
            shape.is_ok_and(|shape| matches!(&*shape, Shape::Vector { .. }))
        }))
    }

    /// The element and the number of lanes of an operand, or of the result; `None`: it is not a vector.
    pub(super) fn vector_shape(&self, op: Op, operand: Option<usize>) -> Result<Option<(Scalar, u64)>> {
        let ty = match operand {
            Some(index) => self.operand_value(op, index)?.ty(self.program.context),
            None if op.num_results(self.program.context) != 1 => return Ok(None),
            None => self.result_type(op)?,
        };
        Ok(match &*self.in_place(self.program.types.shape(ty), op)? {
            Shape::Vector { element, count } => {
                Some((self.in_place(self.program.types.scalar(*element), op)?, *count))
            }
            _ => None,
        })
    }

    /// Shifts all lanes by one count. Other shifts are done lane by lane.
    fn shift_lanes(&mut self, op: Op, opcode: Opcode, scalar: Scalar) -> Result<bool> {
        let counts = self.operand_parts(op, 1)?;
        let uniform: Option<Leaves> = counts.iter().map(|count| self.uniform(*count)).collect();
        let Some(uniform) = uniform else {
            return Ok(false);
        };
        let values = self.operand_parts(op, 0)?;
        let mut results = Leaves::new();
        for (value, count) in values.iter().zip(uniform) {
            results.push(self.arithmetic(opcode, scalar, *value, count));
        }
        self.define(op, results)?;
        Ok(true)
    }

    fn compare_lanes(&mut self, op: Op, opcode: Opcode) -> Result<bool> {
        let Some((scalar, _)) = self.vector_shape(op, Some(0))? else {
            return Ok(false);
        };
        if !is_lane(scalar) {
            return Ok(false);
        }
        if opcode == Opcode::ICmp {
            let condition = self.condition_of(op, scalar)?;
            self.each_part(op, &mut |each, values| {
                each.builder.ins().icmp(condition, values[0], values[1])
            })?;
            return Ok(true);
        }
        let Ok(condition) = self.float_condition(op)? else {
            return Ok(false);
        };
        self.each_part(op, &mut |each, values| {
            each.compare_floats(condition, values[0], values[1])
        })?;
        Ok(true)
    }

    /// Compares floats or vectors of them.
    pub(super) fn compare_floats(&mut self, condition: FloatCC, a: Value, b: Value) -> Value {
        // Cranelift has two conditions for scalars only.
        let (first, second) = match condition {
            _ if !self.ty(a).is_vector() => return self.builder.ins().fcmp(condition, a, b),
            FloatCC::OrderedNotEqual => (FloatCC::Ordered, FloatCC::NotEqual),
            FloatCC::UnorderedOrEqual => (FloatCC::Unordered, FloatCC::Equal),
            _ => return self.builder.ins().fcmp(condition, a, b),
        };
        let first_holds = self.builder.ins().fcmp(first, a, b);
        let second_holds = self.builder.ins().fcmp(second, a, b);
        match condition {
            FloatCC::OrderedNotEqual => self.builder.ins().band(first_holds, second_holds),
            _ => self.builder.ins().bor(first_holds, second_holds),
        }
    }

    /// Combines masks that are held alike.
    fn combine_masks(&mut self, op: Op, opcode: Opcode) -> Result<bool> {
        if !matches!(opcode, Opcode::And | Opcode::Or | Opcode::Xor) {
            return Ok(false);
        }
        let (a, b) = (self.operand_value(op, 0)?, self.operand_value(op, 1)?);
        let is_mask = |each: &Self, held: &Leaves| held.iter().any(|value| each.ty(*value).is_vector());
        let (held_a, held_b) = (self.held(op, a)?, self.held(op, b)?);
        let like = if is_mask(self, &held_a) { &held_a } else { &held_b };
        if !is_mask(self, like) {
            return Ok(false);
        }
        let like: SmallVec<[clif::Type; 4]> = like.iter().map(|value| self.ty(*value)).collect();
        let (a, b) = (self.masks_like(op, a, &like)?, self.masks_like(op, b, &like)?);
        let mut results = Leaves::new();
        for (a, b) in a.into_iter().zip(b) {
            results.push(match opcode {
                Opcode::And => self.builder.ins().band(a, b),
                Opcode::Or => self.builder.ins().bor(a, b),
                _ => self.builder.ins().bxor(a, b),
            });
        }
        self.define(op, results)?;
        Ok(true)
    }

    /// The lanes of a vector of `i1` as masks for values of the given types, which are for as many lanes.
    pub(super) fn masks_like(
        &mut self,
        op: Op,
        value: tvmlike_ir::Value,
        like: &[clif::Type],
    ) -> Result<Leaves> {
        let held = self.held(op, value)?;
        if let Some(resized) = self.resized_like(&held, like) {
            return Ok(resized);
        }
        let scalars = self.value(op, value)?;
        let mut rest = scalars.into_iter();
        let mut made = Leaves::new();
        for ty in like {
            if !ty.is_vector() {
                made.push(rest.next().ok_or_else(|| self.differ(op))?);
                continue;
            }
            let ty = ty.as_truthy();
            let lane = ty.lane_type();
            let mut lanes: SmallVec<[Value; 16]> = SmallVec::new();
            for _ in 0..ty.lane_count() {
                let bit = rest.next().ok_or_else(|| self.differ(op))?;
                lanes.push(match self.constant_bits(bit) {
                    Some(bit) => self.constant(lane, if bit & 1 == 1 { u128::MAX } else { 0 }),
                    None => {
                        let wide = self.zero_extend(lane, bit);
                        self.negate(wide)
                    }
                });
            }
            made.push(self.vector_of(ty, &lanes));
        }
        Ok(made)
    }

    /// Chooses lanes by a mask, or whole vectors by a bit.
    fn select_lanes(&mut self, op: Op) -> Result<bool> {
        let Some((scalar, _)) = self.vector_shape(op, None)? else {
            return Ok(false);
        };
        if !is_lane(scalar) {
            return Ok(false);
        }
        let (a, b) = (self.operand_parts(op, 1)?, self.operand_parts(op, 2)?);
        let conditions = if self.vector_shape(op, Some(0))?.is_some() {
            let like: SmallVec<[clif::Type; 4]> = a.iter().map(|value| self.ty(*value)).collect();
            let mask = self.operand_value(op, 0)?;
            self.masks_like(op, mask, &like)?
        } else {
            let condition = self.scalar_operand(op, 0)?;
            a.iter().map(|_| condition).collect()
        };
        let mut results = Leaves::new();
        for ((condition, a), b) in conditions.into_iter().zip(a).zip(b) {
            results.push(self.choose(condition, a, b));
        }
        self.define(op, results)?;
        Ok(true)
    }

    /// Translates an operation that moves lanes. Whether it is done.
    fn lane_operation(&mut self, op: Op, opcode: Opcode) -> Result<bool> {
        match opcode {
            Opcode::ExtractElement | Opcode::InsertElement | Opcode::ShuffleVector => {}
            _ => return Ok(false),
        }
        let Some((scalar, count)) = self.vector_shape(op, Some(0))? else {
            return Ok(false);
        };
        if !is_lane(scalar) {
            return Ok(false);
        }
        if opcode == Opcode::ShuffleVector {
            return self.shuffle(op);
        }
        // The operands are the vector, the value to insert, the position.
        let position = self.scalar_operand(op, if opcode == Opcode::InsertElement { 2 } else { 1 })?;
        let position = self.constant_bits(position).filter(|position| *position < count);
        let Some(position) = position else {
            return Ok(false);
        };
        let mut parts = self.operand_parts(op, 0)?;
        let mut before = 0;
        for part in &mut parts {
            let lanes = u64::from(self.lanes_of(*part));
            if position < before + lanes {
                let lane = (position - before) as u8;
                if opcode == Opcode::ExtractElement {
                    let found = self.lane(*part, lane);
                    self.define(op, Leaves::from_slice(&[found]))?;
                    return Ok(true);
                }
                let inserted = self.scalar_operand(op, 1)?;
                *part = match self.ty(*part).is_vector() {
                    true => self.builder.ins().insertlane(*part, inserted, lane),
                    false => inserted,
                };
                break;
            }
            before += lanes;
        }
        self.define(op, parts)?;
        Ok(true)
    }

    /// The number of lanes that a held value is for.
    pub(super) fn lanes_of(&self, value: Value) -> u32 {
        let ty = self.ty(value);
        if ty.is_vector() { ty.lane_count() } else { 1 }
    }

    fn shuffle(&mut self, op: Op) -> Result<bool> {
        let mut lanes: SmallVec<[(Value, u8); 16]> = SmallVec::new();
        for index in 0..2 {
            for part in self.operand_parts(op, index)? {
                lanes.extend((0..self.lanes_of(part)).map(|lane| (part, lane as u8)));
            }
        }
        let mask = self.program.integers(op, self.program.keys.mask);
        let parts = self.parts_of_type(self.result_type(op)?, op)?;
        let mut results = Leaves::new();
        let mut rest = &mask[..];
        for part in parts.iter() {
            let (mine, others) = rest.split_at((part.lanes as usize).min(rest.len()));
            rest = others;
            // A lane that is not defined can be any.
            let sources: SmallVec<[Source; 16]> = mine
                .iter()
                .map(|lane| lanes.get(usize::try_from(*lane).ok()?).copied())
                .collect();
            results.push(match (&sources[..], lanes.first()) {
                ([source], Some(any)) if part.lanes == 1 => {
                    let (value, lane) = source.unwrap_or(*any);
                    self.lane(value, lane)
                }
                _ => {
                    let ty = self.in_place(part.ty(), op)?;
                    self.gathered(ty, &sources)
                }
            });
        }
        self.define(op, results)?;
        Ok(true)
    }

    /// Parts of a value in memory of the frame, read as a value of another type.
    pub(super) fn through_memory(&mut self, op: Op) -> Result<()> {
        let value = self.operand_value(op, 0)?;
        let (from, to) = (value.ty(self.program.context), self.result_type(op)?);
        let size = self.in_place(self.program.types.layout(from), op)?.size;
        let slot = self.builder.create_sized_stack_slot(clif::StackSlotData::new(
            clif::StackSlotKind::ExplicitSlot,
            size as u32,
            4,
        ));
        let address = self.builder.ins().stack_addr(types::I64, slot, 0);
        self.store_value(op, address, value)?;
        let parts = self.parts_of_type(to, op)?;
        let values = self.load_parts(op, address, &parts)?;
        self.define(op, values)
    }
}
