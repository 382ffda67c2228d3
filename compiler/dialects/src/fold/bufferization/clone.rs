//! Patterns of `clone`.

use tvmlike_ir::{EffectKind, Op, Rewriter};

use super::super::rewrite::Make;
use crate::common::view_source;
use crate::freeing::freed_by;
use crate::verifiers::can_cast_memref;

/// A copy of which nothing is used; a copy that is freed, or whose source is, in the same block: the source is used.
pub(super) fn use_source(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let (mut source, result) = (op.operand(context, 0)?, op.result(context, 0)?);
    if !result.has_uses(context) {
        rewriter.erase_op(op);
        return Some(());
    }
    let (from, to) = (source.ty(context), result.ty(context));
    if from != to && !can_cast_memref(context, from, to) {
        return None;
    }
    let mut base = source;
    while let Some(viewed) = view_source(context, base) {
        base = viewed;
    }
    let (own, other) = (freed_by(context, result)?, freed_by(context, base)?);
    let block = op.block(context);
    let is_here = |op: &Op| op.block(context) == block;
    if let (Some(own), Some(other)) = (own, other)
        && own.block(context) == other.block(context)
    {
        return None;
    }
    let free = own.filter(is_here).or(other.filter(is_here))?;
    let mut at = op.next(context);
    while let Some(between) = at.filter(|at| *at != free) {
        let effects = between.memory_effects(context).unwrap_or_default();
        if effects.iter().any(|effect| effect.kind == EffectKind::Free) {
            return None;
        }
        at = between.next(context);
    }
    // The source was freed before.
    at?;
    if from != to {
        source = Make::new("memref.cast", &[source], &[to]).value(rewriter, op)?;
    }
    rewriter.replace_op(op, &[source]);
    rewriter.erase_op(free);
    Some(())
}
