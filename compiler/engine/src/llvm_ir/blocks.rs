//! Blocks: labels, phi nodes, branches.

use std::collections::HashMap;
use std::fmt::Write as _;

use foldhash::fast::FixedState;
use tvmlike_ir::{Block, Op, Region, Value};

use super::{Writer, name};
use crate::error::Result;
use crate::opcode::Opcode;

/// The edges into blocks: the label from which each comes, and the values that it brings.
type Edges = HashMap<Block, Vec<(String, Vec<Value>)>, FixedState>;

fn label(block: Block) -> String {
    format!("b{}", block.raw())
}

/// The label of the block of an edge.
fn edge_label(from: Block, index: usize) -> String {
    format!("b{}.{index}", from.raw())
}

impl Writer<'_, '_> {
    /// Writes the blocks of a body.
    pub(crate) fn blocks(&mut self, body: Region) -> Result<()> {
        let context = self.program.context;
        let mut edges = Edges::default();
        for block in body.blocks(context) {
            let Some(last) = block.last_op(context) else {
                continue;
            };
            for (index, (to, values)) in self.program.branches(last)?.into_iter().enumerate() {
                let from = match self.has_own_block(last, to, &values)? {
                    true => edge_label(block, index),
                    false => label(block),
                };
                let into = edges.entry(to).or_default();
                // Several branches without values are one predecessor.
                if !(values.is_empty() && into.iter().any(|(known, _)| *known == from)) {
                    into.push((from, values));
                }
            }
        }
        for block in body.blocks(context) {
            let _ = writeln!(self.out, "{}:", label(block));
            if !block.is_entry(context) {
                self.phis(block, &edges)?;
            }
            for op in block.operations(context) {
                self.operation(op)?;
            }
        }
        Ok(())
    }

    /// Whether an edge goes through a block of its own: another branch of the operation goes to the same block with values.
    fn has_own_block(&self, op: Op, to: Block, values: &[Value]) -> Result<bool> {
        if values.is_empty() {
            return Ok(false);
        }
        let branches = self.program.branches(op)?;
        Ok(branches.iter().filter(|(block, _)| *block == to).count() > 1)
    }

    fn phis(&mut self, block: Block, edges: &Edges) -> Result<()> {
        let context = self.program.context;
        let Some(op) = block.parent_op(context) else {
            return Ok(());
        };
        for (index, argument) in block.arguments(context).enumerate() {
            let ty = self.type_text(op, argument.ty(context))?;
            let Some(incoming) = edges.get(&block) else {
                // Nothing reaches the block.
                let _ = writeln!(self.out, "  {} = freeze {ty} poison", name(argument));
                continue;
            };
            let mut sources = Vec::new();
            for (from, values) in incoming {
                sources.push(format!("[ {}, %{from} ]", self.value(values[index])?));
            }
            let _ = writeln!(self.out, "  {} = phi {ty} {}", name(argument), sources.join(", "));
        }
        Ok(())
    }

    /// Writes a branch.
    pub(crate) fn branch(&mut self, op: Op, opcode: Opcode) -> Result<()> {
        let context = self.program.context;
        let branches = self.program.branches(op)?;
        let here = op.block(context);
        let mut targets = Vec::new();
        let mut own = Vec::new();
        for (index, (to, values)) in branches.iter().enumerate() {
            match (self.has_own_block(op, *to, values)?, here) {
                (true, Some(here)) => {
                    targets.push(edge_label(here, index));
                    own.push((edge_label(here, index), label(*to)));
                }
                _ => targets.push(label(*to)),
            }
        }
        let place = self.place(op);
        match opcode {
            Opcode::Br => {
                let _ = writeln!(self.out, "  br label %{}{place}", targets[0]);
            }
            Opcode::CondBr => {
                let condition = self.value(self.operand(op, 0)?)?;
                let _ = writeln!(
                    self.out,
                    "  br i1 {condition}, label %{}, label %{}{place}",
                    targets[0], targets[1]
                );
            }
            _ => {
                let value = self.operand(op, 0)?;
                let ty = self.type_text(op, value.ty(context))?;
                let cases = self.program.integers(op, self.program.keys.case_values);
                let cases = cases.iter().zip(&targets[1..]);
                let cases: Vec<String> = cases
                    .map(|(case, target)| format!("{ty} {case}, label %{target}"))
                    .collect();
                let _ = writeln!(
                    self.out,
                    "  switch {ty} {}, label %{} [ {} ]{place}",
                    self.value(value)?,
                    targets[0],
                    cases.join(" ")
                );
            }
        }
        for (from, to) in own {
            let _ = writeln!(self.out, "{from}:\n  br label %{to}");
        }
        Ok(())
    }
}
