//! Patterns of `scf.for`.

use std::cmp::Ordering;

use num_bigint::BigInt;
use tvmlike_define::enum_number;
use tvmlike_ir::{Block, Context, FoldResult, Op, Rewriter, Value};

use super::super::elementwise::splat;
use super::super::rewrite::{defined_by, operand};
use super::region::{replace_by_block, yielded};
use crate::number::Int;

/// The number of operands before the initial values: the bounds and the step.
const BOUNDS: usize = 3;

fn body(context: &Context, op: Op) -> Option<Block> {
    op.region(context, 0)?.first_block(context)
}

fn inits(context: &Context, op: Op) -> Vec<Value> {
    op.operands(context).skip(BOUNDS).collect()
}

/// The difference of the bounds: of constants, or of a value and its sum with a constant that does not overflow.
fn distance(context: &Context, [lower, upper]: [FoldResult; 2], signed: bool) -> Option<BigInt> {
    let number = |bound: FoldResult| splat::<Int>(context, bound.constant(context));
    if let (Some(lower), Some(upper)) = (number(lower), number(upper)) {
        return Some(upper.to_big(signed) - lower.to_big(signed));
    }
    let (FoldResult::Value(lower), FoldResult::Value(upper)) = (lower, upper) else {
        return None;
    };
    let sum = defined_by(context, upper, "arith.addi")?;
    let flags = enum_number(
        context,
        sum.property(context, context.identifier("overflowFlags"))?,
    )?;
    let promise = if signed { 1 } else { 2 };
    if flags & promise == 0 || sum.operand(context, 0) != Some(lower) {
        return None;
    }
    Some(number(FoldResult::Value(sum.operand(context, 1)?))?.to_big(signed))
}

/// The number of iterations of a loop.
fn trip_count(context: &Context, op: Op) -> Option<Ordering> {
    let bounds = [
        operand(context, op, 0)?,
        operand(context, op, 1)?,
        operand(context, op, 2)?,
    ];
    let signed = op.property(context, context.identifier("unsignedCmp")).is_none();
    trip_count_of(context, bounds.map(FoldResult::Value), signed)
}

/// The number of iterations from a lower bound to an upper one by steps: none, one, or more. `None`: it is not known.
///
/// As in MLIR, a step must be positive, and a loop whose step is not has no iteration. MLIR takes large unsigned steps for
/// negative ones, and a distance of signed bounds that overflows, too, and drops iterations of such loops: this does not.
pub(super) fn trip_count_of(
    context: &Context,
    [lower, upper, step]: [FoldResult; 3],
    signed: bool,
) -> Option<Ordering> {
    let zero = BigInt::from(0);
    if lower == upper {
        return Some(Ordering::Less);
    }
    let step = splat::<Int>(context, step.constant(context)).map(|step| step.to_big(signed));
    if step.as_ref().is_some_and(|step| *step <= zero) {
        return Some(Ordering::Less);
    }
    let distance = distance(context, [lower, upper], signed)?;
    if distance <= zero {
        return Some(Ordering::Less);
    }
    Some(if distance <= step? {
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
