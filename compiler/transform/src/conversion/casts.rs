//! Removing casts that cancel each other out, as MLIR does.

use std::collections::HashSet;

use foldhash::fast::FixedState;
use tvmlike_ir::{Context, Exclusive, Op, Rewriter, Value};

/// The operation that gives all operands of a cast in order, if it is a cast, too.
fn input_cast(context: &Context, cast: Op) -> Option<Op> {
    let input = cast.operand(context, 0)?.defining_op(context)?;
    let is_cast = input.name(context) == cast.name(context);
    (is_cast && input.results(context).eq(cast.operands(context))).then_some(input)
}

/// Whether the operands of a cast have the types of another's results.
fn cancels(context: &Context, input: Op, cast: Op) -> bool {
    let types = |value: Value| value.ty(context);
    input
        .operands(context)
        .map(types)
        .eq(cast.results(context).map(types))
}

/// The operands of an earlier cast that can stand for the results of one.
fn source(context: &Context, cast: Op) -> Option<Op> {
    let mut seen: HashSet<Op, FixedState> = HashSet::default();
    let mut at = Some(cast);
    while let Some(input) = at.filter(|input| seen.insert(*input)) {
        if cancels(context, input, cast) {
            let is_cyclic = input
                .operands(context)
                .any(|operand| operand.defining_op(context) == Some(cast));
            return (!is_cyclic).then_some(input);
        }
        at = input_cast(context, input);
    }
    None
}

/// What has become of casts: those that are still used, and the others.
pub(super) struct Reconciled {
    pub(super) live: Vec<Op>,
    pub(super) dead: Vec<Op>,
}

/// Makes the uses of casts uses of what they cast, where types allow it. `replace` replaces the uses of a value;
/// `is_user` decides whether an operation counts as a user.
pub(super) fn reconcile(
    context: &Context,
    casts: &[Op],
    mut replace: impl FnMut(Value, Value),
    is_user: impl Fn(Op) -> bool,
) -> Reconciled {
    for cast in casts.iter().rev() {
        if let Some(input) = source(context, *cast) {
            let results: Vec<Value> = cast.results(context).collect();
            let inputs: Vec<Value> = input.operands(context).collect();
            for (from, to) in results.into_iter().zip(inputs) {
                replace(from, to);
            }
        }
    }
    let all: HashSet<Op, FixedState> = casts.iter().copied().collect();
    let mut live: HashSet<Op, FixedState> = HashSet::default();
    for cast in casts {
        let mut users = cast.results(context).flat_map(|result| result.uses(context));
        let is_used = users.any(|at| {
            let owner = at.owner(context);
            is_user(owner) && !all.contains(&owner)
        });
        let mut pending = if is_used { vec![*cast] } else { Vec::new() };
        while let Some(cast) = pending.pop() {
            if live.insert(cast) {
                let inputs = cast
                    .operands(context)
                    .filter_map(|input| input.defining_op(context));
                pending.extend(inputs.filter(|input| all.contains(input)));
            }
        }
    }
    let (live, dead) = casts.iter().copied().partition(|cast| live.contains(cast));
    Reconciled { live, dead }
}

/// Removes casts that cancel each other out, and those without uses. Those that are left.
pub fn reconcile_casts(edit: &mut Exclusive<'_>, casts: &[Op]) -> Vec<Op> {
    let context = edit.context();
    let mut rewriter = Rewriter::new(edit);
    let result = reconcile(
        context,
        casts,
        |from, to| rewriter.replace_all_uses(from, to),
        |_| true,
    );
    // Dead casts are used by each other only, perhaps in a circle.
    let unused = edit.create_block(&[]);
    for cast in result.dead {
        cast.detach(edit);
        let moved = unused.append(edit, cast);
        moved.expect("a cast has no regions and can be moved to any block");
    }
    let erased = edit.erase_unused(&[unused], &[]);
    erased.expect("dead casts are used by each other only");
    result.live
}
