//! Conditions of `affine.if` that can be simpler, and choices whose condition is known.

use tvmlike_ir::{
    AttributeKind, Block, Context, Folded, Folding, InsertionPoint, IntegerSet, Op, Rewriter, Value,
};

use super::super::rewrite::defined_by;
use crate::applied_map::AppliedMap;

fn condition(context: &Context, op: Op) -> Option<IntegerSet> {
    let condition = op.property(context, context.identifier("condition"))?;
    match condition.kind(context) {
        AttributeKind::IntegerSet(set) => Some(set),
        _ => None,
    }
}

/// `if`: a condition of the values that compute its operands, without those that it does not need.
pub(super) fn compose_condition(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    let (context, op) = (folding.context(), folding.op());
    let set = condition(context, op)?;
    let operands: Vec<Value> = op.operands(context).collect();
    let mut map = AppliedMap::of_set(context, set, &operands)?;
    let is_applied = |value: &Value| defined_by(context, *value, "affine.apply").is_some();
    let is_composed = operands.iter().any(is_applied);
    map.compose(context)?;
    if is_composed {
        map.simplify(context)?;
        map.canonicalize(context)?;
    }
    let equalities: Vec<bool> = (0..map.results.len())
        .map(|index| set.is_equality(context, index))
        .collect();
    let (dims, symbols) = (map.dims.len() as u32, map.symbols.len() as u32);
    let new = context
        .integer_set(dims, symbols, &map.results, &equalities)
        .ok()?;
    if new == set && map.operands() == operands {
        return None;
    }
    let new = context.integer_set_attribute(new);
    let edit = folding.edit();
    op.set_property(edit, context.identifier("condition"), new);
    op.set_operands(edit, &map.operands());
    Some(Folded::InPlace)
}

fn block(context: &Context, op: Op, region: usize) -> Option<Block> {
    op.region(context, region)?.first_block(context)
}

/// A choice that does nothing otherwise has no second region.
pub(super) fn drop_empty_else(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let other = block(context, op, 1)?;
    if other.first_op(context) != other.last_op(context) || op.num_results(context) > 0 {
        return None;
    }
    rewriter.erase_block(other);
    Some(())
}

/// A condition that always holds, or never.
pub(super) fn take_known(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let set = condition(context, op)?;
    let is_always = set.num_equalities(context) == 1
        && set.num_inequalities(context) == 0
        && set.constraints(context).iter().next()?.constant(context) == Some(0);
    let taken = if set.is_canonical_empty(context) {
        let other = block(context, op, 1);
        if op.num_results(context) == 0 && other.is_none() {
            rewriter.erase_op(op);
            return Some(());
        }
        other?
    } else if is_always {
        block(context, op, 0)?
    } else {
        return None;
    };
    let terminator = taken.last_op(context)?;
    let values: Vec<Value> = terminator.operands(context).collect();
    rewriter.inline_block(taken, InsertionPoint::before(context, op)?, &[]);
    rewriter.replace_op(op, &values);
    rewriter.erase_op(terminator);
    Some(())
}
