//! Regions: lists of blocks, in an operation or on their own.

use crate::access::Exclusive;
use crate::context::Context;
use crate::error::Error;
use crate::id::{Block, Op, Region, raw};
use crate::record::{block, region};

/// The blocks of a region.
#[derive(Clone)]
pub struct Blocks<'c> {
    context: &'c Context,
    ends: Option<(Block, Block)>,
}

impl Iterator for Blocks<'_> {
    type Item = Block;

    #[inline]
    fn next(&mut self) -> Option<Block> {
        let (first, last) = self.ends?;
        self.ends = match first.next(self.context) {
            Some(next) if first != last => Some((next, last)),
            _ => None,
        };
        Some(first)
    }
}

impl DoubleEndedIterator for Blocks<'_> {
    #[inline]
    fn next_back(&mut self) -> Option<Block> {
        let (first, last) = self.ends?;
        self.ends = match last.previous(self.context) {
            Some(previous) if first != last => Some((first, previous)),
            _ => None,
        };
        Some(last)
    }
}

impl Region {
    /// The first block, the entry.
    #[inline]
    pub fn first_block(self, context: &Context) -> Option<Block> {
        Block::from_raw(context.space.get(self.raw() + region::FIRST))
    }

    /// The last block.
    #[inline]
    pub fn last_block(self, context: &Context) -> Option<Block> {
        Block::from_raw(context.space.get(self.raw() + region::LAST))
    }

    /// Whether the region has no block.
    #[inline]
    pub fn is_empty(self, context: &Context) -> bool {
        self.first_block(context).is_none()
    }

    /// The blocks, in order.
    #[inline]
    pub fn blocks(self, context: &Context) -> Blocks<'_> {
        let ends = self.first_block(context).zip(self.last_block(context));
        Blocks { context, ends }
    }

    /// The operation that has the region; `None` for a region on its own.
    #[inline]
    pub fn parent_op(self, context: &Context) -> Option<Op> {
        Op::from_raw(context.space.get(self.raw() + region::OWNER))
    }

    /// The region that contains the operation of this one.
    pub fn parent_region(self, context: &Context) -> Option<Self> {
        self.parent_op(context)?.parent_region(context)
    }

    /// The number of the region in its operation.
    pub fn index(self, context: &Context) -> usize {
        self.parent_op(context).map_or(0, |op| {
            ((self.raw() - context.parts(op).regions) / region::SIZE) as usize
        })
    }

    /// Whether this region is another one, or is nested in it.
    pub fn is_inside(self, context: &Context, ancestor: Self) -> bool {
        let mut at = Some(self);
        while let Some(region) = at {
            if region == ancestor {
                return true;
            }
            at = region.parent_region(context);
        }
        false
    }

    pub(crate) fn check(self, edit: &Exclusive<'_>) {
        if let Some(op) = self.parent_op(edit) {
            edit.check_op(op);
        }
    }

    /// Puts a detached block at the end.
    ///
    /// # Errors
    /// The block is in a region already, or contains this region.
    pub fn append(self, edit: &mut Exclusive<'_>, block: Block) -> Result<(), Error> {
        self.insert(edit, block, None)
    }

    /// Puts a detached block before one of this region, or at the end.
    ///
    /// # Errors
    /// The block is in a region already, or contains this region; `before` is in another region.
    pub fn insert(self, edit: &mut Exclusive<'_>, block: Block, before: Option<Block>) -> Result<(), Error> {
        if block.region(edit).is_some() {
            return Err(Error::new("the block is already in a region; detach it first"));
        }
        if before.is_some_and(|before| before.region(edit) != Some(self)) {
            return Err(Error::new("the block to insert before is not in the region"));
        }
        self.refuse_cycle(edit, block)?;
        self.check(edit);
        edit.link_in_region(self, block, before);
        Ok(())
    }

    /// Refuses to put a block into this region if the region is nested in the block.
    pub(crate) fn refuse_cycle(self, context: &Context, block: Block) -> Result<(), Error> {
        let mut at = self.parent_op(context);
        while let Some(op) = at {
            if op.block(context) == Some(block) {
                return Err(Error::new(
                    "a block cannot be put into a region that is nested in it",
                ));
            }
            at = op.parent_op(context);
        }
        Ok(())
    }

    /// Moves all blocks of another region to the end of this one.
    ///
    /// # Errors
    /// This region is nested in a block of the other.
    pub fn take_body(self, edit: &mut Exclusive<'_>, other: Self) -> Result<(), Error> {
        if self == other {
            return Ok(());
        }
        if self.is_inside(edit, other) {
            return Err(Error::new(
                "a region cannot take the blocks of a region that contains it",
            ));
        }
        self.check(edit);
        other.check(edit);
        while let Some(block) = other.first_block(edit) {
            edit.unlink_from_region(block);
            edit.link_in_region(self, block, None);
        }
        Ok(())
    }
}

impl Exclusive<'_> {
    /// Makes a region on its own, without blocks.
    pub fn create_region(&mut self) -> Region {
        let slot = self.allocate(1 + region::SIZE);
        for word in 1..=region::SIZE {
            self.space.set(slot + word, 0);
        }
        Region::new(slot + 1)
    }

    /// Frees a region on its own, with its blocks.
    ///
    /// # Errors
    /// The region is part of an operation; or a value or a block in it is used outside.
    pub fn erase_region(&mut self, region: Region) -> Result<(), Error> {
        if region.parent_op(self).is_some() {
            return Err(Error::new(
                "the region is part of an operation; erase the operation, or the blocks",
            ));
        }
        self.refuse_outside_uses(region.blocks(self))?;
        self.erase_blocks(region);
        self.free_region(region);
        self.pass_on_freed();
        Ok(())
    }

    /// Makes the blocks of a region on its own those of an operation's region at `place`, which has no blocks, and frees
    /// the other.
    pub(crate) fn adopt_region(&mut self, place: u32, owner: Op, from: Option<Region>) {
        let (first, last) = from.map_or((None, None), |from| {
            (from.first_block(self), from.last_block(self))
        });
        self.space.set(place + region::FIRST, raw(first));
        self.space.set(place + region::LAST, raw(last));
        self.space.set(place + region::OWNER, owner.raw());
        let mut at = first;
        while let Some(block) = at {
            self.space.set(block.raw() + block::REGION, place);
            at = block.next(self);
        }
        if let Some(from) = from {
            self.free(from.raw() - 1, 1 + region::SIZE);
        }
    }

    pub(crate) fn link_in_region(&mut self, region: Region, block: Block, before: Option<Block>) {
        let previous = match before {
            Some(before) => before.previous(self),
            None => region.last_block(self),
        };
        self.space.set(block.raw() + block::REGION, region.raw());
        self.space.set(block.raw() + block::PREVIOUS, raw(previous));
        self.space.set(block.raw() + block::NEXT, raw(before));
        let forward = previous.map_or(region.raw() + region::FIRST, |b| b.raw() + block::NEXT);
        let backward = before.map_or(region.raw() + region::LAST, |b| b.raw() + block::PREVIOUS);
        self.space.set(forward, block.raw());
        self.space.set(backward, block.raw());
    }

    pub(crate) fn unlink_from_region(&mut self, block: Block) {
        let Some(region) = block.region(self) else {
            return;
        };
        let (previous, next) = (block.previous(self), block.next(self));
        let forward = previous.map_or(region.raw() + region::FIRST, |b| b.raw() + block::NEXT);
        let backward = next.map_or(region.raw() + region::LAST, |b| b.raw() + block::PREVIOUS);
        self.space.set(forward, raw(next));
        self.space.set(backward, raw(previous));
        self.space.set(block.raw() + block::REGION, 0);
        self.space.set(block.raw() + block::PREVIOUS, 0);
        self.space.set(block.raw() + block::NEXT, 0);
    }
}
