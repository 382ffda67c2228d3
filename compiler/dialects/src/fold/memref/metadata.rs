//! Patterns of `extract_strided_metadata`.

use tvmlike_ir::{DYNAMIC, Op, Rewriter};

use super::super::rewrite::constant;
use super::cast::uncast;

/// Offset, sizes and strides that the type tells; those of a memref before it was cast.
pub(super) fn use_constants(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let source = op.operand(context, 0)?;
    let ty = source.ty(context);
    let (strides, offset) = ty.strides_and_offset(context)?;
    let sizes = ty.shape(context)?.to_vec();
    let mut changed = None;
    for (index, number) in [offset].into_iter().chain(sizes).chain(strides).enumerate() {
        // The first result is the base.
        let result = op.result(context, index + 1)?;
        if number == DYNAMIC || !result.has_uses(context) {
            continue;
        }
        let value = constant(
            rewriter,
            op,
            context.index_attribute(number),
            context.index_type(),
        )?;
        rewriter.replace_all_uses(result, value);
        changed = Some(());
    }
    if let Some(source) = uncast(context, source) {
        rewriter.set_operand(op, 0, source);
        changed = Some(());
    }
    changed
}
