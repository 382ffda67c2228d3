//! Patterns of `cf.br`.

use tvmlike_ir::{Op, Rewriter};

use super::target::{Target, replace_by_br, single_predecessor};

/// Joins the block with its only successor, or goes on where the successor goes.
pub(super) fn simplify(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let target = Target::of(context, op, 0)?;
    let block = op.block(context)?;
    if target.block == block {
        return None;
    }
    if single_predecessor(context, target.block).is_some() {
        rewriter.erase_op(op);
        rewriter.merge_blocks(target.block, block, &target.operands);
        return Some(());
    }
    let further = target.passed_through(context)?;
    replace_by_br(rewriter, op, &further)
}
