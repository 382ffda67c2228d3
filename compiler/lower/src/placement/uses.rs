//! Allocations of an operation, and the operations that use their memory.

use tvmlike_dialects::freed_by;
use tvmlike_ir::{
    Block, Context, Effect, EffectKind, EffectTarget, LoopLike, Op, RegionBranch, Value, WalkOrder,
    WalkResult,
};

/// The results that operations in another one allocate on the heap, one each, with what frees them. Those that several
/// operations free are left out.
pub(super) fn allocations(context: &Context, root: Op) -> Vec<(Value, Option<Op>)> {
    let mut found = Vec::new();
    root.walk(context, WalkOrder::PostOrder, |op| {
        let effects = op.memory_effects(context).unwrap_or_default();
        let allocated = effects.iter().filter_map(|effect| match effect.target {
            EffectTarget::Value(value)
                if effect.kind == EffectKind::Allocate
                    && effect.resource != Effect::AUTOMATIC
                    && value.defining_op(context).is_some() =>
            {
                Some(value)
            }
            _ => None,
        });
        let allocated: Vec<Value> = allocated.collect();
        if let [value] = allocated[..]
            && let Some(free) = freed_by(context, value)
        {
            found.push((value, free));
        }
        WalkResult::Advance
    });
    found
}

/// The operation of a block that an operation is, or is nested in.
pub(super) fn ancestor_in(context: &Context, block: Block, op: Op) -> Option<Op> {
    let mut at = op;
    while at.block(context) != Some(block) {
        at = at.parent_op(context)?;
    }
    Some(at)
}

/// Whether a region of an operation can be entered again from its end.
pub(super) fn is_loop(context: &Context, op: Op) -> bool {
    if op.interface::<LoopLike>(context).is_some() {
        return true;
    }
    let Some(branch) = op.interface::<RegionBranch>(context) else {
        return false;
    };
    op.regions(context).any(|region| {
        let next = |from| {
            let successors = (branch.successors)(context, op, Some(from), &[]);
            successors.into_iter().filter_map(|it| it.region)
        };
        let mut pending: Vec<_> = next(region).collect();
        let mut seen = Vec::new();
        while let Some(at) = pending.pop() {
            if at == region {
                return true;
            }
            if !seen.contains(&at) {
                seen.push(at);
                pending.extend(next(at));
            }
        }
        false
    })
}

/// Whether an operation passes control to its regions in a way that is known.
pub(super) fn is_structured(context: &Context, op: Op) -> bool {
    op.interface::<LoopLike>(context).is_some() || op.interface::<RegionBranch>(context).is_some()
}
