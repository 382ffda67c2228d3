//! Blocks: lists of operations with arguments.

use crate::access::Exclusive;
use crate::context::Context;
use crate::error::Error;
use crate::id::{Block, Location, Op, Region, Type, Value, raw};
use crate::record::{argument_list, block, op, value};
use crate::usage::Uses;

/// The operations of a block. The current operation can be erased or moved while iterating by [`Op::next`] instead.
#[derive(Clone)]
pub struct Operations<'c> {
    context: &'c Context,
    ends: Option<(Op, Op)>,
}

impl Iterator for Operations<'_> {
    type Item = Op;

    #[inline]
    fn next(&mut self) -> Option<Op> {
        let (first, last) = self.ends?;
        self.ends = match first.next(self.context) {
            Some(next) if first != last => Some((next, last)),
            _ => None,
        };
        Some(first)
    }
}

impl DoubleEndedIterator for Operations<'_> {
    #[inline]
    fn next_back(&mut self) -> Option<Op> {
        let (first, last) = self.ends?;
        self.ends = match last.previous(self.context) {
            Some(previous) if first != last => Some((first, previous)),
            _ => None,
        };
        Some(last)
    }
}

/// The arguments of a block.
#[derive(Clone, Copy)]
pub struct Arguments<'c> {
    context: &'c Context,
    next: u32,
    end: u32,
}

impl Iterator for Arguments<'_> {
    type Item = Value;

    #[inline]
    fn next(&mut self) -> Option<Value> {
        if self.next == self.end {
            return None;
        }
        self.next += 1;
        Some(Value::new(self.context.space.get(self.next - 1)))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = (self.end - self.next) as usize;
        (len, Some(len))
    }
}

impl DoubleEndedIterator for Arguments<'_> {
    fn next_back(&mut self) -> Option<Value> {
        if self.next == self.end {
            return None;
        }
        self.end -= 1;
        Some(Value::new(self.context.space.get(self.end)))
    }
}

impl ExactSizeIterator for Arguments<'_> {}

impl Block {
    #[inline]
    fn word(self, context: &Context, offset: u32) -> u32 {
        context.space.get(self.raw() + offset)
    }

    /// The region that contains the block; `None` if it is detached.
    #[inline]
    pub fn region(self, context: &Context) -> Option<Region> {
        Region::from_raw(self.word(context, block::REGION))
    }

    /// The operation that contains the block.
    #[inline]
    pub fn parent_op(self, context: &Context) -> Option<Op> {
        self.region(context)?.parent_op(context)
    }

    /// The next block of the region.
    #[inline]
    pub fn next(self, context: &Context) -> Option<Self> {
        Self::from_raw(self.word(context, block::NEXT))
    }

    /// The previous block of the region.
    #[inline]
    pub fn previous(self, context: &Context) -> Option<Self> {
        Self::from_raw(self.word(context, block::PREVIOUS))
    }

    /// Whether the block is the first of its region.
    pub fn is_entry(self, context: &Context) -> bool {
        self.region(context).is_some() && self.previous(context).is_none()
    }

    /// The first operation.
    #[inline]
    pub fn first_op(self, context: &Context) -> Option<Op> {
        Op::from_raw(self.word(context, block::FIRST))
    }

    /// The last operation, the terminator of a block that is complete.
    #[inline]
    pub fn last_op(self, context: &Context) -> Option<Op> {
        Op::from_raw(self.word(context, block::LAST))
    }

    /// The operations, in order.
    #[inline]
    pub fn operations(self, context: &Context) -> Operations<'_> {
        let ends = self.first_op(context).zip(self.last_op(context));
        Operations { context, ends }
    }

    /// The number of arguments.
    #[inline]
    pub fn num_arguments(self, context: &Context) -> usize {
        self.word(context, block::ARGUMENT_COUNT) as usize
    }

    /// The arguments.
    #[inline]
    pub fn arguments(self, context: &Context) -> Arguments<'_> {
        let next = self.word(context, block::ARGUMENTS) + argument_list::ITEMS;
        let end = next + self.word(context, block::ARGUMENT_COUNT);
        Arguments { context, next, end }
    }

    /// An argument by its number.
    #[inline]
    pub fn argument(self, context: &Context, index: usize) -> Option<Value> {
        self.arguments(context).nth(index)
    }

    /// The uses of the block as a successor, one for each edge, the newest first. The predecessors are the blocks of
    /// their owners.
    #[inline]
    pub fn uses(self, context: &Context) -> Uses<'_> {
        Uses::new(context, self.raw() + block::FIRST_USE)
    }

    /// The blocks that branch to this one, one for each edge, the newest first.
    pub fn predecessors(self, context: &Context) -> impl Iterator<Item = Self> + '_ {
        self.uses(context)
            .filter_map(|at| at.owner(context).block(context))
    }

    /// The blocks that the last operation branches to.
    pub fn successors(self, context: &Context) -> impl Iterator<Item = Self> + '_ {
        self.last_op(context)
            .into_iter()
            .flat_map(|op| op.successors(context))
    }

    /// Adds an argument at the end.
    pub fn add_argument(self, edit: &mut Exclusive<'_>, ty: Type, location: Location) -> Value {
        let count = self.num_arguments(edit);
        self.insert_argument(edit, count, ty, location)
    }

    /// Inserts an argument before another, or at the end.
    ///
    /// # Panics
    /// `index` is greater than the number of arguments.
    pub fn insert_argument(
        self,
        edit: &mut Exclusive<'_>,
        index: usize,
        ty: Type,
        location: Location,
    ) -> Value {
        edit.check_block(self);
        let count = self.word(edit, block::ARGUMENT_COUNT);
        assert!(
            index <= count as usize,
            "argument {index} of a block with {count} arguments"
        );
        let items = self.room_for_argument(edit, count) + argument_list::ITEMS;
        let slot = edit.allocate(value::ARGUMENT);
        let argument = Value::new(slot + 1);
        for at in (index as u32..count).rev() {
            let moved = edit.space.get(items + at);
            edit.space.set(items + at + 1, moved);
            edit.space
                .set(moved + value::INDEX, value::IS_ARGUMENT | (at + 1));
        }
        edit.space.set(items + index as u32, argument.raw());
        let at = argument.raw();
        edit.space.set(at + value::TYPE, ty.raw());
        edit.space.set(at + value::FIRST_USE, 0);
        edit.space
            .set(at + value::INDEX, value::IS_ARGUMENT | index as u32);
        edit.space.set(at + value::BLOCK, self.raw());
        edit.space.set(at + value::LOCATION, location.raw());
        edit.space.set(self.raw() + block::ARGUMENT_COUNT, count + 1);
        argument
    }

    /// The list of arguments, with room for one more.
    fn room_for_argument(self, edit: &mut Exclusive<'_>, count: u32) -> u32 {
        let old = self.word(edit, block::ARGUMENTS);
        let capacity = if old == 0 {
            0
        } else {
            edit.space.get(old + argument_list::CAPACITY)
        };
        if count < capacity {
            return old;
        }
        let grown = (capacity * 2).max(2);
        let list = edit.allocate(argument_list::ITEMS + grown);
        edit.space.set(list + argument_list::CAPACITY, grown);
        for at in argument_list::ITEMS..argument_list::ITEMS + count {
            edit.space.set(list + at, edit.space.get(old + at));
        }
        if old != 0 {
            edit.free(old, argument_list::ITEMS + capacity);
        }
        edit.space.set(self.raw() + block::ARGUMENTS, list);
        list
    }

    /// Erases an argument.
    ///
    /// # Errors
    /// There is no such argument, or it has uses.
    pub fn erase_argument(self, edit: &mut Exclusive<'_>, index: usize) -> Result<(), Error> {
        let count = self.num_arguments(edit);
        let Some(argument) = self.argument(edit, index) else {
            return Err(Error::new(format!(
                "the block has {count} arguments, there is no argument {index}"
            )));
        };
        if argument.has_uses(edit) {
            return Err(Error::new(format!(
                "argument {index} has uses; replace them before it is erased"
            )));
        }
        edit.check_block(self);
        let items = self.word(edit, block::ARGUMENTS) + argument_list::ITEMS;
        for at in index as u32..count as u32 - 1 {
            let moved = edit.space.get(items + at + 1);
            edit.space.set(items + at, moved);
            edit.space.set(moved + value::INDEX, value::IS_ARGUMENT | at);
        }
        edit.space
            .set(self.raw() + block::ARGUMENT_COUNT, count as u32 - 1);
        edit.free_argument(argument);
        edit.pass_on_freed();
        Ok(())
    }

    /// Puts a detached operation at the end.
    ///
    /// # Errors
    /// The operation is in a block already, or contains this block.
    pub fn append(self, edit: &mut Exclusive<'_>, op: Op) -> Result<(), Error> {
        self.insert(edit, op, None)
    }

    /// Puts a detached operation at the start.
    ///
    /// # Errors
    /// As [`append`](Self::append).
    pub fn prepend(self, edit: &mut Exclusive<'_>, op: Op) -> Result<(), Error> {
        let first = self.first_op(edit);
        self.insert(edit, op, first)
    }

    /// Puts a detached operation before one of this block, or at the end.
    ///
    /// # Errors
    /// The operation is in a block already, or contains this block; `before` is in another block.
    pub fn insert(self, edit: &mut Exclusive<'_>, op: Op, before: Option<Op>) -> Result<(), Error> {
        if op.block(edit).is_some() {
            return Err(Error::new(
                "the operation is already in a block; detach or move it",
            ));
        }
        if before.is_some_and(|before| before.block(edit) != Some(self)) {
            return Err(Error::new("the operation to insert before is not in the block"));
        }
        self.refuse_cycle(edit, op)?;
        edit.check_block(self);
        edit.link_in_block(self, op, before);
        Ok(())
    }

    /// Refuses to put an operation into this block if the block is nested in the operation.
    pub(crate) fn refuse_cycle(self, context: &Context, op: Op) -> Result<(), Error> {
        if op.num_regions(context) > 0
            && self
                .parent_op(context)
                .is_some_and(|parent| parent.is_inside(context, op))
        {
            return Err(Error::new(
                "an operation cannot be put into a block that is nested in it",
            ));
        }
        Ok(())
    }

    /// Takes the block out of its region.
    pub fn detach(self, edit: &mut Exclusive<'_>) {
        edit.check_block(self);
        edit.unlink_from_region(self);
    }

    /// Moves the operations from one on to the end into a new block, which follows this one.
    ///
    /// # Errors
    /// The operation is not in this block.
    pub fn split_before(self, edit: &mut Exclusive<'_>, op: Op) -> Result<Self, Error> {
        if op.block(edit) != Some(self) {
            return Err(Error::new("the operation to split the block before is not in it"));
        }
        edit.check_block(self);
        let rest = edit.create_block(&[]);
        if let Some(region) = self.region(edit) {
            let next = self.next(edit);
            edit.link_in_region(region, rest, next);
        }
        rest.append_tail(edit, op)?;
        Ok(rest)
    }

    /// Moves the operations of another block, from one on, to the end of this one.
    ///
    /// # Errors
    /// The operation is in no block, or in this one; or this block is nested in one of the operations.
    pub fn append_tail(self, edit: &mut Exclusive<'_>, first: Op) -> Result<(), Error> {
        let Some(from) = first.block(edit).filter(|from| *from != self) else {
            return Err(Error::new(
                "the operations to append are in no block, or in this one already",
            ));
        };
        // A block of the same region is nested in none of the operations.
        let is_beside = self.region(edit).is_some() && self.region(edit) == from.region(edit);
        let mut at = Some(first).filter(|_| !is_beside);
        while let Some(op) = at {
            self.refuse_cycle(edit, op)?;
            at = op.next(edit);
        }
        edit.check_block(self);
        edit.check_block(from);
        let (before, last, end) = (first.previous(edit), from.last_op(edit), self.last_op(edit));
        let forward = before.map_or(from.raw() + block::FIRST, |op| op.raw() + op::NEXT);
        edit.space.set(forward, 0);
        edit.space.set(from.raw() + block::LAST, raw(before));
        let forward = end.map_or(self.raw() + block::FIRST, |op| op.raw() + op::NEXT);
        edit.space.set(forward, first.raw());
        edit.space.set(first.raw() + op::PREVIOUS, raw(end));
        edit.space.set(self.raw() + block::LAST, raw(last));
        let mut at = Some(first);
        while let Some(op) = at {
            edit.space.set(op.raw() + op::PARENT, self.raw());
            edit.space.set(op.raw() + op::ORDER, 0);
            at = op.next(edit);
        }
        Ok(())
    }
}

impl Exclusive<'_> {
    /// Makes a detached block.
    pub fn create_block(&mut self, arguments: &[(Type, Location)]) -> Block {
        let slot = self.allocate(block::SIZE);
        for word in 1..block::SIZE {
            self.space.set(slot + word, 0);
        }
        self.space.set(slot + block::DOMAIN, self.scope);
        let block = Block::new(slot);
        for (ty, location) in arguments {
            block.add_argument(self, *ty, *location);
        }
        block
    }

    #[inline]
    pub(crate) fn link_in_block(&mut self, block: Block, op: Op, before: Option<Op>) {
        let previous = match before {
            Some(before) => before.previous(self),
            None => block.last_op(self),
        };
        self.space.set(op.raw() + op::PARENT, block.raw());
        self.space.set(op.raw() + op::PREVIOUS, raw(previous));
        self.space.set(op.raw() + op::NEXT, raw(before));
        let forward = previous.map_or(block.raw() + block::FIRST, |o| o.raw() + op::NEXT);
        let backward = before.map_or(block.raw() + block::LAST, |o| o.raw() + op::PREVIOUS);
        self.space.set(forward, op.raw());
        self.space.set(backward, op.raw());
        // Numbered when the order is asked for (`order`).
        self.space.set(op.raw() + op::ORDER, 0);
    }

    #[inline]
    pub(crate) fn unlink_from_block(&mut self, op: Op) {
        let Some(block) = op.block(self) else {
            return;
        };
        let (previous, next) = (op.previous(self), op.next(self));
        let forward = previous.map_or(block.raw() + block::FIRST, |o| o.raw() + op::NEXT);
        let backward = next.map_or(block.raw() + block::LAST, |o| o.raw() + op::PREVIOUS);
        self.space.set(forward, raw(next));
        self.space.set(backward, raw(previous));
        self.space.set(op.raw() + op::PARENT, 0);
        self.space.set(op.raw() + op::PREVIOUS, 0);
        self.space.set(op.raw() + op::NEXT, 0);
    }
}
