//! `memref.dma_start`, `memref.dma_wait`: groups of operands that the ranks of memrefs divide.

use tvmlike_define::Instance;
use tvmlike_ir::{Failure, TypeKind};

/// The operands of a `dma_start`, taken from left to right.
struct Operands<'a, 'b> {
    instance: &'a Instance<'b>,
    at: usize,
}

impl Operands<'_, '_> {
    /// Takes the next operand, which has to be a memref, and returns its rank.
    fn memref(&mut self, what: &str) -> Result<usize, Failure> {
        let context = self.instance.context;
        let operand = self.instance.op.operand(context, self.at);
        self.at += 1;
        match operand.map(|operand| operand.ty(context).kind(context)) {
            Some(TypeKind::MemRef { shape, .. }) => Ok(shape.len()),
            _ => {
                self.instance
                    .refuse(format!("expected {what} to be of memref type"))?;
                Ok(0)
            }
        }
    }

    /// Takes as many operands, which have to be indices.
    fn indices(&mut self, count: usize, message: &str) -> Result<(), Failure> {
        let context = self.instance.context;
        for _ in 0..count {
            let operand = self.instance.op.operand(context, self.at);
            self.at += 1;
            if !operand.is_some_and(|operand| operand.ty(context).is_index(context)) {
                return self.instance.refuse(message);
            }
        }
        Ok(())
    }

    /// Checks that the operation has as many operands.
    fn at_least(&self, count: usize) -> Result<(), Failure> {
        match self.instance.op.num_operands(self.instance.context) >= count {
            true => Ok(()),
            false => self
                .instance
                .refuse(format!("expected at least {count} operands")),
        }
    }
}

pub(super) fn start(instance: &Instance<'_>) -> Result<(), Failure> {
    let mut operands = Operands { instance, at: 0 };
    operands.at_least(4)?;
    let source = operands.memref("source")?;
    operands.at_least(source + 4)?;
    operands.indices(source, "expected source indices to be of index type")?;
    let target = operands.memref("destination")?;
    operands.at_least(source + target + 4)?;
    operands.indices(target, "expected destination indices to be of index type")?;
    operands.indices(1, "expected num elements to be of index type")?;
    let tag = operands.memref("tag")?;
    operands.at_least(source + target + tag + 4)?;
    operands.indices(tag, "expected tag indices to be of index type")?;
    let message = "expected stride and num elements per stride to be of type index";
    match instance.op.num_operands(instance.context) - operands.at {
        0 => Ok(()),
        2 => operands.indices(2, message),
        _ => instance.refuse("incorrect number of operands"),
    }
}

pub(super) fn wait(instance: &Instance<'_>) -> Result<(), Failure> {
    let rank = instance
        .operand_type("tagMemRef")
        .rank(instance.context)
        .unwrap_or_default();
    let given = instance.operands("tagIndices").len();
    match rank == given {
        true => Ok(()),
        false => instance.refuse(format!(
            "expected tagIndices to have the same number of elements as the tagMemRef rank, expected {rank}, but got \
             {given}"
        )),
    }
}
