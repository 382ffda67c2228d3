//! `scf.while`: what the condition tells of the second region.

use tvmlike_ir::{
    Block, Context, InsertionPoint, Op, OpOperand, OpState, Region, Rewriter, Type, Value, WalkOrder,
    WalkResult,
};

use super::super::arith::inverse_predicate;
use super::super::rewrite::{constant, defined_by, small_int};
use super::choice::{else_block, then_block, uses_inside};
use super::region::{result_types, results, yielded};

/// A loop, taken apart.
struct While {
    before: Region,
    /// The end of the first region: the condition, and what is passed on.
    end: Op,
    condition: Value,
    passed: Vec<Value>,
    after: Block,
}

impl While {
    /// A loop that passes on values.
    fn passing(context: &Context, op: Op) -> Option<Self> {
        let end = op.region(context, 0)?.first_block(context)?.last_op(context)?;
        match end.num_operands(context) {
            0 | 1 => None,
            _ => Self::of(context, op),
        }
    }

    fn of(context: &Context, op: Op) -> Option<Self> {
        let before = op.region(context, 0)?;
        let end = before.first_block(context)?.last_op(context)?;
        let mut operands = end.operands(context);
        Some(Self {
            before,
            end,
            condition: operands.next()?,
            passed: operands.collect(),
            after: op.region(context, 1)?.first_block(context)?,
        })
    }
}

/// The condition is true in the second region.
pub(super) fn propagate_condition(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let parts = While::passing(context, op)?;
    let mut known = None;
    for (passed, argument) in parts.passed.iter().zip(parts.after.arguments(context)) {
        if *passed == parts.condition && argument.has_uses(context) {
            let value = match known {
                Some(value) => value,
                None => constant(rewriter, op, context.bool_attribute(true), context.i1())?,
            };
            known = Some(value);
            rewriter.replace_all_uses(argument, value);
        }
    }
    known.map(|_| ())
}

fn predicate(context: &Context, comparison: Op) -> Option<i64> {
    let predicate = comparison.property(context, context.identifier("predicate"))?;
    small_int(context, predicate)
}

/// A comparison in the second region of what the condition compares is known.
pub(super) fn compare_again(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let parts = While::passing(context, op)?;
    let comparison = defined_by(context, parts.condition, "arith.cmpi")?;
    let own = predicate(context, comparison)?;
    let arguments: Vec<Value> = parts.after.arguments(context).collect();
    let mut changed = None;
    for (passed, argument) in parts.passed.iter().zip(arguments) {
        for side in 0..2 {
            if comparison.operand(context, side) != Some(*passed) {
                continue;
            }
            let other = comparison.operand(context, 1 - side);
            let uses: Vec<OpOperand> = argument.uses(context).collect();
            for at in uses {
                let user = at.owner(context);
                let is_same = user.is_named(context, "arith.cmpi")
                    && at.index(context) == side
                    && user.operand(context, 1 - side) == other;
                let known = match predicate(context, user).filter(|_| is_same) {
                    Some(predicate) if predicate == own => true,
                    Some(predicate) if inverse_predicate(predicate) == own => false,
                    _ => continue,
                };
                let value = constant(rewriter, user, context.bool_attribute(known), context.i1())?;
                rewriter.replace_op(user, &[value]);
                changed = Some(());
            }
        }
    }
    changed
}

/// The values of a region that operations in a block use, however deep.
fn used_of(context: &Context, region: Region, block: Block) -> Vec<Value> {
    let mut used = Vec::new();
    let is_of = |value: Value| {
        let own = value
            .parent_block(context)
            .and_then(|block| block.region(context));
        own.is_some_and(|own| own.is_inside(context, region))
            && block
                .region(context)
                .is_some_and(|then| own.is_some_and(|own| !own.is_inside(context, then)))
    };
    for op in block.operations(context) {
        op.walk(context, WalkOrder::PostOrder, |op| {
            for value in op.operands(context).filter(|value| is_of(*value)) {
                if !used.contains(&value) {
                    used.push(value);
                }
            }
            WalkResult::Advance
        });
    }
    used
}

/// A choice by the condition, right before the end of the first region, is moved to the start of the second one.
///
/// What MLIR 22 does wrong is done right: a value that is passed on twice, and one from outside of the choice that it yields.
pub(super) fn move_choice(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let end = op.region(context, 0)?.first_block(context)?.last_op(context)?;
    let choice = end
        .previous(context)
        .filter(|choice| choice.is_named(context, "scf.if"))?;
    let parts = While::of(context, op)?;
    let other = else_block(context, choice);
    let is_plain = other.is_none_or(|block| block.first_op(context) == block.last_op(context));
    if choice.operand(context, 0) != Some(parts.condition) || !is_plain {
        return None;
    }
    let then = then_block(context, choice)?;
    let then_values = yielded(context, then)?;
    let else_values = other
        .and_then(|block| yielded(context, block))
        .unwrap_or_default();
    let arguments: Vec<Value> = parts.after.arguments(context).collect();
    let chosen = results(context, choice);
    let then_region = then.region(context)?;
    let used = used_of(context, parts.before, then);
    let types: Vec<Type> = used.iter().map(|value| value.ty(context)).collect();
    for (index, result) in chosen.iter().enumerate() {
        rewriter.replace_all_uses(*result, else_values[index]);
    }
    let end = parts.end;
    let all: Vec<Value> = end.operands(context).chain(used.iter().copied()).collect();
    let all_types = [result_types(context, op), types.clone()].concat();
    let operands: Vec<Value> = op.operands(context).collect();
    let new = rewriter.create(&OpState {
        operands: &operands,
        results: &all_types,
        regions: &[None, None],
        ..OpState::new(op.name(context), op.location(context))
    });
    for index in 0..2 {
        rewriter.inline_region(op.region(context, index)?, new.region(context, index)?, None);
    }
    let location = op.location(context);
    let added: Vec<Value> = types
        .into_iter()
        .map(|ty| parts.after.add_argument(rewriter.edit(), ty, location))
        .collect();
    rewriter.modify(end, |edit| end.set_operands(edit, &all));
    let inside = |value: Value| match used.iter().position(|used| *used == value) {
        Some(index) => added[index],
        None => value,
    };
    for (passed, argument) in parts.passed.iter().zip(arguments) {
        if let Some(index) = chosen.iter().position(|result| result == passed) {
            rewriter.replace_all_uses(argument, inside(then_values[index]));
        }
    }
    for (value, argument) in used.iter().zip(&added) {
        for at in uses_inside(context, *value, then_region) {
            rewriter.modify(at.owner(context), |edit| at.set(edit, *argument));
        }
    }
    rewriter.erase_op(then.last_op(context)?);
    let place = match parts.after.first_op(context) {
        Some(first) => InsertionPoint::before(context, first)?,
        None => InsertionPoint::at_end(parts.after),
    };
    rewriter.inline_block(then, place, &[]);
    rewriter.erase_op(choice);
    let kept: Vec<Value> = new.results(context).take(op.num_results(context)).collect();
    rewriter.replace_op(op, &kept);
    Some(())
}

/// A first region that passes on all of its arguments passes them on in their order.
pub(super) fn align(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let parts = While::passing(context, op)?;
    let arguments: Vec<Value> = parts.before.first_block(context)?.arguments(context).collect();
    let passed = &parts.passed;
    if arguments.len() != passed.len() || arguments == *passed {
        return None;
    }
    // For each value that is passed on, its number among the arguments.
    let mut places = vec![None; passed.len()];
    for (number, argument) in arguments.iter().enumerate() {
        let place = passed.iter().position(|value| value == argument)?;
        places[place] = Some(number);
    }
    let places: Vec<usize> = places.into_iter().collect::<Option<_>>()?;
    let types: Vec<Type> = arguments.iter().map(|value| value.ty(context)).collect();
    let operands: Vec<Value> = op.operands(context).collect();
    let new = rewriter.create(&OpState {
        operands: &operands,
        results: &types,
        regions: &[None, None],
        ..OpState::new(op.name(context), op.location(context))
    });
    rewriter.inline_region(parts.before, new.region(context, 0)?, None);
    let (location, region) = (op.location(context), new.region(context, 1)?);
    let after = rewriter
        .edit()
        .create_block(&types.iter().map(|ty| (*ty, location)).collect::<Vec<_>>());
    region.append(rewriter.edit(), after).ok()?;
    let values: Vec<Value> = after.arguments(context).collect();
    let values: Vec<Value> = places.iter().map(|place| values[*place]).collect();
    rewriter.inline_block(parts.after, InsertionPoint::at_end(after), &values);
    let all: Vec<Value> = std::iter::once(parts.condition).chain(arguments).collect();
    let end = parts.end;
    rewriter.modify(end, |edit| end.set_operands(edit, &all));
    let made: Vec<Value> = new.results(context).collect();
    let made: Vec<Value> = places.iter().map(|place| made[*place]).collect();
    rewriter.replace_op(op, &made);
    Some(())
}
