//! Patterns of all operations that pass values between their regions: arguments and results that are not used, that are the
//! same as others, or that are always one value.
//!
//! Invariant: the operand that is passed to an argument or a result goes with it.

use std::collections::HashMap;

use tvmlike_ir::{Block, Context, Forwarded, Op, Rewriter, Type, Value, ValueOwner};

use super::region::create_like;

/// Arguments and results without uses, if all that get the same operands have none.
pub(super) fn drop_unused(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let all = op.forwarded_operands(context);
    let dead = unused(context, &all);
    if dead.is_empty() {
        return None;
    }
    let is_dead = |value: &Value| dead.contains(value);
    let mut owners: Vec<Op> = Vec::new();
    for each in all.iter().filter(|each| is_dead(&each.input)) {
        if !owners.contains(&each.op) {
            owners.push(each.op);
        }
    }
    for owner in owners {
        let is_dropped = |index: usize| {
            let mut own = all
                .iter()
                .filter(|each| (each.op, each.operand) == (owner, index));
            own.any(|each| is_dead(&each.input))
        };
        let operands = owner.operands(context).enumerate();
        let kept = operands.filter(|(index, _)| !is_dropped(*index));
        let kept: Vec<Value> = kept.map(|(_, value)| value).collect();
        rewriter.modify(owner, |edit| owner.set_operands(edit, &kept));
    }
    let blocks: Vec<Block> = op
        .regions(context)
        .filter_map(|region| region.first_block(context))
        .collect();
    for block in blocks {
        let arguments: Vec<Value> = block.arguments(context).collect();
        rewriter.erase_arguments(block, |index| is_dead(&arguments[index]));
    }
    let left: Vec<Value> = op.results(context).filter(|result| !is_dead(result)).collect();
    if left.len() < op.num_results(context) {
        drop_results(rewriter, op, &left);
    }
    Some(())
}

/// The arguments and results that can be dropped.
fn unused(context: &Context, all: &[Forwarded]) -> Vec<Value> {
    let mut used: Vec<Value> = Vec::new();
    let mut pending: Vec<Value> = all
        .iter()
        .map(|each| each.input)
        .filter(|input| input.has_uses(context))
        .collect();
    // What gets an operand that something else needs stays, too.
    while let Some(input) = pending.pop() {
        if used.contains(&input) {
            continue;
        }
        used.push(input);
        for each in all.iter().filter(|each| each.input == input) {
            let tied = all
                .iter()
                .filter(|other| (other.op, other.operand) == (each.op, each.operand));
            pending.extend(tied.map(|other| other.input));
        }
    }
    let mut dead: Vec<Value> = Vec::new();
    for each in all {
        if !used.contains(&each.input) && !dead.contains(&each.input) {
            dead.push(each.input);
        }
    }
    dead
}

/// Replaces an operation by one with some of its results only.
fn drop_results(rewriter: &mut Rewriter<'_, '_>, op: Op, left: &[Value]) {
    let context = rewriter.context();
    let types: Vec<Type> = left.iter().map(|value| value.ty(context)).collect();
    let operands: Vec<Value> = op.operands(context).collect();
    let new = create_like(rewriter, op, &operands, &types);
    for (from, to) in op.regions(context).zip(new.regions(context)) {
        rewriter.inline_region(from, to, None);
    }
    let mut made = new.results(context);
    let values: Vec<Value> = op
        .results(context)
        .map(|result| match left.contains(&result) {
            true => made.next().unwrap_or(result),
            false => result,
        })
        .collect();
    rewriter.replace_op(op, &values);
}

/// What can be used in the place of others: the arguments of a block, or the results.
fn owner(context: &Context, value: Value) -> Option<Block> {
    match value.owner(context) {
        ValueOwner::Argument { block, .. } => Some(block),
        ValueOwner::Result { .. } => None,
    }
}

/// The operations that pass on a value, and the value that each passes.
type Passed = Vec<(Op, Option<Value>)>;

/// Arguments and results that always get the same values as another one.
pub(super) fn merge_same(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let mut inputs: Vec<(Value, Passed)> = Vec::new();
    for each in op.forwarded_operands(context) {
        let passed = (each.op, each.op.operand(context, each.operand));
        match inputs.iter_mut().find(|(input, _)| *input == each.input) {
            Some((_, all)) => all.push(passed),
            None => inputs.push((each.input, vec![passed])),
        }
    }
    let mut changed = None;
    for (index, (input, passed)) in inputs.iter().enumerate() {
        let same = inputs[..index]
            .iter()
            .find(|(other, all)| all == passed && owner(context, *other) == owner(context, *input));
        if let Some((first, _)) = same
            && input.has_uses(context)
        {
            rewriter.replace_all_uses(*input, *first);
            changed = Some(());
        }
    }
    changed
}

/// Arguments and results that are always one value from outside.
pub(super) fn replace_fixed(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let mut sources: HashMap<Value, Vec<Value>> = HashMap::new();
    let mut order = Vec::new();
    for each in op.forwarded_operands(context) {
        let all = sources.entry(each.input).or_insert_with(|| {
            order.push(each.input);
            Vec::new()
        });
        all.extend(each.op.operand(context, each.operand));
    }
    let mut changed = None;
    for input in order {
        if input.has_uses(context)
            && let Some(value) = only_source(&sources, input)
            && is_outside(context, value, op)
        {
            rewriter.replace_all_uses(input, value);
            changed = Some(());
        }
    }
    changed
}

/// The only value that reaches an argument or a result.
fn only_source(sources: &HashMap<Value, Vec<Value>>, input: Value) -> Option<Value> {
    let mut found = None;
    let mut visited = vec![input];
    let mut pending = vec![input];
    while let Some(input) = pending.pop() {
        for value in sources.get(&input)? {
            if sources.contains_key(value) {
                if !visited.contains(value) {
                    visited.push(*value);
                    pending.push(*value);
                }
            } else if *found.get_or_insert(*value) != *value {
                return None;
            }
        }
    }
    found
}

/// Whether a value is defined outside of an operation.
fn is_outside(context: &Context, value: Value, op: Op) -> bool {
    let around = value
        .parent_block(context)
        .and_then(|block| block.parent_op(context));
    around.is_none_or(|around| !around.is_inside(context, op))
}
