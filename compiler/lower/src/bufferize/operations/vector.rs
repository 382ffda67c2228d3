//! Operations of vector that read and write tensors, alone or under a mask.
//!
//! Invariant: a buffer of a write is computed outside of the mask around it, for a mask has one operation in it.

use tvmlike_ir::{Attribute, Failure, NamedAttribute, Op, OpState, Type, Value};

use super::super::driver::Bufferizer;
use super::super::kinds::Kind;
use super::super::values::{is_tensor, terminator};
use super::super::vectors::masked;
use crate::make::{dictionary, entries};

impl Bufferizer<'_, '_, '_> {
    /// The same operation of memrefs: reads have their vector, writes no result.
    pub(super) fn vector_access(&mut self, op: Op, kind: Kind) -> Result<(), Failure> {
        let context = self.context();
        let mut written = None;
        let mut operands = Vec::new();
        for value in op.operands(context).collect::<Vec<Value>>() {
            operands.push(match is_tensor(context, value.ty(context)) {
                true => *written.insert(self.buffer(value)?),
                false => value,
            });
        }
        let results: Vec<Type> = match kind {
            Kind::VectorWrite => Vec::new(),
            _ => op.results(context).map(|value| value.ty(context)).collect(),
        };
        self.rewriter.set_before(op);
        let made = self.rewriter.create(&OpState {
            operands: &operands,
            results: &results,
            properties: self.without_alignment(op),
            ..OpState::new(op.name(context), op.location(context))
        });
        let values: Vec<Value> = match (kind, written) {
            (Kind::VectorWrite, Some(buffer)) => vec![buffer],
            _ => made.results(context).collect(),
        };
        self.replace(op, &values);
        Ok(())
    }

    /// The properties of an operation but an alignment, which is of its tensor.
    fn without_alignment(&self, op: Op) -> Option<Attribute> {
        let context = self.context();
        let all = entries(context, op.properties(context));
        let kept: Vec<NamedAttribute> = all
            .into_iter()
            .filter(|entry| entry.name.bytes(context) != b"alignment")
            .collect();
        dictionary(context, &kept)
    }

    /// A mask yields vectors; tensors that are written in it are the buffers outside of it.
    pub(super) fn mask(&mut self, op: Op) -> Result<(), Failure> {
        let context = self.context();
        let (Some(inner), Some(end)) = (masked(context, op), terminator(context, op, 0)) else {
            return Err(op
                .emit_op_error(context, "yields a tensor, but has no operation; remove the mask")
                .emit());
        };
        if self.state.kind(inner).is_none() {
            return Ok(());
        }
        let (mut kept, mut values) = (Vec::new(), Vec::new());
        for value in end.operands(context) {
            let is_inside = value.defining_op(context) == Some(inner);
            values.push((!is_inside).then_some(value));
            kept.extend(is_inside.then_some(value));
        }
        let results: Vec<Type> = kept.iter().map(|value| value.ty(context)).collect();
        self.end_with(end, &kept);
        self.rewriter.set_before(op);
        let operands: Vec<Value> = op.operands(context).collect();
        let region = self.rewriter.edit().create_region();
        let made = self.rewriter.create(&OpState {
            operands: &operands,
            results: &results,
            properties: op.properties(context),
            regions: &[Some(region)],
            ..OpState::new(op.name(context), op.location(context))
        });
        if let (Some(from), Some(to)) = (op.region(context, 0), made.region(context, 0)) {
            self.rewriter.inline_region(from, to, None);
        }
        let mut vectors = made.results(context);
        let values: Option<Vec<Value>> = values
            .into_iter()
            .map(|value| value.or_else(|| vectors.next()))
            .collect();
        let values = values.ok_or_else(|| self.failed(op))?;
        self.replace(op, &values);
        Ok(())
    }

    pub(super) fn mask_yield(&mut self, op: Op) -> Result<(), Failure> {
        let context = self.context();
        let inner = op.parent_op(context).and_then(|mask| masked(context, mask));
        // Without an operation, the mask fails.
        if inner.is_some_and(|inner| self.state.kind(inner).is_none()) {
            return Ok(());
        }
        let mut values = Vec::new();
        for value in op.operands(context).collect::<Vec<Value>>() {
            values.push(match is_tensor(context, value.ty(context)) {
                true => self.buffer(value)?,
                false => value,
            });
        }
        self.end_with(op, &values);
        Ok(())
    }

    /// Replaces `vector.yield` by one of other values.
    fn end_with(&mut self, op: Op, values: &[Value]) {
        let context = self.context();
        self.rewriter.set_before(op);
        self.rewriter.create(&OpState {
            operands: values,
            ..OpState::new(op.name(context), op.location(context))
        });
        self.rewriter.erase_op(op);
    }
}
