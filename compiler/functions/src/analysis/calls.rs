//! `analysis.CallGraph`.

use tvmlike_transform::{Analysis, CallGraph as Found};

use super::Kept;
use crate::api::*;
use crate::handles::{Operation, OperationBase};

/// Which functions call which.
#[derive(Object)]
#[object(key = "analysis.CallGraph")]
pub(crate) struct CallGraph {
    kept: Kept<Found>,
}

impl CallGraph {
    /// The operations with the numbers.
    fn operations(&self, found: &Found, numbers: &[usize]) -> Vec<ObjectPtr<Operation>> {
        let op = |number: &usize| Operation::make(&self.kept.root, found.ops()[*number]);
        numbers.iter().map(op).collect()
    }
}

#[methods]
impl CallGraph {
    /// The call graph of what is in an operation.
    #[init]
    fn new(operation: &OperationBase) -> Self {
        Self {
            kept: Kept::of(operation),
        }
    }

    /// The operations with a body that can be called, in the order of the text.
    #[getter]
    fn nodes(&self) -> Result<Vec<ObjectPtr<Operation>>> {
        self.kept.ask_reader(Found::build, |_, found| {
            let all: Vec<usize> = (0..found.ops().len()).collect();
            Ok(self.operations(found, &all))
        })
    }

    /// What an operation calls, each once, in the order of the calls, and what can be called that is nested in it. What has no
    /// body is not among it.
    fn callees(&self, operation: &OperationBase) -> Result<Vec<ObjectPtr<Operation>>> {
        self.kept.ask_reader(Found::build, |_, found| {
            let op = operation.in_context(self.kept.context())?;
            let number = found
                .number(op)
                .ok_or_else(|| Error::value_error("the operation is not in the call graph"))?;
            Ok(self.operations(found, found.callees(number)))
        })
    }

    /// The operation that a call calls. None: it is not known, or has no body.
    fn resolve_callable(&self, call: &OperationBase) -> Result<Option<ObjectPtr<Operation>>> {
        self.kept.ask_reader(Found::build, |core, found| {
            let op = call.in_context(self.kept.context())?;
            let number = found.resolve(core, &mut tvmlike_ir::SymbolTables::new(), op);
            Ok(number.map(|number| Operation::make(&self.kept.root, found.ops()[number])))
        })
    }

    /// The operations in groups that call each other in circles, callees first.
    #[getter]
    fn components(&self) -> Result<Vec<Vec<ObjectPtr<Operation>>>> {
        self.kept.ask_reader(Found::build, |_, found| {
            let groups = found.components().into_iter();
            Ok(groups.map(|group| self.operations(found, &group)).collect())
        })
    }
}
