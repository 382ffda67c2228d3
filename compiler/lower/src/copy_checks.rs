//! Checks that memrefs without a rank have the same sizes where one is copied to another one.
//!
//! Invariant: the checks are before the copy, so nothing is written outside of the target.

use tvmlike_ir::{Context, InsertionPoint, Op, Rewriter, TypeKind, Value};

use crate::allocation_checks::Checks;
use crate::make::{Make, index_constant, make_for};

/// The predicate of `arith.cmpi`.
const EQUAL: i64 = 0;

fn is_unranked(context: &Context, value: Value) -> bool {
    matches!(value.ty(context).kind(context), TypeKind::UnrankedMemRef { .. })
}

/// Whether an operation copies a memref whose rank its type does not tell, or copies to one.
pub(crate) fn is_unranked_copy(context: &Context, op: Op) -> bool {
    op.is_named(context, "memref.copy") && op.operands(context).any(|operand| is_unranked(context, operand))
}

/// Adds the checks of a copy.
pub(crate) fn check(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let memrefs = [op.operand(context, 0)?, op.operand(context, 1)?];
    let mut checks = Checks::new(rewriter, op);
    let (location, index) = (checks.location, context.index_type());
    let [rank, other] = memrefs.map(|memref| match memref.ty(context).rank(context) {
        Some(rank) => index_constant(checks.rewriter, location, rank as i64),
        None => Make::new("memref.rank", &[memref], &[index]).value(checks.rewriter, location),
    });
    let same = checks.compare(EQUAL, rank, other);
    checks.assert(same, "the source and the target have different ranks");
    let [zero, one] = [0, 1].map(|number| index_constant(checks.rewriter, location, number));
    let (_, body) = make_for(checks.rewriter, location, [zero, rank, one], &[])?;
    checks
        .rewriter
        .set_insertion_point(Some(InsertionPoint::at_end(body)));
    let dim = body.argument(context, 0)?;
    let [size, other] = memrefs
        .map(|memref| Make::new("memref.dim", &[memref, dim], &[index]).value(checks.rewriter, location));
    let same = checks.compare(EQUAL, size, other);
    checks.assert(same, "the source and the target have different sizes");
    Make::new("scf.yield", &[], &[]).at(checks.rewriter, location);
    Some(())
}
