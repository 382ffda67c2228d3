//! What frees the memory of a value.

use tvmlike_ir::{Context, Effect, EffectKind, EffectTarget, Op, Value};

/// Whether an operation frees the memory of a value.
fn frees(context: &Context, op: Op, value: Value) -> bool {
    let is_free =
        |effect: &Effect| effect.kind == EffectKind::Free && effect.target == EffectTarget::Value(value);
    op.memory_effects(context)
        .is_some_and(|effects| effects.iter().any(is_free))
}

/// The operation that frees a value, if there is one. `None`: there are several, or one that moves the memory.
pub fn freed_by(context: &Context, value: Value) -> Option<Option<Op>> {
    let mut found = None;
    for at in value.uses(context) {
        let user = at.owner(context);
        if !frees(context, user, value) {
            continue;
        }
        if found.is_some() || user.is_named(context, "memref.realloc") {
            return None;
        }
        found = Some(user);
    }
    Some(found)
}
