//! The loops of linalg's structured operations, and their bodies, which follow from their names.

use tvmlike::packed_func;

use crate::api::*;
use crate::errors;
use crate::handles::{Attribute, OperationBase};

/// Builds the body of a structured operation of linalg whose name tells what it computes.
#[packed_func("ir._fill_builtin_region")]
fn fill_builtin_region(op: &OperationBase) -> Result<()> {
    let mut edit = op.edit()?;
    let core = op.op()?;
    tvmlike_dialects::fill_structured_region(&mut edit, core).map_err(errors::value_error)
}

/// The number of inputs, the indexing maps of all operands, and for each loop whether it is a reduction; -1 and nothing for
/// an operation that is not structured.
#[packed_func("ir._structured_loops")]
fn structured_loops(op: &OperationBase) -> Result<(i64, Vec<ObjectPtr<Attribute>>, Vec<bool>)> {
    let core = op.read()?;
    let Some(found) = tvmlike_dialects::structured_loops(&core, op.op()?) else {
        return Ok((-1, Vec::new(), Vec::new()));
    };
    let map = |map| Attribute::make(op.context(), core.affine_map_attribute(map));
    let maps = found.maps.into_iter().map(map).collect();
    Ok((found.inputs as i64, maps, found.reductions))
}

/// The names of linalg's operations with inputs and outputs whose bodies follow from their names.
#[packed_func("ir._structured_operations")]
fn structured_operations() -> Vec<String> {
    tvmlike_dialects::structured_operations()
        .map(str::to_owned)
        .collect()
}
