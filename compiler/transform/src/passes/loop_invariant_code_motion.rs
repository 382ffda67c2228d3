//! `loop-invariant-code-motion`: moves operations that compute the same in each iteration out of loops.
//!
//! Invariant: what is moved has no effect and can be executed where the loop does not execute it.

use std::collections::VecDeque;

use tvmlike_ir::{
    Context, Exclusive, Failure, LoopLike, Op, Region, Traits, Value, ValueOwner, WalkOrder, WalkResult,
};

use crate::pass::{Pass, PassRecord, Run};

pub(super) fn record() -> PassRecord {
    PassRecord::new(
        "loop-invariant-code-motion",
        "Hoist loop invariant instructions outside of the loop",
        |_| Ok(Box::new(LoopInvariantCodeMotion)),
    )
    .shown_as("LoopInvariantCodeMotion")
}

struct LoopInvariantCodeMotion;

impl Pass for LoopInvariantCodeMotion {
    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        let (context, op) = (run.context(), run.op());
        let mut moved = 0;
        // Inner loops first: what leaves one can leave the loop around it, too.
        op.walk_mut(run.edit(), WalkOrder::PostOrder, |edit, op| {
            if let Some(interface) = op.interface::<LoopLike>(context) {
                moved += hoist(edit, op, interface);
            }
            WalkResult::Advance
        });
        if moved == 0 {
            run.preserved().all();
        }
        Ok(())
    }
}

/// Moves what can be moved out of a loop. The number of operations.
fn hoist(edit: &mut Exclusive<'_>, root: Op, interface: &LoopLike) -> usize {
    let context = edit.context();
    let mut moved = 0;
    for region in (interface.regions)(context, root) {
        let blocks = region.blocks(context);
        let mut pending: VecDeque<Op> = blocks.flat_map(|block| block.operations(context)).collect();
        while let Some(op) = pending.pop_front() {
            let is_here = op.parent_region(context) == Some(region);
            if !is_here || !can_leave(context, op, root, interface) {
                continue;
            }
            op.move_before(edit, root)
                .expect("an operation can be moved before one around it");
            moved += 1;
            pending.extend(users_in(context, op, region));
        }
    }
    moved
}

/// The users of an operation's results directly in a region.
fn users_in(context: &Context, op: Op, region: Region) -> impl Iterator<Item = Op> + '_ {
    let uses = op.results(context).flat_map(|result| result.uses(context));
    let users = uses.map(|at| at.owner(context));
    users.filter(move |user| user.parent_region(context) == Some(region))
}

fn can_leave(context: &Context, op: Op, root: Op, interface: &LoopLike) -> bool {
    let is_known = |value: Value| {
        is_defined_in(context, value, op) || interface.is_defined_outside(context, root, value)
    };
    !op.has_trait(context, Traits::TERMINATOR)
        && op.is_memory_effect_free(context)
        && op.is_speculatable(context)
        && op.walk(context, WalkOrder::PreOrder, |nested| {
            match nested.operands(context).all(is_known) {
                true => WalkResult::Advance,
                false => WalkResult::Interrupt,
            }
        })
}

/// Whether a value is defined in the regions of an operation.
fn is_defined_in(context: &Context, value: Value, op: Op) -> bool {
    match value.owner(context) {
        ValueOwner::Result { op: definition, .. } => definition != op && definition.is_inside(context, op),
        ValueOwner::Argument { block, .. } => block
            .parent_op(context)
            .is_some_and(|parent| parent.is_inside(context, op)),
    }
}
