//! Patterns of `scf.for`.

use std::cmp::Ordering;

use num_bigint::BigInt;
use tvmlike_define::enum_number;
use tvmlike_ir::{Block, Context, Op, Rewriter, Value};

use super::super::elementwise::splat;
use super::super::rewrite::{defined_by, operand};
use super::region::{create_like, replace_by_block, replace_yield, results, yielded};
use crate::number::Int;

/// The number of operands before the initial values: the bounds and the step.
const BOUNDS: usize = 3;

fn body(context: &Context, op: Op) -> Option<Block> {
    op.region(context, 0)?.first_block(context)
}

fn inits(context: &Context, op: Op) -> Vec<Value> {
    op.operands(context).skip(BOUNDS).collect()
}

/// One value that is passed from iteration to iteration.
struct Passed {
    init: Value,
    argument: Value,
    result: Value,
    yielded: Value,
}

impl Passed {
    fn all(context: &Context, op: Op) -> Option<Vec<Self>> {
        let body = body(context, op)?;
        let yields = yielded(context, body)?;
        let parts = inits(context, op)
            .into_iter()
            .zip(results(context, op))
            .zip(yields);
        let passed = parts.enumerate().map(|(index, ((init, result), yielded))| {
            Some(Self {
                init,
                argument: body.argument(context, index + 1)?,
                result,
                yielded,
            })
        });
        passed.collect()
    }

    /// Whether the value is always the initial one, or is not used.
    fn is_init(&self, context: &Context) -> bool {
        self.argument == self.yielded
            || self.init == self.yielded
            || !self.argument.has_uses(context) && !self.result.has_uses(context)
    }
}

/// Values that are passed on but never change, are not used, or are the same as another one.
pub(super) fn drop_arguments(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let all = Passed::all(context, op)?;
    let mut kept: Vec<&Passed> = Vec::new();
    let mut is_kept = Vec::new();
    for passed in &all {
        let same = kept
            .iter()
            .find(|other| (other.init, other.yielded) == (passed.init, passed.yielded));
        let is_dropped = match same {
            _ if passed.is_init(context) => true,
            Some(same) => {
                rewriter.replace_all_uses(passed.argument, same.argument);
                rewriter.replace_all_uses(passed.result, same.result);
                true
            }
            None => false,
        };
        if !is_dropped {
            kept.push(passed);
        }
        is_kept.push(!is_dropped);
    }
    if kept.len() == all.len() {
        return None;
    }
    let mut operands: Vec<Value> = op.operands(context).take(BOUNDS).collect();
    operands.extend(kept.iter().map(|passed| passed.init));
    let types: Vec<_> = kept.iter().map(|passed| passed.result.ty(context)).collect();
    let new = create_like(rewriter, op, &operands, &types);
    let old_body = body(context, op)?;
    let variable = old_body.argument(context, 0)?;
    let mut arguments = vec![(variable.ty(context), variable.location(context))];
    arguments.extend(
        kept.iter()
            .map(|passed| (passed.argument.ty(context), passed.argument.location(context))),
    );
    let new_body = rewriter.create_block(new.region(context, 0)?, None, &arguments);
    let mut new_arguments = new_body.arguments(context);
    let mut new_results = results(context, new).into_iter();
    let mut values = vec![new_arguments.next()?];
    let mut replacements = Vec::new();
    for (passed, is_kept) in all.iter().zip(&is_kept) {
        values.push(if *is_kept {
            new_arguments.next()?
        } else {
            passed.init
        });
        replacements.push(if *is_kept {
            new_results.next()?
        } else {
            passed.init
        });
    }
    rewriter.merge_blocks(old_body, new_body, &values);
    let yields = yielded(context, new_body)?;
    let filtered: Vec<Value> = yields
        .into_iter()
        .zip(&is_kept)
        .filter(|(_, is_kept)| **is_kept)
        .map(|(value, _)| value)
        .collect();
    replace_yield(rewriter, new_body, &filtered)?;
    rewriter.replace_op(op, &replacements);
    Some(())
}

/// Whether a value is always the initial one, as all that is passed to it are initial values that are the same.
fn is_always_init(all: &[Passed], start: usize) -> bool {
    let mut visited = vec![start];
    let mut pending = vec![start];
    while let Some(index) = pending.pop() {
        let passed = &all[index];
        if passed.init != all[start].init {
            return false;
        }
        if passed.yielded == passed.init {
            continue;
        }
        match all.iter().position(|other| other.argument == passed.yielded) {
            Some(next) if !visited.contains(&next) => {
                visited.push(next);
                pending.push(next);
            }
            Some(_) => {}
            None => return false,
        }
    }
    true
}

/// Values that change places with others that are the same.
pub(super) fn replace_by_inits(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let all = Passed::all(context, op)?;
    let mut changed = None;
    for (index, passed) in all.iter().enumerate() {
        let is_used = passed.argument.has_uses(context) || passed.result.has_uses(context);
        if is_used && is_always_init(&all, index) {
            rewriter.replace_all_uses(passed.argument, passed.init);
            rewriter.replace_all_uses(passed.result, passed.init);
            changed = Some(());
        }
    }
    changed
}

/// The difference of the bounds: of constants, or of a value and its sum with a constant that does not overflow.
fn distance(context: &Context, [lower, upper]: [Value; 2], signed: bool) -> Option<BigInt> {
    let number = |value: Value| splat::<Int>(context, value.constant_value(context));
    if let (Some(lower), Some(upper)) = (number(lower), number(upper)) {
        return Some(upper.to_big(signed) - lower.to_big(signed));
    }
    let sum = defined_by(context, upper, "arith.addi")?;
    let flags = enum_number(
        context,
        sum.property(context, context.identifier("overflowFlags"))?,
    )?;
    let promise = if signed { 1 } else { 2 };
    if flags & promise == 0 || sum.operand(context, 0) != Some(lower) {
        return None;
    }
    Some(number(sum.operand(context, 1)?)?.to_big(signed))
}

/// The number of iterations: none, one, or more. `None`: it is not known.
fn trip_count(context: &Context, op: Op) -> Option<Ordering> {
    let (lower, upper) = (operand(context, op, 0)?, operand(context, op, 1)?);
    let signed = op.property(context, context.identifier("unsignedCmp")).is_none();
    let zero = BigInt::from(0);
    if lower == upper {
        return Some(Ordering::Less);
    }
    let distance = distance(context, [lower, upper], signed)?;
    if distance <= zero {
        return Some(Ordering::Less);
    }
    let step = splat::<Int>(context, operand(context, op, 2)?.constant_value(context))?.to_big(signed);
    if step <= zero {
        return None;
    }
    Some(if distance <= step {
        Ordering::Equal
    } else {
        Ordering::Greater
    })
}

/// A loop of no iteration or one, and one that does nothing.
pub(super) fn unroll_trivial(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let count = trip_count(context, op)?;
    let block = body(context, op)?;
    let inits = inits(context, op);
    match count {
        Ordering::Less => {
            rewriter.replace_op(op, &inits);
            Some(())
        }
        Ordering::Equal => {
            let arguments = [&[operand(context, op, 0)?][..], &inits].concat();
            replace_by_block(rewriter, op, block, &arguments)
        }
        Ordering::Greater => {
            let yields = yielded(context, block)?;
            let is_inside = |value: &Value| value.parent_block(context) == Some(block);
            if block.first_op(context) != block.last_op(context) || yields.iter().any(is_inside) {
                return None;
            }
            rewriter.replace_op(op, &yields);
            Some(())
        }
    }
}
