//! Freeing memory directly behind its last use.

use tvmlike_ir::{Context, EffectKind, EffectTarget, Exclusive, Op, Value, WalkOrder, WalkResult};

use super::uses::ancestor_in;
use crate::deallocation::Origins;

/// The only result that an operation allocates.
fn allocated(context: &Context, op: Op) -> Option<Value> {
    let mut found = None;
    for effect in op.memory_effects(context)? {
        if let EffectTarget::Value(value) = effect.target
            && effect.kind == EffectKind::Allocate
            && value.defining_op(context) == Some(op)
            && found.replace(value).is_some()
        {
            return None;
        }
    }
    found
}

/// The only use of a value in an operation that frees something.
fn freed_by(context: &Context, value: Value) -> Option<Op> {
    let mut found = None;
    for at in value.uses(context) {
        let user = at.owner(context);
        for effect in user.memory_effects(context).unwrap_or_default() {
            if effect.kind == EffectKind::Free && found.replace(user).is_some() {
                return None;
            }
        }
    }
    found
}

/// Moves what frees the memory of a function up to behind its last use, within a block.
pub(crate) fn free_early(edit: &mut Exclusive<'_>, function: Op) {
    let context = edit.context();
    let origins = Origins::new(context, function);
    let mut all = Vec::new();
    function.walk(context, WalkOrder::PostOrder, |op| {
        all.extend(allocated(context, op).map(|value| (op, value)));
        WalkResult::Advance
    });
    for (op, value) in all {
        let Some((free, block)) = freed_by(context, value).zip(op.block(context)) else {
            continue;
        };
        if free.block(context) != Some(block) {
            continue;
        }
        let mut last: Option<Op> = None;
        let mut is_inside = true;
        for alias in origins.uses_of(value) {
            for at in alias.uses(context) {
                let user = at.owner(context);
                if user == free {
                    continue;
                }
                match ancestor_in(context, block, user) {
                    Some(user) if last.is_none_or(|last| last.is_before_in_block(context, user)) => {
                        last = Some(user);
                    }
                    Some(_) => {}
                    None => is_inside = false,
                }
            }
        }
        if let Some(last) = last.filter(|_| is_inside) {
            // Both are in the block.
            let _ = free.move_after(edit, last);
        }
    }
}
