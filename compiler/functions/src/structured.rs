//! The bodies of linalg's structured operations, which follow from their names.

use tvmlike::packed_func;

use crate::api::*;
use crate::errors;
use crate::handles::OperationBase;

/// Builds the body of a structured operation of linalg whose name tells what it computes.
#[packed_func("ir._fill_builtin_region")]
fn fill_builtin_region(op: &OperationBase) -> Result<()> {
    let mut edit = op.edit()?;
    let core = op.op()?;
    tvmlike_dialects::fill_structured_region(&mut edit, core).map_err(errors::value_error)
}

/// The names of linalg's operations with inputs and outputs whose bodies follow from their names.
#[packed_func("ir._structured_operations")]
fn structured_operations() -> Vec<String> {
    tvmlike_dialects::structured_operations()
        .map(str::to_owned)
        .collect()
}
