//! What becomes of a tensor that was filled with one value.

use tvmlike_ir::{Context, Op, Rewriter, Value};

use super::super::rewrite::defined_by;
use super::{like, result_types};

/// The operation that fills a value, the value that it fills it with, and what it fills.
pub(super) fn filled(context: &Context, value: Value) -> Option<(Op, [Value; 2])> {
    let fill = defined_by(context, value, "linalg.fill")?;
    Some((fill, [fill.operand(context, 0)?, fill.operand(context, 1)?]))
}

/// Makes an operation that fills a tensor; its result.
pub(super) fn fill(rewriter: &mut Rewriter<'_, '_>, as_before: Op, operands: [Value; 2]) -> Option<Value> {
    let types = [operands[1].ty(rewriter.context())];
    let made = like(rewriter, as_before, &operands, &types);
    rewriter.modify(made, |edit| made.set_attributes(edit, None));
    made.result(rewriter.context(), 0)
}

/// Replaces an operation by one that fills a tensor.
fn replace_by_fill(
    rewriter: &mut Rewriter<'_, '_>,
    op: Op,
    as_before: Op,
    operands: [Value; 2],
) -> Option<()> {
    let context = rewriter.context();
    let types = result_types(context, &operands[1..]);
    let made = like(rewriter, as_before, &operands, &types);
    let results: Vec<Value> = made.results(context).collect();
    if results.len() != op.num_results(context) {
        rewriter.erase_op(made);
        return None;
    }
    rewriter.replace_op(op, &results);
    Some(())
}

/// `copy` of a filled tensor, or into one.
pub(super) fn copied(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let (input, output) = (op.operand(context, 0)?, op.operand(context, 1)?);
    if let Some((before, [value, _])) = filled(context, input) {
        return replace_by_fill(rewriter, op, before, [value, output]);
    }
    let (_, [_, before]) = filled(context, output)?;
    rewriter.set_operand(op, 1, before);
    Some(())
}

/// An element of a filled tensor.
pub(super) fn extracted(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let (_, [value, _]) = filled(context, op.operand(context, 0)?)?;
    if value.ty(context) != op.result(context, 0)?.ty(context) {
        return None;
    }
    rewriter.replace_op(op, &[value]);
    Some(())
}

/// A filled tensor with another shape.
pub(super) fn reshaped(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let (before, [value, output]) = filled(context, op.operand(context, 0)?)?;
    let ty = op.result(context, 0)?.ty(context);
    let mut operands: Vec<Value> = op.operands(context).collect();
    operands[0] = output;
    let shaped = like(rewriter, op, &operands, &[ty]);
    replace_by_fill(rewriter, op, before, [value, shaped.result(context, 0)?])
}

/// A filled tensor that is transposed.
pub(super) fn transposed(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let (before, [value, _]) = filled(context, op.operand(context, 0)?)?;
    let output = op.operand(context, 1)?;
    replace_by_fill(rewriter, op, before, [value, output])
}

/// Tensors that are filled with one value and put together.
pub(super) fn joined(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let (first, [value, _]) = filled(context, op.operand(context, 0)?)?;
    let output = |part: Value| {
        let (_, [own, output]) = filled(context, part)?;
        let is_same = own == value || {
            let known = own.constant_value(context);
            known.is_some() && known == value.constant_value(context)
        };
        is_same.then_some(output)
    };
    let outputs: Vec<Value> = op.operands(context).map(output).collect::<Option<_>>()?;
    let ty = op.result(context, 0)?.ty(context);
    let all = like(rewriter, op, &outputs, &[ty]);
    replace_by_fill(rewriter, op, first, [value, all.result(context, 0)?])
}
