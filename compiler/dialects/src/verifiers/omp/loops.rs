//! Loop nests, canonical loops and references to them.

use tvmlike_define::Instance;
use tvmlike_ir::{Context, Failure, Op, Value};

use super::{is, is_any, operands};
use crate::verifiers::omp::wrappers;

pub(super) fn nest(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let bounds = instance.operands("loop_lower_bounds");
    let count = bounds.len();
    if count == 0 {
        return instance.refuse("must represent at least one loop");
    }
    let variables: Vec<Value> = variables(context, instance.op);
    if count != variables.len() {
        return instance.refuse("number of range arguments and IVs do not match");
    }
    if bounds
        .zip(&variables)
        .any(|(bound, variable)| bound.ty(context) != variable.ty(context))
    {
        return instance.refuse("range argument type does not match corresponding IV type");
    }
    if instance
        .integer("collapse_num_loops")
        .is_some_and(|loops| loops as u64 > count as u64)
    {
        return instance.refuse("collapse value is larger than the number of loops");
    }
    if instance.integers("tile_sizes").len() > count {
        return instance.refuse("too few canonical loops for tile dimensions");
    }
    let parent = instance.op.parent_op(context);
    match parent.is_some_and(|parent| wrappers::is_wrapper(context, parent)) {
        true => Ok(()),
        false => instance.refuse("expects parent op to be a loop wrapper"),
    }
}

/// The arguments of an operation's body.
fn variables(context: &Context, op: Op) -> Vec<Value> {
    let entry = op.region(context, 0).and_then(|body| body.first_block(context));
    entry
        .into_iter()
        .flat_map(|entry| entry.arguments(context))
        .collect()
}

pub(super) fn canonical(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let body = instance.op.region(context, 0);
    if body.is_none_or(|body| body.is_empty(context)) {
        return Ok(());
    }
    let [variable] = variables(context, instance.op)[..] else {
        return instance.refuse("Canonical loop region must have exactly one argument");
    };
    match variable.ty(context) == instance.operand_type("tripCount") {
        true => Ok(()),
        false => instance.refuse("Region argument must be the same type as the trip count"),
    }
}

/// The operations that make the loop to which a value refers, and those that transform it.
fn users(context: &Context, reference: Value) -> (Vec<Op>, Vec<Op>) {
    let (mut generators, mut consumers) = (Vec::new(), Vec::new());
    // The last use comes first.
    for operand in reference.uses(context) {
        let (user, index) = (operand.owner(context), operand.index(context));
        let generated = operands(context, user, "generatees").len();
        if is(context, user, "omp.canonical_loop") || index < generated {
            generators.push(user);
        } else if is_any(context, user, &["omp.tile", "omp.unroll_heuristic"]) {
            consumers.push(user);
        }
    }
    (generators, consumers)
}

pub(super) fn reference(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let Some(reference) = instance.op.result(context, 0) else {
        return Ok(());
    };
    let (generators, consumers) = users(context, reference);
    let two = |message: &str, what: &str, ops: &[Op]| {
        let mut error = instance.op.emit_op_error(context, message);
        for (op, place) in ops.iter().zip(["first", "second"]) {
            error = error.note(op.location(context), format!("{place} {what} here:"));
        }
        Err(error.emit())
    };
    match (generators.as_slice(), consumers.as_slice()) {
        ([_, _, ..], _) => two("CLI must have at most one generator", "generator", &generators),
        (_, [_, _, ..]) => two("CLI must have at most one consumer", "consumer", &consumers),
        ([], [consumer]) => {
            let error = instance.op.emit_op_error(context, "CLI has no generator");
            Err(error
                .note(consumer.location(context), "see consumer here: ")
                .emit())
        }
        _ => Ok(()),
    }
}

pub(super) fn tile(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let applied: Vec<Value> = instance.operands("applyees").collect();
    let (sizes, generated) = (
        instance.operands("sizes").len(),
        instance.operands("generatees").len(),
    );
    if applied.is_empty() {
        return instance.refuse("must apply to at least one loop");
    }
    if sizes != applied.len() {
        return instance.refuse("there must be one tile size for each applyee");
    }
    if generated > 0 && 2 * sizes != generated {
        return instance.refuse("expecting two times the number of generatees than applyees");
    }
    let mut outer: Vec<Value> = Vec::new();
    for pair in applied.windows(2) {
        let mut loops = Vec::new();
        for reference in pair {
            let (generators, _) = users(context, *reference);
            let Some(found) = generators.first() else {
                return instance.refuse("applyee CLI has no generator");
            };
            if !is(context, *found, "omp.canonical_loop") {
                return instance.refuse("currently only supports omp.canonical_loop as applyee");
            }
            loops.push(*found);
        }
        let [parent, nested] = loops[..] else {
            return Ok(());
        };
        outer.extend(variables(context, parent).first());
        if !is_perfect(context, parent, nested) {
            return instance.refuse("tiled loop nest must be perfectly nested");
        }
        if nested
            .operand(context, 0)
            .is_some_and(|count| outer.contains(&count))
        {
            return instance.refuse("tiled loop nest must be rectangular");
        }
    }
    Ok(())
}

/// Whether the body of a loop is another loop alone.
fn is_perfect(context: &Context, parent: Op, nested: Op) -> bool {
    let blocks = parent
        .region(context, 0)
        .into_iter()
        .flat_map(|body| body.blocks(context));
    let ops: Vec<Vec<Op>> = blocks.map(|block| block.operations(context).collect()).collect();
    match ops.as_slice() {
        [block] => {
            matches!(block[..], [first, last] if first == nested && is(context, last, "omp.terminator"))
        }
        _ => false,
    }
}
