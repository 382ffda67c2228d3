//! Loads and stores of the lanes that a mask sets. No other lane's memory is touched.
//!
//! If a vector has lanes that Cranelift has, all lanes are accessed at once where the mask sets them all; else they are accessed
//! one after the other.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{self as clif, BlockArg, InstBuilder, Value, types};
use tvmlike_ir::Op;

use super::function::{Leaves, Translator};
use super::part::Part;
use crate::error::Result;

impl Translator<'_, '_, '_> {
    /// The lanes that the mask sets from memory, the others from a vector.
    pub(super) fn masked_load(&mut self, op: Op) -> Result<()> {
        let address = self.scalar_operand(op, 0)?;
        let ty = self.result_type(op)?;
        let parts = self.parts_of_type(ty, op)?;
        let all = self.all_lanes(op, 1, &parts)?;
        let rest = match all {
            Some(all) => {
                let (by_lane, rest) = self.begin_whole(all);
                let loaded = self.load_parts(op, address, &parts)?;
                let mut results = Leaves::new();
                for value in &loaded {
                    let ty = self.ty(*value);
                    results.push(self.builder.append_block_param(rest, ty));
                }
                self.jump(rest, &loaded);
                self.builder.switch_to_block(by_lane);
                Some((rest, results))
            }
            None => None,
        };
        let (mask, otherwise) = (self.operand(op, 1)?, self.operand(op, 2)?);
        let leaves = self.leaves_of(ty, op)?;
        let mut values = Leaves::new();
        for ((leaf, lane), other) in leaves.iter().zip(mask).zip(otherwise) {
            let (loads, next) = (self.builder.create_block(), self.builder.create_block());
            let ty = self.ty(other);
            let value = self.builder.append_block_param(next, ty);
            self.builder
                .ins()
                .brif(lane, loads, &[], next, &[BlockArg::from(other)]);
            self.builder.switch_to_block(loads);
            let loaded = self.load(op, address, std::slice::from_ref(leaf))?;
            self.jump(next, &loaded);
            self.builder.switch_to_block(next);
            values.push(value);
        }
        self.define(op, values)?;
        if let Some((rest, results)) = rest {
            let value = op.result(self.program.context, 0);
            let value = value.ok_or_else(|| self.about(op, "has no result"))?;
            let made = self.parts_of_value(op, value)?;
            self.jump(rest, &made);
            self.builder.switch_to_block(rest);
            self.define(op, results)?;
        }
        Ok(())
    }

    /// The lanes that the mask sets to memory.
    pub(super) fn masked_store(&mut self, op: Op) -> Result<()> {
        let value = self.operand_value(op, 0)?;
        let ty = value.ty(self.program.context);
        let address: Value = self.scalar_operand(op, 1)?;
        let parts = self.parts_of_type(ty, op)?;
        let rest = match self.all_lanes(op, 2, &parts)? {
            Some(all) => {
                let (by_lane, rest) = self.begin_whole(all);
                self.store_value(op, address, value)?;
                self.jump(rest, &[]);
                self.builder.switch_to_block(by_lane);
                Some(rest)
            }
            None => None,
        };
        let leaves = self.leaves_of(ty, op)?;
        let (values, mask) = (self.value(op, value)?, self.operand(op, 2)?);
        for ((leaf, lane), value) in leaves.iter().zip(mask).zip(values) {
            let (stores, next) = (self.builder.create_block(), self.builder.create_block());
            self.builder.ins().brif(lane, stores, &[], next, &[]);
            self.builder.switch_to_block(stores);
            self.store(op, address, std::slice::from_ref(leaf), &[value])?;
            self.jump(next, &[]);
            self.builder.switch_to_block(next);
        }
        if let Some(rest) = rest {
            self.jump(rest, &[]);
            self.builder.switch_to_block(rest);
        }
        Ok(())
    }

    fn jump(&mut self, block: clif::Block, values: &[Value]) {
        let arguments: Vec<BlockArg> = values.iter().copied().map(BlockArg::from).collect();
        self.builder.ins().jump(block, &arguments);
    }

    /// Branches to the access of all lanes, which is translated next, or to that of single lanes: the block of that one, and the
    /// block behind both.
    fn begin_whole(&mut self, all: Value) -> (clif::Block, clif::Block) {
        let (whole, by_lane) = (self.builder.create_block(), self.builder.create_block());
        let rest = self.builder.create_block();
        self.builder.set_cold_block(by_lane);
        self.builder.ins().brif(all, whole, &[], by_lane, &[]);
        self.builder.switch_to_block(whole);
        (by_lane, rest)
    }

    /// Whether a mask sets all lanes; `None`: no part of the value is a vector.
    fn all_lanes(&mut self, op: Op, mask: usize, parts: &[Part]) -> Result<Option<Value>> {
        if parts.iter().all(|part| part.lanes == 1) {
            return Ok(None);
        }
        let held = self.held(op, self.operand_value(op, mask)?)?;
        let mut all: Option<Value> = None;
        for each in held {
            let ty = self.ty(each);
            let holds = match ty.is_vector() {
                true => {
                    let bits = self.builder.ins().vhigh_bits(types::I32, each);
                    self.compare(IntCC::Equal, bits, (1 << ty.lane_count()) - 1)
                }
                false => each,
            };
            all = Some(match all {
                Some(before) => self.builder.ins().band(before, holds),
                None => holds,
            });
        }
        Ok(all)
    }
}
