//! Patterns that replace sizes of results, and results by ones with static sizes.

use tvmlike_ir::{
    Context, DYNAMIC, InsertionPoint, LoopLike, Op, PatternSet, RewriteFn, Rewriter, Type, TypeKind, Value,
    ValueOwner,
};

use super::reify::{order, reify};
use crate::make::Make;
use crate::number;
use crate::strided_metadata::Number;

/// Adds the patterns for sizes.
pub(crate) fn add_patterns(patterns: &mut PatternSet) {
    patterns.add_table(&[
        RewriteFn::new(
            "DimOfReifyRankedShapedTypeOpInterface<memref::DimOp>",
            "memref.dim",
            size_of_result,
        ),
        RewriteFn::new(
            "DimOfReifyRankedShapedTypeOpInterface<tensor::DimOp>",
            "tensor.dim",
            size_of_result,
        ),
        RewriteFn::new("IterArgsToInitArgs", "tensor.dim", size_of_shared_output),
    ]);
}

fn size_of_result(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let ValueOwner::Result { op: made, index } = op.operand(context, 0)?.owner(context) else {
        return None;
    };
    let dim = number::of(context, op.operand(context, 1)?.constant_value(context)?)?;
    let rank = op.operand(context, 0)?.ty(context).rank(context)?;
    let dim = usize::try_from(dim).ok().filter(|dim| *dim < rank)?;
    let location = made.location(context);
    let size = reify(rewriter, location, made, index, dim)?;
    let value = size.value(rewriter, op.location(context));
    rewriter.replace_op(op, &[value]);
    Some(())
}

/// A shared output of `scf.forall` keeps its shape.
fn size_of_shared_output(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let ValueOwner::Argument { block, index } = op.operand(context, 0)?.owner(context) else {
        return None;
    };
    let root = block
        .parent_op(context)
        .filter(|root| root.is_named(context, "scf.forall"))?;
    let interface = root.interface::<LoopLike>(context)?;
    let number = index.checked_sub((interface.induction_variables)(context, root).len())?;
    let outputs = block.arguments(context).count() - (index - number);
    let first = root.num_operands(context).checked_sub(outputs)?;
    let output = root.operand(context, first + number)?;
    let index = op.operand(context, 1)?;
    let new = Make::new("tensor.dim", &[output, index], &[context.index_type()])
        .value(rewriter, op.location(context));
    rewriter.replace_op(op, &[new]);
    Some(())
}

/// A tensor type with sizes; the encoding stays.
fn with_sizes(context: &Context, ty: Type, sizes: &[i64]) -> Option<Type> {
    let TypeKind::RankedTensor {
        element, encoding, ..
    } = ty.kind(context)
    else {
        return None;
    };
    context.ranked_tensor_type(sizes, element, encoding).ok()
}

/// Makes sizes of the result static that turn out to be known, with a cast to the old type. MLIR leaves what it makes for the others
/// behind, and so does this.
pub(crate) fn reify_shape(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let result = op.result(context, 0)?;
    let ty = result.ty(context);
    let shape = ty.shape(context)?.to_vec();
    let location = op.location(context);
    let place = InsertionPoint::before(context, op);
    let mut sizes = vec![Number::Known(DYNAMIC); shape.len()];
    rewriter.at(place, |rewriter| {
        for dim in order(context, op, shape.len()) {
            sizes[dim] = reify(rewriter, location, op, 0, dim)?;
        }
        Some(())
    })?;
    let known: Vec<i64> = sizes
        .iter()
        .zip(&shape)
        .map(|(size, old)| match size {
            Number::Known(known) => *known,
            Number::Value(_) => *old,
        })
        .collect();
    if known == shape || shape.iter().all(|size| *size != DYNAMIC) {
        return None;
    }
    let new = with_sizes(context, ty, &known)?;
    let uses: Vec<_> = result.uses(context).collect();
    result.set_type(rewriter.edit(), new);
    let place = InsertionPoint::after(context, op);
    let cast: Value = rewriter.at(place, |rewriter| {
        Make::new("tensor.cast", &[result], &[ty]).value(rewriter, location)
    });
    for at in uses {
        at.set(rewriter.edit(), cast);
    }
    Some(())
}
