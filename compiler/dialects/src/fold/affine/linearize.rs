//! Folds of `affine.linearize_index` and `affine.delinearize_index`.
//!
//! A basis is a list of sizes, of which some are constants of the operation and the others operands. With as many sizes as indices,
//! the first one changes nothing.

use smallvec::SmallVec;
use tvmlike_ir::{DYNAMIC, FoldResult, Folded, Folding, Value};

use super::super::rewrite::small_int;
use crate::llvm::integers;

/// The numbers of a dense array.
fn numbers(folding: &Folding<'_, '_>, name: &str) -> Option<Vec<i64>> {
    integers(folding.context(), folding.attribute(name))
}

fn constant(folding: &Folding<'_, '_>, index: usize) -> Option<i64> {
    small_int(folding.context(), folding.constant(index)?)
}

/// Makes the operands of the basis that are constants a part of the operation. `None`: there are none.
fn use_constants(folding: &mut Folding<'_, '_>, basis: &[i64], first: usize) -> Option<Folded> {
    let context = folding.context();
    let op = folding.op();
    let operands: Vec<Value> = op.operands(context).collect();
    let known: Vec<Option<i64>> = (first..operands.len())
        .map(|index| constant(folding, index))
        .collect();
    if known.iter().all(Option::is_none) {
        return None;
    }
    let mut dynamic = known.iter();
    let basis: Vec<i64> = basis
        .iter()
        .map(|size| match *size {
            DYNAMIC => dynamic.next().copied().flatten().unwrap_or(DYNAMIC),
            size => size,
        })
        .collect();
    let sizes = operands[first..].iter().zip(&known);
    let kept: Vec<Value> = sizes
        .filter(|(_, known)| known.is_none())
        .map(|(value, _)| *value)
        .collect();
    let segments = context.identifier("operandSegmentSizes");
    if op.property(context, segments).is_some() {
        let sizes = [i32::try_from(first).ok()?, i32::try_from(kept.len()).ok()?];
        op.set_attribute(folding.edit(), segments, context.dense_i32_array(&sizes));
    }
    op.set_operands(folding.edit(), &[&operands[..first], &kept].concat());
    let name = context.identifier("static_basis");
    op.set_attribute(folding.edit(), name, context.dense_i64_array(&basis));
    Some(Folded::InPlace)
}

/// `linearize_index`: of no index, of one, of constants.
pub(super) fn linearize(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    let context = folding.context();
    let basis = numbers(folding, "static_basis")?;
    let count = usize::try_from(*numbers(folding, "operandSegmentSizes")?.first()?).ok()?;
    if let Some(folded) = use_constants(folding, &basis, count) {
        return Some(folded);
    }
    match count {
        0 => return Some(context.index_attribute(0).into()),
        1 => return Some(folding.operand(0).into()),
        _ => {}
    }
    let indices: Vec<i64> = (0..count)
        .map(|index| constant(folding, index))
        .collect::<Option<_>>()?;
    if basis.contains(&DYNAMIC) {
        return None;
    }
    let (mut result, mut stride) = (0_i64, 1_i64);
    for (size, index) in basis.iter().rev().zip(indices.iter().rev()) {
        result = result.wrapping_add(index.wrapping_mul(stride));
        stride = stride.wrapping_mul(*size);
    }
    if basis.len() < count {
        result = result.wrapping_add(indices[0].wrapping_mul(stride));
    }
    Some(context.index_attribute(result).into())
}

/// `delinearize_index`: to one index, of a constant.
pub(super) fn delinearize(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    let context = folding.context();
    let basis = numbers(folding, "static_basis")?;
    if let Some(folded) = use_constants(folding, &basis, 1) {
        return Some(folded);
    }
    let count = folding.op().num_results(context);
    if count == 1 {
        return Some(folding.operand(0).into());
    }
    let mut rest = constant(folding, 0)?;
    if basis.contains(&DYNAMIC) {
        return None;
    }
    let mut results: SmallVec<[FoldResult; 1]> = SmallVec::new();
    for size in basis[usize::from(basis.len() == count)..].iter().rev() {
        results.push(FoldResult::Attribute(
            context.index_attribute(rest.checked_rem_euclid(*size)?),
        ));
        rest = rest.checked_div_euclid(*size)?;
    }
    results.push(FoldResult::Attribute(context.index_attribute(rest)));
    results.reverse();
    Some(Folded::Results(results))
}
