//! The check that operands are defined before their use, in MLIR's words.
//!
//! Invariant: nothing recurses, so IR of any depth can be verified.

use crate::context::Context;
use crate::context::diagnostic::Failure;
use crate::context::dialect::Traits;
use crate::dominance::DominanceInfo;
use crate::id::{Block, Op, Region, Value};
use crate::value::ValueOwner;

/// Checks that every operand is defined before its use, in what is nested in an operation but for isolated operations.
pub(crate) fn verify_dominance(context: &Context, op: Op) -> Result<(), Failure> {
    let mut dominance = DominanceInfo::new();
    let mut pending = vec![op];
    while let Some(parent) = pending.pop() {
        for region in parent.regions(context) {
            for block in region.blocks(context) {
                let order = order_in(context, &mut dominance, block);
                for op in block.operations(context) {
                    if let Some(ordered) = order
                        && let Some((index, value)) =
                            find_undominated(context, &mut dominance, op, block, ordered)
                    {
                        return Err(report_operand(context, op, block, index, value));
                    }
                    if op.num_regions(context) != 0 && !op.has_trait(context, Traits::ISOLATED_FROM_ABOVE) {
                        pending.push(op);
                    }
                }
            }
        }
    }
    Ok(())
}

/// Whether the order of operations counts in a block; `None` if the block is not reachable, so that nothing is checked.
pub(crate) fn order_in(context: &Context, dominance: &mut DominanceInfo, block: Block) -> Option<bool> {
    dominance
        .is_reachable_from_entry(context, block)
        .then(|| dominance.has_ssa_dominance(context, block))
}

/// Whether an operand is defined before an operation of a block; `None` if it is defined in another block.
#[inline]
pub(crate) fn is_before_in_block(
    context: &Context,
    value: Value,
    op: Op,
    block: Block,
    ordered: bool,
) -> Option<bool> {
    match value.owner(context) {
        ValueOwner::Result { op: definition, .. } => (definition.block(context) == Some(block))
            .then(|| !ordered || (definition != op && definition.is_before(context, op, block))),
        ValueOwner::Argument { block: owner, .. } => (owner == block).then_some(true),
    }
}

/// The first operand, with its index, that is not defined before an operation of a block.
fn find_undominated(
    context: &Context,
    dominance: &mut DominanceInfo,
    op: Op,
    block: Block,
    ordered: bool,
) -> Option<(usize, Value)> {
    op.operands(context).enumerate().find(|(_, value)| {
        !is_before_in_block(context, *value, op, block, ordered)
            .unwrap_or_else(|| dominance.value_properly_dominates(context, *value, op))
    })
}

/// Where a region is, seen from another one.
fn relation(context: &Context, user: Option<Region>, definition: Option<Region>) -> &'static str {
    let inside = |inner: Option<Region>, outer: Option<Region>| {
        inner
            .zip(outer)
            .is_some_and(|(inner, outer)| inner.is_inside(context, outer))
    };
    if user == definition {
        "in the same region"
    } else if inside(user, definition) {
        "in a parent region"
    } else if inside(definition, user) {
        "in a child region"
    } else {
        "neither in a parent nor in a child region"
    }
}

#[cold]
fn report_operand(context: &Context, op: Op, block: Block, index: usize, value: Value) -> Failure {
    let error = op.emit_error(context, format!("operand #{index} does not dominate this use"));
    let region = block.region(context);
    let (location, note) = match value.owner(context) {
        ValueOwner::Result { op: definition, .. } => {
            let place = match definition.parent_region(context) {
                _ if definition.block(context) == Some(block) => "op in the same block".to_owned(),
                other => match relation(context, region, other) {
                    place if place.starts_with("neither") => format!("op is {place}"),
                    place => format!("op {place}"),
                },
            };
            (
                definition.location(context),
                format!("operand defined here ({place})"),
            )
        }
        ValueOwner::Argument { block: owner, .. } => {
            let location = owner
                .parent_op(context)
                .map_or_else(|| context.unknown_location(), |op| op.location(context));
            let note = match owner.region(context) {
                None => " (block without parent)".to_owned(),
                Some(other) => {
                    let number = other
                        .blocks(context)
                        .position(|block| block == owner)
                        .unwrap_or_default();
                    let place = relation(context, region, Some(other));
                    format!("operand defined as a block argument (block #{number} {place})")
                }
            };
            (location, note)
        }
    };
    error.note(location, note).emit()
}
