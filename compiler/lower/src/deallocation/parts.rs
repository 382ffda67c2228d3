//! The operands of `bufferization.dealloc`, and making one.

use tvmlike_define::OpBuilder;
use tvmlike_ir::{Context, CreateOps, Location, Op, Value};

use crate::make::{build, operand_group};

/// What is freed, each with its condition, and what is retained.
#[derive(Clone, Default, Debug)]
pub(super) struct Parts {
    pub(super) freed: Vec<(Value, Value)>,
    pub(super) retained: Vec<Value>,
}

impl Parts {
    pub(super) fn of(context: &Context, op: Op) -> Option<Self> {
        let group = |name: &str| -> Option<Vec<Value>> {
            let range = operand_group(context, op, name)?;
            Some(op.operands(context).skip(range.start).take(range.len()).collect())
        };
        let (memrefs, conditions) = (group("memrefs")?, group("conditions")?);
        if memrefs.len() != conditions.len() {
            return None;
        }
        Some(Self {
            freed: memrefs.into_iter().zip(conditions).collect(),
            retained: group("retained")?,
        })
    }

    /// The memory that is freed.
    pub(super) fn memrefs(&self) -> impl Iterator<Item = Value> + '_ {
        self.freed.iter().map(|(memref, _)| *memref)
    }

    /// Makes the operation; its results.
    pub(super) fn make<'c>(&self, builder: &mut impl CreateOps<'c>, location: Location) -> Vec<Value> {
        let context = builder.context();
        let op = OpBuilder::new("bufferization.dealloc")
            .operand("memrefs", self.memrefs())
            .operand("conditions", self.freed.iter().map(|(_, condition)| *condition))
            .operand("retained", self.retained.iter().copied())
            .result("updatedConditions", self.retained.iter().map(|_| context.i1()));
        build(builder, op, location).results(context).collect()
    }
}
