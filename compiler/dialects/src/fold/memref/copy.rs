//! Patterns of `copy`.

use tvmlike_ir::{Context, Op, Rewriter, TypeKind, Value};

use super::super::rewrite::operand;

/// Whether a memref has no elements.
fn is_empty(context: &Context, value: Value) -> bool {
    matches!(value.ty(context).kind(context), TypeKind::MemRef { shape, .. } if shape.iter().any(|size| size == 0))
}

/// A copy of no elements.
pub(super) fn drop_empty(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let is_empty = is_empty(context, operand(context, op, 0)?) || is_empty(context, operand(context, op, 1)?);
    is_empty.then(|| rewriter.erase_op(op))
}

/// A copy of a memref to itself.
pub(super) fn drop_own(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let is_own = operand(context, op, 0)? == operand(context, op, 1)?;
    is_own.then(|| rewriter.erase_op(op))
}
