//! Operations of memref and scf in the place of `bufferization.dealloc`.
//!
//! One memref is compared with what is retained; of several, a function finds out at run time which are to be freed, so that
//! the code does not grow with the product of both.

use tvmlike_define::OpBuilder;
use tvmlike_ir::{Context, DYNAMIC, InsertionPoint, Location, Op, OpState, Rewriter, Type, Value};

use super::parts::Parts;
use crate::make::{Make, build, index_constant, integer};

/// The memref of rank 1 with a size and an element.
pub(super) fn list_type(context: &Context, size: i64, element: Type) -> Type {
    context
        .memref_type(&[size], element, None, None)
        .expect("a memref can have indices and booleans")
}

/// Makes operations at a place, all with one location.
pub(super) struct Lowering<'e, 'c> {
    pub(super) rewriter: Rewriter<'e, 'c>,
    pub(super) location: Location,
}

impl<'c> Lowering<'_, 'c> {
    pub(super) fn context(&self) -> &'c Context {
        self.rewriter.context()
    }

    pub(super) fn make(&mut self, name: &str, operands: &[Value], results: &[Type]) -> Op {
        Make::new(name, operands, results).at(&mut self.rewriter, self.location)
    }

    pub(super) fn value(&mut self, name: &str, operands: &[Value], ty: Type) -> Value {
        Make::new(name, operands, &[ty]).value(&mut self.rewriter, self.location)
    }

    pub(super) fn bool_value(&mut self, name: &str, first: Value, second: Value) -> Value {
        self.value(name, &[first, second], self.context().i1())
    }

    pub(super) fn constant(&mut self, value: bool) -> Value {
        let context = self.context();
        Make::new("arith.constant", &[], &[context.i1()])
            .with(&[("value", context.bool_attribute(value))])
            .value(&mut self.rewriter, self.location)
    }

    pub(super) fn index(&mut self, value: usize) -> Value {
        index_constant(&mut self.rewriter, self.location, value as i64)
    }

    /// Compares two indices; 0: equal, 1: different.
    pub(super) fn compare(&mut self, predicate: i64, first: Value, second: Value) -> Value {
        let context = self.context();
        let predicate = integer(context, context.i64(), predicate);
        Make::new("arith.cmpi", &[first, second], &[context.i1()])
            .with(&[("predicate", predicate)])
            .value(&mut self.rewriter, self.location)
    }

    /// Makes `scf.if` without results.
    pub(super) fn when(&mut self, condition: Value, then: impl FnOnce(&mut Self)) {
        let context = self.context();
        let regions = [0, 1].map(|_| Some(self.rewriter.edit().create_region()));
        let choice = self.rewriter.create(&OpState {
            operands: &[condition],
            regions: &regions,
            ..OpState::new(context.identifier("scf.if"), self.location)
        });
        let place = self.rewriter.insertion_point();
        if let Some(region) = choice.region(context, 0) {
            self.rewriter.create_block(region, None, &[]);
            then(self);
            self.make("scf.yield", &[], &[]);
        }
        self.rewriter.set_insertion_point(place);
    }

    fn free_if(&mut self, condition: Value, memref: Value) {
        self.when(condition, |lowering| {
            lowering.make("memref.dealloc", &[memref], &[]);
        });
    }

    /// The values of the results.
    pub(super) fn lower(&mut self, parts: &Parts, helper: Option<Op>) -> Vec<Value> {
        match (&parts.freed[..], helper) {
            ([], _) => {
                let no = self.constant(false);
                vec![no; parts.retained.len()]
            }
            ([(memref, condition)], _) if parts.retained.is_empty() => {
                self.free_if(*condition, *memref);
                Vec::new()
            }
            ([(memref, condition)], _) => self.free_one(*memref, *condition, &parts.retained),
            (_, Some(helper)) => self.free_several(parts, helper),
            (_, None) => Vec::new(),
        }
    }

    fn address(&mut self, memref: Value) -> Value {
        let index = self.context().index_type();
        self.value("memref.extract_aligned_pointer_as_index", &[memref], index)
    }

    fn free_one(&mut self, memref: Value, condition: Value, retained: &[Value]) -> Vec<Value> {
        let address = self.address(memref);
        let mut others = Vec::new();
        for value in retained {
            let other = self.address(*value);
            others.push(self.compare(1, address, other));
        }
        let mut all = others[0];
        for other in &others[1..] {
            all = self.bool_value("arith.andi", all, *other);
        }
        let is_freed = self.bool_value("arith.andi", all, condition);
        self.free_if(is_freed, memref);
        let yes = self.constant(true);
        let mut owners = Vec::new();
        for other in others {
            let is_same = self.bool_value("arith.xori", other, yes);
            owners.push(self.bool_value("arith.andi", is_same, condition));
        }
        owners
    }

    fn list(&mut self, size: usize, element: Type) -> Value {
        let ty = list_type(self.context(), size as i64, element);
        let op = OpBuilder::new("memref.alloc")
            .operand("dynamicSizes", [])
            .operand("symbolOperands", [])
            .result("memref", [ty]);
        let made = build(&mut self.rewriter, op, self.location);
        made.result(self.context(), 0)
            .expect("an allocation has a result")
    }

    fn any_size(&mut self, list: Value, element: Type) -> Value {
        let ty = list_type(self.context(), DYNAMIC, element);
        self.value("memref.cast", &[list], ty)
    }

    fn store(&mut self, value: Value, list: Value, at: usize) {
        let at = self.index(at);
        self.make("memref.store", &[value, list, at], &[]);
    }

    fn free_several(&mut self, parts: &Parts, helper: Op) -> Vec<Value> {
        let context = self.context();
        let (index, i1) = (context.index_type(), context.i1());
        let (count, kept) = (parts.freed.len(), parts.retained.len());
        let memrefs = self.list(count, index);
        let conditions = self.list(count, i1);
        let retained = self.list(kept, index);
        for (at, (memref, _)) in parts.freed.iter().enumerate() {
            let address = self.address(*memref);
            self.store(address, memrefs, at);
        }
        for (at, (_, condition)) in parts.freed.iter().enumerate() {
            self.store(*condition, conditions, at);
        }
        for (at, value) in parts.retained.iter().enumerate() {
            let address = self.address(*value);
            self.store(address, retained, at);
        }
        let any_memrefs = self.any_size(memrefs, index);
        let any_conditions = self.any_size(conditions, i1);
        let any_retained = self.any_size(retained, index);
        let are_freed = self.list(count, i1);
        let owners = self.list(kept, i1);
        let any_freed = self.any_size(are_freed, i1);
        let any_owners = self.any_size(owners, i1);
        let name = context.identifier(helper.symbol_name(context).unwrap_or_default());
        let call = OpBuilder::new("func.call")
            .operand(
                "operands",
                [any_memrefs, any_retained, any_conditions, any_freed, any_owners],
            )
            .result("", [])
            .attribute("callee", context.symbol_ref_attribute(name, &[]));
        build(&mut self.rewriter, call, self.location);
        for (at, (memref, _)) in parts.freed.iter().enumerate() {
            let at = self.index(at);
            let is_freed = self.value("memref.load", &[are_freed, at], i1);
            self.free_if(is_freed, *memref);
        }
        let mut values = Vec::new();
        for at in 0..kept {
            let at = self.index(at);
            values.push(self.value("memref.load", &[owners, at], i1));
        }
        for list in [memrefs, retained, conditions, are_freed, owners] {
            self.make("memref.dealloc", &[list], &[]);
        }
        values
    }
}

impl Lowering<'_, '_> {
    /// Makes `scf.for` from 0 by steps of 1, which passes values on, and gives its variable and these to its body.
    pub(super) fn count(
        &mut self,
        [zero, end, one]: [Value; 3],
        inits: &[Value],
        body: impl FnOnce(&mut Self, Value, &[Value]) -> Vec<Value>,
    ) -> Vec<Value> {
        let context = self.context();
        let mut operands = vec![zero, end, one];
        operands.extend(inits);
        let types: Vec<Type> = inits.iter().map(|value| value.ty(context)).collect();
        let region = self.rewriter.edit().create_region();
        let made = self.rewriter.create(&OpState {
            operands: &operands,
            results: &types,
            regions: &[Some(region)],
            ..OpState::new(context.identifier("scf.for"), self.location)
        });
        let mut arguments = vec![(context.index_type(), self.location)];
        arguments.extend(types.into_iter().map(|ty| (ty, self.location)));
        if let Some(region) = made.region(context, 0) {
            let block = self.rewriter.create_block(region, None, &arguments);
            let values: Vec<Value> = block.arguments(context).collect();
            self.rewriter
                .set_insertion_point(Some(InsertionPoint::at_end(block)));
            let passed = body(self, values[0], &values[1..]);
            self.make("scf.yield", &passed, &[]);
        }
        self.rewriter.set_after(made);
        made.results(context).collect()
    }
}
