//! Patterns of `affine.delinearize_index`: sizes of 1, and indices that were linear indices of others.

use tvmlike_ir::{DYNAMIC, FoldResult, Op, Rewriter, Value};

use super::super::rewrite::{constant, defined_by};
use super::super::slices::{known, split};
use super::basis::{LINEARIZE, basis, delinearize, given, indices, is_disjoint, linearize, padded};

/// The disjoint linear index that an operation takes apart.
fn linear(rewriter: &Rewriter<'_, '_>, op: Op) -> Option<Op> {
    let context = rewriter.context();
    let linear = defined_by(context, op.operand(context, 0)?, LINEARIZE)?;
    is_disjoint(context, linear).then_some(linear)
}

/// Indices of the sizes at the end that both operations have are those that were linearized.
pub(super) fn cancel_same(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let linear = linear(rewriter, op)?;
    let all = indices(context, linear)?;
    let (sizes, own) = (basis(context, linear)?, basis(context, op)?);
    let pairs = sizes.iter().rev().zip(own.iter().rev());
    let count = pairs.take_while(|(one, other)| one == other).count();
    if count == 0 {
        return None;
    }
    let results = op.num_results(context);
    if count == sizes.len() && count == own.len() && all.len() == results {
        rewriter.replace_op(op, &all);
        return Some(());
    }
    let (first, last) = all.split_at(all.len() - count);
    let outer = linearize(rewriter, linear, first, &sizes[..sizes.len() - count], true)?;
    let kept = &own[..own.len() - count];
    let mut values = delinearize(rewriter, op, outer, kept, own.len() == results)?;
    values.extend(last);
    rewriter.replace_op(op, &values);
    Some(())
}

/// Indices of sizes that are 1 are zero.
pub(super) fn drop_units(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let index = op.operand(context, 0)?;
    let sizes = padded(basis(context, op)?, op.num_results(context));
    let is_unit = |size: &Option<FoldResult>| size.as_ref().and_then(|size| known(context, size)) == Some(1);
    if !sizes.iter().any(is_unit) {
        return None;
    }
    let kept: Vec<Option<FoldResult>> = sizes.iter().filter(|size| !is_unit(size)).copied().collect();
    let zero = constant(rewriter, op, context.index_attribute(0), context.index_type())?;
    let others = match kept.first() {
        Some(first) => delinearize(rewriter, op, index, &given(&kept), first.is_some())?,
        None => Vec::new(),
    };
    let mut others = others.into_iter();
    let values = sizes.iter().map(|size| match is_unit(size) {
        true => Some(zero),
        false => others.next(),
    });
    let values: Vec<Value> = values.collect::<Option<_>>()?;
    rewriter.replace_op(op, &values);
    Some(())
}

/// Takes the last linearized index apart on its own, if its size is the product of the last sizes.
pub(super) fn split_last(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let linear = linear(rewriter, op)?;
    let all = indices(context, linear)?;
    let (sizes, own) = (basis(context, linear)?, basis(context, op)?);
    let wanted = *split(context, &sizes).1.last()?;
    if wanted == DYNAMIC {
        return None;
    }
    let (mut product, mut count) = (1_i64, 0);
    for size in split(context, &own).1.iter().rev() {
        if *size == DYNAMIC {
            return None;
        }
        product = product.checked_mul(*size)?;
        count += 1;
        if product >= wanted {
            break;
        }
    }
    if product != wanted || count < 2 {
        return None;
    }
    let (last, first) = all.split_last()?;
    let outer = linearize(rewriter, linear, first, &sizes[..sizes.len() - 1], true)?;
    let (kept, rest) = own.split_at(own.len() - count);
    let has_outer = own.len() == op.num_results(context);
    let mut values = delinearize(rewriter, op, outer, kept, has_outer)?;
    values.extend(delinearize(rewriter, op, *last, rest, true)?);
    rewriter.replace_op(op, &values);
    Some(())
}
