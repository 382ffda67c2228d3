//! Finding the operations `bufferization.dealloc` that are replaced, and the function that those of several memrefs call.

use std::collections::HashMap;

use tvmlike_ir::{Context, Exclusive, Failure, Op, Rewriter, WalkOrder, WalkResult};

use super::helper::make_helper;
use super::lower::Lowering;
use super::parts::Parts;

/// Replaces each `bufferization.dealloc` in an operation.
///
/// # Errors
/// One needs the function that finds out what is to be freed, and the operation is no module.
pub(crate) fn lower_deallocations(edit: &mut Exclusive<'_>, root: Op) -> Result<(), Failure> {
    let context = edit.context();
    let mut all = Vec::new();
    root.walk(context, WalkOrder::PostOrder, |op| {
        if op.is_named(context, "bufferization.dealloc") {
            all.push(op);
        }
        WalkResult::Advance
    });
    let mut helpers: HashMap<Op, Op> = HashMap::new();
    for op in &all {
        let count = Parts::of(context, *op).map_or(0, |parts| parts.freed.len());
        if let Some(table) = symbol_table(context, *op)
            && count > 1
            && root.is_named(context, "builtin.module")
            && !helpers.contains_key(&table)
        {
            helpers.insert(table, make_helper(edit, table, root.location(context))?);
        }
    }
    for op in all {
        let Some(parts) = Parts::of(context, op) else {
            continue;
        };
        let helper = symbol_table(context, op).and_then(|table| helpers.get(&table).copied());
        if parts.freed.len() > 1 && helper.is_none() {
            let message = "library function required for generic lowering, but cannot be automatically inserted when \
                           operating on functions";
            op.emit_error(context, message).emit();
            let message =
                "failed to legalize operation 'bufferization.dealloc' that was explicitly marked illegal";
            return Err(op.emit_error(context, message).emit());
        }
        let mut rewriter = Rewriter::new(edit);
        rewriter.set_before(op);
        let mut lowering = Lowering {
            rewriter,
            location: op.location(context),
        };
        let values = lowering.lower(&parts, helper);
        lowering.rewriter.replace_op(op, &values);
    }
    Ok(())
}

fn symbol_table(context: &Context, op: Op) -> Option<Op> {
    let mut at = op.parent_op(context);
    while let Some(table) = at.filter(|op| !op.is_symbol_table(context)) {
        at = table.parent_op(context);
    }
    at
}
