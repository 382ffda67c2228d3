//! Branches: a block frees what it owns and the target does not need; the target gets the owners of what it needs.

use std::collections::HashMap;

use tvmlike_ir::{Block, Branch, Failure, Location, Op, Value};

use super::insert::Deallocation;
use super::ownership::{Ownership, is_memref};
use crate::make::Make;

impl Deallocation<'_, '_> {
    /// The operands that a successor gets.
    fn passed(&self, op: Op, successor: usize) -> Vec<Value> {
        let context = self.context();
        let Some(branch) = op.interface::<Branch>(context) else {
            return Vec::new();
        };
        let range = (branch.operands)(context, op, successor).operands;
        op.operands(context).skip(range.start).take(range.len()).collect()
    }

    /// Passes more operands to a successor.
    fn pass_more(&mut self, op: Op, successor: usize, mut values: Vec<Value>, more: Vec<Value>) {
        let context = self.context();
        if let Some(branch) = op.interface::<Branch>(context) {
            values.extend(more);
            (branch.set_operands)(self.rewriter.edit(), op, successor, &values);
        }
    }

    pub(super) fn branch(&mut self, op: Op) -> Result<(), Failure> {
        let context = self.context();
        let refuse = |message: &str| Err(op.emit_error(context, message).emit());
        let successors: Vec<Block> = op.successors(context).collect();
        let target = match successors[..] {
            [target] => target,
            [] => {
                return refuse(
                    "only BranchOpInterface operations with exactly one successor are supported yet",
                );
            }
            _ => {
                return refuse("BranchOpInterface operations with multiple successors are not supported yet");
            }
        };
        let Some((branch, block)) = op.interface::<Branch>(context).zip(op.block(context)) else {
            return Ok(());
        };
        if (branch.operands)(context, op, 0).produced > 0 {
            return refuse("produced operands are not supported");
        }
        let location = op.location(context);
        self.rewriter.set_before(op);
        let owned = self.owned(location, block)?;
        let passed = self.passed(op, 0);
        let retained = self.state.retained(context, block, Some(target), &passed);
        let mut owners = self.dealloc(location, block, &owned, &retained);
        owners.truncate(passed.iter().filter(|value| is_memref(context, **value)).count());
        self.pass_more(op, 0, passed, owners);
        Ok(())
    }

    /// The owners of what the target of a conditional branch needs, if the branch goes there.
    fn free_for(
        &mut self,
        op: Op,
        [block, target]: [Block; 2],
        successor: usize,
        owned: &[(Value, Value)],
    ) -> Vec<(Value, Value)> {
        let context = self.context();
        let location = op.location(context);
        let passed = self.passed(op, successor);
        let retained = self.state.retained(context, block, Some(target), &passed);
        let owners = self.dealloc(location, block, owned, &retained);
        let owner_of: HashMap<Value, Value> = retained.iter().copied().zip(owners.iter().copied()).collect();
        let memrefs = passed.iter().filter(|value| is_memref(context, **value));
        let more = memrefs.filter_map(|value| owner_of.get(value).copied()).collect();
        self.pass_more(op, successor, passed, more);
        retained
            .into_iter()
            .map(|value| (value, owner_of[&value]))
            .collect()
    }

    fn and(&mut self, location: Location, first: Value, second: Value) -> Value {
        let i1 = self.context().i1();
        Make::new("arith.andi", &[first, second], &[i1]).value(&mut self.rewriter, location)
    }

    pub(super) fn conditional_branch(&mut self, op: Op) -> Result<Op, Failure> {
        let context = self.context();
        let (Some(block), Some(yes), Some(no)) = (
            op.block(context),
            op.successor(context, 0),
            op.successor(context, 1),
        ) else {
            return Ok(op);
        };
        let Some(condition) = op.operand(context, 0) else {
            return Ok(op);
        };
        let location = op.location(context);
        self.rewriter.set_before(op);
        let owned = self.owned(location, block)?;
        let mut taken = Vec::new();
        for (memref, owner) in &owned {
            taken.push((*memref, self.and(location, *owner, condition)));
        }
        let first = self.free_for(op, [block, yes], 0, &taken);
        let mut taken = Vec::new();
        for (memref, owner) in &owned {
            let always = self.bool_constant(location, true);
            let other = Make::new("arith.xori", &[always, condition], &[context.i1()])
                .value(&mut self.rewriter, location);
            taken.push((*memref, self.and(location, *owner, other)));
        }
        let second = self.free_for(op, [block, no], 1, &taken);
        let mut done = Vec::new();
        let owner_of: HashMap<Value, Value> = first.into_iter().collect();
        for (value, other) in second {
            let Some(owner) = owner_of.get(&value).filter(|_| !done.contains(&value)) else {
                continue;
            };
            done.push(value);
            let either = Make::new("arith.select", &[condition, *owner, other], &[context.i1()])
                .value(&mut self.rewriter, location);
            self.state.set(value, block, Ownership::If(either));
        }
        Ok(op)
    }
}
