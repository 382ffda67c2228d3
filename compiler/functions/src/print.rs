//! Printing: `get_asm` with its options, and `ir.AsmState`.

use tvmlike::packed_func;
use tvmlike_ir as ir;

use crate::api::*;
use crate::handles::{Context, OperationBase, Ref, Value};
use crate::{errors, text};

/// The names of values in an operation, for printing parts of it. They are those that the values have now.
#[derive(Object)]
#[object(key = "ir.AsmState")]
pub(crate) struct AsmState {
    /// The operation in which values are numbered.
    root: Ref,
    use_local_scope: bool,
}

impl AsmState {
    /// The options for printing something in a context.
    pub(crate) fn options(&self, context: &ObjectPtr<Context>) -> Result<text::Options> {
        if !self.root.context().same_as(context) {
            return Err(errors::other_context("state"));
        }
        Ok(text::Options {
            local_scope: self.use_local_scope,
            numbered_in: Some(self.root.op()?),
            ..text::Options::default()
        })
    }
}

#[methods]
impl AsmState {
    /// The names of values in what is around a value: the outermost operation, or with `use_local_scope` the closest one
    /// that is isolated from above.
    #[init]
    #[overload]
    fn of_value(value: &Value, #[default(false)] use_local_scope: bool) -> Result<Self> {
        let core = value.part.read()?;
        let op = match value.part.value()?.owner(&core) {
            ir::ValueOwner::Result { op, .. } => Some(op),
            ir::ValueOwner::Argument { block, .. } => block.parent_op(&core),
        };
        let op = op.ok_or_else(|| errors::value_error("the block of the argument is in no operation"))?;
        let root = tvmlike_text::numbering_scope(&core, op, use_local_scope);
        Ok(Self {
            root: Ref::of_op(&value.part.owner, root),
            use_local_scope,
        })
    }

    /// The names of values in an operation.
    #[init]
    #[overload]
    fn of_operation(op: &OperationBase, #[default(false)] use_local_scope: bool) -> Self {
        Self {
            root: op.part(),
            use_local_scope,
        }
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
        numbered_in: None,
    };
    printed(op, binary, &options)
}

/// The text of an operation with the names of a state; as bytes if `binary`.
#[packed_func("ir._get_asm_in")]
fn get_asm_in(op: &OperationBase, state: &AsmState, #[default(false)] binary: bool) -> Result<Printed> {
    let options = state.options(op.context())?;
    printed(op, binary, &options)
}

fn printed(op: &OperationBase, binary: bool, options: &text::Options) -> Result<Printed> {
    let core = op.read()?;
    let op = op.op()?;
    Ok(if binary {
        Printed::Binary(Bytes::from(&*text::operation(&core, op, options)?))
    } else {
        Printed::Text(text::operation_text(&core, op, options)?)
    })
}
