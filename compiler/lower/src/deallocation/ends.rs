//! The ends of regions: what is owned is freed or returned with its owner.

use tvmlike_define::OpBuilder;
use tvmlike_ir::{Block, Failure, Location, Op, OpState, RegionSuccessor, Type, TypeKind, Value};

use super::insert::Deallocation;
use super::ownership::{Ownership, constant_bool, is_memref};
use super::parts::Parts;
use crate::make::{Make, build};
use crate::strided_metadata::extract;

impl Deallocation<'_, '_> {
    /// A memref without a rank as one of rank 0; another one itself.
    fn with_rank(&mut self, value: Value, location: Location) -> Value {
        let context = self.context();
        let TypeKind::UnrankedMemRef { element, .. } = value.ty(context).kind(context) else {
            return value;
        };
        let layout = context.strided_layout_attribute(0, &[]);
        let Ok(ty) = context.memref_type(&[], element, Some(layout), None) else {
            return value;
        };
        let none = context.dense_i64_array(&[]);
        let op = OpBuilder::new("memref.reinterpret_cast")
            .operand("source", [value])
            .operand("offsets", [])
            .operand("sizes", [])
            .operand("strides", [])
            .attribute("static_offsets", context.dense_i64_array(&[0]))
            .attribute("static_sizes", none)
            .attribute("static_strides", none)
            .result("result", [ty]);
        let made = build(&mut self.rewriter, op, location);
        made.result(context, 0).unwrap_or(value)
    }

    /// The memory that the end of a block frees, and the conditions.
    pub(super) fn owned(&mut self, location: Location, block: Block) -> Result<Vec<(Value, Value)>, Failure> {
        let context = self.context();
        let mut all = Vec::new();
        for value in self.state.freed_at_end(block) {
            let invalid = || {
                let message = "MemRef value does not have valid ownership";
                context.emit_error(value.location(context), message).emit()
            };
            let Ownership::If(owner) = self.state.owner(value, block) else {
                return Err(invalid());
            };
            let ranked = self.with_rank(value, location);
            let metadata = extract(&mut self.rewriter, location, ranked).ok_or_else(invalid)?;
            all.push((metadata.result(context, 0).ok_or_else(invalid)?, owner));
        }
        Ok(all)
    }

    /// Makes `bufferization.dealloc`. Its results are the owners of what is retained from now on.
    pub(super) fn dealloc(
        &mut self,
        location: Location,
        block: Block,
        owned: &[(Value, Value)],
        retained: &[Value],
    ) -> Vec<Value> {
        let context = self.context();
        let parts = Parts {
            freed: owned.to_vec(),
            retained: retained.to_vec(),
        };
        let owners = parts.make(&mut self.rewriter, location);
        for value in retained {
            self.state.set(*value, block, Ownership::Unset);
        }
        for (value, owner) in retained.iter().zip(&owners) {
            self.state.join(context, *value, block, Ownership::If(*owner));
        }
        owners
    }

    /// Frees what a block owns and does not return; the owners of what it returns.
    fn free_at_return(&mut self, op: Op, block: Block, returned: &[Value]) -> Result<Vec<Value>, Failure> {
        let context = self.context();
        let location = op.location(context);
        self.rewriter.set_before(op);
        let owned = self.owned(location, block)?;
        let retained = self.state.retained(context, block, None, returned);
        if owned.is_empty() && retained.is_empty() {
            return Ok(Vec::new());
        }
        let mut owners = self.dealloc(location, block, &owned, &retained);
        owners.truncate(
            returned
                .iter()
                .filter(|value| is_memref(context, **value))
                .count(),
        );
        Ok(owners)
    }

    pub(super) fn end_of_forall(&mut self, op: Op) -> Result<Op, Failure> {
        let context = self.context();
        let body = op
            .region(context, 0)
            .and_then(|region| region.first_block(context));
        if body.is_some_and(|body| body.first_op(context).is_some()) {
            let message = "only supported when nested region is empty";
            return Err(op.emit_error(context, message).emit());
        }
        if let Some(block) = op.block(context) {
            self.free_at_return(op, block, &[])?;
        }
        Ok(op)
    }

    pub(super) fn end_of_region(&mut self, op: Op) -> Result<(), Failure> {
        let context = self.context();
        let (Some(block), Some(parent)) = (op.block(context), op.parent_op(context)) else {
            return Ok(());
        };
        let gives = self.gives_ownership(parent);
        if gives {
            for index in 0..op.num_operands(context) {
                let Some(value) = op
                    .operand(context, index)
                    .filter(|value| is_memref(context, *value))
                else {
                    continue;
                };
                self.rewriter.set_before(op);
                let owned = self.make_owned(value, block);
                op.set_operand(self.rewriter.edit(), index, owned);
            }
        }
        let after = RegionSuccessor::results(context, parent);
        let range = op.passed_operands(context, &after).unwrap_or_default();
        let mut operands: Vec<Value> = op.operands(context).collect();
        // IR that is not valid can have fewer operands.
        let returned = operands.get(range.clone()).unwrap_or_default();
        let owners = self.free_at_return(op, block, returned)?;
        if !gives && !owners.is_empty() {
            operands.splice(range.end..range.end, owners);
            op.set_operands(self.rewriter.edit(), &operands);
        }
        Ok(())
    }

    /// A memref with the same contents that the block owns.
    fn make_owned(&mut self, value: Value, block: Block) -> Value {
        let context = self.context();
        let (value, owner) = self.with_owner(value, block);
        if constant_bool(context, owner) == Some(true) {
            return value;
        }
        let location = value.location(context);
        let ty = value.ty(context);
        let regions = [0, 1].map(|_| Some(self.rewriter.edit().create_region()));
        let choice = self.rewriter.create(&OpState {
            operands: &[owner],
            results: &[ty],
            regions: &regions,
            ..OpState::new(context.identifier("scf.if"), location)
        });
        let place = self.rewriter.insertion_point();
        for region in choice.regions(context).collect::<Vec<_>>() {
            let is_else = region.index(context) == 1;
            self.rewriter.create_block(region, None, &[]);
            let passed = match is_else {
                true => self.clone(value, ty, location),
                false => value,
            };
            Make::new("scf.yield", &[passed], &[]).at(&mut self.rewriter, location);
        }
        self.rewriter.set_insertion_point(place);
        let result = choice.result(context, 0).unwrap_or(value);
        let yes = self.bool_constant(location, true);
        self.own(result, yes);
        result
    }

    fn own(&mut self, value: Value, owner: Value) {
        let context = self.context();
        if let Some(block) = value.parent_block(context) {
            self.state.join(context, value, block, Ownership::If(owner));
            self.state.free_at_end(value, block);
        }
    }

    fn clone(&mut self, value: Value, ty: Type, location: Location) -> Value {
        Make::new("bufferization.clone", &[value], &[ty]).value(&mut self.rewriter, location)
    }

    /// A memref with the same contents and its owner.
    fn with_owner(&mut self, value: Value, block: Block) -> (Value, Value) {
        let context = self.context();
        if let Some(select) = value
            .defining_op(context)
            .filter(|op| op.is_named(context, "arith.select") && op.block(context) == Some(block))
        {
            let operands: Vec<Value> = select.operands(context).collect();
            if let [condition, yes, no] = operands[..]
                && let (Ownership::If(yes), Ownership::If(no)) =
                    (self.state.owner(yes, block), self.state.owner(no, block))
            {
                let owner = Make::new("arith.select", &[condition, yes, no], &[context.i1()])
                    .value(&mut self.rewriter, select.location(context));
                return (value, owner);
            }
        }
        if let Ownership::If(owner) = self.state.owner(value, block) {
            return (value, owner);
        }
        let location = value.location(context);
        let copy = self.clone(value, value.ty(context), location);
        let yes = self.bool_constant(location, true);
        self.own(copy, yes);
        (copy, yes)
    }
}
