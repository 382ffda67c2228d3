//! What operations in the region of an operation with the interface `InParallelOpInterface` ask of it.

use tvmlike_define::Instance;
use tvmlike_ir::Failure;

use super::types::has_trait;

/// Checks that the parent has the interface.
pub(super) fn verify_parent(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let parent = instance.op.parent_op(context);
    let Some(parent) = parent else {
        return instance.refuse_plainly("expected InParallelOpInterface parent, got: null");
    };
    if has_trait(context, parent, "InParallelOpInterface") {
        return Ok(());
    }
    let text = tvmlike_text::op_for_note(context, parent);
    instance.refuse_plainly(format!("expected InParallelOpInterface parent, got:\n{text}\n"))
}
