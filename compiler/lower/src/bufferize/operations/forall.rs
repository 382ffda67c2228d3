//! Loops whose iterations run in any order: what they share is memory from outside.

use tvmlike_define::OpBuilder;
use tvmlike_ir::{Failure, InsertionPoint, Op, Value};

use super::super::driver::Bufferizer;
use super::super::loops::shared;
use super::super::values::argument;
use crate::make::{Make, build, operand_group, property};

const BOUNDS: [&str; 3] = ["dynamicLowerBound", "dynamicUpperBound", "dynamicStep"];

impl Bufferizer<'_, '_, '_> {
    /// Replaces the shared tensors of the body by memory, and the loop by one without results.
    pub(super) fn forall(&mut self, op: Op) -> Result<(), Failure> {
        let context = self.context();
        let location = op.location(context);
        let outputs = operand_group(context, op, "outputs").ok_or_else(|| self.failed(op))?;
        let mut buffers = Vec::new();
        for index in outputs.clone() {
            let output = self.operand(op, index)?;
            buffers.push(self.buffer(output)?);
        }
        let region = op.region(context, 0);
        let body = region.and_then(|region| region.first_block(context));
        let body = body.ok_or_else(|| self.failed(op))?;
        self.rewriter
            .set_insertion_point(Some(InsertionPoint::at_start(context, body)));
        for (index, buffer) in outputs.zip(&buffers) {
            let shared = shared(context, op, index).and_then(|number| argument(context, op, 0, number));
            let shared = shared.ok_or_else(|| self.failed(op))?;
            let tensor = Make::new("bufferization.to_tensor", &[*buffer], &[shared.ty(context)])
                .value(&mut self.rewriter, location);
            self.rewriter.replace_uses_if(shared, tensor, |_, _| true);
        }
        self.rewriter.set_before(op);
        let inner = self.rewriter.edit().create_region();
        let mut builder = OpBuilder::new("scf.forall")
            .operand("outputs", [])
            .result("results", [])
            .region("region", [inner]);
        for name in BOUNDS {
            let group = operand_group(context, op, name).unwrap_or_default();
            builder = builder.operand(name, group.filter_map(|index| op.operand(context, index)));
        }
        for name in ["staticLowerBound", "staticUpperBound", "staticStep", "mapping"] {
            if let Some(value) = property(context, op, name) {
                builder = builder.attribute(name, value);
            }
        }
        let variables = body.num_arguments(context) - buffers.len();
        let types: Vec<_> = (0..variables).map(|_| (context.index_type(), location)).collect();
        let block = self.rewriter.create_block(inner, None, &types);
        let mut values: Vec<Value> = block.arguments(context).collect();
        values.extend(&buffers);
        self.rewriter.set_before(op);
        let made = build(&mut self.rewriter, builder, location);
        self.rewriter.merge_blocks(body, block, &values);
        made.set_attributes(self.rewriter.edit(), op.attributes(context));
        self.replace(op, &buffers);
        Ok(())
    }

    /// Copies the source to where it is inserted, before the end of the loop's body.
    pub(super) fn parallel_insert_slice(&mut self, op: Op) -> Result<(), Failure> {
        let context = self.context();
        let end = op.parent_op(context).ok_or_else(|| self.failed(op))?;
        self.rewriter.set_before(end);
        let (source, destination) = (self.operand(op, 0)?, self.operand(op, 1)?);
        let buffer = self.buffer(destination)?;
        let from = self.buffer(source)?;
        let shape = self.shape(op, source)?;
        let view = self.view(op, buffer, &shape)?;
        self.copy(from, view, op.location(context));
        self.rewriter.erase_op(op);
        Ok(())
    }
}
