//! Operations of bufferization and arith.

use tvmlike_define::OpBuilder;
use tvmlike_ir::{AttributeKind, DYNAMIC, Failure, InsertionPoint, Op, Value};

use super::super::driver::Bufferizer;
use super::super::types::dense;
use super::super::values::{copy_of, is_tensor};
use crate::make::{Make, build, integer, operand_group, property};

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
        let ty = dense(context, result.ty(context)).ok_or_else(|| self.failed(op))?;
        let value = property(context, op, "value").ok_or_else(|| self.failed(op))?;
        let mut module = op.parent_op(context);
        while let Some(at) = module.filter(|at| !at.is_named(context, "builtin.module")) {
            module = at.parent_op(context);
        }
        let Some(module) = module else {
            return Err(op.emit_error(context, "failed to bufferize op").emit());
        };
        let global = self
            .global(module, op, ty, value)
            .ok_or_else(|| self.failed(op))?;
        let made = Make::new("memref.get_global", &[], &[ty])
            .with(&[("name", global)])
            .value(&mut self.rewriter, op.location(context));
        self.replace(op, &[made]);
        Ok(())
    }

    /// A reference to the global with a value, which is made at the start of the module unless there is one.
    fn global(
        &mut self,
        module: Op,
        op: Op,
        ty: tvmlike_ir::Type,
        value: tvmlike_ir::Attribute,
    ) -> Option<tvmlike_ir::Attribute> {
        let context = self.context();
        let block = module.region(context, 0)?.first_block(context)?;
        let alignment = match self.state.options.alignment {
            0 => None,
            bytes => Some(integer(context, context.i64(), bytes as i64)),
        };
        let type_attribute = context.type_attribute(ty);
        for known in block.operations(context) {
            let is_same = known.is_named(context, "memref.global")
                && property(context, known, "type") == Some(type_attribute)
                && property(context, known, "initial_value") == Some(value)
                && property(context, known, "constant").is_some()
                && property(context, known, "alignment") == alignment;
            if is_same
                && let AttributeKind::String { .. } = property(context, known, "sym_name")?.kind(context)
            {
                let name = known.symbol_name(context)?;
                return Some(context.symbol_ref_attribute(context.identifier(name), &[]));
            }
        }
        let shape: Vec<String> = ty
            .shape(context)?
            .to_vec()
            .iter()
            .map(ToString::to_string)
            .collect();
        let element = tvmlike_text::type_to_string(context, ty.element_type(context)?).ok()?;
        let base = format!("__constant_{}x{element}", shape.join("x"));
        let mut name = base.clone();
        let mut number = 0;
        while module.lookup_symbol(context, &name).is_some() {
            name = format!("{base}_{number}");
            number += 1;
        }
        let mut global = OpBuilder::new("memref.global")
            .attribute("sym_name", context.string_attribute(&name))
            .attribute("sym_visibility", context.string_attribute("private"))
            .attribute("type", type_attribute)
            .attribute("initial_value", value)
            .attribute("constant", context.unit_attribute());
        if let Some(alignment) = alignment {
            global = global.attribute("alignment", alignment);
        }
        let location = op.location(context);
        let place = InsertionPoint::at_start(context, block);
        self.rewriter
            .at(Some(place), |rewriter| build(rewriter, global, location));
        Some(context.symbol_ref_attribute(context.identifier(&name), &[]))
    }
}
