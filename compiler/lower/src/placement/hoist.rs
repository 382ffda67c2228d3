//! Moving allocations up: to blocks that dominate their uses, or out of loops.

use tvmlike_ir::{Block, Context, DominanceInfo, Exclusive, Op, Value, WalkOrder, WalkResult};
use tvmlike_transform::{Analysis, Liveness};

use super::uses::{allocations, ancestor_in, is_loop, is_structured};
use crate::deallocation::Origins;
use crate::make::has_trait;

/// How far allocations are moved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Hoisting {
    /// Up to the block that dominates all uses, but out of no loop.
    Dominators,
    /// Out of loops that do not pass the memory on to their next iteration.
    Loops,
}

struct Search<'c> {
    context: &'c Context,
    dominance: DominanceInfo,
    hoisting: Hoisting,
    /// The block that dominates all uses of the memory.
    dominator: Option<Block>,
}

/// Moves the allocations of a function up.
pub(crate) fn hoist(edit: &mut Exclusive<'_>, function: Op, hoisting: Hoisting) {
    let context = edit.context();
    let origins = Origins::new(context, function);
    let liveness = Liveness::build(context, function);
    let mut all: Vec<Value> = allocations(context, function)
        .into_iter()
        .map(|(value, _)| value)
        .collect();
    function.walk(context, WalkOrder::PostOrder, |op| {
        if op.is_named(context, "memref.alloca") {
            all.extend(op.result(context, 0));
        }
        WalkResult::Advance
    });
    let mut search = Search {
        context,
        dominance: DominanceInfo::new(),
        hoisting,
        dominator: None,
    };
    for value in all {
        let Some(op) = value.defining_op(context) else {
            continue;
        };
        let is_hoisted = op.is_named(context, "memref.alloc")
            || (hoisting == Hoisting::Loops && op.is_named(context, "memref.alloca"));
        if !is_hoisted {
            continue;
        }
        let Some(block) = search.place(value, op, &origins) else {
            continue;
        };
        let start = if liveness.live_in(block).contains(&value) {
            block.first_op(context)
        } else {
            ancestor_in(context, block, op).or(block.last_op(context))
        };
        if let Some(start) = start.filter(|start| *start != op) {
            // Both exist and are not nested in each other.
            let _ = op.move_before(edit, start);
        }
    }
}

impl Search<'_> {
    /// The block that dominates all uses of what can be in the same memory.
    fn common_dominator(&mut self, value: Value, origins: &Origins) -> Option<Block> {
        let context = self.context;
        let mut found = value.parent_block(context);
        let mut meet = |block: Option<Block>| {
            found = match (found, block) {
                (Some(a), Some(b)) => self.dominance.nearest_common_dominator(context, a, b),
                _ => None,
            };
        };
        for alias in origins.uses_of(value) {
            for at in alias.uses(context) {
                meet(at.owner(context).block(context));
            }
            meet(alias.parent_block(context));
        }
        found
    }

    /// The block for an allocation.
    fn place(&mut self, value: Value, op: Op, origins: &Origins) -> Option<Block> {
        let context = self.context;
        self.dominator = self.common_dominator(value, origins);
        let mut needed: Option<Block> = None;
        for operand in op.operands(context) {
            let block = operand.parent_block(context)?;
            if needed.is_none_or(|needed| self.dominance.block_dominates(context, needed, block)) {
                needed = Some(block);
            }
        }
        let bound = match (self.hoisting, self.dominator, needed) {
            (Hoisting::Loops, _, needed) => needed,
            (Hoisting::Dominators, Some(dominator), Some(needed)) => {
                match self
                    .dominance
                    .block_properly_dominates(context, dominator, needed)
                {
                    true => Some(needed),
                    false => Some(dominator),
                }
            }
            (Hoisting::Dominators, Some(dominator), None) => Some(dominator),
            // There is no such block: the allocation stays.
            (Hoisting::Dominators, None, _) => value.parent_block(context),
        };
        self.find(value.parent_block(context)?, bound)
    }

    fn find(&mut self, start: Block, bound: Option<Block>) -> Option<Block> {
        let context = self.context;
        let (mut at, mut placement) = (start, start);
        while let Some(parent) = at.parent_op(context)
            && let Some(around) = parent.block(context)
            && bound.is_none_or(|bound| self.dominance.block_properly_dominates(context, bound, at))
        {
            let above = match at.is_entry(context) {
                true => None,
                false => self.dominance.immediate_dominator(context, at),
            };
            let above =
                above.filter(|above| self.dominance.block_properly_dominates(context, around, *above));
            if let Some(above) = above {
                at = above;
                if self.hoisting == Hoisting::Dominators {
                    placement = above;
                }
            } else {
                if !is_structured(context, parent) || !self.can_leave(parent) {
                    break;
                }
                at = around;
                placement = around;
            }
        }
        Some(placement)
    }

    fn can_leave(&mut self, parent: Op) -> bool {
        let context = self.context;
        let is_loop = is_loop(context, parent);
        match self.hoisting {
            Hoisting::Dominators => !is_loop,
            Hoisting::Loops => {
                // Memory of iterations that can run at the same time stays theirs.
                is_loop
                    && !has_trait(context, parent, "HasParallelRegion")
                    && self
                        .dominator
                        .zip(parent.block(context))
                        .is_some_and(|(dominator, block)| {
                            !self.dominance.block_dominates(context, dominator, block)
                        })
            }
        }
    }
}
