//! Replacing and erasing operations in a conversion, with checks of what front ends pass.

use smallvec::SmallVec;
use tvmlike_ir as ir;
use tvmlike_transform::ConversionRewriter;

use crate::api::*;
use crate::errors;
use crate::handles::Value;

/// What replaces a result: a value, or any number.
#[derive(Union)]
pub(super) enum Substitute {
    One(ObjectPtr<Value>),
    Many(Vec<ObjectPtr<Value>>),
}

/// Replaces an operation in a conversion, by any number of values for each result.
pub(super) fn replace_op(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: ir::Op,
    values: &[SmallVec<[ir::Value; 1]>],
) -> Result<()> {
    let context = rewriter.context();
    let count = op.num_results(context);
    if values.len() != count {
        return Err(errors::value_error(format!(
            "replace_op: expected {count} values, one for each result, got {}",
            values.len()
        )));
    }
    refuse_again(rewriter, op, "replace_op")?;
    for (index, value) in values.iter().enumerate() {
        if value.iter().any(|value| rewriter.leads_to(*value, op)) {
            return Err(errors::value_error(format!(
                "replace_op: value {index} is a result of the operation itself, or is replaced by one"
            )));
        }
    }
    rewriter.replace_op_by_many(op, values);
    Ok(())
}

/// Erases an operation in a conversion.
pub(super) fn erase_op(rewriter: &mut ConversionRewriter<'_, '_>, op: ir::Op) -> Result<()> {
    refuse_again(rewriter, op, "erase_op")?;
    rewriter.erase_op(op);
    Ok(())
}

fn refuse_again(rewriter: &ConversionRewriter<'_, '_>, op: ir::Op, function: &str) -> Result<()> {
    let context = rewriter.context();
    let name = op.name(context).text(context);
    if rewriter.is_replaced(op) {
        return Err(errors::value_error(format!(
            "{function}: `{name}` was replaced or erased in this conversion"
        )));
    }
    if op.block(context).is_none() {
        return Err(errors::value_error(format!(
            "{function}: `{name}` is in no block; a conversion changes what is in it"
        )));
    }
    Ok(())
}
