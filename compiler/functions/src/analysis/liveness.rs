//! `analysis.Liveness`.

use tvmlike_transform::{Analysis, Liveness as Found};

use super::Kept;
use crate::api::*;
use crate::handles::{Block, Operation, OperationBase, Value};

/// Which values live where in an operation.
#[derive(Object)]
#[object(key = "analysis.Liveness")]
pub(crate) struct Liveness {
    kept: Kept<Found>,
}

#[methods]
impl Liveness {
    /// The liveness of the values in an operation.
    #[init]
    fn new(operation: &OperationBase) -> Self {
        Self {
            kept: Kept::of(operation),
        }
    }

    /// The values of other blocks that a block needs.
    fn live_in(&self, block: &Block) -> Result<Vec<ObjectPtr<Value>>> {
        self.kept.ask_reader(Found::build, |_, found| {
            let id = block.in_context(self.kept.context())?;
            let values = found.live_in(id).iter();
            Ok(values.map(|value| Value::make(&block.part, *value)).collect())
        })
    }

    /// The values that are needed behind a block.
    fn live_out(&self, block: &Block) -> Result<Vec<ObjectPtr<Value>>> {
        self.kept.ask_reader(Found::build, |_, found| {
            let id = block.in_context(self.kept.context())?;
            let values = found.live_out(id).iter();
            Ok(values.map(|value| Value::make(&block.part, *value)).collect())
        })
    }

    /// Whether a value is not needed behind an operation.
    fn is_dead_after(&self, value: &Value, operation: &OperationBase) -> Result<bool> {
        self.kept.ask_reader(Found::build, |core, found| {
            let value = value.in_context(self.kept.context())?;
            let op = operation.in_context(self.kept.context())?;
            Ok(found.is_dead_after(core, value, op))
        })
    }

    /// The operations at which a value lives.
    fn resolve_liveness(&self, value: &Value) -> Result<Vec<ObjectPtr<Operation>>> {
        self.kept.ask_reader(Found::build, |core, found| {
            let id = value.in_context(self.kept.context())?;
            let ops = found.operations(core, id).into_iter();
            Ok(ops.map(|op| Operation::make(&value.part, op)).collect())
        })
    }

    /// The values that live at an operation.
    fn currently_live_values(&self, operation: &OperationBase) -> Result<Vec<ObjectPtr<Value>>> {
        self.kept.ask_reader(Found::build, |core, found| {
            let op = operation.in_context(self.kept.context())?;
            let near = operation.part();
            let values = found.live_at(core, op).into_iter();
            Ok(values.map(|value| Value::make(&near, value)).collect())
        })
    }
}
