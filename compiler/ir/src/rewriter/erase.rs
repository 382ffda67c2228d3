//! Erasing under observation.
//!
//! Invariant: what is nested is reported before what contains it, and users before definitions, as far as there is such an
//! order.

use super::Rewriter;
use crate::access::Exclusive;
use crate::builder::InsertionPoint;
use crate::context::Context;
use crate::id::{Block, Op, Region};
use crate::side_table::SideTable;

/// What is erased, in the order of the reports.
enum Step {
    Op(Op),
    Block(Block),
}

/// The order in which what is nested in an operation is erased: the last region first, in it successors before predecessors,
/// and in a block the last operation first. Does not recurse.
fn nested_steps(context: &Context, root: Op) -> Vec<Step> {
    /// Either finds what is nested, or reports.
    enum Work {
        Open(Op),
        Report(Step),
    }
    let mut steps = Vec::new();
    let mut pending = vec![Work::Open(root)];
    while let Some(work) = pending.pop() {
        let op = match work {
            Work::Report(step) => {
                steps.push(step);
                continue;
            }
            Work::Open(op) => op,
        };
        if op != root {
            pending.push(Work::Report(Step::Op(op)));
        }
        // The stack reverses what is pushed: first what is erased last.
        for region in op.regions(context) {
            for blocks in post_orders(context, region).into_iter().rev() {
                pending.extend(blocks.iter().rev().map(|block| Work::Report(Step::Block(*block))));
                for block in blocks.iter().rev() {
                    pending.extend(block.operations(context).map(Work::Open));
                }
            }
        }
    }
    steps
}

/// The blocks of a region with successors before predecessors: of those that can be reached from the first block, then of
/// those that can be reached from the first that is left, and so on.
fn post_orders(context: &Context, region: Region) -> Vec<Vec<Block>> {
    let Some(entry) = region.first_block(context) else {
        return Vec::new();
    };
    if entry.next(context).is_none() {
        return vec![vec![entry]];
    }
    let mut seen: SideTable<Block, bool> = SideTable::new();
    let mut orders = Vec::new();
    for start in region.blocks(context) {
        if seen.get(start) {
            continue;
        }
        seen.set(start, true);
        let mut order = Vec::new();
        let mut path = vec![(start, 0)];
        while let Some((block, next)) = path.last_mut() {
            match block.last_op(context).and_then(|op| op.successor(context, *next)) {
                Some(successor) => {
                    *next += 1;
                    if !seen.get(successor) && successor.region(context) == Some(region) {
                        seen.set(successor, true);
                        path.push((successor, 0));
                    }
                }
                None => {
                    order.push(*block);
                    path.pop();
                }
            }
        }
        orders.push(order);
    }
    orders
}

impl<'c> Rewriter<'_, 'c> {
    /// Erases an operation and everything in it.
    ///
    /// # Panics
    /// A result of the operation, or a value or block in it, is used outside.
    pub fn erase_op(&mut self, op: Op) {
        if self.place.is_some_and(|place| place.next_op() == Some(op)) {
            self.place = InsertionPoint::after(self.edit, op);
        }
        if self.listener.is_some() {
            if op.num_regions(self.edit) > 0 {
                self.report_nested(op);
            }
            self.report(|listener, context| listener.op_erased(context, op));
        }
        erase(self.edit, op);
    }

    /// Reports what is nested in an operation, and erases the operations, so that the listener sees the uses that are left.
    fn report_nested(&mut self, op: Op) {
        for step in nested_steps(self.context(), op) {
            match step {
                Step::Op(nested) => {
                    self.report(|listener, context| listener.op_erased(context, nested));
                    // What is used before its definition is erased with `op`.
                    let _ = nested.erase(self.edit);
                }
                Step::Block(block) => self.report(|listener, context| listener.block_erased(context, block)),
            }
        }
    }

    /// Erases a block and everything in it.
    ///
    /// # Panics
    /// A value in the block, or the block, is used outside.
    pub fn erase_block(&mut self, block: Block) {
        let mut at = block.last_op(self.edit);
        while let Some(op) = at {
            at = op.previous(self.edit);
            if self.listener.is_some() {
                if op.num_regions(self.edit) > 0 {
                    self.report_nested(op);
                }
                self.report(|listener, context| listener.op_erased(context, op));
                let _ = op.erase(self.edit);
            }
        }
        self.report(|listener, context| listener.block_erased(context, block));
        let erased = block.erase(self.edit);
        erased.unwrap_or_else(|error| panic!("a rewriter cannot erase a block: {error}"));
    }

    /// Reports the erasure of a block and of everything in it, which the caller erases by [`edit`](Self::edit) afterwards:
    /// for blocks that use each other in a circle.
    pub fn report_block_erasure(&mut self, block: Block) {
        if self.listener.is_none() {
            return;
        }
        let context = self.context();
        let ops: Vec<Op> = block.operations(context).collect();
        for op in ops.into_iter().rev() {
            for step in nested_steps(context, op) {
                match step {
                    Step::Op(op) => self.report(|listener, context| listener.op_erased(context, op)),
                    Step::Block(block) => {
                        self.report(|listener, context| listener.block_erased(context, block))
                    }
                }
            }
            self.report(|listener, context| listener.op_erased(context, op));
        }
        self.report(|listener, context| listener.block_erased(context, block));
    }

    /// Erases arguments of a block that have no uses.
    ///
    /// # Panics
    /// An argument has uses.
    pub fn erase_arguments(&mut self, block: Block, is_erased: impl Fn(usize) -> bool) {
        for index in (0..block.num_arguments(self.edit)).rev() {
            if is_erased(index) {
                let erased = block.erase_argument(self.edit, index);
                erased.unwrap_or_else(|error| panic!("a rewriter cannot erase an argument: {error}"));
            }
        }
    }
}

fn erase(edit: &mut Exclusive<'_>, op: Op) {
    let erased = op.erase(edit);
    erased.unwrap_or_else(|error| panic!("a rewriter cannot erase an operation: {error}"));
}
