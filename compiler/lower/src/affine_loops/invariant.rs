//! Operations that are the same in each iteration, before the loop.
//!
//! As in MLIR, reads and writes move even if the loop may have no iteration, and other memrefs are taken for other memory.

use std::collections::HashSet;

use tvmlike_ir::{Context, EffectKind, EffectTarget, Op, Rewriter, Value};

use super::access::memref;
use super::nest::AffineFor;

/// What is known of the operations of a loop.
struct Motion<'c> {
    context: &'c Context,
    at: AffineFor,
    /// The operations that others wait for.
    awaited: HashSet<Op>,
    /// Those of which each part is the same in each iteration.
    invariant: HashSet<Op>,
}

/// Moves operations of a loop before it.
pub(crate) fn hoist_invariant(rewriter: &mut Rewriter<'_, '_>, at: AffineFor) {
    let context = rewriter.context();
    let mut motion = Motion {
        context,
        at,
        awaited: HashSet::new(),
        invariant: HashSet::new(),
    };
    let mut moved = Vec::new();
    for op in at.body_ops(context) {
        if op.results(context).any(|result| result.has_uses(context)) {
            motion.awaited.insert(op);
        }
        if motion.is_invariant(op) {
            moved.push(op);
        }
    }
    for op in moved {
        rewriter.move_op_before(op, at.0);
    }
}

/// Whether an operation has an effect on a value.
pub(super) fn has_effect(context: &Context, op: Op, value: Value, kind: EffectKind) -> bool {
    let effects = op.memory_effects(context).unwrap_or_default();
    let mut effects = effects.iter();
    effects.any(|effect| effect.kind == kind && effect.target == EffectTarget::Value(value))
}

impl Motion<'_> {
    fn is_invariant(&mut self, op: Op) -> bool {
        let context = self.context;
        let regions = ["affine.if", "affine.for", "affine.parallel"];
        if regions.iter().any(|name| op.is_named(context, name)) {
            let blocks = op.regions(context).flat_map(|region| region.blocks(context));
            let nested: Vec<Op> = blocks.flat_map(|block| block.operations(context)).collect();
            if !nested.into_iter().all(|op| self.is_invariant(op)) {
                return false;
            }
        } else if let Some((memref, writes)) = memref(context, op) {
            self.awaited.insert(op);
            if self.is_disturbed(op, memref, writes) {
                return false;
            }
        } else if !op.is_memory_effect_free(context) {
            return false;
        }
        let is_same = op.operands(context).all(|value| self.is_same(value));
        if is_same {
            self.invariant.insert(op);
        }
        is_same
    }

    /// Whether another operation in the loop writes to a memref, or reads from one that is written.
    fn is_disturbed(&self, op: Op, memref: Value, writes: bool) -> bool {
        let context = self.context;
        let users = memref.uses(context).map(|at| at.owner(context));
        let mut others = users.filter(|user| *user != op && user.is_inside(context, self.at.0));
        others.any(|user| {
            has_effect(context, user, memref, EffectKind::Write)
                || (writes && has_effect(context, user, memref, EffectKind::Read))
        })
    }

    fn is_same(&self, value: Value) -> bool {
        let mut arguments = self.at.body(self.context).arguments(self.context);
        let waits = value
            .defining_op(self.context)
            .is_some_and(|op| self.awaited.contains(&op) && !self.invariant.contains(&op));
        !waits && arguments.all(|argument| argument != value)
    }
}
