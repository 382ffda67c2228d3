//! Structured control flow: loops and choices pass memrefs on.

use tvmlike_ir::{Block, Failure, InsertionPoint, Op, OpState, Type, Value};

use super::super::driver::Bufferizer;
use super::super::kinds::{Kind, kind};
use super::super::values::{argument, is_tensor};
use crate::make::Make;

impl Bufferizer<'_, '_, '_> {
    /// The buffers of operands, cast to the types of values that get them.
    fn passed(&mut self, op: Op, values: &[(Value, Option<Value>)]) -> Result<Vec<Value>, Failure> {
        let context = self.context();
        let mut buffers = Vec::new();
        for (value, _) in values {
            buffers.push(match is_tensor(context, value.ty(context)) {
                true => self.buffer(*value)?,
                false => *value,
            });
        }
        for (buffer, (value, target)) in buffers.iter_mut().zip(values) {
            if is_tensor(context, value.ty(context)) {
                let target = target.ok_or_else(|| self.failed(op))?;
                let ty = self.buffer_type(target)?;
                *buffer = self.cast(*buffer, ty);
            }
        }
        Ok(buffers)
    }

    /// Moves a block to the end of another one whose arguments are memrefs.
    fn move_body(&mut self, from: Block, to: Block) {
        let context = self.context();
        let tensors: Vec<Value> = from.arguments(context).collect();
        let buffers: Vec<Value> = to.arguments(context).collect();
        self.rewriter
            .set_insertion_point(Some(InsertionPoint::at_end(to)));
        let mut values = Vec::new();
        for (tensor, buffer) in tensors.into_iter().zip(buffers) {
            let ty = tensor.ty(context);
            values.push(
                match is_tensor(context, ty) && !is_tensor(context, buffer.ty(context)) {
                    true => Make::new("bufferization.to_tensor", &[buffer], &[ty])
                        .value(&mut self.rewriter, buffer.location(context)),
                    false => buffer,
                },
            );
        }
        self.rewriter.merge_blocks(from, to, &values);
    }

    /// Makes an operation with other operands and results, and moves the regions, whose arguments get other types.
    fn remake(
        &mut self,
        op: Op,
        operands: &[Value],
        results: &[Type],
        arguments: &[Vec<Type>],
    ) -> Result<Op, Failure> {
        let context = self.context();
        let regions: Vec<_> = arguments
            .iter()
            .map(|_| Some(self.rewriter.edit().create_region()))
            .collect();
        let made = self.rewriter.create(&OpState {
            operands,
            results,
            attributes: op.attributes(context),
            properties: op.properties(context),
            regions: &regions,
            ..OpState::new(op.name(context), op.location(context))
        });
        for (index, types) in arguments.iter().enumerate() {
            let (Some(from), Some(to)) = (op.region(context, index), made.region(context, index)) else {
                return Err(self.failed(op));
            };
            let Some(body) = from.first_block(context) else {
                continue;
            };
            let locations = body.arguments(context).map(|value| value.location(context));
            let types: Vec<_> = types.iter().copied().zip(locations).collect();
            let block = self.rewriter.create_block(to, None, &types);
            self.move_body(body, block);
        }
        let values: Vec<Value> = made.results(context).collect();
        self.replace(op, &values);
        Ok(made)
    }

    /// The types of values that become memrefs.
    fn types(&self, values: &[Value]) -> Result<Vec<Type>, Failure> {
        values.iter().map(|value| self.buffer_type(*value)).collect()
    }

    fn arguments(&self, op: Op, region: usize) -> Vec<Value> {
        let context = self.context();
        let block = op
            .region(context, region)
            .and_then(|region| region.first_block(context));
        block
            .into_iter()
            .flat_map(|block| block.arguments(context))
            .collect()
    }

    pub(super) fn for_loop(&mut self, op: Op) -> Result<(), Failure> {
        let context = self.context();
        let all: Vec<Value> = op.operands(context).collect();
        let inits: Vec<(Value, Option<Value>)> = all[3..]
            .iter()
            .enumerate()
            .map(|(index, value)| (*value, op.result(context, index)))
            .collect();
        let mut operands = all[..3].to_vec();
        operands.extend(self.passed(op, &inits)?);
        let types: Vec<Type> = operands[3..].iter().map(|value| value.ty(context)).collect();
        let variable = argument(context, op, 0, 0).ok_or_else(|| self.failed(op))?;
        let mut arguments = vec![variable.ty(context)];
        arguments.extend(&types);
        self.remake(op, &operands, &types, &[arguments]).map(drop)
    }

    pub(super) fn while_loop(&mut self, op: Op) -> Result<(), Failure> {
        let context = self.context();
        let before = self.arguments(op, 0);
        let inits: Vec<(Value, Option<Value>)> = op
            .operands(context)
            .zip(before.iter().map(|value| Some(*value)))
            .collect();
        let operands = self.passed(op, &inits)?;
        let before: Vec<Type> = operands.iter().map(|value| value.ty(context)).collect();
        let after = self.types(&self.arguments(op, 1))?;
        self.remake(op, &operands, &after, &[before, after.clone()])
            .map(drop)
    }

    pub(super) fn choice(&mut self, op: Op) -> Result<(), Failure> {
        let context = self.context();
        let operands: Vec<Value> = op.operands(context).collect();
        let types = self.types(&op.results(context).collect::<Vec<Value>>())?;
        let arguments = vec![Vec::new(); op.num_regions(context)];
        self.remake(op, &operands, &types, &arguments).map(drop)
    }

    pub(super) fn execute_region(&mut self, op: Op) -> Result<(), Failure> {
        let context = self.context();
        let types = self.types(&op.results(context).collect::<Vec<Value>>())?;
        self.remake(op, &[], &types, &[Vec::new()]).map(drop)
    }

    /// Replaces a terminator by one with other operands.
    fn terminate(&mut self, op: Op, values: &[Value]) {
        let context = self.context();
        self.rewriter.set_before(op);
        self.rewriter.create(&OpState {
            operands: values,
            attributes: op.attributes(context),
            properties: op.properties(context),
            ..OpState::new(op.name(context), op.location(context))
        });
        self.rewriter.erase_op(op);
    }

    /// Replaces a terminator by one that passes on memrefs: the values, each with what it becomes behind the terminator.
    fn pass_on(&mut self, op: Op, values: Vec<(Value, Option<Value>)>) -> Result<(), Failure> {
        let mut all = Vec::new();
        for value in values {
            all.extend(self.passed(op, &[value])?);
        }
        self.terminate(op, &all);
        Ok(())
    }

    pub(super) fn yield_values(&mut self, op: Op) -> Result<(), Failure> {
        let context = self.context();
        let parent = op.parent_op(context).ok_or_else(|| self.failed(op))?;
        let is_while = kind(context, parent) == Some(Kind::While);
        let target = |index: usize| match is_while {
            true => argument(context, parent, 0, index),
            false => parent.result(context, index),
        };
        let values: Vec<(Value, Option<Value>)> = op
            .operands(context)
            .enumerate()
            .map(|(index, value)| (value, target(index)))
            .collect();
        self.pass_on(op, values)
    }

    pub(super) fn condition(&mut self, op: Op) -> Result<(), Failure> {
        let context = self.context();
        let parent = op.parent_op(context).ok_or_else(|| self.failed(op))?;
        let values: Vec<(Value, Option<Value>)> = op
            .operands(context)
            .enumerate()
            .map(|(index, value)| {
                (
                    value,
                    index
                        .checked_sub(1)
                        .and_then(|index| argument(context, parent, 1, index)),
                )
            })
            .collect();
        self.pass_on(op, values)
    }
}
