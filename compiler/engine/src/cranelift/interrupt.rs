//! Loops that can be interrupted: after so many iterations of all loops of a function, it asks the host.
//!
//! The iterations are counted in a register, so that an iteration costs a subtraction and a branch that is not taken.

use cranelift_codegen::ir::{InstBuilder, types};
use tvmlike_ir::Block;

use super::function::Translator;
use super::state::INTERRUPTED;
use crate::backend::CHECK_INTERRUPT;
use crate::error::Result;

/// How many iterations lie between two questions.
const PERIOD: i64 = 1 << 16;

impl Translator<'_, '_, '_> {
    /// Begins to count, in the first block of a function with loops.
    ///
    /// # Errors
    /// A branch that is malformed.
    pub(super) fn count_iterations(&mut self) -> Result<()> {
        if self.module.interruptible {
            self.heads = self.heads_of_loops()?;
        }
        if !self.heads.is_empty() {
            let counter = self.builder.declare_var(types::I64);
            let period = self.builder.ins().iconst(types::I64, PERIOD);
            self.builder.def_var(counter, period);
            self.counter = Some(counter);
        }
        Ok(())
    }

    /// The blocks to which a block branches back: each loop has one.
    fn heads_of_loops(&self) -> Result<Vec<Block>> {
        let order = self.loops.order();
        let mut heads = Vec::new();
        for (index, block) in order.iter().enumerate() {
            let Some(last) = block.last_op(self.program.context) else {
                continue;
            };
            for (target, _) in self.program.branches(last)? {
                if order[..=index].contains(&target) && !heads.contains(&target) {
                    heads.push(target);
                }
            }
        }
        Ok(heads)
    }

    /// Counts an iteration at the head of a loop.
    pub(super) fn count_iteration(&mut self, block: Block) {
        let Some(counter) = self.counter else { return };
        if !self.heads.contains(&block) {
            return;
        }
        let context = self.program.context;
        if let Some(first) = block.first_op(context) {
            let place = self.module.source_place(first.location(context));
            self.builder.set_srcloc(place);
        }
        let (ask, rest) = (self.builder.create_block(), self.builder.create_block());
        self.builder.set_cold_block(ask);
        let left = self.builder.use_var(counter);
        let left = self.add_constant(left, -1);
        self.builder.def_var(counter, left);
        self.builder.ins().brif(left, rest, &[], ask, &[]);
        self.builder.switch_to_block(ask);
        if let Some(answer) = self.call_import(CHECK_INTERRUPT, &[], Some(types::I32)) {
            self.builder.ins().trapnz(answer, INTERRUPTED);
        }
        let period = self.builder.ins().iconst(types::I64, PERIOD);
        self.builder.def_var(counter, period);
        self.builder.ins().jump(rest, &[]);
        self.builder.switch_to_block(rest);
    }
}
