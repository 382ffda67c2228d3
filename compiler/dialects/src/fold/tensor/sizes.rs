//! Patterns of sizes: `dim`, and of `empty` and `generate` with constant sizes.

use tvmlike_ir::{Context, DYNAMIC, Op, OpState, Rewriter, Value};

use super::super::rewrite::{Make, defined_by};
use super::types::{number, replace, sizes, with_constants};

/// `dim` of a cast, with the source of the cast.
pub(super) fn of_cast(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let cast = defined_by(context, op.operand(context, 0)?, "tensor.cast")?;
    let operands = [cast.operand(context, 0)?, op.operand(context, 1)?];
    Make::new("tensor.dim", &operands, &[context.index_type()]).replace(rewriter, op)
}

/// The operand whose sizes a result of an operation has that writes into it.
fn destination(context: &Context, result: Value) -> Option<Value> {
    let op = result.defining_op(context)?;
    let name = op.name(context).bytes(context);
    match name {
        b"tensor.insert" | b"tensor.insert_slice" => return op.operand(context, 1),
        b"linalg.index" | b"linalg.pack" | b"linalg.unpack" => return None,
        name if !name.starts_with(b"linalg.") => return None,
        _ => {}
    }
    // Destinations come last.
    let number = op.results(context).position(|each| each == result)?;
    let first = op.num_operands(context).checked_sub(op.num_results(context))?;
    let found = op.operand(context, first + number)?;
    (found.ty(context) == result.ty(context)).then_some(found)
}

/// `dim` of what an operation writes into, with the tensor before.
pub(super) fn of_destination(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let destination = destination(context, op.operand(context, 0)?)?;
    rewriter.set_operand(op, 0, destination);
    Some(())
}

/// `dim` of `reshape`: the element of the shape.
pub(super) fn of_reshape(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let reshape = defined_by(context, op.operand(context, 0)?, "tensor.reshape")?;
    let shape = reshape.operand(context, 1)?;
    let element = shape.ty(context).element_type(context)?;
    let index = op.operand(context, 1)?;
    let size = Make::new("tensor.extract", &[shape, index], &[element]).value(rewriter, op)?;
    let size = match element.is_index(context) {
        true => size,
        false => Make::new("arith.index_cast", &[size], &[context.index_type()]).value(rewriter, op)?,
    };
    rewriter.replace_op(op, &[size]);
    Some(())
}

/// `dim` of `empty`: the size that it gets.
pub(super) fn of_empty(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let source = op.operand(context, 0)?;
    let empty = defined_by(context, source, "tensor.empty")?;
    let index = usize::try_from(number(context, op.operand(context, 1)?)?).ok()?;
    let shape = sizes(context, source.ty(context))?;
    if *shape.get(index)? != DYNAMIC {
        return None;
    }
    let size = empty.operand(context, super::types::count_dynamic(&shape[..index]))?;
    rewriter.replace_op(op, &[size]);
    Some(())
}

/// `empty` with constant sizes.
pub(super) fn empty(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let given: Vec<Value> = op.operands(context).collect();
    let (ty, rest) = with_constants(context, op.result(context, 0)?.ty(context), &given)?;
    let made = Make::new("tensor.empty", &rest, &[ty]).value(rewriter, op)?;
    replace(rewriter, op, made)
}

/// `generate` with constant sizes.
pub(super) fn generate(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let given: Vec<Value> = op.operands(context).collect();
    let (ty, rest) = with_constants(context, op.result(context, 0)?.ty(context), &given)?;
    let made = rewriter.create(&OpState {
        operands: &rest,
        results: &[ty],
        regions: &[None],
        ..OpState::new(op.name(context), op.location(context))
    });
    let (body, into) = (op.region(context, 0)?, made.region(context, 0)?);
    rewriter.inline_region(body, into, None);
    replace(rewriter, op, made.result(context, 0)?)
}
