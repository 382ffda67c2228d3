//! The body of a loop for a group of iterations.

use std::collections::HashMap;

use foldhash::fast::FixedState;
use tvmlike_ir::{Block, Context, InsertionPoint, Location, Op, OpState, Rewriter, Type, Value};

use super::kinds::{Kind, Kinds};
use crate::make::{Make, build, detached_for};

/// What stands for what in a copy.
pub(super) type Copies = HashMap<Value, Value, FixedState>;

/// Copies a body for a group.
pub(super) struct Lanes<'a> {
    kinds: &'a Kinds,
    width: i64,
    /// The vectors of what has lanes, and scalars of the rest.
    copies: Copies,
}

impl<'a> Lanes<'a> {
    /// A copy for so many iterations, where values of the body have others.
    pub(super) fn new(kinds: &'a Kinds, width: i64, copies: Copies) -> Self {
        Self { kinds, width, copies }
    }

    /// Copies the operations of a block but the last one to the place.
    pub(super) fn copy(&mut self, rewriter: &mut Rewriter<'_, '_>, block: Block) -> Option<()> {
        let context = rewriter.context();
        let last = block.last_op(context)?;
        let mut next = block.first_op(context);
        while let Some(op) = next.filter(|op| *op != last) {
            next = op.next(context);
            self.operation(rewriter, op)?;
        }
        Some(())
    }

    fn scalar(&self, value: Value) -> Value {
        self.copies.get(&value).copied().unwrap_or(value)
    }

    fn vector_of(&self, context: &Context, element: Type) -> Option<Type> {
        context.vector_type(&[self.width], element, &[false]).ok()
    }

    /// The vector that stands for a value; of one that is the same for all iterations, each lane has it.
    fn vector(&self, rewriter: &mut Rewriter<'_, '_>, location: Location, value: Value) -> Option<Value> {
        let copy = self.scalar(value);
        if self.kinds.kind(value) == Kind::Lanes {
            return Some(copy);
        }
        let context = rewriter.context();
        let ty = self.vector_of(context, copy.ty(context))?;
        Some(Make::new("vector.broadcast", &[copy], &[ty]).value(rewriter, location))
    }

    fn operation(&mut self, rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
        let context = rewriter.context();
        let location = op.location(context);
        if op.is_named(context, "scf.for") {
            return self.nested(rewriter, op);
        }
        if op.is_named(context, "memref.store") {
            let mut operands = vec![self.vector(rewriter, location, op.operand(context, 0)?)?];
            operands.extend(op.operands(context).skip(1).map(|value| self.scalar(value)));
            Make::new("vector.store", &operands, &[]).at(rewriter, location);
            return Some(());
        }
        let results: Vec<Value> = op.results(context).collect();
        let has_lanes = results
            .iter()
            .any(|result| self.kinds.kind(*result) == Kind::Lanes);
        let types = results.iter().map(|result| match has_lanes {
            true => self.vector_of(context, result.ty(context)),
            false => Some(result.ty(context)),
        });
        let types: Vec<Type> = types.collect::<Option<_>>()?;
        if has_lanes && op.is_named(context, "memref.load") {
            let operands: Vec<Value> = op.operands(context).map(|value| self.scalar(value)).collect();
            let loaded = Make::new("vector.load", &operands, &types).value(rewriter, location);
            self.copies.insert(*results.first()?, loaded);
            return Some(());
        }
        // A scalar can choose between vectors.
        let is_choice = op.is_named(context, "arith.select");
        let mut operands = Vec::new();
        for (index, value) in op.operands(context).enumerate() {
            let as_scalar =
                !has_lanes || (is_choice && index == 0 && self.kinds.kind(value) == Kind::Uniform);
            operands.push(match as_scalar {
                true => self.scalar(value),
                false => self.vector(rewriter, location, value)?,
            });
        }
        let copy = rewriter.create(&OpState {
            operands: &operands,
            results: &types,
            properties: op.properties(context),
            attributes: op.attributes(context),
            ..OpState::new(op.name(context), location)
        });
        self.copies.extend(results.into_iter().zip(copy.results(context)));
        Some(())
    }

    /// Copies a loop, which passes vectors on.
    fn nested(&mut self, rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
        let context = rewriter.context();
        let location = op.location(context);
        let body = op.region(context, 0)?.first_block(context)?;
        let end = body.last_op(context)?;
        let bounds = [0, 1, 2].map(|index| op.operand(context, index).map(|value| self.scalar(value)));
        let [Some(lower), Some(upper), Some(step)] = bounds else {
            return None;
        };
        let passed: Vec<Value> = op.operands(context).skip(3).collect();
        let inits = passed.iter().map(|value| self.vector(rewriter, location, *value));
        let inits: Vec<Value> = inits.collect::<Option<_>>()?;
        let (made, block) = detached_for(rewriter.edit(), location, [lower, upper, step], &inits)?;
        self.copies
            .extend(body.arguments(context).zip(block.arguments(context)));
        rewriter.at(Some(InsertionPoint::at_end(block)), |rewriter| {
            self.copy(rewriter, body)?;
            let yielded: Vec<Value> = end.operands(context).collect();
            let yielded = yielded
                .iter()
                .map(|value| self.vector(rewriter, location, *value));
            let yielded: Vec<Value> = yielded.collect::<Option<_>>()?;
            Make::new("scf.yield", &yielded, &[]).at(rewriter, end.location(context));
            Some(())
        })?;
        let made = build(rewriter, made, location);
        super::mark(rewriter, made);
        self.copies.extend(op.results(context).zip(made.results(context)));
        Some(())
    }
}
