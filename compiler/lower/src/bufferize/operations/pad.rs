//! Padded tensors: memory that is filled, into which the source is inserted.

use tvmlike_define::OpBuilder;
use tvmlike_ir::{DYNAMIC, Failure, Op, Value};

use super::super::driver::Bufferizer;
use super::super::padding::{parts, size, sum_of_three};
use crate::make::{Make, build, operand_group, property};
use crate::number;

impl Bufferizer<'_, '_, '_> {
    /// A padded tensor is one that is filled, and into which the source is inserted.
    pub(super) fn pad(&mut self, op: Op) -> Result<(), Failure> {
        let context = self.context();
        let location = op.location(context);
        let source = self.operand(op, 0)?;
        let result = op.result(context, 0).ok_or_else(|| self.failed(op))?;
        let shape = self.shape(op, result)?;
        for dim in (0..shape.len()).filter(|dim| shape[*dim] == DYNAMIC) {
            self.sum(op, dim).ok_or_else(|| self.failed(op))?;
        }
        let memory = self.allocate_result(op)?;
        let filled = self.compute_elements(op, memory)?;
        let sizes = self.shape(op, source)?;
        let dims = (0..sizes.len()).filter(|dim| sizes[*dim] == DYNAMIC);
        let dynamic: Vec<Value> = dims
            .map(|dim| size(&mut self.rewriter, op, source, dim))
            .collect();
        let low = property(context, op, "static_low").and_then(|value| number::list(context, value));
        let group = operand_group(context, op, "low").unwrap_or_default();
        let insertion = OpBuilder::new("tensor.insert_slice")
            .operand("source", [source])
            .operand("dest", [filled])
            .operand("offsets", group.filter_map(|index| op.operand(context, index)))
            .operand("sizes", dynamic)
            .operand("strides", [])
            .attribute(
                "static_offsets",
                context.dense_i64_array(&low.ok_or_else(|| self.failed(op))?),
            )
            .attribute("static_sizes", context.dense_i64_array(&sizes))
            .attribute("static_strides", context.dense_i64_array(&vec![1; sizes.len()]))
            .result("result", [result.ty(context)]);
        let made = build(&mut self.rewriter, insertion, location);
        let value = made.result(context, 0).ok_or_else(|| self.failed(op))?;
        self.rewriter.replace_op(op, &[value]);
        Ok(())
    }

    /// Adds the parts of a dimension, as MLIR does before it makes the sum that it uses.
    fn sum(&mut self, op: Op, dim: usize) -> Option<()> {
        let context = self.context();
        let location = op.location(context);
        let (source, [low, high]) = parts(op, &self.rewriter, dim)?;
        let inner = size(&mut self.rewriter, op, source, dim);
        let low = low.value(&mut self.rewriter, location);
        let high = high.value(&mut self.rewriter, location);
        let sum = sum_of_three(context)?;
        let map = context.affine_map(0, 3, &[sum]).ok()?;
        Make::new("affine.apply", &[inner, low, high], &[context.index_type()])
            .with(&[("map", context.affine_map_attribute(map))])
            .value(&mut self.rewriter, location);
        Some(())
    }
}
