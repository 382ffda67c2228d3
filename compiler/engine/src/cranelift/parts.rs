//! How values are held: vectors in values of 128 bits, everything else as scalars.
//!
//! A value is held as the [`parts`](super::part) of its type; or as its scalars, where an operation was done lane by lane; or, if it is a vector of
//! `i1`, as masks: vectors of integers with lanes of the width that was compared, all of whose bits are equal. Invariant: a held
//! value is for as many lanes as its type has, so each use can make of it what it needs.

use std::rc::Rc;

use cranelift_codegen::ir::{Value, types};
use smallvec::SmallVec;
use tvmlike_ir::{Op, Type};

use super::function::{Leaves, Translator};
use super::part::Part;
use crate::error::{EngineError, Result};
use crate::types::{Scalar, Shape};

impl Translator<'_, '_, '_> {
    /// The parts of a type.
    pub(super) fn parts_of_type(&mut self, ty: Type, op: Op) -> Result<Rc<[Part]>> {
        let found = self.module.parts(self.program, ty);
        self.in_place(found, op)
    }

    /// The range of parts that a position in a struct or an array denotes.
    pub(super) fn part_range(
        &mut self,
        op: Op,
        ty: Type,
        position: &[i64],
    ) -> Result<std::ops::Range<usize>> {
        let (mut at, mut start) = (ty, 0);
        for index in position {
            let index = u64::try_from(*index).map_err(|_| self.about(op, "has a negative position"))?;
            let is_vector = matches!(
                &*self.in_place(self.program.types.shape(at), op)?,
                Shape::Vector { .. }
            );
            if is_vector {
                return Err(self.about(op, "has a position inside of a vector"));
            }
            for before in 0..index {
                let (part, _) = self.in_place(self.program.types.part(at, before), op)?;
                start += self.parts_of_type(part, op)?.len();
            }
            at = self.in_place(self.program.types.part(at, index), op)?.0;
        }
        Ok(start..start + self.parts_of_type(at, op)?.len())
    }

    /// The scalars of a value.
    pub(super) fn value(&mut self, op: Op, value: tvmlike_ir::Value) -> Result<Leaves> {
        let held = self.held(op, value)?;
        if held.iter().all(|each| !self.ty(*each).is_vector()) {
            return Ok(held);
        }
        let leaves = self.leaves_of(value.ty(self.program.context), op)?;
        let mut scalars = Leaves::new();
        for each in held {
            let ty = self.ty(each);
            if !ty.is_vector() {
                scalars.push(each);
                continue;
            }
            let leaf = leaves.get(scalars.len());
            let is_mask = leaf.is_some_and(|leaf| leaf.scalar == Scalar::Int(1));
            for lane in 0..ty.lane_count() {
                let mut scalar = self.lane(each, lane as u8);
                if is_mask {
                    scalar = self.zero_extend(types::I8, scalar);
                    scalar = self.and_constant(scalar, 1);
                }
                scalars.push(scalar);
            }
        }
        Ok(scalars)
    }

    /// The parts of a value.
    pub(super) fn parts_of_value(&mut self, op: Op, value: tvmlike_ir::Value) -> Result<Leaves> {
        let held = self.held(op, value)?;
        let parts = self.parts_of_type(value.ty(self.program.context), op)?;
        self.as_parts(op, value, held, &parts)
    }

    fn as_parts(&mut self, op: Op, value: tvmlike_ir::Value, held: Leaves, parts: &[Part]) -> Result<Leaves> {
        let is_held = |(part, each): (&Part, &Value)| {
            let ty = self.ty(*each);
            let lanes = if ty.is_vector() { ty.lane_count() } else { 1 };
            part.lanes == lanes && !(part.is_bit && ty.is_vector())
        };
        if held.len() == parts.len() && parts.iter().zip(&held).all(is_held) {
            return Ok(held);
        }
        let scalars = self.value(op, value)?;
        let mut rest = &scalars[..];
        let mut made = Leaves::new();
        for part in parts {
            let count = (part.lanes as usize).min(rest.len());
            let (mine, others) = rest.split_at(count);
            rest = others;
            made.push(match mine {
                [single] => *single,
                _ => {
                    let ty = self.in_place(part.ty(), op)?;
                    self.vector_of(ty, mine)
                }
            });
        }
        Ok(made)
    }

    /// The parts of an operand.
    pub(super) fn operand_parts(&mut self, op: Op, index: usize) -> Result<Leaves> {
        let value = self.operand_value(op, index)?;
        self.parts_of_value(op, value)
    }

    /// An operand.
    pub(super) fn operand_value(&self, op: Op, index: usize) -> Result<tvmlike_ir::Value> {
        let value = op.operand(self.program.context, index);
        value.ok_or_else(|| self.about(op, format!("has no operand {index}")))
    }

    /// Computes each part of the result from the parts of the operands at the same position.
    pub(super) fn each_part(
        &mut self,
        op: Op,
        compute: &mut dyn FnMut(&mut Self, &[Value]) -> Value,
    ) -> Result<()> {
        let count = op.num_operands(self.program.context);
        let operands: SmallVec<[Leaves; 3]> = (0..count)
            .map(|index| self.operand_parts(op, index))
            .collect::<Result<_>>()?;
        let mut results = Leaves::new();
        for index in 0..operands.first().map_or(0, |parts| parts.len()) {
            let arguments: Option<SmallVec<[Value; 3]>> =
                operands.iter().map(|parts| parts.get(index).copied()).collect();
            let arguments = arguments.ok_or_else(|| self.differ(op))?;
            results.push(compute(self, &arguments));
        }
        self.define(op, results)
    }

    /// The error for operands that do not belong together.
    pub(super) fn differ(&self, op: Op) -> EngineError {
        self.about(op, "has operands of different lengths")
    }
}
