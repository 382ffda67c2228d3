//! Printing: `get_asm` with its options, and `ir.AsmState`.

use tvmlike::packed_func;

use crate::api::*;
use crate::handles::{OperationBase, Ref, Value};
use crate::text;

/// How operations and values are printed.
#[derive(Object)]
#[object(key = "ir.AsmState")]
pub(crate) struct AsmState {
    _of: Ref,
    pub(crate) use_local_scope: bool,
}

#[methods]
impl AsmState {
    /// The state for printing parts of the operation that a value is in.
    #[init]
    #[overload]
    fn of_value(value: &Value, #[default(false)] use_local_scope: bool) -> Self {
        Self {
            _of: value.part.clone(),
            use_local_scope,
        }
    }

    /// The state for printing parts of an operation.
    #[init]
    #[overload]
    fn of_operation(op: &OperationBase, #[default(false)] use_local_scope: bool) -> Self {
        Self {
            _of: op.part(),
            use_local_scope,
        }
    }

    /// Whether parts are named and aliased by themselves.
    #[getter]
    #[name("_use_local_scope")]
    fn local(&self) -> bool {
        self.use_local_scope
    }
}

/// Text, or the same as bytes.
#[derive(Union)]
enum Printed {
    Text(String),
    Binary(Bytes),
}

/// The text of an operation; as bytes if `binary`.
#[packed_func("ir.get_asm")]
#[expect(clippy::too_many_arguments, reason = "these are MLIR's options")]
fn get_asm(
    op: &OperationBase,
    #[default(false)] binary: bool,
    #[default(None)] large_elements_limit: Option<i64>,
    #[default(None)] large_resource_limit: Option<i64>,
    #[default(false)] enable_debug_info: bool,
    #[default(false)] pretty_debug_info: bool,
    #[default(false)] print_generic_op_form: bool,
    #[default(false)] use_local_scope: bool,
    #[default(false)] use_name_loc_as_prefix: bool,
    #[default(false)] assume_verified: bool,
    #[default(false)] skip_regions: bool,
) -> Result<Printed> {
    let options = text::Options {
        large_elements_limit,
        large_resource_limit,
        debug_info: enable_debug_info,
        pretty_debug_info,
        generic: print_generic_op_form,
        local_scope: use_local_scope,
        name_loc_as_prefix: use_name_loc_as_prefix,
        assume_verified,
        skip_regions,
    };
    let core = op.read()?;
    let op = op.op()?;
    Ok(if binary {
        Printed::Binary(Bytes::from(&*text::operation(&core, op, &options)))
    } else {
        Printed::Text(text::operation_text(&core, op, &options))
    })
}
