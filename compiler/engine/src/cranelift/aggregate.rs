//! Constants, and the parts of structs, arrays and vectors.

use tvmlike_ir::Op;

use super::function::{Leaves, Translator};
use crate::constant;
use crate::error::Result;
use crate::opcode::Opcode;

impl Translator<'_, '_, '_> {
    /// Translates a constant, or an operation on the parts of a value. Whether it is one.
    pub(super) fn aggregate_operation(&mut self, op: Op, opcode: Opcode) -> Result<bool> {
        match opcode {
            Opcode::Constant => {
                let ty = self.result_type(op)?;
                let value = op.property(self.program.context, self.program.keys.value);
                let value = value.ok_or_else(|| self.about(op, "has no value"))?;
                let image = constant::image_of(self.program, op, value, ty)?;
                if !image.addresses.is_empty() {
                    return Err(self.about(op, "constants with addresses are not supported by Cranelift"));
                }
                let leaves = self.leaves_of(ty, op)?;
                let mut values = Leaves::new();
                for leaf in leaves.iter() {
                    let bits = image.bits(leaf.offset, leaf.scalar);
                    values.push(self.scalar_constant(leaf.scalar, bits, op)?);
                }
                self.define(op, values)?;
            }
            Opcode::Zero | Opcode::Undef | Opcode::Poison => {
                let leaves = self.leaves_of(self.result_type(op)?, op)?;
                let mut values = Leaves::new();
                for leaf in leaves.iter() {
                    values.push(self.zero(leaf.scalar, op)?);
                }
                self.define(op, values)?;
            }
            Opcode::ExtractValue => {
                let range = self.part_of(op)?;
                let whole = self.operand(op, 0)?;
                self.define(op, Leaves::from_slice(&whole[range]))?;
            }
            Opcode::InsertValue => {
                let range = self.part_of(op)?;
                let mut whole = self.operand(op, 0)?;
                let part = self.operand(op, 1)?;
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

    /// The scalars of the first operand that the position of an operation denotes.
    fn part_of(&self, op: Op) -> Result<std::ops::Range<usize>> {
        let context = self.program.context;
        let whole = op.operand(context, 0).map(|value| value.ty(context));
        let whole = whole.ok_or_else(|| self.about(op, "has no operand"))?;
        let position = self.program.integers(op, self.program.keys.position);
        self.in_place(self.program.types.leaf_range(whole, &position), op)
    }
}
