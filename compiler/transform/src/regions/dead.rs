//! Erasing operations whose results are not needed, and arguments of blocks that are not needed.
//!
//! Unlike the check of one operation, this finds what is needed only by itself: a loop through an argument of a block. An
//! operation is live if it has effects, is a terminator, or a live operation uses a result of it; an operand that a branch
//! passes counts only if the argument is live. Invariant: what is marked is live.

use tvmlike_ir::{Block, Branch, Context, Op, Region, Rewriter, SideTable, Traits, Value, ValueOwner};

/// Erases what is dead in regions, and in all regions in them. Whether an operation was erased.
pub fn erase_dead(rewriter: &mut Rewriter<'_, '_>, regions: &[Region]) -> bool {
    let context = rewriter.context();
    if regions.iter().all(|region| is_plain_and_live(context, *region)) {
        return false;
    }
    let mut live = Live::default();
    for region in regions {
        live.mark_roots(context, *region);
    }
    live.spread(context);
    let mut erased = false;
    for region in regions {
        erased |= erase_in(rewriter, *region, &live);
    }
    erased
}

/// Whether all regions have one block, whose order counts, and each operation has effects or a used result: then nothing is
/// dead, as a first dead operation would have no uses.
fn is_plain_and_live(context: &Context, region: Region) -> bool {
    let mut pending = vec![region];
    while let Some(region) = pending.pop() {
        let Some(block) = region.first_block(context) else {
            continue;
        };
        let is_graph = region
            .parent_op(context)
            .is_some_and(|op| op.has_trait(context, Traits::HAS_ONLY_GRAPH_REGION));
        if block.next(context).is_some() {
            return false;
        }
        for op in block.operations(context) {
            if op.is_trivially_dead(context) {
                return false;
            }
            // In a graph, dead operations can use each other in a circle.
            if is_graph && op.num_results(context) > 0 && op.would_be_trivially_dead(context) {
                return false;
            }
            if op.num_regions(context) > 0 {
                pending.extend(op.regions(context));
            }
        }
    }
    true
}

/// What is live.
#[derive(Default)]
struct Live {
    ops: SideTable<Op, bool>,
    arguments: SideTable<Value, bool>,
    pending: Vec<Op>,
}

impl Live {
    fn mark_op(&mut self, op: Op) {
        if !std::mem::replace(self.ops.entry(op), true) {
            self.pending.push(op);
        }
    }

    fn mark_value(&mut self, context: &Context, value: Value) {
        match value.owner(context) {
            ValueOwner::Result { op, .. } => self.mark_op(op),
            ValueOwner::Argument { block, index } => {
                let is_live = std::mem::replace(self.arguments.entry(value), true);
                // Entries get their arguments from the operation around them.
                if !is_live && !block.is_entry(context) {
                    self.mark_passed(context, block, index);
                }
            }
        }
    }

    /// Marks what branches pass to an argument that is live.
    fn mark_passed(&mut self, context: &Context, block: Block, index: usize) {
        for at in block.uses(context) {
            let terminator = at.owner(context);
            if let Some(branch) = terminator.interface::<Branch>(context)
                && let Some(value) = branch.operand_of(context, terminator, at.index(context), index)
                && self.ops.get(terminator)
            {
                self.mark_value(context, value);
            }
        }
    }

    /// Marks what is live by itself in a region and in those in it.
    fn mark_roots(&mut self, context: &Context, region: Region) {
        let mut pending = vec![region];
        while let Some(region) = pending.pop() {
            for op in region.blocks(context).flat_map(|block| block.operations(context)) {
                if op.has_trait(context, Traits::TERMINATOR) || !op.would_be_trivially_dead(context) {
                    self.mark_op(op);
                }
                if op.num_regions(context) > 0 {
                    pending.extend(op.regions(context));
                }
            }
        }
    }

    fn spread(&mut self, context: &Context) {
        while let Some(op) = self.pending.pop() {
            let is_terminator = op.has_trait(context, Traits::TERMINATOR);
            match op.interface::<Branch>(context).filter(|_| is_terminator) {
                Some(branch) => self.spread_branch(context, op, branch),
                None => {
                    for operand in op.operands(context) {
                        self.mark_value(context, operand);
                    }
                    for block in op.successors(context).filter(|_| is_terminator) {
                        for argument in block.arguments(context) {
                            self.mark_value(context, argument);
                        }
                    }
                }
            }
        }
    }

    fn spread_branch(&mut self, context: &Context, op: Op, branch: &Branch) {
        let mut is_passed = vec![false; op.num_operands(context)];
        for (number, block) in op.successors(context).enumerate() {
            let passed = (branch.operands)(context, op, number);
            for argument in block.arguments(context).take(passed.produced) {
                self.mark_value(context, argument);
            }
            let arguments = block.arguments(context).skip(passed.produced);
            for (index, argument) in passed.operands.zip(arguments) {
                is_passed[index] = true;
                if self.arguments.get(argument)
                    && let Some(value) = op.operand(context, index)
                {
                    self.mark_value(context, value);
                }
            }
        }
        for (operand, _) in op
            .operands(context)
            .zip(is_passed)
            .filter(|(_, is_passed)| !is_passed)
        {
            self.mark_value(context, operand);
        }
    }
}

/// The blocks that are reached from the entry, successors before predecessors.
pub(crate) fn post_order(context: &Context, entry: Block) -> Vec<Block> {
    let mut order = Vec::new();
    let mut seen: SideTable<Block, bool> = SideTable::new();
    seen.set(entry, true);
    let mut path = vec![(entry, 0)];
    while let Some((block, next)) = path.last_mut() {
        match block.last_op(context).and_then(|op| op.successor(context, *next)) {
            Some(successor) => {
                *next += 1;
                if !std::mem::replace(seen.entry(successor), true) {
                    path.push((successor, 0));
                }
            }
            None => {
                order.push(*block);
                path.pop();
            }
        }
    }
    order
}

/// Erases what is dead in a region and in those in it.
fn erase_in(rewriter: &mut Rewriter<'_, '_>, region: Region, live: &Live) -> bool {
    let context = rewriter.context();
    let mut erased = false;
    let mut pending = vec![region];
    while let Some(region) = pending.pop() {
        let Some(entry) = region.first_block(context) else {
            continue;
        };
        let has_one_block = entry.next(context).is_none();
        for block in post_order(context, entry) {
            if !has_one_block && let Some(terminator) = block.last_op(context) {
                erase_passed(rewriter, terminator, live);
            }
            let mut at = block.last_op(context);
            while let Some(op) = at {
                at = op.previous(context);
                if live.ops.get(op) {
                    pending.extend(op.regions(context));
                } else {
                    erased = true;
                    drop_uses(rewriter, op);
                    rewriter.erase_op(op);
                }
            }
        }
        for block in region.blocks(context).skip(1) {
            let arguments: Vec<Value> = block.arguments(context).collect();
            rewriter.erase_arguments(block, |index| !live.arguments.get(arguments[index]));
        }
    }
    erased
}

/// Detaches the uses of a dead operation in a graph from it: its users are dead, too, and use their own operands instead.
fn drop_uses(rewriter: &mut Rewriter<'_, '_>, op: Op) {
    let context = rewriter.context();
    for result in op.results(context) {
        while let Some(at) = result.uses(context).next() {
            let user = at.owner(context);
            let kept: Vec<Value> = user
                .operands(context)
                .filter(|operand| operand.defining_op(context) != Some(op))
                .collect();
            user.set_operands(rewriter.edit(), &kept);
        }
    }
}

/// Removes the operands that a terminator passes to dead arguments.
fn erase_passed(rewriter: &mut Rewriter<'_, '_>, terminator: Op, live: &Live) {
    let context = rewriter.context();
    let Some(branch) = terminator.interface::<Branch>(context) else {
        return;
    };
    for number in (0..terminator.num_successors(context)).rev() {
        let Some(block) = terminator.successor(context, number) else {
            continue;
        };
        let passed = (branch.operands)(context, terminator, number);
        let arguments = block.arguments(context).skip(passed.produced);
        let pairs = passed.operands.clone().zip(arguments);
        let kept: Vec<Value> = pairs
            .filter(|(_, argument)| live.arguments.get(*argument))
            .filter_map(|(index, _)| terminator.operand(context, index))
            .collect();
        if kept.len() < passed.operands.len() {
            (branch.set_operands)(rewriter.edit(), terminator, number, &kept);
        }
    }
}
