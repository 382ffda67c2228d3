//! `alloc_tensor`: its sizes, which it is given or which those of a copy are.

use tvmlike_define::OpBuilder;
use tvmlike_ir::{Context, DYNAMIC, Op, Rewriter, Value};

use super::super::rewrite::{Make, build, constant, defined_by, segments};
use super::super::tensor::types::{count_dynamic, number, replace, sizes, with_constants};

/// The sizes that an allocation is given, or the tensor that it copies.
fn parts(context: &Context, op: Op) -> Option<(Vec<Value>, Option<Value>)> {
    let &[given, copied, _] = segments(context, op)?.as_slice() else {
        return None;
    };
    let mut operands = op.operands(context);
    let sizes = operands.by_ref().take(given).collect();
    Some((sizes, operands.next().filter(|_| copied > 0)))
}

/// `dim` of an allocation: the size that it gets.
pub(super) fn size(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let source = op.operand(context, 0)?;
    let made = defined_by(context, source, "bufferization.alloc_tensor")?;
    let index = usize::try_from(number(context, op.operand(context, 1)?)?).ok()?;
    let shape = sizes(context, source.ty(context))?;
    if *shape.get(index)? != DYNAMIC {
        return None;
    }
    let (given, copy) = parts(context, made)?;
    if let Some(copy) = copy {
        let dim = constant(
            rewriter,
            op,
            context.index_attribute(index as i64),
            context.index_type(),
        )?;
        return Make::new("tensor.dim", &[copy, dim], &[context.index_type()]).replace(rewriter, op);
    }
    let size = *given.get(count_dynamic(&shape[..index]))?;
    rewriter.replace_op(op, &[size]);
    Some(())
}

/// An allocation with constant sizes. MLIR 22 drops the memory space.
pub(super) fn with_constant_sizes(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let (given, copy) = parts(context, op)?;
    if copy.is_some() {
        return None;
    }
    let (ty, rest) = with_constants(context, op.result(context, 0)?.ty(context), &given)?;
    let mut made = OpBuilder::new("bufferization.alloc_tensor")
        .operand("dynamic_sizes", rest)
        .operand("copy", [])
        .operand("size_hint", [])
        .result("result", [ty]);
    if let Some(space) = op.property(context, context.identifier("memory_space")) {
        made = made.attribute("memory_space", space);
    }
    let made = build(rewriter, op, made)?;
    replace(rewriter, op, made)
}
