//! Operations of bufferization and arith.

use tvmlike_ir::{DYNAMIC, Failure, Op, Value};

use super::super::driver::Bufferizer;
use super::super::globals::Globals;
use super::super::types::dense;
use super::super::values::{copy_of, is_tensor};
use crate::make::{Make, operand_group, property};

impl Bufferizer<'_, '_, '_> {
    pub(super) fn alloc_tensor(&mut self, op: Op) -> Result<(), Failure> {
        let context = self.context();
        let location = op.location(context);
        let result = op.result(context, 0).ok_or_else(|| self.failed(op))?;
        if !result.has_uses(context) {
            self.rewriter.erase_op(op);
            return Ok(());
        }
        let source = copy_of(context, op).map(|value| self.buffer(value)).transpose()?;
        let ty = self.buffer_type(result)?;
        let sizes: Vec<Value> = match source {
            Some(source) => {
                let shape = ty.shape(context).map(|shape| shape.to_vec()).unwrap_or_default();
                let dims = (0..shape.len()).filter(|dim| shape[*dim] == DYNAMIC);
                dims.map(|dim| self.dim(source, dim, location)).collect()
            }
            None => {
                let group = operand_group(context, op, "dynamic_sizes").unwrap_or_default();
                group.filter_map(|index| op.operand(context, index)).collect()
            }
        };
        let memory = self.allocate(ty, &sizes, location);
        if let Some(source) = source {
            self.copy(source, memory, location);
        }
        self.replace(op, &[memory]);
        Ok(())
    }

    pub(super) fn dealloc_tensor(&mut self, op: Op) -> Result<(), Failure> {
        let context = self.context();
        let value = op.operand(context, 0).ok_or_else(|| self.failed(op))?;
        let buffer = self.buffer(value)?;
        Make::new("memref.dealloc", &[buffer], &[]).at(&mut self.rewriter, op.location(context));
        self.rewriter.erase_op(op);
        Ok(())
    }

    pub(super) fn materialize(&mut self, op: Op) -> Result<(), Failure> {
        let context = self.context();
        let (Some(source), Some(destination)) = (op.operand(context, 0), op.operand(context, 1)) else {
            return Err(self.failed(op));
        };
        let is_tensor = is_tensor(context, destination.ty(context));
        let buffer = match is_tensor {
            true => self.buffer(destination)?,
            false => destination,
        };
        let source = self.buffer(source)?;
        self.copy(source, buffer, op.location(context));
        match is_tensor {
            true => self.replace(op, &[buffer]),
            false => self.rewriter.erase_op(op),
        }
        Ok(())
    }

    pub(super) fn select(&mut self, op: Op) -> Result<(), Failure> {
        let context = self.context();
        let values: Vec<Value> = op.operands(context).collect();
        let [condition, yes, no] = values[..] else {
            return Err(self.failed(op));
        };
        if condition.ty(context) != context.i1() {
            let message = "only i1 condition values are supported";
            op.emit_op_error(context, message).emit();
            return Err(self.failed(op));
        }
        let result = op.result(context, 0).ok_or_else(|| self.failed(op))?;
        let (mut a, mut b) = (self.buffer(yes)?, self.buffer(no)?);
        let mut ty = a.ty(context);
        if ty != b.ty(context) {
            ty = self.buffer_type(result)?;
            a = self.cast(a, ty);
            b = self.cast(b, ty);
        }
        let made = Make::new("arith.select", &[condition, a, b], &[ty])
            .value(&mut self.rewriter, op.location(context));
        self.replace(op, &[made]);
        Ok(())
    }

    pub(super) fn constant(&mut self, op: Op) -> Result<(), Failure> {
        let context = self.context();
        let result = op.result(context, 0).ok_or_else(|| self.failed(op))?;
        // Globals are in the default memory space.
        self.buffer_type(result)?;
        let ty = dense(context, result.ty(context)).ok_or_else(|| self.failed(op))?;
        let value = property(context, op, "value").ok_or_else(|| self.failed(op))?;
        let mut module = op.parent_op(context);
        while let Some(at) = module.filter(|at| !at.is_named(context, "builtin.module")) {
            module = at.parent_op(context);
        }
        let Some(module) = module else {
            return Err(op.emit_error(context, "failed to bufferize op").emit());
        };
        let alignment = self.state.options.alignment;
        let location = op.location(context);
        let global = self
            .globals
            .entry(module)
            .or_insert_with(|| Globals::of(context, module))
            .reference(&mut self.rewriter, location, ty, value, alignment)
            .ok_or_else(|| self.failed(op))?;
        let made = Make::new("memref.get_global", &[], &[ty])
            .with(&[("name", global)])
            .value(&mut self.rewriter, op.location(context));
        self.replace(op, &[made]);
        Ok(())
    }
}
