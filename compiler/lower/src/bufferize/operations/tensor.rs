//! Operations that read, write and make tensors.

use tvmlike_define::OpBuilder;
use tvmlike_ir::{Failure, Op, Type, Value};

use super::super::copies::{self, Contents};
use super::super::driver::Bufferizer;
use super::super::types::{dense, space, view_type};
use crate::make::{Make, build, index_constant, operand_group, property};
use crate::number;

impl Bufferizer<'_, '_, '_> {
    /// An operand that is known to exist.
    pub(super) fn operand(&self, op: Op, index: usize) -> Result<Value, Failure> {
        op.operand(self.context(), index).ok_or_else(|| self.failed(op))
    }

    /// The operands from a number on.
    fn rest(&self, op: Op, first: usize) -> Vec<Value> {
        op.operands(self.context()).skip(first).collect()
    }

    /// Replaces an operation by one of memref with the buffer of its first operand and its other operands.
    fn replace_by(&mut self, op: Op, name: &str, ty: Type) -> Result<(), Failure> {
        let context = self.context();
        let source = self.operand(op, 0)?;
        let mut operands = vec![self.buffer(source)?];
        operands.extend(self.rest(op, 1));
        let made = Make::new(name, &operands, &[ty]).value(&mut self.rewriter, op.location(context));
        self.replace(op, &[made]);
        Ok(())
    }

    fn result_type(&self, op: Op) -> Result<Type, Failure> {
        let context = self.context();
        op.result(context, 0)
            .map(|value| value.ty(context))
            .ok_or_else(|| self.failed(op))
    }

    /// The memref that the result becomes.
    pub(super) fn result_buffer_type(&self, op: Op) -> Result<Type, Failure> {
        let result = op.result(self.context(), 0).ok_or_else(|| self.failed(op))?;
        self.buffer_type(result)
    }

    pub(super) fn extract(&mut self, op: Op) -> Result<(), Failure> {
        let ty = self.result_type(op)?;
        self.replace_by(op, "memref.load", ty)
    }

    pub(super) fn dimension(&mut self, op: Op) -> Result<(), Failure> {
        let name = match op.num_operands(self.context()) {
            1 => "memref.rank",
            _ => "memref.dim",
        };
        let index = self.context().index_type();
        self.replace_by(op, name, index)
    }

    pub(super) fn tensor_cast(&mut self, op: Op) -> Result<(), Failure> {
        let source = self.operand(op, 0)?;
        let buffer = self.buffer(source)?;
        let ty = self.result_buffer_type(op)?;
        let location = op.location(self.context());
        let made = match buffer.ty(self.context()) == ty {
            true => buffer,
            false => Make::new("memref.cast", &[buffer], &[ty]).value(&mut self.rewriter, location),
        };
        self.replace(op, &[made]);
        Ok(())
    }

    pub(super) fn insert(&mut self, op: Op) -> Result<(), Failure> {
        let (scalar, destination) = (self.operand(op, 0)?, self.operand(op, 1)?);
        let buffer = self.buffer(destination)?;
        let mut operands = vec![scalar, buffer];
        operands.extend(self.rest(op, 2));
        let location = op.location(self.context());
        Make::new("memref.store", &operands, &[]).at(&mut self.rewriter, location);
        self.replace(op, &[buffer]);
        Ok(())
    }

    /// A view of memory at the offsets, with the sizes and strides of an operation.
    pub(super) fn view(&mut self, op: Op, source: Value, shape: &[i64]) -> Result<Value, Failure> {
        let context = self.context();
        let list = |name| property(context, op, name).and_then(|value| number::list(context, value));
        let names = ["static_offsets", "static_sizes", "static_strides"];
        let [Some(offsets), Some(sizes), Some(strides)] = names.map(list) else {
            return Err(self.failed(op));
        };
        let ty = view_type(context, source.ty(context), [&offsets, &sizes, &strides], shape)
            .ok_or_else(|| self.failed(op))?;
        let group = |name| {
            let group = operand_group(context, op, name).unwrap_or_default();
            group.filter_map(move |index| op.operand(context, index))
        };
        let mut view = OpBuilder::new("memref.subview")
            .operand("source", [source])
            .operand("offsets", group("offsets"))
            .operand("sizes", group("sizes"))
            .operand("strides", group("strides"))
            .result("result", [ty]);
        for name in names {
            view = view.attribute(name, property(context, op, name).ok_or_else(|| self.failed(op))?);
        }
        let made = build(&mut self.rewriter, view, op.location(context));
        made.result(context, 0).ok_or_else(|| self.failed(op))
    }

    pub(super) fn shape(&self, op: Op, value: Value) -> Result<Vec<i64>, Failure> {
        let context = self.context();
        let shape = value.ty(context).shape(context).map(|shape| shape.to_vec());
        shape.ok_or_else(|| self.failed(op))
    }

    pub(super) fn extract_slice(&mut self, op: Op) -> Result<(), Failure> {
        let source = self.operand(op, 0)?;
        let buffer = self.buffer(source)?;
        let result = op.result(self.context(), 0).ok_or_else(|| self.failed(op))?;
        let shape = self.shape(op, result)?;
        let view = self.view(op, buffer, &shape)?;
        self.replace(op, &[view]);
        Ok(())
    }

    pub(super) fn insert_slice(&mut self, op: Op) -> Result<(), Failure> {
        let (source, destination) = (self.operand(op, 0)?, self.operand(op, 1)?);
        let buffer = self.buffer(destination)?;
        let shape = self.shape(op, source)?;
        let view = self.view(op, buffer, &shape)?;
        let source = self.buffer(source)?;
        self.copy(source, view, op.location(self.context()));
        self.replace(op, &[buffer]);
        Ok(())
    }

    /// Makes a tensor in memory of its own, with undefined contents, for the result of an operation.
    pub(super) fn allocate_result(&mut self, op: Op) -> Result<Value, Failure> {
        let context = self.context();
        let result = op.result(context, 0).ok_or_else(|| self.failed(op))?;
        let ty = self.state.buffer_type(result);
        let contents = Contents::Undefined(ty.and_then(|ty| space(context, ty)));
        let memory = copies::allocate(&mut self.rewriter, op.location(context), result, contents);
        // As in MLIR, the error comes after the allocation.
        if ty.is_none() {
            self.buffer_type(result)?;
        }
        Ok(memory)
    }

    pub(super) fn empty(&mut self, op: Op) -> Result<(), Failure> {
        if !op
            .results(self.context())
            .any(|value| value.has_uses(self.context()))
        {
            self.rewriter.erase_op(op);
            return Ok(());
        }
        let memory = self.allocate_result(op)?;
        self.rewriter.replace_op(op, &[memory]);
        Ok(())
    }

    pub(super) fn generate(&mut self, op: Op) -> Result<(), Failure> {
        if self.state.options.must_infer_space {
            op.emit_error(self.context(), "memory space not implemented yet")
                .emit();
            return Err(self.failed(op));
        }
        let memory = self.allocate_result(op)?;
        let filled = self.compute_elements(op, memory)?;
        self.rewriter.replace_op(op, &[filled]);
        Ok(())
    }

    pub(super) fn splat(&mut self, op: Op) -> Result<(), Failure> {
        let value = self.operand(op, 0)?;
        let memory = self.allocate_result(op)?;
        let filled = self.fill(op, value, memory)?;
        self.rewriter.replace_op(op, &[filled]);
        Ok(())
    }

    pub(super) fn list_of_elements(&mut self, op: Op) -> Result<(), Failure> {
        let context = self.context();
        let location = op.location(context);
        let elements = self.rest(op, 0);
        let ty = self.result_type(op)?;
        let ty = dense(context, ty).ok_or_else(|| self.failed(op))?;
        let tensor = self.allocate_result(op)?;
        let buffer =
            Make::new("bufferization.to_buffer", &[tensor], &[ty]).value(&mut self.rewriter, location);
        let shape = ty.shape(context).map(|shape| shape.to_vec()).unwrap_or_default();
        let most = match elements.is_empty() {
            true => 0,
            false => shape.iter().copied().max().unwrap_or_default(),
        };
        let indices: Vec<Value> = (0..most)
            .map(|index| index_constant(&mut self.rewriter, location, index))
            .collect();
        for (number, element) in elements.into_iter().enumerate() {
            let mut operands = vec![element, buffer];
            let mut left = number as i64;
            let mut at = Vec::new();
            for size in shape.iter().rev() {
                at.push(indices[(left % size) as usize]);
                left /= size;
            }
            operands.extend(at.into_iter().rev());
            Make::new("memref.store", &operands, &[]).at(&mut self.rewriter, location);
        }
        self.replace(op, &[buffer]);
        Ok(())
    }
}
