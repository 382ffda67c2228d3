//! Concatenated tensors: memory into which each part is copied.

use tvmlike_define::OpBuilder;
use tvmlike_ir::{AffineOp, DYNAMIC, Failure, Op, Value};

use super::super::driver::Bufferizer;
use super::super::types::{dense, view_type};
use crate::make::{Make, build, index_constant, property};
use crate::number;
use crate::result_sizes::insert_or_fold;
use crate::strided_metadata::{Number, apply};

impl Bufferizer<'_, '_, '_> {
    /// The size of a dimension of a memref: a number if it is known.
    fn known_dim(&mut self, op: Op, value: Value, dim: usize) -> Result<Number, Failure> {
        let context = self.context();
        let location = op.location(context);
        let size = self.shape(op, value)?[dim];
        if size != DYNAMIC {
            return Ok(Number::Known(size));
        }
        let index = index_constant(&mut self.rewriter, location, dim as i64);
        let op = self.rewriter.at(None, |rewriter| {
            Make::new("memref.dim", &[value, index], &[context.index_type()]).at(rewriter, location)
        });
        insert_or_fold(&mut self.rewriter, location, op).ok_or_else(|| self.failed(op))
    }

    pub(super) fn concat(&mut self, op: Op) -> Result<(), Failure> {
        let context = self.context();
        let location = op.location(context);
        let dim = property(context, op, "dim").and_then(|dim| number::of(context, dim));
        let dim = dim.and_then(|dim| usize::try_from(dim).ok());
        let dim = dim.ok_or_else(|| self.failed(op))?;
        let tensor = self.allocate_result(op)?;
        let ty = dense(context, tensor.ty(context)).ok_or_else(|| self.failed(op))?;
        let buffer =
            Make::new("bufferization.to_buffer", &[tensor], &[ty]).value(&mut self.rewriter, location);
        let mut sizes = Vec::new();
        for index in 0..self.shape(op, buffer)?.len() {
            sizes.push(self.known_dim(op, buffer, index)?);
        }
        let mut offset = Number::Known(0);
        for part in op.operands(context).collect::<Vec<Value>>() {
            let source = self.buffer(part)?;
            sizes[dim] = self.known_dim(op, source, dim)?;
            let view = self.part(op, buffer, (dim, offset), &sizes)?;
            self.copy(source, view, location);
            let sum =
                context.affine_binary(AffineOp::Add, context.affine_symbol(0), context.affine_symbol(1));
            let sum = sum.map_err(|_| self.failed(op))?;
            let next = apply(&mut self.rewriter, location, sum, &[offset, sizes[dim]]);
            offset = next.ok_or_else(|| self.failed(op))?;
        }
        self.replace(op, &[buffer]);
        Ok(())
    }

    /// The view of a part: all of memory but in one dimension, where it begins at an offset.
    fn part(
        &mut self,
        op: Op,
        buffer: Value,
        (dim, offset): (usize, Number),
        sizes: &[Number],
    ) -> Result<Value, Failure> {
        let context = self.context();
        let known = |number: &Number| match number {
            Number::Known(number) => *number,
            Number::Value(_) => DYNAMIC,
        };
        let value = |number: &Number| match number {
            Number::Known(_) => None,
            Number::Value(value) => Some(*value),
        };
        let mut offsets = vec![Number::Known(0); sizes.len()];
        offsets[dim] = offset;
        let static_offsets: Vec<i64> = offsets.iter().map(known).collect();
        let static_sizes: Vec<i64> = sizes.iter().map(known).collect();
        let strides = vec![1; sizes.len()];
        let ty = view_type(
            context,
            buffer.ty(context),
            [&static_offsets, &static_sizes, &strides],
            &static_sizes,
        );
        let view = OpBuilder::new("memref.subview")
            .operand("source", [buffer])
            .operand("offsets", offsets.iter().filter_map(value))
            .operand("sizes", sizes.iter().filter_map(value))
            .operand("strides", [])
            .attribute("static_offsets", context.dense_i64_array(&static_offsets))
            .attribute("static_sizes", context.dense_i64_array(&static_sizes))
            .attribute("static_strides", context.dense_i64_array(&strides))
            .result("result", [ty.ok_or_else(|| self.failed(op))?]);
        let made = build(&mut self.rewriter, view, op.location(context));
        made.result(context, 0).ok_or_else(|| self.failed(op))
    }
}
