//! Operands that branches pass to blocks that do not need them, and the arguments that get them.
//!
//! Invariant: an argument is removed only if every predecessor passes a value that is not needed either.

use std::collections::HashSet;

use tvmlike_define::OpBuilder;
use tvmlike_ir::{Block, Branch, Context, Exclusive, Location, Op, Rewriter, Type, Value, ValueOwner};

use super::liveness::Liveness;

/// The arguments of a block that are removed.
pub(super) struct Removed {
    block: Block,
    arguments: Vec<bool>,
}

impl Removed {
    /// Whether a value is one of the arguments.
    pub(super) fn removes(&self, context: &Context, value: Value) -> bool {
        match value.owner(context) {
            ValueOwner::Argument { block, index } => block == self.block && self.arguments[index],
            ValueOwner::Result { .. } => false,
        }
    }
}

/// Removes the operands, or replaces them by poison where the argument stays. The arguments are to be removed afterwards.
///
/// The branches that are unreachable will be erased: they pass nothing. A block that only they lead to keeps its arguments.
pub(super) fn drop_operands(
    edit: &mut Exclusive<'_>,
    live: &Liveness,
    blocks: &[Block],
    unreachable: &HashSet<Op>,
) -> Vec<Removed> {
    let context = edit.context();
    let mut all = Vec::new();
    for block in blocks {
        let branches: Vec<(Op, usize)> = block
            .uses(context)
            .map(|at| (at.owner(context), at.index(context)))
            .filter(|(op, _)| !unreachable.contains(op))
            .collect();
        if branches.is_empty() {
            continue;
        }
        let removed: Vec<bool> = block
            .arguments(context)
            .enumerate()
            .map(|(index, argument)| {
                !live.is_live(argument) && is_never_needed(context, &branches, index, live)
            })
            .collect();
        for (op, successor) in branches {
            drop_in(edit, op, successor, &removed, live);
        }
        all.push(Removed {
            block: *block,
            arguments: removed,
        });
    }
    all
}

/// Whether no branch passes a value to an argument that something else needs.
fn is_never_needed(context: &Context, branches: &[(Op, usize)], argument: usize, live: &Liveness) -> bool {
    branches.iter().all(|(op, successor)| {
        op.interface::<Branch>(context)
            .and_then(|branch| branch.operand_of(context, *op, *successor, argument))
            .is_some_and(|value| !live.is_live(value))
    })
}

/// Drops operands that a terminator passes to a successor.
fn drop_in(edit: &mut Exclusive<'_>, op: Op, successor: usize, removed: &[bool], live: &Liveness) {
    let context = edit.context();
    let Some(branch) = op.interface::<Branch>(context) else {
        return;
    };
    let passed = (branch.operands)(context, op, successor);
    let values = passed.operands.filter_map(|index| op.operand(context, index));
    let old: Vec<Value> = values.collect();
    let mut new = Vec::new();
    for (value, is_removed) in old.iter().zip(&removed[passed.produced..]) {
        if *is_removed {
            continue;
        }
        if live.is_live(*value) {
            new.push(*value);
            continue;
        }
        let mut rewriter = Rewriter::new(edit);
        rewriter.set_before(op);
        new.push(poison(&mut rewriter, value.ty(context), op.location(context)));
    }
    if new != old {
        (branch.set_operands)(edit, op, successor, &new);
    }
}

/// Removes the arguments, which have no uses any more.
pub(super) fn drop_arguments(edit: &mut Exclusive<'_>, removed: &[Removed]) {
    for each in removed {
        Rewriter::new(edit).erase_arguments(each.block, |index| each.arguments[index]);
    }
}

/// Makes poison at the place.
pub(super) fn poison(rewriter: &mut Rewriter<'_, '_>, ty: Type, location: Location) -> Value {
    let made = OpBuilder::new("ub.poison")
        .result("result", [ty])
        .create_at(rewriter, location);
    let made = made.expect("poison has no parts that could not fit");
    made.result(rewriter.context(), 0).expect("poison has a result")
}
