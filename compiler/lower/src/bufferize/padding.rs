//! The sizes of padded tensors.

use tvmlike_ir::{AffineExpr, AffineOp, Context, DYNAMIC, Op, Rewriter, Value};

use crate::make::{Make, index_constant};
use crate::strided_metadata::{Number, apply, mixed};

/// The size of a dimension of the source, and what is added to it before and behind.
pub(super) fn parts(op: Op, rewriter: &Rewriter<'_, '_>, dim: usize) -> Option<(Value, [Number; 2])> {
    let context = rewriter.context();
    let amount = |name, known| mixed(context, op, name, known)?.get(dim).copied();
    let amounts = [amount("low", "static_low")?, amount("high", "static_high")?];
    Some((op.operand(context, 0)?, amounts))
}

/// Makes the size of a dimension of a tensor.
pub(super) fn size(rewriter: &mut Rewriter<'_, '_>, op: Op, tensor: Value, dim: usize) -> Value {
    let (location, index) = (op.location(rewriter.context()), rewriter.context().index_type());
    let dim = index_constant(rewriter, location, dim as i64);
    Make::new("tensor.dim", &[tensor, dim], &[index]).value(rewriter, location)
}

pub(super) fn sum_of_three(context: &Context) -> Option<AffineExpr> {
    let symbol = |number| context.affine_symbol(number);
    let two = context.affine_binary(AffineOp::Add, symbol(0), symbol(1)).ok()?;
    context.affine_binary(AffineOp::Add, two, symbol(2)).ok()
}

/// Makes the sizes of a padded tensor that are not known.
pub(super) fn padded_sizes(rewriter: &mut Rewriter<'_, '_>, op: Op, dims: &[usize]) -> Option<Vec<Value>> {
    let context = rewriter.context();
    let location = op.location(context);
    let mut sizes = Vec::new();
    for dim in dims {
        let (source, [low, high]) = parts(op, rewriter, *dim)?;
        let known = source.ty(context).shape(context)?.to_vec()[*dim];
        let inner = match known {
            DYNAMIC => size(rewriter, op, source, *dim),
            known => {
                index_constant(rewriter, location, *dim as i64);
                index_constant(rewriter, location, known)
            }
        };
        let sum = sum_of_three(context)?;
        sizes.push(apply(
            rewriter,
            location,
            sum,
            &[Number::Value(inner), low, high],
        )?);
    }
    Some(
        sizes
            .into_iter()
            .map(|size| size.value(rewriter, location))
            .collect(),
    )
}
