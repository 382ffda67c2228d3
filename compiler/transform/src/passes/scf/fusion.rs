//! `scf-parallel-loop-fusion`: makes one of parallel loops that follow each other and have the same bounds.
//!
//! Invariant: two loops are fused only if each reads of what the other writes no more than its own iteration's elements.

use std::collections::HashMap;

use tvmlike_define::OpBuilder;
use tvmlike_ir::{
    Block, Context, Exclusive, Failure, Location, Op, Region, Rewriter, Type, Value, WalkOrder, WalkResult,
};

use super::make::{body_region, build};
use super::tiling::{Bounds, is_parallel};
use crate::aliases::{AliasResult, alias};
use crate::pass::{Pass, PassRecord, Run};

pub(super) fn record() -> PassRecord {
    PassRecord::new("scf-parallel-loop-fusion", "Fuse adjacent parallel loops", |_| {
        Ok(Box::new(ParallelLoopFusion))
    })
    .shown_as("SCFParallelLoopFusion")
}

struct ParallelLoopFusion;

impl Pass for ParallelLoopFusion {
    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        let (context, root) = (run.context(), run.op());
        let mut owners = Vec::new();
        root.walk(context, WalkOrder::PostOrder, |op| {
            if op.num_regions(context) > 0 {
                owners.push(op);
            }
            WalkResult::Advance
        });
        for owner in owners {
            let blocks = owner.regions(context).flat_map(|region| region.blocks(context));
            let chains: Vec<Vec<Op>> = blocks.flat_map(|block| chains(context, block)).collect();
            for chain in chains {
                let mut loops = chain.into_iter();
                let Some(mut first) = loops.next() else {
                    continue;
                };
                for second in loops {
                    first = fuse(run.edit(), first, second).unwrap_or(second);
                }
            }
        }
        Ok(())
    }
}

/// The loops of a block in lists, between which something has effects.
fn chains(context: &Context, block: Block) -> Vec<Vec<Op>> {
    let mut all: Vec<Vec<Op>> = vec![Vec::new()];
    let mut has_effects = false;
    for op in block.operations(context) {
        if !is_parallel(context, op) {
            has_effects |= op.num_regions(context) > 0 || !op.is_memory_effect_free(context);
        } else if has_effects {
            all.push(vec![op]);
            has_effects = false;
        } else if let Some(last) = all.last_mut() {
            last.push(op);
        }
    }
    all
}

fn body(context: &Context, op: Op) -> Option<Block> {
    op.region(context, 0)?.first_block(context)
}

/// The operations of a name in a block, with those nested in it.
fn nested(context: &Context, block: Block, name: &str) -> Vec<Op> {
    let mut found = Vec::new();
    for op in block.operations(context) {
        op.walk(context, WalkOrder::PostOrder, |inner| {
            if inner.is_named(context, name) {
                found.push(inner);
            }
            WalkResult::Advance
        });
    }
    found
}

/// Fuses two loops of a block, of which the first comes before the second. The loop that replaces them; `None`: they stay.
fn fuse(edit: &mut Exclusive<'_>, first: Op, second: Op) -> Option<Op> {
    let context = edit.context();
    let bodies = [body(context, first)?, body(context, second)?];
    let has_nested = |block: &Block| !nested(context, *block, "scf.parallel").is_empty();
    if bodies.iter().any(has_nested) {
        return None;
    }
    let [left, right] = [first, second].map(|op| Bounds::of(context, op));
    let same_bounds = left.lower == right.lower && left.upper == right.upper && left.step == right.step;
    if !same_bounds || !is_independent(context, bodies) || !is_independent(context, [bodies[1], bodies[0]]) {
        return None;
    }
    // Nothing up to the end of the second loop uses results of the first one.
    let block = second.block(context)?;
    let mut users = first
        .results(context)
        .flat_map(|result| result.uses(context))
        .map(|one| one.owner(context));
    let is_late = |user: Op| {
        let mut at = Some(user);
        while let Some(op) = at.filter(|op| op.block(context) != Some(block)) {
            at = op.parent_op(context);
        }
        at.is_none_or(|op| op != second && second.is_before_in_block(context, op))
    };
    if !users.all(is_late) {
        return None;
    }
    Some(merge(edit, [first, second], bodies, &right))
}

/// Whether a loop reads of what another one writes only elements with the same indices.
fn is_independent(context: &Context, [writer, reader]: [Block; 2]) -> bool {
    let variables: HashMap<Value, Value> = writer.arguments(context).zip(reader.arguments(context)).collect();
    let mapped = |value: Value| variables.get(&value).copied().unwrap_or(value);
    let stores: Vec<(Value, Vec<Value>)> = nested(context, writer, "memref.store")
        .into_iter()
        .filter_map(|store| {
            Some((
                store.operand(context, 1)?,
                store.operands(context).skip(2).collect(),
            ))
        })
        .collect();
    nested(context, reader, "memref.load").into_iter().all(|load| {
        let Some(memory) = load.operand(context, 0) else {
            return false;
        };
        // What the reader makes itself could alias anything.
        let definition = memory.defining_op(context);
        if definition.is_some_and(|definition| definition.block(context) == load.block(context)) {
            return false;
        }
        let is_other = |store: &(Value, Vec<Value>)| store.0 != memory;
        if stores
            .iter()
            .filter(|store| is_other(store))
            .any(|store| alias(context, store.0, memory) != AliasResult::No)
        {
            return false;
        }
        let mut writes = stores
            .iter()
            .filter(|store| !is_other(store))
            .map(|store| &store.1);
        let Some(written) = writes.next() else {
            return true;
        };
        let read: Vec<Value> = load.operands(context).skip(1).collect();
        writes.all(|other| other == written)
            && written.len() == read.len()
            && written
                .iter()
                .zip(read)
                .all(|(written, read)| mapped(*written) == read || is_same(context, *written, read, &mapped))
    })
}

/// Whether two indices are results of equal operations without effects.
fn is_same(context: &Context, written: Value, read: Value, mapped: &impl Fn(Value) -> Value) -> bool {
    let (Some(left), Some(right)) = (written.defining_op(context), read.defining_op(context)) else {
        return false;
    };
    let types = |op: Op| {
        op.results(context)
            .map(|result| result.ty(context))
            .collect::<Vec<Type>>()
    };
    let operands = |op: Op| op.operands(context).map(mapped).collect::<Vec<Value>>();
    left.is_memory_effect_free(context)
        && right.is_memory_effect_free(context)
        && left.name(context) == right.name(context)
        && left.properties(context) == right.properties(context)
        && left.attributes(context) == right.attributes(context)
        && left.num_regions(context) == 0
        && types(left) == types(right)
        && operands(left) == operands(right)
}

/// The first values of two loops, of the first one before those of the second one.
fn initial(context: &Context, op: Op, bounds: &Bounds) -> Vec<Value> {
    op.operands(context).skip(3 * bounds.step.len()).collect()
}

/// Replaces two loops by one, at the place of the second.
fn merge(edit: &mut Exclusive<'_>, loops: [Op; 2], bodies: [Block; 2], bounds: &Bounds) -> Op {
    let context = edit.context();
    let location = loops[1].location(context);
    let start: Vec<Value> = loops
        .iter()
        .flat_map(|op| initial(context, *op, bounds))
        .collect();
    let types: Vec<Type> = start.iter().map(|value| value.ty(context)).collect();
    let mut rewriter = Rewriter::new(edit);
    rewriter.set_before(loops[1]);
    let place = rewriter.insertion_point();
    let (region, block) = body_region(&mut rewriter, bounds.step.len(), location);
    let ends = bodies.map(|body| body.last_op(context));
    let end = ends[1].map_or(location, |end| end.location(context));
    let (mut operands, mut reductions) = (Vec::new(), Vec::new());
    for end in ends.into_iter().flatten() {
        operands.extend(end.operands(context));
        for reduction in end.regions(context).collect::<Vec<Region>>() {
            reductions.extend(move_reduction(&mut rewriter, reduction, location));
        }
        rewriter.erase_op(end);
    }
    let variables: Vec<Value> = block.arguments(context).collect();
    for body in bodies {
        rewriter.merge_blocks(body, block, &variables);
    }
    rewriter.set_insertion_point(Some(tvmlike_ir::InsertionPoint::at_end(block)));
    let has_results = !operands.is_empty();
    let reduce = OpBuilder::new("scf.reduce")
        .operand("operands", operands)
        .region("reductions", reductions);
    build(&mut rewriter, reduce, if has_results { end } else { location });
    rewriter.set_insertion_point(place);
    let state = OpBuilder::new("scf.parallel")
        .operand("lowerBound", bounds.lower.iter().copied())
        .operand("upperBound", bounds.upper.iter().copied())
        .operand("step", bounds.step.iter().copied())
        .operand("initVals", start)
        .result("results", types)
        .region("region", [region]);
    let made = build(&mut rewriter, state, location);
    let mut results = made.results(context);
    for op in loops {
        let values: Vec<Value> = results.by_ref().take(op.num_results(context)).collect();
        rewriter.replace_op(op, &values);
    }
    made
}

/// Moves the block of a reduction to a region of its own.
fn move_reduction(rewriter: &mut Rewriter<'_, '_>, from: Region, location: Location) -> Option<Region> {
    let context = rewriter.context();
    let old = from.first_block(context)?;
    let arguments: Vec<(Type, Location)> = old
        .arguments(context)
        .map(|argument| (argument.ty(context), location))
        .collect();
    let region = rewriter.edit().create_region();
    let place = rewriter.insertion_point();
    let block = rewriter.create_block(region, None, &arguments);
    let values: Vec<Value> = block.arguments(context).collect();
    rewriter.merge_blocks(old, block, &values);
    rewriter.set_insertion_point(place);
    Some(region)
}
