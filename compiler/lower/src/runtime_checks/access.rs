//! Accesses to elements, and to the size of a dimension.

use tvmlike_ir::{Op, Value};

use super::Checks;

/// The indices are behind the memref.
pub(super) fn load(checks: &mut Checks<'_, '_, '_>, op: Op) -> Option<()> {
    access(checks, op, 0)
}

/// The indices are behind the value and the memref.
pub(super) fn store(checks: &mut Checks<'_, '_, '_>, op: Op) -> Option<()> {
    access(checks, op, 1)
}

pub(super) fn atomic(checks: &mut Checks<'_, '_, '_>, op: Op) -> Option<()> {
    access(checks, op, 1)
}

fn access(checks: &mut Checks<'_, '_, '_>, op: Op, position: usize) -> Option<()> {
    let context = checks.context();
    let memref = op.operand(context, position)?;
    let indices: Vec<Value> = op.operands(context).skip(position + 1).collect();
    if indices.is_empty() {
        return None;
    }
    let zero = checks.constant(0);
    let mut all = None;
    for (dim, index) in indices.into_iter().enumerate() {
        let size = checks.size(memref, dim)?;
        let inside = checks.in_range_folded(index, zero, size)?;
        all = match all {
            None => Some(inside),
            Some(all) => checks.both(all, inside),
        };
    }
    checks.assert(all?, "out-of-bounds access");
    Some(())
}

pub(super) fn dim(checks: &mut Checks<'_, '_, '_>, op: Op) -> Option<()> {
    let context = checks.context();
    let (memref, index) = (op.operand(context, 0)?, op.operand(context, 1)?);
    let rank = checks.rank(memref);
    let zero = checks.constant(0);
    let inside = checks.in_range_folded(index, zero, rank)?;
    checks.assert(inside, "index is out of bounds");
    Some(())
}
