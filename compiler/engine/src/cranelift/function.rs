//! Translates the body of a function: blocks, arguments, and what each operation sees of the function around it.
//!
//! A value of the llvm dialect is the list of its scalars, and of 128 bits of its vectors, as [`parts`](super::parts) tells; so
//! structs cost nothing: inserting into one makes a new list. Invariant: blocks are translated in reverse postorder, so what a
//! value is held as exists before its uses.

use std::collections::HashMap;

use cranelift_codegen::ir::{self as clif, InstBuilder, StackSlotData, StackSlotKind, Value, types};
use cranelift_frontend::FunctionBuilder;
use foldhash::fast::FixedState;
use smallvec::SmallVec;
use tvmlike_ir::{Block, Op, Type};

use super::abi::Entry;
use super::carried::{self, Carried};
use super::loops::Loops;
use super::part::Part;
use super::state::ModuleState;
use crate::error::{EngineError, Result};
use crate::opcode::Opcode;
use crate::program::{Function, Program};
use crate::types::{Leaf, Scalar};

/// The scalars or the parts of a value.
pub(super) type Leaves = SmallVec<[Value; 2]>;

/// The translation of one function.
pub(super) struct Translator<'t, 'c, 'f> {
    pub(super) program: &'t Program<'c>,
    pub(super) module: &'t mut ModuleState,
    pub(super) builder: FunctionBuilder<'f>,
    pub(super) entry: Entry,
    pub(super) loops: Loops,
    /// The address for a result in memory.
    pub(super) result_address: Option<Value>,
    /// The slot with the newest block of memory that `alloca` took from the heap, if one can.
    pub(super) heap: Option<clif::StackSlot>,
    /// The elements that loops carry from one iteration to the next.
    carried: Vec<Carried>,
    values: HashMap<tvmlike_ir::Value, Leaves, FixedState>,
    blocks: HashMap<Block, clif::Block, FixedState>,
    /// The block that is being translated.
    pub(super) block: Option<Block>,
    /// Whether the block has ended before its last operation.
    pub(super) ended: bool,
    /// How many iterations are left until the host is asked, if loops can be interrupted.
    pub(super) counter: Option<cranelift_frontend::Variable>,
    /// The heads of loops in which iterations are counted.
    pub(super) heads: Vec<Block>,
}

impl<'t, 'c, 'f> Translator<'t, 'c, 'f> {
    pub(super) fn new(
        program: &'t Program<'c>,
        module: &'t mut ModuleState,
        builder: FunctionBuilder<'f>,
        entry: Entry,
        loops: Loops,
    ) -> Self {
        Self {
            carried: carried::find(program, &loops, module.has_vectors),
            program,
            module,
            builder,
            entry,
            loops,
            result_address: None,
            heap: None,
            values: HashMap::with_hasher(FixedState::default()),
            blocks: HashMap::with_hasher(FixedState::default()),
            block: None,
            ended: false,
            counter: None,
            heads: Vec::new(),
        }
    }

    /// Translates the body of a function.
    pub(super) fn translate(mut self, function: &Function) -> Result<()> {
        let context = self.program.context;
        let order = self.loops.order().to_vec();
        for block in &order {
            let made = self.builder.create_block();
            self.blocks.insert(*block, made);
        }
        self.enter(function, order[0])?;
        self.count_iterations()?;
        for (index, block) in order.iter().enumerate() {
            if index > 0 {
                let made = self.blocks[block];
                self.builder.switch_to_block(made);
                for argument in block.arguments(context) {
                    let parts = self.parts_of_type(argument.ty(context), function.op)?;
                    let mut values = Leaves::new();
                    for part in parts.iter() {
                        let ty = self.in_place(part.ty(), function.op)?;
                        values.push(self.builder.append_block_param(made, ty));
                    }
                    self.values.insert(argument, values);
                }
                self.add_carried_parameters(*block)?;
                self.count_iteration(*block);
            }
            self.block = Some(*block);
            self.ended = false;
            for op in block.operations(context) {
                let place = self.module.source_place(op.location(context));
                self.builder.set_srcloc(place);
                self.operation(op)?;
                if self.ended {
                    break;
                }
            }
        }
        self.builder.seal_all_blocks();
        let Self { builder, module, .. } = self;
        builder.finalize(module.frontend);
        Ok(())
    }

    /// Makes the entry block: the arguments of the function, and the slot for memory of the heap.
    fn enter(&mut self, function: &Function, first: Block) -> Result<()> {
        let made = self.blocks[&first];
        self.builder.append_block_params_for_function_params(made);
        self.builder.switch_to_block(made);
        let params = self.builder.block_params(made).to_vec();
        let mut next = params.into_iter();
        if self.entry.in_memory {
            self.result_address = next.next();
        }
        let context = self.program.context;
        for argument in first.arguments(context) {
            let leaves = self.leaves_of(argument.ty(context), function.op)?;
            let mut values = Leaves::new();
            for leaf in leaves.iter() {
                let value = next.next();
                let value = value.ok_or_else(|| self.program.about(function.op, "has too few arguments"))?;
                values.push(self.arrived(leaf.scalar, value));
            }
            self.values.insert(argument, values);
        }
        if self.loops.needs_heap() {
            let slot =
                self.builder
                    .create_sized_stack_slot(StackSlotData::new(StackSlotKind::ExplicitSlot, 8, 3));
            let zero = self.builder.ins().iconst(types::I64, 0);
            let address = self.builder.ins().stack_addr(types::I64, slot, 0);
            self.builder
                .ins()
                .store(clif::MemFlagsData::trusted(), zero, address, 0);
            self.heap = Some(slot);
        }
        Ok(())
    }

    /// Adds the parameters of the head of a loop for what it carries: the value, and whether it was stored yet.
    fn add_carried_parameters(&mut self, head: Block) -> Result<()> {
        let Some(carried) = self.carried.iter().find(|carried| carried.head == head).copied() else {
            return Ok(());
        };
        let ty = self.carried_type(carried)?;
        let made = self.blocks[&head];
        self.builder.append_block_param(made, ty);
        self.builder.append_block_param(made, types::I8);
        Ok(())
    }

    fn carried_type(&mut self, carried: Carried) -> Result<clif::Type> {
        match &*self.parts_of_type(self.result_type(carried.load)?, carried.load)? {
            [part] => self.in_place(part.ty(), carried.load),
            _ => Err(self.about(carried.load, "loads several parts")),
        }
    }

    /// What a branch from the current block passes to the head of a loop for what it carries.
    pub(super) fn carried_arguments(&mut self, head: Block) -> Result<Leaves> {
        let Some(carried) = self.carried.iter().find(|carried| carried.head == head).copied() else {
            return Ok(Leaves::new());
        };
        if self.block == Some(carried.body) {
            let mut stored = self.operand_parts(carried.store, 0)?;
            stored.push(self.constant(types::I8, 1));
            return Ok(stored);
        }
        let parts = self.parts_of_type(self.result_type(carried.load)?, carried.load)?;
        let unused = self.zero_part(&parts[0], carried.load)?;
        Ok(Leaves::from_slice(&[unused, self.constant(types::I8, 0)]))
    }

    /// The value of a load that a loop carries; `None`: it is another load.
    pub(super) fn carried_load(&mut self, op: Op, address: Value, parts: &[Part]) -> Result<Option<Value>> {
        let Some(carried) = self.carried.iter().find(|carried| carried.load == op).copied() else {
            return Ok(None);
        };
        // Behind the arguments; a counter of iterations can follow.
        let arguments = carried.head.arguments(self.program.context);
        let before: usize = arguments
            .filter_map(|argument| Some(self.values.get(&argument)?.len()))
            .sum();
        let params = self.builder.block_params(self.blocks[&carried.head]);
        let Some(&[value, is_stored, ..]) = params.get(before..) else {
            return Err(self.about(op, "is in a loop without a value of the iteration before"));
        };
        let (first, rest) = (self.builder.create_block(), self.builder.create_block());
        // Only the first iteration gets there.
        self.builder.set_cold_block(first);
        let ty = self.ty(value);
        let result = self.builder.append_block_param(rest, ty);
        self.builder
            .ins()
            .brif(is_stored, rest, &[value.into()], first, &[]);
        self.builder.switch_to_block(first);
        let loaded = self.load_parts(op, address, parts)?;
        self.builder.ins().jump(rest, &[loaded[0].into()]);
        self.builder.switch_to_block(rest);
        Ok(Some(result))
    }

    /// A scalar that came from a register of the convention.
    pub(super) fn arrived(&mut self, scalar: Scalar, value: Value) -> Value {
        match scalar {
            // Bits above the number are garbage.
            Scalar::Int(1) => self.and_constant(value, 1),
            Scalar::F16 | Scalar::BF16 => self.bitcast(types::I16, value),
            _ => value,
        }
    }

    /// A scalar for a register of the convention.
    pub(super) fn leaving(&mut self, scalar: Scalar, value: Value) -> Value {
        match scalar {
            Scalar::F16 | Scalar::BF16 => self.bitcast(types::F16, value),
            _ => value,
        }
    }

    /// Adds the place of an operation to an error.
    pub(super) fn in_place<T>(&self, outcome: Result<T>, op: Op) -> Result<T> {
        outcome.map_err(|error| self.program.at(op, error))
    }

    /// An error about an operation.
    pub(super) fn about(&self, op: Op, message: impl std::fmt::Display) -> EngineError {
        self.program.about(op, message)
    }

    /// The scalars of a type.
    pub(super) fn leaves_of(&self, ty: Type, op: Op) -> Result<std::rc::Rc<[Leaf]>> {
        self.in_place(self.program.types.leaves(ty), op)
    }

    /// The scalars of an operand.
    pub(super) fn operand(&mut self, op: Op, index: usize) -> Result<Leaves> {
        let value = self.operand_value(op, index)?;
        self.value(op, value)
    }

    /// What a value is held as.
    pub(super) fn held(&self, op: Op, value: tvmlike_ir::Value) -> Result<Leaves> {
        let found = self.values.get(&value);
        found
            .cloned()
            .ok_or_else(|| self.about(op, "uses a value that does not dominate it"))
    }

    /// The only scalar of an operand.
    pub(super) fn scalar_operand(&self, op: Op, index: usize) -> Result<Value> {
        match *self.held(op, self.operand_value(op, index)?)? {
            [value] if !self.ty(value).is_vector() => Ok(value),
            _ => Err(self.about(op, format!("operand {index} is not a scalar"))),
        }
    }

    /// The scalar or the element that the type of an operand is made of.
    pub(super) fn operand_element(&self, op: Op, index: usize) -> Result<Scalar> {
        let value = self.operand_value(op, index)?;
        self.in_place(self.program.types.element(value.ty(self.program.context)), op)
    }

    /// The type of the only result.
    pub(super) fn result_type(&self, op: Op) -> Result<Type> {
        let result = op.result(self.program.context, 0);
        let result = result.ok_or_else(|| self.about(op, "has no result"))?;
        Ok(result.ty(self.program.context))
    }

    /// The scalar or the element that the type of the result is made of.
    pub(super) fn result_element(&self, op: Op) -> Result<Scalar> {
        let ty = self.result_type(op)?;
        self.in_place(self.program.types.element(ty), op)
    }

    /// Sets what the only result is held as.
    pub(super) fn define(&mut self, op: Op, leaves: Leaves) -> Result<()> {
        let result = op.result(self.program.context, 0);
        let result = result.ok_or_else(|| self.about(op, "has no result"))?;
        self.values.insert(result, leaves);
        Ok(())
    }

    /// Computes each scalar of the result from the scalars of the operands at the same position.
    pub(super) fn each(
        &mut self,
        op: Op,
        mut compute: impl FnMut(&mut Self, &[Value]) -> Result<Value>,
    ) -> Result<()> {
        let count = op.num_operands(self.program.context);
        let operands: SmallVec<[Leaves; 3]> = (0..count)
            .map(|index| self.operand(op, index))
            .collect::<Result<_>>()?;
        // A scalar beside vectors, such as the condition of a choice, counts for all lanes.
        let lanes = operands.iter().map(|leaves| leaves.len()).max().unwrap_or(0);
        let mut results = Leaves::new();
        for lane in 0..lanes {
            let arguments: SmallVec<[Value; 3]> = operands
                .iter()
                .map(|leaves| leaves.get(lane).or(leaves.first()).copied())
                .collect::<Option<_>>()
                .ok_or_else(|| self.about(op, "has an operand without parts"))?;
            results.push(compute(self, &arguments)?);
        }
        self.define(op, results)
    }

    /// The block of Cranelift for a block.
    pub(super) fn block_of(&self, op: Op, block: Block) -> Result<clif::Block> {
        let found = self.blocks.get(&block).copied();
        found.ok_or_else(|| self.about(op, "branches to a block that cannot be reached"))
    }

    fn operation(&mut self, op: Op) -> Result<()> {
        let opcode = self.program.opcode(op)?;
        let done = self.vector_operation(op, opcode)?
            || self.integer_operation(op, opcode)?
            || self.float_operation(op, opcode)?
            || self.memory_operation(op, opcode)?
            || self.control_operation(op, opcode)?
            || self.aggregate_operation(op, opcode)?
            || self.integer_intrinsic(op, opcode)?
            || self.float_intrinsic(op, opcode)?
            || self.reduction(op, opcode)?;
        match (done, opcode) {
            (true, _)
            | (false, Opcode::LifetimeStart | Opcode::LifetimeEnd | Opcode::Prefetch | Opcode::Assume) => {
                Ok(())
            }
            (false, Opcode::Expect | Opcode::Freeze) => {
                let held = self.held(op, self.operand_value(op, 0)?)?;
                self.define(op, held)
            }
            _ => Err(self.about(op, "is not supported by Cranelift")),
        }
    }
}
