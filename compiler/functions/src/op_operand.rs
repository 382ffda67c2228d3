//! `ir.OpOperand`: a use of a value.

use std::hash::{Hash, Hasher};

use crate::api::*;
use crate::handles::{OpView, Ref, Value};

/// A use of a value: an operand of an operation.
#[derive(Object)]
#[object(key = "ir.OpOperand", eq, hash)]
pub(crate) struct OpOperand {
    op: Ref,
    index: usize,
}

impl PartialEq for OpOperand {
    fn eq(&self, other: &Self) -> bool {
        self.op == other.op && self.index == other.index
    }
}

impl Eq for OpOperand {}

impl Hash for OpOperand {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.op.hash(state);
        self.index.hash(state);
    }
}

impl OpOperand {
    pub(crate) fn new(op: &Ref, index: usize) -> Self {
        Self {
            op: op.clone(),
            index,
        }
    }
}

#[methods]
impl OpOperand {
    /// The operation that uses the value.
    #[getter]
    fn owner(&self) -> Result<ObjectPtr<OpView>> {
        let _core = self.op.read()?;
        Ok(OpView::make(&self.op, self.op.op()?))
    }

    /// The number of the operand.
    #[getter]
    fn operand_number(&self) -> usize {
        self.index
    }

    /// The value that is used.
    #[getter]
    fn get(&self) -> Result<ObjectPtr<Value>> {
        let core = self.op.read()?;
        let value = self.op.op()?.operand(&core, self.index).ok_or_else(|| {
            Error::runtime_error(format!("the operation no longer has an operand {}", self.index))
        })?;
        Ok(Value::make(&self.op, value))
    }
}
