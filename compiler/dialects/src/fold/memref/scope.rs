//! Patterns of `alloca_scope`.
//!
//! Invariant: memory lives as long as before, or longer until the end of a scope that ends right then.

use tvmlike_ir::{
    Context, Effect, EffectKind, EffectTarget, InsertionPoint, Mapping, Op, Rewriter, Traits, Value,
    WalkOrder, WalkResult,
};

use crate::common::has_trait;

fn is_scope(context: &Context, op: Op) -> bool {
    has_trait(context, op, "AutomaticAllocationScope")
}

/// Whether a result of an operation is memory that lives until the end of the scope; `None`: it is not known.
fn allocates(context: &Context, op: Op) -> Option<bool> {
    if op.has_trait(context, Traits::RECURSIVE_MEMORY_EFFECTS) {
        return Some(false);
    }
    let effects = op.memory_effects(context)?;
    let is_own = |value: Value| op.results(context).any(|result| result == value);
    let mut effects = effects.iter();
    Some(effects.any(|effect| {
        effect.kind == EffectKind::Allocate
            && effect.resource == Effect::AUTOMATIC
            && matches!(effect.target, EffectTarget::Value(value) if is_own(value))
    }))
}

/// Whether nothing but the terminator is behind an operation in its region.
fn is_last(context: &Context, op: Op) -> bool {
    let end = op
        .next(context)
        .filter(|next| next.next(context).is_none() && next.might_have_trait(context, Traits::TERMINATOR));
    let region = op.parent_region(context);
    end.is_some() && region.is_some_and(|region| region.blocks(context).nth(1).is_none())
}

/// A scope in which no memory is allocated, or that ends where the scope around it does.
pub(super) fn inline(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let mut can_allocate = false;
    op.walk(context, WalkOrder::PreOrder, |inner| {
        if inner == op {
            return WalkResult::Advance;
        }
        if allocates(context, inner) != Some(false) {
            can_allocate = true;
            return WalkResult::Interrupt;
        }
        match is_scope(context, inner) {
            true => WalkResult::Skip,
            false => WalkResult::Advance,
        }
    });
    if can_allocate && !(is_scope(context, op.parent_op(context)?) && is_last(context, op)) {
        return None;
    }
    let block = op.region(context, 0)?.first_block(context)?;
    let terminator = block.last_op(context)?;
    let values: Vec<Value> = terminator.operands(context).collect();
    rewriter.inline_block(block, InsertionPoint::before(context, op)?, &[]);
    rewriter.replace_op(op, &values);
    rewriter.erase_op(terminator);
    Some(())
}

/// Allocations whose sizes are known outside of the operations that end where the scope around these does.
pub(super) fn hoist(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let mut last = op.parent_op(context).filter(|last| !is_scope(context, *last))?;
    if !is_last(context, op) || !is_last(context, last) {
        return None;
    }
    while !is_scope(context, last.parent_op(context)?) {
        last = last.parent_op(context)?;
        if !is_last(context, last) {
            return None;
        }
    }
    let own = op.parent_region(context)?;
    let containing = last
        .regions(context)
        .find(|region| own.is_inside(context, *region))?;
    let mut hoisted = Vec::new();
    op.walk(context, WalkOrder::PostOrder, |inner| {
        let is_inside = |value: Value| {
            let region = value
                .parent_block(context)
                .and_then(|block| block.region(context));
            region.is_some_and(|region| region.is_inside(context, containing))
        };
        if allocates(context, inner) == Some(true) && !inner.operands(context).any(is_inside) {
            hoisted.push(inner);
        }
        WalkResult::Advance
    });
    if hoisted.is_empty() {
        return None;
    }
    rewriter.set_before(last);
    for op in hoisted {
        let copy = rewriter.clone_op(op, &mut Mapping::new());
        let values: Vec<Value> = copy.results(context).collect();
        rewriter.replace_op(op, &values);
    }
    Some(())
}
