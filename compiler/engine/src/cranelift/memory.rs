//! Memory: loads and stores of all types, addresses, memory of the stack, copies.
//!
//! An `alloca` of a constant size outside of loops is a slot of the frame. Others take memory from the heap and chain it to
//! the frame: a block starts with the address of the one before it. `stackrestore` and every return free the chain.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{
    self as clif, AtomicRmwOp, InstBuilder, MemFlagsData, StackSlotData, StackSlotKind, Value, types,
};
use tvmlike_ir::Op;

use super::abi;
use super::function::{Leaves, Translator};
use super::loops::constant_count;
use super::part::Part;
use crate::error::Result;
use crate::opcode::Opcode;
use crate::program::Symbol;
use crate::types::{Leaf, Scalar};

/// The bytes before memory of the heap: a multiple of every alignment that scalars have.
const HEADER: i64 = 16;

impl Translator<'_, '_, '_> {
    /// Translates an operation of memory. Whether it is one.
    pub(super) fn memory_operation(&mut self, op: Op, opcode: Opcode) -> Result<bool> {
        match opcode {
            Opcode::Load => {
                let ty = self.result_type(op)?;
                let parts = self.parts_of_type(ty, op)?;
                let address = self.scalar_operand(op, 0)?;
                if let Some(value) = self.carried_load(op, address, &parts)? {
                    self.define(op, Leaves::from_slice(&[value]))?;
                    return Ok(true);
                }
                let values = match self.program.flags(op, self.program.keys.ordering) {
                    0 => self.load_parts(op, address, &parts)?,
                    _ => {
                        let leaves = self.leaves_of(ty, op)?;
                        self.atomic_load(op, address, &leaves)?
                    }
                };
                self.define(op, values)?;
            }
            Opcode::Store => {
                let value = self.operand_value(op, 0)?;
                let address = self.scalar_operand(op, 1)?;
                match self.program.flags(op, self.program.keys.ordering) {
                    0 => self.store_value(op, address, value)?,
                    _ => match *self.value(op, value)? {
                        [value] => {
                            self.builder
                                .ins()
                                .atomic_store(MemFlagsData::trusted(), value, address);
                        }
                        _ => return Err(self.about(op, "atomic stores of several scalars are not supported")),
                    },
                }
            }
            Opcode::Gep => self.gep(op)?,
            Opcode::Alloca => self.alloca(op)?,
            Opcode::StackSave => {
                let head = self.heap_head();
                let value = match head {
                    Some((_, head)) => head,
                    None => self.constant(types::I64, 0),
                };
                self.define(op, Leaves::from_slice(&[value]))?;
            }
            Opcode::StackRestore => {
                let until = self.scalar_operand(op, 0)?;
                self.free_heap(until);
            }
            Opcode::MemCpy | Opcode::MemMove | Opcode::MemSet => self.copy(op, opcode)?,
            Opcode::MaskedLoad => self.masked_load(op)?,
            Opcode::MaskedStore => self.masked_store(op)?,
            Opcode::AtomicRmw => self.atomic_rmw(op)?,
            Opcode::CmpXchg => self.compare_exchange(op)?,
            Opcode::Fence => {
                self.builder.ins().fence();
            }
            Opcode::AddressOf => {
                let address = self.address_of(op)?;
                self.define(op, Leaves::from_slice(&[address]))?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn offset(&self, op: Op, leaf: &Leaf) -> Result<i32> {
        let offset = i32::try_from(leaf.offset);
        offset.map_err(|_| self.about(op, "accesses a value of more than 2 GiB"))
    }

    /// Loads scalars.
    pub(super) fn load(&mut self, op: Op, address: Value, leaves: &[Leaf]) -> Result<Leaves> {
        let mut values = Leaves::new();
        for leaf in leaves {
            let ty = self.in_place(abi::register_type(leaf.scalar), op)?;
            let offset = self.offset(op, leaf)?;
            let flags = MemFlagsData::new().with_notrap();
            let value = self.builder.ins().load(ty, flags, address, offset);
            values.push(match leaf.scalar {
                Scalar::Int(1) => self.and_constant(value, 1),
                _ => value,
            });
        }
        Ok(values)
    }

    /// Stores scalars, or parts at the places of their first scalars.
    pub(super) fn store(&mut self, op: Op, address: Value, leaves: &[Leaf], values: &[Value]) -> Result<()> {
        for (leaf, value) in leaves.iter().zip(values) {
            let offset = self.offset(op, leaf)?;
            let flags = MemFlagsData::new().with_notrap();
            self.builder.ins().store(flags, *value, address, offset);
        }
        Ok(())
    }

    /// Loads the parts of a value.
    pub(super) fn load_parts(&mut self, op: Op, address: Value, parts: &[Part]) -> Result<Leaves> {
        let mut values = Leaves::new();
        for part in parts {
            if part.lanes == 1 {
                values.extend(self.load(op, address, &[part.leaf])?);
                continue;
            }
            let ty = self.in_place(part.ty(), op)?;
            let offset = self.offset(op, &part.leaf)?;
            // Vectors are aligned like their lanes, or not at all.
            let flags = MemFlagsData::new().with_notrap();
            values.push(self.builder.ins().load(ty, flags, address, offset));
        }
        Ok(values)
    }

    /// Stores a value.
    pub(super) fn store_value(&mut self, op: Op, address: Value, value: tvmlike_ir::Value) -> Result<()> {
        let parts = self.parts_of_type(value.ty(self.program.context), op)?;
        let values = self.parts_of_value(op, value)?;
        let leaves: Vec<Leaf> = parts.iter().map(|part| part.leaf).collect();
        self.store(op, address, &leaves, &values)
    }

    fn atomic_load(&mut self, op: Op, address: Value, leaves: &[Leaf]) -> Result<Leaves> {
        let [leaf] = leaves else {
            return Err(self.about(op, "atomic loads of several scalars are not supported"));
        };
        let ty = self.in_place(abi::register_type(leaf.scalar), op)?;
        let bits = types::I64.bits().min(ty.bits());
        let whole = clif::Type::int(bits as u16).unwrap_or(types::I64);
        let value = self
            .builder
            .ins()
            .atomic_load(whole, MemFlagsData::trusted(), address);
        Ok(Leaves::from_slice(&[self.bitcast(ty, value)]))
    }

    fn alloca(&mut self, op: Op) -> Result<()> {
        let elem = self.program.type_property(op, self.program.keys.elem_type)?;
        let layout = self.in_place(self.program.types.layout(elem), op)?;
        let asked = self.program.integer(op, self.program.keys.alignment);
        let align = layout.align.max(asked.unwrap_or(0).max(0) as u64).max(1);
        let in_loop = self.block.is_some_and(|block| self.loops.is_in_loop(block));
        let address = match constant_count(self.program, op) {
            Some(count) if !in_loop => {
                let bytes = (count * layout.size).max(1) as u32;
                let slot = self.builder.create_sized_stack_slot(StackSlotData::new(
                    StackSlotKind::ExplicitSlot,
                    bytes,
                    align.trailing_zeros() as u8,
                ));
                self.builder.ins().stack_addr(types::I64, slot, 0)
            }
            _ => {
                let count = self.scalar_operand(op, 0)?;
                let count = self.zero_extend(types::I64, count);
                self.allocate(count, layout.size, align)
            }
        };
        self.define(op, Leaves::from_slice(&[address]))
    }

    /// The slot of the chain of memory, and the newest block of it.
    fn heap_head(&mut self) -> Option<(Value, Value)> {
        let slot = self.heap?;
        let address = self.builder.ins().stack_addr(types::I64, slot, 0);
        let flags = MemFlagsData::trusted();
        let head = self.builder.ins().load(types::I64, flags, address, 0);
        Some((address, head))
    }

    /// Takes memory from the heap and chains it.
    fn allocate(&mut self, count: Value, size: u64, align: u64) -> Value {
        let Some((slot, head)) = self.heap_head() else {
            return self.constant(types::I64, 0);
        };
        let size = self.constant(types::I64, u128::from(size));
        let bytes = self.builder.ins().imul(count, size);
        let padding = HEADER + if align > 16 { align as i64 } else { 0 };
        let bytes = self.add_constant(bytes, padding);
        let block = self.call_import("malloc", &[bytes], Some(types::I64));
        let block = block.unwrap_or(bytes);
        // Without memory, the program cannot go on.
        self.builder.ins().trapz(block, super::state::ABORT);
        let flags = MemFlagsData::trusted();
        self.builder.ins().store(flags, head, block, 0);
        self.builder.ins().store(flags, block, slot, 0);
        let address = self.add_constant(block, HEADER);
        if align <= 16 {
            return address;
        }
        let up = self.add_constant(address, align as i64 - 1);
        let mask = !(u128::from(align) - 1);
        self.and_constant(up, mask)
    }

    /// Frees the chain of memory up to a block, or all of it if the block is 0.
    pub(super) fn free_heap(&mut self, until: Value) {
        let Some((slot, head)) = self.heap_head() else {
            return;
        };
        let (test, body, done) = (
            self.builder.create_block(),
            self.builder.create_block(),
            self.builder.create_block(),
        );
        let block = self.builder.append_block_param(test, types::I64);
        self.builder.ins().jump(test, &[head.into()]);
        self.builder.switch_to_block(test);
        let is_last = self.builder.ins().icmp(IntCC::Equal, block, until);
        self.builder.ins().brif(is_last, done, &[], body, &[]);
        self.builder.switch_to_block(body);
        let flags = MemFlagsData::trusted();
        let next = self.builder.ins().load(types::I64, flags, block, 0);
        self.call_import("free", &[block], None);
        self.builder.ins().jump(test, &[next.into()]);
        self.builder.switch_to_block(done);
        self.builder.ins().store(flags, until, slot, 0);
    }

    fn copy(&mut self, op: Op, opcode: Opcode) -> Result<()> {
        let target = self.scalar_operand(op, 0)?;
        let source = self.scalar_operand(op, 1)?;
        let count = self.scalar_operand(op, 2)?;
        let count = self.zero_extend(types::I64, count);
        match opcode {
            Opcode::MemSet => {
                let byte = self.zero_extend(types::I32, source);
                self.call_import("memset", &[target, byte, count], Some(types::I64));
            }
            Opcode::MemMove => {
                self.call_import("memmove", &[target, source, count], Some(types::I64));
            }
            _ => {
                self.call_import("memcpy", &[target, source, count], Some(types::I64));
            }
        }
        Ok(())
    }

    fn atomic_rmw(&mut self, op: Op) -> Result<()> {
        let kind = match self.program.flags(op, self.program.keys.bin_op) {
            0 => AtomicRmwOp::Xchg,
            1 => AtomicRmwOp::Add,
            2 => AtomicRmwOp::Sub,
            3 => AtomicRmwOp::And,
            4 => AtomicRmwOp::Nand,
            5 => AtomicRmwOp::Or,
            6 => AtomicRmwOp::Xor,
            7 => AtomicRmwOp::Smax,
            8 => AtomicRmwOp::Smin,
            9 => AtomicRmwOp::Umax,
            10 => AtomicRmwOp::Umin,
            11 => return self.atomic_float(op, Opcode::FAdd),
            12 => return self.atomic_float(op, Opcode::FSub),
            13 => return self.atomic_float(op, Opcode::MaxNum),
            14 => return self.atomic_float(op, Opcode::MinNum),
            19 => return self.atomic_float(op, Opcode::Maximum),
            20 => return self.atomic_float(op, Opcode::Minimum),
            _ => return Err(self.about(op, "this atomic update is not supported by Cranelift")),
        };
        let (address, value) = (self.scalar_operand(op, 0)?, self.scalar_operand(op, 1)?);
        let ty = self.ty(value);
        // What is exchanged can be a float.
        let whole = match ty {
            types::F32 => types::I32,
            types::F64 => types::I64,
            _ => ty,
        };
        if !whole.is_int() || whole.bits() > 64 {
            return Err(self.about(op, "this atomic update is not supported by Cranelift"));
        }
        let flags = MemFlagsData::trusted();
        let value = self.bitcast(whole, value);
        let old = self.builder.ins().atomic_rmw(whole, flags, kind, address, value);
        let old = self.bitcast(ty, old);
        self.define(op, Leaves::from_slice(&[old]))
    }

    /// Updates a float by comparing and exchanging until no other thread comes between.
    fn atomic_float(&mut self, op: Op, opcode: Opcode) -> Result<()> {
        let scalar = self.operand_element(op, 1)?;
        let (address, value) = (self.scalar_operand(op, 0)?, self.scalar_operand(op, 1)?);
        let ty = self.ty(value);
        let whole = clif::Type::int(ty.bits() as u16).unwrap_or(types::I64);
        let flags = MemFlagsData::trusted();
        let (again, done) = (self.builder.create_block(), self.builder.create_block());
        let expected = self.builder.append_block_param(again, whole);
        let first = self.builder.ins().atomic_load(whole, flags, address);
        self.builder.ins().jump(again, &[first.into()]);
        self.builder.switch_to_block(again);
        let old = self.bitcast(ty, expected);
        let new = match opcode {
            Opcode::FAdd | Opcode::FSub => {
                let (a, b) = (self.widen(scalar, old), self.widen(scalar, value));
                let result = self.float_arithmetic(opcode, a, b);
                self.narrow(scalar, result)
            }
            _ => self.extreme_of_floats(opcode, scalar, old, value),
        };
        let new = self.bitcast(whole, new);
        let found = self.builder.ins().atomic_cas(flags, address, expected, new);
        let same = self.builder.ins().icmp(IntCC::Equal, found, expected);
        self.builder.ins().brif(same, done, &[], again, &[found.into()]);
        self.builder.switch_to_block(done);
        self.define(op, Leaves::from_slice(&[old]))
    }

    fn compare_exchange(&mut self, op: Op) -> Result<()> {
        let address = self.scalar_operand(op, 0)?;
        let (expected, new) = (self.scalar_operand(op, 1)?, self.scalar_operand(op, 2)?);
        let ty = self.ty(expected);
        if !ty.is_int() || ty.bits() > 64 {
            return Err(self.about(op, "this atomic exchange is not supported by Cranelift"));
        }
        let flags = MemFlagsData::trusted();
        let found = self.builder.ins().atomic_cas(flags, address, expected, new);
        let same = self.builder.ins().icmp(IntCC::Equal, found, expected);
        self.define(op, Leaves::from_slice(&[found, same]))
    }

    /// The address of a global or a function.
    fn address_of(&mut self, op: Op) -> Result<Value> {
        let symbol = self.program.reference(op, self.program.keys.global_name)?;
        let symbol = symbol.ok_or_else(|| self.about(op, "refers to no symbol"))?;
        let id = self.module.symbol_of(symbol);
        if let Symbol::Function(index) = symbol {
            let ty = &self.program.functions[index].ty;
            let entry = abi::entry(self.program, ty, self.module.convention);
            let signature = self.in_place(entry, op)?.signature;
            let function = self.module.import_address(&mut self.builder, id, signature);
            return Ok(self.builder.ins().func_addr(types::I64, function));
        }
        let name = clif::UserExternalName::new(0, id as u32);
        let name = self.builder.func.declare_imported_user_function(name);
        let colocated = self.module.is_near(id);
        let global = self.builder.create_global_value(clif::GlobalValueData::Symbol {
            name: clif::ExternalName::user(name),
            offset: 0.into(),
            colocated,
            tls: false,
        });
        Ok(self.builder.ins().symbol_value(types::I64, global))
    }
}
