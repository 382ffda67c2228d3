//! `concat`: of one tensor, and of types that tell more about each other.

use tvmlike_ir::{Context, DYNAMIC, Folded, Folding, Op, Rewriter, Type, Value};

use super::super::rewrite::{Make, small_int};
use super::types::{Ranked, cast, keeps_sizes, replace, sizes};

/// Of one tensor of the same type.
pub(super) fn fold(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    let context = folding.context();
    let source = folding.operand(0);
    let is_same = folding.op().num_operands(context) == 1 && source.ty(context) == folding.result_type();
    is_same.then(|| source.into())
}

/// Of one tensor of another type.
pub(super) fn of_one(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    if op.num_operands(context) != 1 {
        return None;
    }
    replace(rewriter, op, op.operand(context, 0)?)
}

/// The dimension in which tensors are joined.
fn dimension(context: &Context, op: Op) -> Option<usize> {
    let dim = op.property(context, context.identifier("dim"))?;
    usize::try_from(small_int(context, dim)?).ok()
}

/// The sizes that the operands tell: static ones of any operand, in the dimension in which they are joined the sum.
fn inferred(context: &Context, op: Op, dim: usize) -> Option<Vec<i64>> {
    let shapes: Vec<Vec<i64>> = op
        .operands(context)
        .map(|operand| sizes(context, operand.ty(context)))
        .collect::<Option<_>>()?;
    let rank = shapes.first()?.len();
    let size = |index: usize| {
        let mut all = shapes.iter().map(|shape| shape[index]);
        match index == dim {
            true => all
                .try_fold(0_i64, |sum, size| match size {
                    DYNAMIC => None,
                    size => sum.checked_add(size),
                })
                .unwrap_or(DYNAMIC),
            false => all.find(|size| *size != DYNAMIC).unwrap_or(DYNAMIC),
        }
    };
    Some((0..rank).map(size).collect())
}

/// Casts operands to the types that the others tell.
pub(super) fn cast_operands(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let dim = dimension(context, op)?;
    let inferred = inferred(context, op, dim)?;
    let mut changed = None;
    let operands: Vec<Value> = op.operands(context).collect();
    for (index, operand) in operands.into_iter().enumerate() {
        let ranked = Ranked::of(context, operand.ty(context))?;
        let mut shape = inferred.clone();
        shape[dim] = ranked.shape[dim];
        let ty: Type = ranked.plain(context, &shape)?;
        if keeps_sizes(context, ty, operand.ty(context)) {
            continue;
        }
        let value = cast(rewriter, op, operand, ty)?;
        rewriter.set_operand(op, index, value);
        changed = Some(());
    }
    changed
}

/// Makes a tensor of the type that the operands tell.
pub(super) fn infer_result(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let inferred = inferred(context, op, dimension(context, op)?)?;
    let ty = op.result(context, 0)?.ty(context);
    let wanted = Ranked::of(context, ty)?.plain(context, &inferred)?;
    if keeps_sizes(context, wanted, ty) {
        return None;
    }
    let operands: Vec<Value> = op.operands(context).collect();
    let dim = op.property(context, context.identifier("dim"))?;
    let made = Make::new("tensor.concat", &operands, &[wanted])
        .with(&[("dim", dim)])
        .value(rewriter, op)?;
    replace(rewriter, op, made)
}
