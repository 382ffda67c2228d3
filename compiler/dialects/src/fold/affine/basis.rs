//! The bases of `affine.linearize_index` and `affine.delinearize_index`, and these operations with other ones.
//!
//! A basis has a size per index, but for the first one, whose size may be left out.

use tvmlike_define::OpBuilder;
use tvmlike_ir::{Context, FoldResult, Op, Rewriter, Value};

use super::super::slices::{mixed_of, split};
use crate::common::number;

pub(super) const LINEARIZE: &str = "affine.linearize_index";
pub(super) const DELINEARIZE: &str = "affine.delinearize_index";

/// The sizes that an operation has.
pub(super) fn basis(context: &Context, op: Op) -> Option<Vec<FoldResult>> {
    mixed_of(context, op, "dynamic_basis", "static_basis")
}

/// The size of each of as many indices, of which the first one may be left out.
pub(super) fn padded(basis: Vec<FoldResult>, count: usize) -> Vec<Option<FoldResult>> {
    let left_out = std::iter::repeat_n(None, count.saturating_sub(basis.len()));
    left_out.chain(basis.into_iter().map(Some)).collect()
}

/// The indices that become one.
pub(super) fn indices(context: &Context, op: Op) -> Option<Vec<Value>> {
    let sizes = op.property(context, context.identifier("operandSegmentSizes"));
    let count = usize::try_from(*crate::llvm::integers(context, sizes)?.first()?).ok()?;
    Some(op.operands(context).take(count).collect())
}

/// Whether each index is known to be less than its size.
pub(super) fn is_disjoint(context: &Context, op: Op) -> bool {
    let value = op.property(context, context.identifier("disjoint"));
    value.is_some_and(|value| number(context, value) != Some(0))
}

/// Makes `linearize_index` at the place of the rewriter, with the location of an operation.
pub(super) fn linearize(
    rewriter: &mut Rewriter<'_, '_>,
    at: Op,
    indices: &[Value],
    basis: &[FoldResult],
    is_disjoint: bool,
) -> Option<Value> {
    let context = rewriter.context();
    let (values, constants) = split(context, basis);
    let mut op = OpBuilder::new(LINEARIZE)
        .operand("multi_index", indices.iter().copied())
        .operand("dynamic_basis", values)
        .attribute("static_basis", context.dense_i64_array(&constants))
        .result("linear_index", [context.index_type()]);
    if is_disjoint {
        op = op.attribute("disjoint", context.unit_attribute());
    }
    let op = op.create_at(rewriter, at.location(context)).ok()?;
    op.result(context, 0)
}

/// Makes `delinearize_index` at the place of the rewriter, with the location of an operation. `has_outer`: the basis has the
/// size of the first index.
pub(super) fn delinearize(
    rewriter: &mut Rewriter<'_, '_>,
    at: Op,
    index: Value,
    basis: &[FoldResult],
    has_outer: bool,
) -> Option<Vec<Value>> {
    let context = rewriter.context();
    let (values, constants) = split(context, basis);
    let count = basis.len() + usize::from(!has_outer);
    let op = OpBuilder::new(DELINEARIZE)
        .operand("linear_index", [index])
        .operand("dynamic_basis", values)
        .attribute("static_basis", context.dense_i64_array(&constants))
        .result("multi_index", vec![context.index_type(); count]);
    let op = op.create_at(rewriter, at.location(context)).ok()?;
    Some(op.results(context).collect())
}

/// The sizes that are not left out.
pub(super) fn given(padded: &[Option<FoldResult>]) -> Vec<FoldResult> {
    padded.iter().copied().flatten().collect()
}
