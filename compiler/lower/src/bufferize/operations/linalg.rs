//! Operations of linalg: their results are their outputs.

use tvmlike_ir::{Block, Failure, InsertionPoint, Op, OpState, Value};

use super::super::driver::Bufferizer;
use super::super::kinds::inputs;
use super::super::values::is_tensor;

impl Bufferizer<'_, '_, '_> {
    pub(super) fn destination(&mut self, op: Op) -> Result<(), Failure> {
        let context = self.context();
        let mut operands = Vec::new();
        for value in op.operands(context).collect::<Vec<Value>>() {
            operands.push(match is_tensor(context, value.ty(context)) {
                true => self.buffer(value)?,
                false => value,
            });
        }
        self.rewriter.set_before(op);
        let regions: Vec<_> = op
            .regions(context)
            .map(|_| self.rewriter.edit().create_region())
            .collect();
        let regions: Vec<_> = regions.into_iter().map(Some).collect();
        let made = self.rewriter.create(&OpState {
            operands: &operands,
            attributes: op.attributes(context),
            properties: op.properties(context),
            regions: &regions,
            ..OpState::new(op.name(context), op.location(context))
        });
        for (from, to) in op.regions(context).zip(made.regions(context)).collect::<Vec<_>>() {
            self.rewriter.inline_region(from, to, None);
        }
        let first = inputs(context, op).ok_or_else(|| self.failed(op))?;
        self.replace(op, &operands[first..]);
        Ok(())
    }

    /// Makes `linalg.map` of no inputs, and its block, which is empty. The rewriter is at its end then.
    fn map_to(&mut self, op: Op, destination: Value) -> Result<(Op, Block), Failure> {
        let context = self.context();
        let location = op.location(context);
        let ty = destination.ty(context);
        let element = ty.element_type(context).ok_or_else(|| self.failed(op))?;
        let region = self.rewriter.edit().create_region();
        let map = self.rewriter.create(&OpState {
            operands: &[destination],
            results: &[ty],
            regions: &[Some(region)],
            ..OpState::new(context.identifier("linalg.map"), location)
        });
        let region = map.region(context, 0).ok_or_else(|| self.failed(op))?;
        let block = self.rewriter.create_block(region, None, &[(element, location)]);
        Ok((map, block))
    }

    /// Writes a value to each element.
    pub(super) fn fill(&mut self, op: Op, value: Value, destination: Value) -> Result<Value, Failure> {
        let context = self.context();
        let place = self.rewriter.insertion_point();
        let (map, _) = self.map_to(op, destination)?;
        crate::make::Make::new("linalg.yield", &[value], &[]).at(&mut self.rewriter, op.location(context));
        self.rewriter.set_insertion_point(place);
        map.result(context, 0).ok_or_else(|| self.failed(op))
    }

    /// Computes each element of memory by a region with an argument for each dimension, which is moved.
    pub(super) fn compute_elements(&mut self, op: Op, destination: Value) -> Result<Value, Failure> {
        let context = self.context();
        let location = op.location(context);
        let ty = destination.ty(context);
        let place = self.rewriter.insertion_point();
        let (map, block) = self.map_to(op, destination)?;
        let mut indices = Vec::new();
        for dim in 0..ty.rank(context).unwrap_or_default() {
            let dim = crate::make::integer(context, context.i64(), dim as i64);
            let index = crate::make::Make::new("linalg.index", &[], &[context.index_type()])
                .with(&[("dim", dim)])
                .value(&mut self.rewriter, location);
            indices.push(index);
        }
        let body = op
            .region(context, 0)
            .and_then(|region| region.first_block(context));
        let body = body.ok_or_else(|| self.failed(op))?;
        self.rewriter.merge_blocks(body, block, &indices);
        if let Some(end) = block.last_op(context) {
            let values: Vec<Value> = end.operands(context).collect();
            self.rewriter
                .set_insertion_point(InsertionPoint::before(context, end));
            crate::make::Make::new("linalg.yield", &values, &[])
                .at(&mut self.rewriter, end.location(context));
            self.rewriter.erase_op(end);
        }
        self.rewriter.set_insertion_point(place);
        map.result(context, 0).ok_or_else(|| self.failed(op))
    }
}
