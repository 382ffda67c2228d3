//! Patterns of all operations that pass values between their regions: arguments and results that are not used, that are the
//! same as others, or that are always one value.
//!
//! Invariant: the operand that is passed to an argument or a result goes with it.

use tvmlike_ir::{Block, Context, Forwarded, Op, Rewriter, Type, Value, ValueOwner};

use super::region::create_like;

/// Results, and arguments of first blocks: all that operands can be passed to, and more, without a look at what passes them. The
/// driver visits all operations around a change again, so what has nothing to do must see that soon.
fn candidates(context: &Context, op: Op) -> impl Iterator<Item = Value> + '_ {
    let blocks = op
        .regions(context)
        .into_iter()
        .filter_map(|region| region.first_block(context));
    let arguments = blocks.flat_map(|block| block.arguments(context));
    op.results(context).into_iter().chain(arguments)
}

/// Arguments and results without uses, if all that get the same operands have none.
pub(super) fn drop_unused(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    if candidates(context, op).all(|input| input.has_uses(context)) {
        return None;
    }
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
    let has_several = |block: Block| block.arguments(context).nth(1).is_some();
    let mut blocks = op
        .regions(context)
        .into_iter()
        .filter_map(|region| region.first_block(context));
    if op.num_results(context) < 2 && !blocks.any(has_several) {
        return None;
    }
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
    if !candidates(context, op).any(|input| input.has_uses(context)) {
        return None;
    }
    let passed = op.forwarded_operands(context);
    let sources = Sources::new(context, &passed);
    let mut changed = None;
    for input in passed.iter().map(|each| each.input) {
        if input.has_uses(context)
            && let Some(value) = sources.only(input)
            && is_outside(context, value, op)
        {
            rewriter.replace_all_uses(input, value);
            changed = Some(());
        }
    }
    changed
}

/// Arguments and results, and what is passed to each, by their numbers.
struct Sources(Vec<(Value, Value)>);

impl Sources {
    fn new(context: &Context, passed: &[Forwarded]) -> Self {
        let pairs = passed
            .iter()
            .filter_map(|each| Some((each.input, each.op.operand(context, each.operand)?)));
        let mut pairs: Vec<_> = pairs.collect();
        pairs.sort_unstable();
        Self(pairs)
    }

    /// What is passed to an argument or a result.
    fn of(&self, input: Value) -> impl Iterator<Item = Value> + '_ {
        let start = self.0.partition_point(|(other, _)| *other < input);
        let own = self.0[start..]
            .iter()
            .take_while(move |(other, _)| *other == input);
        own.map(|(_, value)| *value)
    }

    /// The only value that reaches an argument or a result.
    fn only(&self, input: Value) -> Option<Value> {
        let mut found = None;
        let mut visited = vec![input];
        let mut next = 0;
        while let Some(input) = visited.get(next).copied() {
            next += 1;
            for value in self.of(input) {
                if self.of(value).next().is_some() {
                    if !visited.contains(&value) {
                        visited.push(value);
                    }
                } else if *found.get_or_insert(value) != value {
                    return None;
                }
            }
        }
        found
    }
}

/// Whether a value is defined outside of an operation.
fn is_outside(context: &Context, value: Value, op: Op) -> bool {
    let around = value
        .parent_block(context)
        .and_then(|block| block.parent_op(context));
    around.is_none_or(|around| !around.is_inside(context, op))
}
