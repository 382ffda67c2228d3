//! Rewriting functions and calls: signatures of memrefs.
//!
//! Invariant: the type of a result of a call is that of the function's signature, whichever of both is rewritten first.

use tvmlike_ir::{Failure, InsertionPoint, Op, OpState, Type, Value};

use super::analysis::State;
use super::driver::Bufferizer;
use super::signatures::{has_body, returns, set_signature, signature};
use super::types::by_layout;
use super::values::is_tensor;
use crate::make::Make;

impl State<'_> {
    /// The type that a result of a call has when the function is rewritten.
    pub(super) fn call_result_type(&self, call: Op, index: usize) -> Option<Type> {
        let context = self.context;
        let (_, results) = signature(context, self.functions.callee(context, call)?)?;
        self.boundary_type(*results.get(index)?)
    }

    /// The type of an argument or result of a function.
    fn boundary_type(&self, ty: Type) -> Option<Type> {
        match is_tensor(self.context, ty) {
            true => by_layout(self.context, ty, self.options.function_layout),
            false => Some(ty),
        }
    }
}

impl Bufferizer<'_, '_, '_> {
    fn boundary_types(&self, op: Op, types: &[Type]) -> Result<Vec<Type>, Failure> {
        let all: Option<Vec<Type>> = types.iter().map(|ty| self.state.boundary_type(*ty)).collect();
        all.ok_or_else(|| op.emit_error(self.context(), "failed to bufferize op").emit())
    }

    pub(super) fn function(&mut self, op: Op) -> Result<(), Failure> {
        let context = self.context();
        let failed = || op.emit_error(context, "failed to bufferize op").emit();
        let (inputs, results) = signature(context, op).ok_or_else(failed)?;
        let (inputs, results) = (
            self.boundary_types(op, &inputs)?,
            self.boundary_types(op, &results)?,
        );
        if has_body(context, op) {
            let block = op
                .region(context, 0)
                .and_then(|region| region.first_block(context))
                .ok_or_else(failed)?;
            self.rewriter
                .set_insertion_point(Some(InsertionPoint::at_start(context, block)));
            for (argument, ty) in block
                .arguments(context)
                .collect::<Vec<Value>>()
                .into_iter()
                .zip(&inputs)
            {
                let tensor = argument.ty(context);
                if tensor == *ty {
                    continue;
                }
                argument.set_type(self.rewriter.edit(), *ty);
                let location = argument.location(context);
                let made = Make::new("bufferization.to_tensor", &[argument], &[tensor])
                    .value(&mut self.rewriter, location);
                self.rewriter.replace_uses_if(argument, made, |context, at| {
                    Some(at.owner(context)) != made.defining_op(context)
                });
            }
            for end in returns(context, op) {
                self.rewriter.set_before(end);
                for (index, ty) in results.iter().enumerate() {
                    let Some(value) = end
                        .operand(context, index)
                        .filter(|value| is_tensor(context, value.ty(context)))
                    else {
                        continue;
                    };
                    let buffer = Make::new("bufferization.to_buffer", &[value], &[*ty])
                        .value(&mut self.rewriter, end.location(context));
                    self.rewriter.set_operand(end, index, buffer);
                }
            }
        }
        self.rewriter
            .modify(op, |edit| set_signature(edit, op, &inputs, &results));
        Ok(())
    }

    pub(super) fn call(&mut self, op: Op) -> Result<(), Failure> {
        let context = self.context();
        let failed = || op.emit_error(context, "failed to bufferize op").emit();
        let function = self.state.functions.callee(context, op).ok_or_else(failed)?;
        let (inputs, results) = signature(context, function).ok_or_else(failed)?;
        let (inputs, results) = (
            self.boundary_types(op, &inputs)?,
            self.boundary_types(op, &results)?,
        );
        let mut operands = Vec::new();
        for (value, ty) in op
            .operands(context)
            .collect::<Vec<Value>>()
            .into_iter()
            .zip(inputs)
        {
            operands.push(match is_tensor(context, value.ty(context)) {
                true => {
                    let buffer = self.buffer(value)?;
                    self.rewriter.set_before(op);
                    self.cast_or_copy(buffer, ty)
                }
                false => value,
            });
        }
        let made = self.rewriter.create(&OpState {
            operands: &operands,
            results: &results,
            attributes: op.attributes(context),
            properties: op.properties(context),
            ..OpState::new(op.name(context), op.location(context))
        });
        let values: Vec<Value> = made.results(context).collect();
        self.replace(op, &values);
        Ok(())
    }
}
