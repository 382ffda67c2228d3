//! Making, moving and erasing operations and blocks.
//!
//! Invariant: an erased value has no uses, so no operation refers to memory that is free. What would break this is
//! refused before anything changes.

use std::collections::HashSet;

use crate::access::Exclusive;
use crate::context::Context;
use crate::error::Error;
use crate::id::{Block, Op, Region, Value, raw};
use crate::operation::OpState;
use crate::record::{ERASED_BY, argument_list, block, op, region, usage, value};

impl Exclusive<'_> {
    /// Makes a detached operation.
    ///
    /// # Panics
    /// There are more than 65,535 regions or successors, or 2^26 operands or results; or a region is part of another
    /// operation, or given twice.
    pub fn create(&mut self, state: &OpState<'_>) -> Op {
        let (regions, successors) = (state.regions.len(), state.successors.len());
        assert!(
            regions <= op::MAX_REGIONS && successors <= op::MAX_REGIONS,
            "an operation has at most 65,535 regions and successors, got {regions} and {successors}"
        );
        self.check_regions(state.regions);
        self.check_values(state.operands.iter().copied());
        state.successors.iter().for_each(|block| self.check_block(*block));
        let [results, operands] = [state.results.len(), state.operands.len()].map(op::checked_count);
        let slot = self.allocate(op::size(results, regions as u32, successors as u32, operands));
        let space = &self.context().space;
        space.set(slot + op::NAME, state.name.raw());
        space.set(slot + op::LOCATION, state.location.raw());
        space.set(slot + op::ATTRIBUTES, raw(state.attributes));
        space.set(slot + op::PROPERTIES, raw(state.properties));
        space.set(slot + op::PARENT, 0);
        space.set(slot + op::PREVIOUS, 0);
        space.set(slot + op::NEXT, 0);
        space.set(slot + op::RESULTS, results);
        space.set(slot + op::OPERANDS, operands);
        space.set(
            slot + op::REGIONS_SUCCESSORS,
            (regions as u32) << 16 | successors as u32,
        );
        let mut at = slot + op::HEADER;
        for (index, ty) in state.results.iter().enumerate() {
            space.set(at + value::TYPE, ty.raw());
            space.set(at + value::FIRST_USE, 0);
            space.set(at + value::INDEX, index as u32);
            at += value::RESULT;
        }
        let made = Op::new(slot);
        for from in state.regions {
            self.adopt_region(at, made, *from);
            at += region::SIZE;
        }
        for successor in state.successors {
            self.space.set(at + usage::OWNER, slot);
            self.link_block(at, *successor);
            at += usage::SIZE;
        }
        self.space.set(slot + op::FIRST_OPERAND, at);
        for operand in state.operands {
            self.space.set(at + usage::OWNER, slot);
            self.link_value(at, *operand);
            at += usage::SIZE;
        }
        made
    }

    /// Checks that the regions of a new operation are on their own, and different.
    fn check_regions(&self, regions: &[Option<Region>]) {
        let mut given = regions.iter().flatten();
        assert!(
            given.clone().all(|region| region.parent_op(self).is_none()),
            "a region of a new operation is part of another operation; move its blocks with `take_body`"
        );
        if regions.len() > 1 {
            let mut seen = HashSet::new();
            assert!(
                given.all(|region| seen.insert(*region)),
                "a region of a new operation is given twice"
            );
        }
    }

    /// Refuses blocks of which a value, or a block itself, is used by an operation outside.
    pub(crate) fn refuse_outside_uses(&self, blocks: impl Iterator<Item = Block>) -> Result<(), Error> {
        for block in blocks {
            let Some(region) = block.region(self) else {
                continue;
            };
            self.refuse_uses_outside(block, |context, op| {
                blocks_around(context, op).any(|block| block.region(context) == Some(region))
            })?;
        }
        Ok(())
    }

    /// Refuses a block of which a value, or the block itself, has a user that is not `inside`.
    fn refuse_uses_outside(&self, block: Block, inside: impl Fn(&Context, Op) -> bool) -> Result<(), Error> {
        self.refuse_block_uses(block, &inside)?;
        for op in block.operations(self) {
            self.refuse_tree_uses(op, Some(block), &inside)?;
        }
        Ok(())
    }

    /// Refuses uses outside of what an operation and the operations in it define. `home` is the block of the operation if
    /// the whole block is erased.
    fn refuse_tree_uses(
        &self,
        root: Op,
        home: Option<Block>,
        inside: &impl Fn(&Context, Op) -> bool,
    ) -> Result<(), Error> {
        self.refuse_op_uses(root, home, inside)?;
        let mut at = root.first_nested(self);
        while let Some(op) = at {
            self.refuse_op_uses(op, op.block(self), inside)?;
            at = op.first_nested(self).or_else(|| op.next_after(self, root));
        }
        Ok(())
    }

    /// Refuses uses outside of the results of an operation, of its blocks, and of their arguments.
    fn refuse_op_uses(
        &self,
        op: Op,
        home: Option<Block>,
        inside: &impl Fn(&Context, Op) -> bool,
    ) -> Result<(), Error> {
        for result in op.results(self) {
            self.refuse_value_uses(result, home, inside)?;
        }
        if op.num_regions(self) == 0 {
            return Ok(());
        }
        for block in op.regions(self).flat_map(|region| region.blocks(self)) {
            self.refuse_block_uses(block, inside)?;
        }
        Ok(())
    }

    /// Refuses uses outside of a block, and of its arguments.
    fn refuse_block_uses(&self, block: Block, inside: &impl Fn(&Context, Op) -> bool) -> Result<(), Error> {
        for at in block.uses(self) {
            let user = at.owner(self);
            if !inside(self, user) {
                return Err(Error::new(format!(
                    "a block is still a successor of `{}`; erase that operation first",
                    user.name(self).text(self)
                )));
            }
        }
        for argument in block.arguments(self) {
            self.refuse_value_uses(argument, Some(block), inside)?;
        }
        Ok(())
    }

    #[inline]
    fn refuse_value_uses(
        &self,
        value: Value,
        home: Option<Block>,
        inside: &impl Fn(&Context, Op) -> bool,
    ) -> Result<(), Error> {
        for at in value.uses(self) {
            let user = at.owner(self);
            // Most users are in the block of the value, which is erased as a whole.
            if (home.is_none() || user.block(self) != home) && !inside(self, user) {
                return Err(self.still_used(value, user));
            }
        }
        Ok(())
    }

    #[cold]
    fn still_used(&self, value: Value, user: Op) -> Error {
        let user = user.name(self).text(self);
        Error::new(match value.defining_op(self) {
            Some(op) => format!(
                "a result of `{}` still has uses, in `{user}`; replace or erase them first",
                op.name(self).text(self)
            ),
            None => {
                format!("an argument of a block still has uses, in `{user}`; replace or erase them first")
            }
        })
    }

    /// Frees a tree of operations that is not in a block. No value of it has a use outside.
    pub(crate) fn free_tree(&mut self, root: Op) {
        let mut at = Some(root.first_in_post_order(self));
        while let Some(op) = at {
            at = op.next_in_post_order(self, root);
            self.free_op(op);
        }
    }

    /// Frees one operation and its blocks, whose operations are free. Unlinking a use of a value that is free already
    /// writes to the value's own words, which the free list does not use.
    fn free_op(&mut self, op: Op) {
        if op.num_regions(self) > 0 {
            let blocks: Vec<Block> = op.regions(self).flat_map(|region| region.blocks(self)).collect();
            for block in blocks {
                self.free_block(block);
            }
        }
        let (name, cause) = (op.name(self).raw(), raw(self.cause()));
        let both = self.space.get(op.raw() + op::REGIONS_SUCCESSORS);
        let results = self.space.get(op.raw() + op::RESULTS);
        self.unlink_references(op);
        let inline = op.free_operands(self);
        self.free(op.raw(), op::size(results, both >> 16, both & 0xffff, inline));
        self.space.set(op.raw() + op::ERASED_NAME, name);
        self.space.set(op.raw() + op::ERASED_BY, cause);
    }

    /// Frees a block, whose operations are free, with its arguments.
    fn free_block(&mut self, block: Block) {
        let arguments: Vec<Value> = block.arguments(self).collect();
        for argument in arguments {
            self.free_argument(argument);
        }
        let list = self.space.get(block.raw() + block::ARGUMENTS);
        if list != 0 {
            let capacity = self.space.get(list + argument_list::CAPACITY);
            self.free(list, argument_list::ITEMS + capacity);
        }
        self.free(block.raw(), block::SIZE);
        self.record_cause(block.raw() + ERASED_BY);
    }

    /// Frees an argument of a block.
    pub(crate) fn free_argument(&mut self, argument: Value) {
        let slot = argument.raw() - 1;
        self.free(slot, value::ARGUMENT);
        self.record_cause(slot + value::ERASED_BY);
    }

    /// Frees a region on its own, which has no blocks.
    pub(crate) fn free_region(&mut self, region: Region) {
        let slot = region.raw() - 1;
        self.free(slot, 1 + region::SIZE);
        self.record_cause(slot + ERASED_BY);
    }

    /// Writes what erases into two words of a freed slot.
    fn record_cause(&self, at: u32) {
        let cause = raw(self.cause());
        self.space.set(at, cause);
        self.space.set(at + 1, !cause);
    }

    /// Frees the operations and blocks of a region, which then has none.
    pub(crate) fn erase_blocks(&mut self, region: Region) {
        while let Some(block) = region.last_block(self) {
            self.unlink_from_region(block);
            self.free_contents(block);
            self.free_block(block);
        }
    }

    /// Erases detached blocks, and regions on their own, which may use each other in any way.
    ///
    /// # Errors
    /// A block is in a region, a region is part of an operation, or something outside uses a value or a block in them.
    /// Nothing is erased then.
    pub fn erase_unused(&mut self, blocks: &[Block], regions: &[Region]) -> Result<(), Error> {
        if blocks.iter().any(|block| block.region(self).is_some())
            || regions.iter().any(|region| region.parent_op(self).is_some())
        {
            return Err(Error::new(
                "only detached blocks and regions can be erased together",
            ));
        }
        let all: HashSet<Block> = regions
            .iter()
            .flat_map(|region| region.blocks(self))
            .chain(blocks.iter().copied())
            .collect();
        let inside = |context: &Context, op: Op| blocks_around(context, op).any(|block| all.contains(&block));
        for block in &all {
            self.refuse_uses_outside(*block, inside)?;
        }
        // Either list can name a thing twice.
        let (mut regions, mut blocks) = (regions.to_vec(), blocks.to_vec());
        regions.sort_unstable();
        regions.dedup();
        blocks.sort_unstable();
        blocks.dedup();
        for region in regions {
            self.erase_blocks(region);
            self.free_region(region);
        }
        for block in blocks {
            self.free_contents(block);
            self.free_block(block);
        }
        self.pass_on_freed();
        Ok(())
    }

    fn free_contents(&mut self, block: Block) {
        while let Some(op) = block.last_op(self) {
            self.unlink_from_block(op);
            self.free_tree(op);
        }
    }
}

/// The blocks that contain an operation, the innermost first.
fn blocks_around(context: &Context, op: Op) -> impl Iterator<Item = Block> {
    std::iter::successors(op.block(context), |block| {
        block.parent_op(context)?.block(context)
    })
}

impl Op {
    /// Takes the operation out of its block. It keeps its operands, and its results their uses.
    pub fn detach(self, edit: &mut Exclusive<'_>) {
        edit.check_links(self);
        edit.unlink_from_block(self);
    }

    /// Erases the operation and everything in it.
    ///
    /// # Errors
    /// A result of it, or a value or block in it, is used outside. Nothing is erased then.
    pub fn erase(self, edit: &mut Exclusive<'_>) -> Result<(), Error> {
        edit.check_links(self);
        let inside = |context: &Context, op: Self| op.is_inside(context, self);
        edit.refuse_tree_uses(self, None, &inside)?;
        edit.unlink_from_block(self);
        edit.free_tree(self);
        edit.pass_on_freed();
        Ok(())
    }

    /// Moves the operation before another.
    ///
    /// # Errors
    /// The other is not in a block, or is nested in this one.
    pub fn move_before(self, edit: &mut Exclusive<'_>, other: Self) -> Result<(), Error> {
        let block = self.refuse_move(edit, other)?;
        if self != other {
            edit.unlink_from_block(self);
            edit.link_in_block(block, self, Some(other));
        }
        Ok(())
    }

    /// Moves the operation behind another.
    ///
    /// # Errors
    /// As [`move_before`](Self::move_before).
    pub fn move_after(self, edit: &mut Exclusive<'_>, other: Self) -> Result<(), Error> {
        let block = self.refuse_move(edit, other)?;
        if self != other {
            edit.unlink_from_block(self);
            let next = other.next(edit);
            edit.link_in_block(block, self, next);
        }
        Ok(())
    }

    fn refuse_move(self, edit: &Exclusive<'_>, other: Self) -> Result<Block, Error> {
        let Some(block) = other.block(edit) else {
            return Err(Error::new("the operation to move to is not in a block"));
        };
        block.refuse_cycle(edit, self)?;
        edit.check_links(self);
        edit.check_block(block);
        Ok(block)
    }
}

impl Block {
    /// Erases the block and everything in it.
    ///
    /// # Errors
    /// The block, or a value in it, is used outside. Nothing is erased then.
    pub fn erase(self, edit: &mut Exclusive<'_>) -> Result<(), Error> {
        edit.check_block(self);
        edit.refuse_uses_outside(self, |context, op| {
            blocks_around(context, op).any(|block| block == self)
        })?;
        edit.unlink_from_region(self);
        edit.free_contents(self);
        edit.free_block(self);
        edit.pass_on_freed();
        Ok(())
    }
}
