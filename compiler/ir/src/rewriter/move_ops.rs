//! Moving operations and blocks under observation.

use super::Rewriter;
use crate::builder::InsertionPoint;
use crate::error::Error;
use crate::id::{Block, Op, Region, Value};

fn must(moved: Result<(), Error>) {
    moved.unwrap_or_else(|error| panic!("a rewriter cannot move something: {error}"));
}

impl Rewriter<'_, '_> {
    /// Moves an operation before another.
    ///
    /// # Panics
    /// As [`Op::move_before`] refuses.
    pub fn move_op_before(&mut self, op: Op, other: Op) {
        let from = InsertionPoint::after(self.edit, op);
        must(op.move_before(self.edit, other));
        self.report(|listener, context| listener.op_inserted(context, op, from));
    }

    /// Moves an operation behind another.
    ///
    /// # Panics
    /// As [`Op::move_after`] refuses.
    pub fn move_op_after(&mut self, op: Op, other: Op) {
        let from = InsertionPoint::after(self.edit, op);
        must(op.move_after(self.edit, other));
        self.report(|listener, context| listener.op_inserted(context, op, from));
    }

    /// Moves an operation to a place.
    ///
    /// # Panics
    /// As [`Op::move_before`] refuses.
    pub fn move_op(&mut self, op: Op, place: InsertionPoint) {
        match place.next_op() {
            Some(next) => self.move_op_before(op, next),
            None => {
                let from = InsertionPoint::after(self.edit, op);
                op.detach(self.edit);
                must(place.insert(self.edit, op));
                self.report(|listener, context| listener.op_inserted(context, op, from));
            }
        }
    }

    /// Moves the operations of a block to a place, replaces the arguments of the block by values, and erases the block.
    ///
    /// # Panics
    /// There are not as many values as arguments; the place is in the block; or the block is still a successor.
    pub fn inline_block(&mut self, block: Block, place: InsertionPoint, arguments: &[Value]) {
        let count = block.num_arguments(self.edit);
        assert!(
            arguments.len() == count && place.block() != block,
            "a block with {count} arguments was inlined with {} values, or into itself",
            arguments.len()
        );
        for (index, value) in arguments.iter().enumerate() {
            if let Some(argument) = block.argument(self.edit, index) {
                self.replace_all_uses(argument, *value);
            }
        }
        while let Some(op) = block.first_op(self.edit) {
            self.move_op(op, place);
        }
        self.erase_block(block);
    }

    /// Moves the operations of a block to the end of another, as [`inline_block`](Self::inline_block) does.
    ///
    /// # Panics
    /// As [`inline_block`](Self::inline_block).
    pub fn merge_blocks(&mut self, block: Block, into: Block, arguments: &[Value]) {
        self.inline_block(block, InsertionPoint::at_end(into), arguments);
    }

    /// Moves the operations from one on to the end into a new block, which follows. `None`: no operation is moved.
    ///
    /// # Panics
    /// The operation is not in the block, or the block is in no region.
    pub fn split_block(&mut self, block: Block, before: Option<Op>) -> Block {
        let region = block
            .region(self.edit)
            .expect("a block that is split is in a region");
        let in_block = before.is_none_or(|op| op.block(self.edit) == Some(block));
        assert!(in_block, "a block was split before an operation of another block");
        let next = block.next(self.edit);
        let place = self.place;
        let rest = self.create_block(region, next, &[]);
        self.place = place;
        while let Some(op) = before.and_then(|_| block.last_op(self.edit)) {
            let first = InsertionPoint::at_start(self.edit, rest);
            self.move_op(op, first);
            if before == Some(op) {
                break;
            }
        }
        rest
    }

    /// Moves a block to a region, before one of its blocks or to its end.
    ///
    /// # Panics
    /// As [`Region::insert`] refuses.
    pub fn move_block(&mut self, block: Block, region: Region, before: Option<Block>) {
        let from = block.region(self.edit);
        block.detach(self.edit);
        must(region.insert(self.edit, block, before));
        self.report(|listener, context| listener.block_inserted(context, block, from));
    }

    /// Moves the blocks of a region to another one, before one of its blocks or to its end.
    ///
    /// # Panics
    /// As [`move_block`](Self::move_block).
    pub fn inline_region(&mut self, region: Region, into: Region, before: Option<Block>) {
        while let Some(block) = region.first_block(self.edit) {
            self.move_block(block, into, before);
        }
    }
}
