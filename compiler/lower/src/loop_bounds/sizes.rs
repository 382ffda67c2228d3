//! Sizes of what loops pass on from one iteration to the next.

use tvmlike_ir::{Context, LoopLike, Op, Rewriter, Value, ValueOwner};

/// The loop and the first value, for a value that the loop passes on with the same shape.
fn is_shape_kept(context: &Context, op: Op, number: usize) -> bool {
    let Some(interface) = op.interface::<LoopLike>(context) else {
        return false;
    };
    let argument = (interface.iteration_arguments)(context, op).get(number).copied();
    let mut at = (interface.yielded)(context, op).get(number).copied();
    while let Some(value) = at {
        if at == argument {
            return true;
        }
        let ValueOwner::Result { op, index } = value.owner(context) else {
            return false;
        };
        at = if op.is_named(context, "tensor.insert_slice") {
            op.operand(context, 1)
        } else if op.is_named(context, "scf.for") && is_shape_kept(context, op, index) {
            init(context, op, index)
        } else {
            None
        };
    }
    false
}

/// The value that the first iteration gets.
fn init(context: &Context, op: Op, number: usize) -> Option<Value> {
    let interface = op.interface::<LoopLike>(context)?;
    op.operand(context, (interface.inits)(context, op).start + number)
}

/// The loop and the number of what an argument of its body stands for.
fn of_argument(context: &Context, value: Value) -> Option<(Op, usize)> {
    let ValueOwner::Argument { block, index } = value.owner(context) else {
        return None;
    };
    let op = block
        .parent_op(context)
        .filter(|op| op.is_named(context, "scf.for"))?;
    Some((op, index.checked_sub(1)?))
}

/// The loop and the number of its result.
fn of_result(context: &Context, value: Value) -> Option<(Op, usize)> {
    match value.owner(context) {
        ValueOwner::Result { op, index } => op.is_named(context, "scf.for").then_some((op, index)),
        ValueOwner::Argument { .. } => None,
    }
}

fn use_init(
    rewriter: &mut Rewriter<'_, '_>,
    op: Op,
    find: fn(&Context, Value) -> Option<(Op, usize)>,
) -> Option<()> {
    let context = rewriter.context();
    let (root, number) = find(context, op.operand(context, 0)?)?;
    if !is_shape_kept(context, root, number) {
        return None;
    }
    let first = init(context, root, number)?;
    rewriter.set_operand(op, 0, first);
    Some(())
}

/// The size of an argument is that of the first value.
pub(super) fn size_of_argument(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    use_init(rewriter, op, of_argument)
}

/// The size of a result is that of the first value.
pub(super) fn size_of_result(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    use_init(rewriter, op, of_result)
}
