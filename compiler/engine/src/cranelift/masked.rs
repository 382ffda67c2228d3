//! Loads and stores of the lanes that a mask sets, one after the other. No other lane's memory is touched.

use cranelift_codegen::ir::{BlockArg, InstBuilder, Value};
use tvmlike_ir::Op;

use super::function::{Leaves, Translator};
use crate::error::Result;

impl Translator<'_, '_, '_> {
    /// The lanes that the mask sets from memory, the others from a vector.
    pub(super) fn masked_load(&mut self, op: Op) -> Result<()> {
        let address = self.scalar_operand(op, 0)?;
        let (mask, otherwise) = (self.operand(op, 1)?, self.operand(op, 2)?);
        let leaves = self.leaves_of(self.result_type(op)?, op)?;
        let mut values = Leaves::new();
        for ((leaf, lane), other) in leaves.iter().zip(mask).zip(otherwise) {
            let (loads, rest) = (self.builder.create_block(), self.builder.create_block());
            let ty = self.ty(other);
            let value = self.builder.append_block_param(rest, ty);
            self.builder
                .ins()
                .brif(lane, loads, &[], rest, &[BlockArg::from(other)]);
            self.builder.switch_to_block(loads);
            let loaded = self.load(op, address, std::slice::from_ref(leaf))?;
            let loaded: Vec<BlockArg> = loaded.into_iter().map(BlockArg::from).collect();
            self.builder.ins().jump(rest, &loaded);
            self.builder.switch_to_block(rest);
            values.push(value);
        }
        self.define(op, values)
    }

    /// The lanes that the mask sets to memory.
    pub(super) fn masked_store(&mut self, op: Op) -> Result<()> {
        let ty = op.operand(self.program.context, 0);
        let ty = ty.map(|value| value.ty(self.program.context));
        let ty = ty.ok_or_else(|| self.about(op, "stores nothing"))?;
        let leaves = self.leaves_of(ty, op)?;
        let values: Leaves = self.operand(op, 0)?;
        let address: Value = self.scalar_operand(op, 1)?;
        let mask = self.operand(op, 2)?;
        for ((leaf, lane), value) in leaves.iter().zip(mask).zip(values) {
            let (stores, rest) = (self.builder.create_block(), self.builder.create_block());
            self.builder.ins().brif(lane, stores, &[], rest, &[]);
            self.builder.switch_to_block(stores);
            self.store(op, address, std::slice::from_ref(leaf), &[value])?;
            self.builder.ins().jump(rest, &[]);
            self.builder.switch_to_block(rest);
        }
        Ok(())
    }
}
