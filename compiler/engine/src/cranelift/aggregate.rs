//! Constants, and the parts of structs, arrays and vectors.

use cranelift_codegen::ir::Value;
use tvmlike_ir::Op;

use super::function::{Leaves, Translator};
use super::part::Part;
use crate::constant;
use crate::error::Result;
use crate::opcode::Opcode;
use crate::types::Scalar;

impl Translator<'_, '_, '_> {
    /// Translates a constant, or an operation on the parts of a value. Whether it is one.
    pub(super) fn aggregate_operation(&mut self, op: Op, opcode: Opcode) -> Result<bool> {
        match opcode {
            Opcode::Constant => self.constant_operation(op)?,
            Opcode::Zero | Opcode::Undef | Opcode::Poison => {
                let parts = self.parts_of_type(self.result_type(op)?, op)?;
                let mut values = Leaves::new();
                for part in parts.iter() {
                    values.push(self.zero_part(part, op)?);
                }
                self.define(op, values)?;
            }
            Opcode::ExtractValue => {
                let range = self.part_of(op)?;
                let whole = self.operand_parts(op, 0)?;
                self.define(op, Leaves::from_slice(&whole[range]))?;
            }
            Opcode::InsertValue => {
                let range = self.part_of(op)?;
                let mut whole = self.operand_parts(op, 0)?;
                let part = self.operand_parts(op, 1)?;
                whole[range].copy_from_slice(&part);
                self.define(op, whole)?;
            }
            Opcode::ExtractElement => {
                let whole = self.operand(op, 0)?;
                let index = self.scalar_operand(op, 1)?;
                let mut found = whole[0];
                for (lane, value) in whole.iter().enumerate().skip(1) {
                    let here = self.compare(
                        cranelift_codegen::ir::condcodes::IntCC::Equal,
                        index,
                        lane as u128,
                    );
                    found = self.choose(here, *value, found);
                }
                self.define(op, Leaves::from_slice(&[found]))?;
            }
            Opcode::InsertElement => {
                // LLVM's order of operands: the vector, the value, the position.
                let mut whole = self.operand(op, 0)?;
                let value = self.scalar_operand(op, 1)?;
                let index = self.scalar_operand(op, 2)?;
                for lane in 0..whole.len() {
                    let here = self.compare(
                        cranelift_codegen::ir::condcodes::IntCC::Equal,
                        index,
                        lane as u128,
                    );
                    whole[lane] = self.choose(here, value, whole[lane]);
                }
                self.define(op, whole)?;
            }
            Opcode::ShuffleVector => {
                let (first, second) = (self.operand(op, 0)?, self.operand(op, 1)?);
                let both: Leaves = first.iter().chain(second.iter()).copied().collect();
                let mask = self.program.integers(op, self.program.keys.mask);
                // A lane that is not defined takes the first one.
                let lanes = mask.iter().map(|lane| both[(*lane).max(0) as usize]);
                let lanes: Leaves = lanes.collect();
                self.define(op, lanes)?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn constant_operation(&mut self, op: Op) -> Result<()> {
        let ty = self.result_type(op)?;
        let value = op.property(self.program.context, self.program.keys.value);
        let value = value.ok_or_else(|| self.about(op, "has no value"))?;
        let image = constant::image_of(self.program, op, value, ty)?;
        if !image.addresses.is_empty() {
            return Err(self.about(op, "constants with addresses are not supported by Cranelift"));
        }
        let parts = self.parts_of_type(ty, op)?;
        let mut values = Leaves::new();
        for part in parts.iter() {
            let leaf = part.leaf;
            values.push(match part.lanes {
                1 => self.scalar_constant(leaf.scalar, image.bits(leaf.offset, leaf.scalar), op)?,
                // The bits of 16 bytes.
                _ => {
                    let ty = self.in_place(part.ty(), op)?;
                    let bits = image.bits(leaf.offset, Scalar::Int(128));
                    self.vector_constant(ty, bits.to_le_bytes())
                }
            });
        }
        self.define(op, values)
    }

    /// Zero, which stands for undefined values, too.
    pub(super) fn zero_part(&mut self, part: &Part, op: Op) -> Result<Value> {
        if part.lanes == 1 {
            return self.scalar_constant(part.leaf.scalar, 0, op);
        }
        let ty = self.in_place(part.ty(), op)?;
        Ok(self.vector_constant(ty, [0; 16]))
    }

    /// The parts of the first operand that the position of an operation denotes.
    fn part_of(&mut self, op: Op) -> Result<std::ops::Range<usize>> {
        let whole = self.operand_value(op, 0)?.ty(self.program.context);
        let position = self.program.integers(op, self.program.keys.position);
        self.part_range(op, whole, &position)
    }
}
