//! Branches, calls, returns and traps.

use cranelift_codegen::ir::condcodes::CondCode;
use cranelift_codegen::ir::{BlockArg, InstBuilder, StackSlotData, StackSlotKind, Value, types};
use cranelift_frontend::Switch;
use tvmlike_ir::{Block, Op};

use super::abi::{self, Entry};
use super::function::{Leaves, Translator};
use super::state::{ABORT, UNREACHABLE};
use crate::assertion;
use crate::error::Result;
use crate::opcode::Opcode;
use crate::types::{FunctionType, Leaf, Scalar};

impl Translator<'_, '_, '_> {
    /// Translates a branch, a call, a return or a trap. Whether it is one.
    pub(super) fn control_operation(&mut self, op: Op, opcode: Opcode) -> Result<bool> {
        match opcode {
            Opcode::Br => {
                let branches = self.program.branches(op)?;
                let (block, arguments) = self.target(op, branches.first())?;
                self.builder.ins().jump(block, &arguments);
            }
            Opcode::CondBr => self.conditional_branch(op)?,
            Opcode::Switch => self.switch(op)?,
            Opcode::Return => self.return_(op)?,
            Opcode::Unreachable => {
                self.builder.ins().trap(UNREACHABLE);
            }
            Opcode::Trap => {
                self.trap_and_continue();
            }
            Opcode::Call => self.call(op)?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Stops the program. What follows in the block is translated, but never runs.
    fn trap_and_continue(&mut self) {
        self.builder.ins().trap(ABORT);
        let rest = self.builder.create_block();
        self.builder.switch_to_block(rest);
    }

    fn target(
        &mut self,
        op: Op,
        branch: Option<&(Block, Vec<tvmlike_ir::Value>)>,
    ) -> Result<(cranelift_codegen::ir::Block, Vec<BlockArg>)> {
        let (block, values) = branch.ok_or_else(|| self.about(op, "has no successor"))?;
        let mut arguments = Vec::new();
        for value in values {
            arguments.extend(self.parts_of_value(op, *value)?.into_iter().map(BlockArg::from));
        }
        arguments.extend(self.carried_arguments(*block)?.into_iter().map(BlockArg::from));
        Ok((self.block_of(op, *block)?, arguments))
    }

    /// A branch that leaves a loop names the block behind the loop first: see [`Loops`](super::loops::Loops).
    fn conditional_branch(&mut self, op: Op) -> Result<()> {
        let branches = self.program.branches(op)?;
        if !self.module.position_independent {
            let mut blocks = branches.iter().map(|(block, _)| *block);
            if let Some(message) = blocks.find_map(|block| assertion::message_of_block(self.program, block)) {
                let place = self
                    .module
                    .assertion_place(op.location(self.program.context), message);
                self.builder.set_srcloc(place);
            }
        }
        let (then, then_arguments) = self.target(op, branches.first())?;
        let (other, other_arguments) = self.target(op, branches.get(1))?;
        let here = self.block;
        let leaves = |branch: usize| match (here, branches.get(branch)) {
            (Some(here), Some((block, _))) => self.loops.leaves(here, *block),
            _ => false,
        };
        if leaves(1) && !leaves(0) {
            let inverse = self.inverse_condition(op)?;
            self.builder
                .ins()
                .brif(inverse, other, &other_arguments, then, &then_arguments);
            return Ok(());
        }
        let condition = self.scalar_operand(op, 0)?;
        self.builder
            .ins()
            .brif(condition, then, &then_arguments, other, &other_arguments);
        Ok(())
    }

    /// The opposite of the condition of a branch.
    fn inverse_condition(&mut self, op: Op) -> Result<Value> {
        let context = self.program.context;
        let comparison = op
            .operand(context, 0)
            .and_then(|value| value.defining_op(context));
        if let Some(comparison) = comparison
            && self.program.opcode(comparison)? == Opcode::ICmp
        {
            let scalar = self.operand_element(comparison, 0)?;
            let condition = self.condition_of(comparison, scalar)?;
            let (a, b) = (
                self.scalar_operand(comparison, 0)?,
                self.scalar_operand(comparison, 1)?,
            );
            return Ok(self.builder.ins().icmp(CondCode::complement(condition), a, b));
        }
        let condition = self.scalar_operand(op, 0)?;
        Ok(self.compare(cranelift_codegen::ir::condcodes::IntCC::Equal, condition, 0))
    }

    fn switch(&mut self, op: Op) -> Result<()> {
        let branches = self.program.branches(op)?;
        let value = self.scalar_operand(op, 0)?;
        let cases = self.program.integers(op, self.program.keys.case_values);
        let unused = 64 - self.ty(value).bits().min(64);
        let mut switch = Switch::new();
        // A case with arguments goes through a block of its own.
        let mut edges = Vec::new();
        for (case, branch) in cases.iter().zip(branches.iter().skip(1)) {
            let (block, arguments) = self.target(op, Some(branch))?;
            let key = u128::from((*case as u64) << unused >> unused);
            if arguments.is_empty() {
                switch.set_entry(key, block);
            } else {
                let edge = self.builder.create_block();
                switch.set_entry(key, edge);
                edges.push((edge, block, arguments));
            }
        }
        let (block, arguments) = self.target(op, branches.first())?;
        let otherwise = self.builder.create_block();
        edges.push((otherwise, block, arguments));
        switch.emit(&mut self.builder, value, otherwise);
        for (edge, block, arguments) in edges {
            self.builder.switch_to_block(edge);
            self.builder.ins().jump(block, &arguments);
        }
        Ok(())
    }

    fn return_(&mut self, op: Op) -> Result<()> {
        if self.heap.is_some() {
            let all = self.constant(types::I64, 0);
            self.free_heap(all);
        }
        if op.num_operands(self.program.context) == 0 {
            self.builder.ins().return_(&[]);
            return Ok(());
        }
        let values = self.operand(op, 0)?;
        let leaves = std::mem::take(&mut self.entry.result);
        match self.result_address {
            Some(address) => {
                self.store(op, address, &leaves, &values)?;
                self.builder.ins().return_(&[]);
            }
            None => {
                let values = self.leaving_all(&leaves, &values);
                self.builder.ins().return_(&values);
            }
        }
        self.entry.result = leaves;
        Ok(())
    }

    fn leaving_all(&mut self, leaves: &[Leaf], values: &[Value]) -> Vec<Value> {
        let pairs = leaves.iter().zip(values);
        pairs
            .map(|(leaf, value)| self.leaving(leaf.scalar, *value))
            .collect()
    }

    fn call(&mut self, op: Op) -> Result<()> {
        let context = self.program.context;
        let bundles = self.program.integers(op, self.program.keys.op_bundle_sizes);
        if bundles.iter().any(|size| *size != 0) {
            return Err(self.about(op, "operand bundles are not supported by Cranelift"));
        }
        let callee = self.program.reference(op, self.program.keys.callee)?;
        let mut operands = (0..op.num_operands(context))
            .map(|index| Ok((index, self.operand(op, index)?)))
            .collect::<Result<Vec<_>>>()?;
        let pointer = match callee {
            Some(_) => None,
            None if operands.is_empty() => return Err(self.about(op, "calls nothing")),
            None => operands.remove(0).1.first().copied(),
        };
        if self.fails_assertion(op) {
            return Ok(());
        }
        let types_of = operands
            .iter()
            .filter_map(|(index, _)| Some(op.operand(context, *index)?.ty(context)));
        let ty = FunctionType {
            params: types_of.collect(),
            result: op.result(context, 0).map(|result| result.ty(context)),
            variadic: self.program.has(op, self.program.keys.var_callee_type),
        };
        let entry = self.in_place(abi::entry(self.program, &ty, self.module.convention), op)?;
        let has_float = entry
            .signature
            .params
            .iter()
            .any(|param| param.value_type.is_float());
        if ty.variadic && has_float {
            return Err(self.about(
                op,
                "calls of variadic functions with floats are not supported by Cranelift",
            ));
        }
        let mut arguments = Vec::new();
        let memory = self.result_memory(op, &ty, &entry)?;
        arguments.extend(memory);
        for ((_, values), param) in operands.iter().zip(&ty.params) {
            let leaves = self.leaves_of(*param, op)?;
            arguments.extend(self.leaving_all(&leaves, values));
        }
        let call = match (callee, pointer) {
            (Some(symbol), _) => {
                let symbol = self.module.symbol_of(symbol);
                let function =
                    self.module
                        .import_function(&mut self.builder, symbol, entry.signature.clone());
                self.builder.ins().call(function, &arguments)
            }
            (None, Some(pointer)) => {
                let signature = self.builder.import_signature(entry.signature.clone());
                self.builder.ins().call_indirect(signature, pointer, &arguments)
            }
            (None, None) => return Err(self.about(op, "calls nothing")),
        };
        let Some(_) = ty.result else { return Ok(()) };
        let results = match memory {
            Some(address) => self.load(op, address, &entry.result)?,
            None => {
                let values = self.builder.inst_results(call).to_vec();
                let arrived = entry.result.iter().zip(values);
                arrived
                    .map(|(leaf, value)| self.arrived(leaf.scalar, value))
                    .collect::<Leaves>()
            }
        };
        self.define(op, results)
    }

    /// Translates a call that ends the program after an assertion failed, or prints why. Whether it is one that needs no call.
    ///
    /// In memory it is a trap, whose exception has the message. In a file it is the call, after the message is written out: a
    /// program that aborts does not write what waits in its buffers.
    fn fails_assertion(&mut self, op: Op) -> bool {
        let aborts = assertion::calls(self.program, op, "abort");
        let message = aborts.then(|| assertion::message(self.program, op)).flatten();
        if self.module.position_independent {
            if message.is_some() {
                let all = self.constant(types::I64, 0);
                self.call_import("fflush", &[all], Some(types::I32));
            }
            return false;
        }
        if aborts {
            if let Some(message) = message {
                let place = self
                    .module
                    .assertion_place(op.location(self.program.context), message);
                self.builder.set_srcloc(place);
            }
            self.trap_and_continue();
        }
        aborts || assertion::printed_before_abort(self.program, op).is_some()
    }

    /// Memory of the frame for a result that does not fit registers.
    fn result_memory(&mut self, op: Op, ty: &FunctionType, entry: &Entry) -> Result<Option<Value>> {
        let (Some(result), true) = (ty.result, entry.in_memory) else {
            return Ok(None);
        };
        let layout = self.in_place(self.program.types.layout(result), op)?;
        let slot = self.builder.create_sized_stack_slot(StackSlotData::new(
            StackSlotKind::ExplicitSlot,
            layout.size as u32,
            layout.align.trailing_zeros() as u8,
        ));
        Ok(Some(self.builder.ins().stack_addr(types::I64, slot, 0)))
    }

    /// A scalar with the given bits.
    pub(super) fn scalar_constant(&mut self, scalar: Scalar, bits: u128, op: Op) -> Result<Value> {
        let ty = self.in_place(abi::register_type(scalar), op)?;
        Ok(match ty {
            types::F32 => self.builder.ins().f32const(f32::from_bits(bits as u32)),
            types::F64 => self.builder.ins().f64const(f64::from_bits(bits as u64)),
            _ => self.constant(ty, bits),
        })
    }
}
