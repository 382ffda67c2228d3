//! `int-range-optimizations`: replaces what has one possible value, and remainders that change nothing.

use tvmlike_dialects::Int;
use tvmlike_ir::{
    AttributeKind, Context, Element, Failure, InsertionPoint, Materializer, Op, Rewriter, Value,
};
use tvmlike_transform::{Pass, PassRecord, Run};

use super::int_ranges::{self, Deciders, Shared};
use crate::make::uniform;

pub(super) fn record() -> PassRecord {
    PassRecord::new(
        "int-range-optimizations",
        "Do optimizations based on integer range analysis",
        |_| Ok(Box::new(IntRangeOptimizations)),
    )
    .shown_as("IntRangeOptimizationsPass")
    .with_dialects(&["arith"])
}

struct IntRangeOptimizations;

impl Pass for IntRangeOptimizations {
    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        let ranges = Shared::analyze(run, Deciders::Folds)?;
        let patterns = int_ranges::patterns(
            &ranges,
            &[
                ("MaterializeKnownConstantValues", None, materialize_constants),
                ("DeleteTrivialRem<RemSIOp>", Some("arith.remsi"), delete_rem),
                ("DeleteTrivialRem<RemUIOp>", Some("arith.remui"), delete_rem),
            ],
        );
        int_ranges::rewrite(run, &ranges, &patterns)
    }
}

/// The constant that a value with uses is.
fn constant(context: &Context, ranges: &Shared, value: Value) -> Option<Int> {
    value.uses(context).next()?;
    ranges.lock().get(value)?.constant_value().cloned()
}

/// Replaces results and arguments of regions by constants.
fn materialize_constants(ranges: &Shared, rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    if op.constant_value(context).is_some() {
        return None;
    }
    let is_constant = |value: Value| constant(context, ranges, value).is_some();
    let blocks: Vec<_> = op
        .regions(context)
        .flat_map(|region| region.blocks(context))
        .collect();
    let mut arguments = blocks.iter().flat_map(|block| block.arguments(context));
    if !op.results(context).any(is_constant) && !arguments.any(is_constant) {
        return None;
    }
    let results: Vec<Value> = op.results(context).collect();
    let mut replaced_all = !results.is_empty();
    for result in results {
        let replaced = replace(ranges, rewriter, result).is_some();
        replaced_all &= replaced || result.uses(context).next().is_none();
    }
    if replaced_all && op.would_be_trivially_dead(context) {
        rewriter.erase_op(op);
        return Some(());
    }
    for block in blocks {
        let start = Some(InsertionPoint::at_start(context, block));
        rewriter.at(start, |rewriter| {
            for argument in block.arguments(context) {
                replace(ranges, rewriter, argument);
            }
        });
    }
    Some(())
}

/// Replaces a value by a constant of its operation's dialect or of arith.
fn replace(ranges: &Shared, rewriter: &mut Rewriter<'_, '_>, value: Value) -> Option<()> {
    let context = rewriter.context();
    let number = constant(context, ranges, value)?;
    let ty = value.ty(context);
    let attribute = uniform(context, ty, |ty| number.to_attribute(context, ty))?;
    let owner = match value.defining_op(context) {
        Some(op) => op,
        None => value.parent_block(context)?.region(context)?.parent_op(context)?,
    };
    let location = value.location(context);
    // A dialect may not have constants of the type; arith has those of all integers.
    context.load_op_info(context.identifier("arith.constant"));
    let dialects = [owner.dialect(context), context.dialect(b"arith")];
    let made = dialects.into_iter().flatten().find_map(|dialect| {
        let Materializer(make) = dialect.extensions().get()?;
        make(rewriter, attribute, ty, location)
    })?;
    let result = made.result(context, 0)?;
    ranges.lock().forget(context, made);
    ranges.lock().copy(value, result);
    rewriter.replace_all_uses(value, result);
    Some(())
}

/// Erases a remainder of a number that is less than the divisor.
fn delete_rem(ranges: &Shared, rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let (left, right) = (op.operand(context, 0)?, op.operand(context, 1)?);
    let divisor = match right.defining_op(context)?.constant_value(context)?.kind(context) {
        AttributeKind::Integer { value, .. } => Int::of(value),
        AttributeKind::DenseElements(elements) if elements.is_splat() => {
            match elements.stored(context).next()? {
                Element::Integer(value) => Int::of(value),
                _ => return None,
            }
        }
        _ => return None,
    };
    if divisor.is_negative() || divisor.is_zero() {
        return None;
    }
    let is_below = {
        let ranges = ranges.lock();
        let range = ranges.get(left)?;
        let (min, max) = match op.is_named(context, "arith.remui") {
            true => (&range.umin, &range.umax),
            false => (&range.smin, &range.smax),
        };
        let fits = |value: &Int| !value.is_negative() && value.cmp_unsigned(&divisor).is_lt();
        fits(min) && fits(max) && min.cmp_unsigned(max).is_le()
    };
    is_below.then(|| rewriter.replace_op(op, &[left]))
}
