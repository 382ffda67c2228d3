//! What operations do to owners: allocations, calls, and operations with regions.

use tvmlike_ir::{
    Branch, Call, Callee, Effect, EffectKind, EffectTarget, Failure, Op, OpState, RegionBranch, Type, Value,
    Visibility,
};

use super::insert::Deallocation;
use super::ownership::{Ownership, is_memref};
use super::preconditions;
use crate::bufferize::has_body;
use crate::make::{Make, property};

/// Memory with this attribute is freed by hand.
const MANUAL: &str = "bufferization.manual_deallocation";

impl Deallocation<'_, '_> {
    /// Notes what an operation does, and what its end of a block frees. The operation, or what replaced it.
    pub(super) fn handle(&mut self, op: Op) -> Result<Op, Failure> {
        let context = self.context();
        if op.is_named(context, "cf.cond_br") {
            return self.conditional_branch(op);
        }
        if op.is_named(context, "scf.forall.in_parallel") {
            return self.end_of_forall(op);
        }
        if op.is_named(context, "arith.select") {
            return Ok(op);
        }
        preconditions::check(context, op)?;
        let mut op = op;
        self.allocate_or_free(op)?;
        if op.interface::<RegionBranch>(context).is_some() {
            op = self.with_regions(op)?;
        }
        if op.interface::<Call>(context).is_some() {
            op = self.call(op);
        }
        if op.interface::<Branch>(context).is_some() {
            self.branch(op)?;
        }
        if preconditions::ends_region(context, op) {
            self.end_of_region(op)?;
        }
        Ok(op)
    }

    /// Results of which nothing was noted are views of any operand; without one, no one else here owns them.
    pub(super) fn own_other_results(&mut self, op: Op) {
        let context = self.context();
        let Some(block) = op.block(context) else {
            return;
        };
        let results: Vec<Value> = op.results(context).collect();
        for result in results {
            if !is_memref(context, result) || self.state.owner(result, block) != Ownership::Unset {
                continue;
            }
            for operand in op.operands(context).filter(|value| is_memref(context, *value)) {
                if let Some(home) = operand.parent_block(context) {
                    let owner = self.state.owner(operand, home);
                    self.state.join(context, result, block, owner);
                }
            }
            if self.state.owner(result, block) == Ownership::Unset {
                self.rewriter.set_before(op);
                let no = self.bool_constant(op.location(context), false);
                self.state.join(context, result, block, Ownership::If(no));
            }
        }
    }

    fn allocate_or_free(&mut self, op: Op) -> Result<(), Failure> {
        let context = self.context();
        let (Some(effects), Some(block)) = (preconditions::effects(context, op), op.block(context)) else {
            return Ok(());
        };
        let find = |kind: EffectKind, value: Value| {
            effects
                .iter()
                .find(|effect| effect.kind == kind && effect.target == EffectTarget::Value(value))
        };
        let location = op.location(context);
        let is_manual = op.attribute(context, context.identifier(MANUAL)).is_some();
        for operand in op.operands(context).filter(|value| is_memref(context, *value)) {
            if find(EffectKind::Free, operand).is_none() {
                continue;
            }
            if !is_manual {
                let message = "memory free side-effect on MemRef value not supported!";
                return Err(op.emit_error(context, message).emit());
            }
            if let Ownership::If(owner) = self.state.owner(operand, block) {
                self.rewriter.set_before(op);
                let yes = self.bool_constant(location, true);
                let is_other = Make::new("arith.xori", &[owner, yes], &[context.i1()])
                    .value(&mut self.rewriter, location);
                let message = context.string_attribute("expected that the block does not have ownership");
                Make::new("cf.assert", &[is_other], &[])
                    .with(&[("msg", message)])
                    .at(&mut self.rewriter, location);
            }
        }
        self.set_start(block);
        for result in op.results(context).filter(|value| is_memref(context, *value)) {
            let Some(effect) = find(EffectKind::Allocate, result) else {
                continue;
            };
            let is_owned = effect.resource != Effect::AUTOMATIC && !is_manual;
            let owner = self.bool_constant(location, is_owned);
            if is_owned {
                self.state.join(context, result, block, Ownership::If(owner));
                self.state.free_at_end(result, block);
            } else {
                self.state.set(result, block, Ownership::If(owner));
            }
        }
        Ok(())
    }

    /// Replaces an operation by one with more operands and results, and the same regions.
    fn extend(&mut self, op: Op, operands: &[Value], more: usize) -> Op {
        let context = self.context();
        let old: Vec<Value> = op.results(context).collect();
        let mut types: Vec<Type> = old.iter().map(|value| value.ty(context)).collect();
        types.extend(std::iter::repeat_n(context.i1(), more));
        let mut regions = Vec::new();
        for region in op.regions(context).collect::<Vec<_>>() {
            let edit = self.rewriter.edit();
            let new = edit.create_region();
            new.take_body(edit, region)
                .expect("a region on its own is in no other region");
            regions.push(Some(new));
        }
        self.rewriter.set_before(op);
        let successors: Vec<_> = op.successors(context).collect();
        let new = self.rewriter.create(&OpState {
            operands,
            results: &types,
            attributes: op.attributes(context),
            properties: op.properties(context),
            regions: &regions,
            successors: &successors,
            ..OpState::new(op.name(context), op.location(context))
        });
        let values: Vec<Value> = new.results(context).take(old.len()).collect();
        for (from, to) in old.into_iter().zip(&values) {
            self.state.rename(from, *to);
        }
        self.rewriter.replace_op(op, &values);
        new
    }

    /// Makes the new results the owners of those that are memrefs.
    fn own_results(&mut self, op: Op, count: usize) {
        let context = self.context();
        let Some(block) = op.block(context) else {
            return;
        };
        let results: Vec<Value> = op.results(context).collect();
        let (old, owners) = results.split_at(count);
        let memrefs = old.iter().filter(|value| is_memref(context, **value));
        for (result, owner) in memrefs.zip(owners) {
            self.state.join(context, *result, block, Ownership::If(*owner));
            self.state.free_at_end(*result, block);
        }
    }

    fn count_memref_results(&self, op: Op) -> usize {
        let context = self.context();
        let results = op.results(context);
        results.filter(|value| is_memref(context, *value)).count()
    }

    /// Regions get and return owners with memrefs. What is passed from outside is not theirs.
    fn with_regions(&mut self, op: Op) -> Result<Op, Failure> {
        let context = self.context();
        let (Some(branch), Some(block)) = (op.interface::<RegionBranch>(context), op.block(context)) else {
            return Ok(op);
        };
        let no = self.bool_at_start(block, op.location(context), false);
        let first = (branch.successors)(context, op, None, &[]).into_iter().next();
        let passed = first.map_or(0..0, |first| (branch.entry_operands)(context, op, &first));
        let passed = op.operands(context).skip(passed.start).take(passed.len());
        let count = passed.filter(|value| is_memref(context, *value)).count();
        let more = self.count_memref_results(op);
        if count == 0 && more == 0 {
            return Ok(op);
        }
        if count > 0 && property(context, op, "operandSegmentSizes").is_some() {
            let message = "passing memrefs to the regions of this operation is not supported";
            return Err(op.emit_op_error(context, message).emit());
        }
        let mut operands: Vec<Value> = op.operands(context).collect();
        operands.extend(std::iter::repeat_n(no, count));
        let results = op.num_results(context);
        let new = self.extend(op, &operands, more);
        self.own_results(new, results);
        Ok(new)
    }

    /// Whether a call returns owners: what it calls is a symbol that is private and has a body.
    fn returns_owners(&mut self, call: Op) -> bool {
        let context = self.context();
        let Some(Callee::Symbol(reference)) = call
            .interface::<Call>(context)
            .and_then(|it| (it.callee)(context, call))
        else {
            return false;
        };
        let function = self.tables.lookup_nearest(context, call, reference);
        function.is_some_and(|function| {
            function.symbol_visibility(context) == Visibility::Private && has_body(context, function)
        })
    }

    fn call(&mut self, op: Op) -> Op {
        let context = self.context();
        let Some(block) = op.block(context) else {
            return op;
        };
        if self.is_dynamic && self.returns_owners(op) {
            let (count, more) = (op.num_results(context), self.count_memref_results(op));
            if more == 0 {
                return op;
            }
            let operands: Vec<Value> = op.operands(context).collect();
            let new = self.extend(op, &operands, more);
            self.own_results(new, count);
            return new;
        }
        self.rewriter.set_before(op);
        let yes = self.bool_constant(op.location(context), true);
        for result in op.results(context).collect::<Vec<Value>>() {
            if is_memref(context, result) {
                self.state.join(context, result, block, Ownership::If(yes));
                self.state.free_at_end(result, block);
            }
        }
        op
    }
}
