//! Builders: create operations at a place, with a location.

use crate::access::Exclusive;
use crate::context::Context;
use crate::error::Error;
use crate::id::{Attribute, Block, Identifier, Location, Op, Region, Type, Value};
use crate::operation::OpState;

/// A place in a block: before an operation, or at the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InsertionPoint {
    block: Block,
    before: Option<Op>,
}

impl InsertionPoint {
    /// The end of a block.
    pub const fn at_end(block: Block) -> Self {
        Self { block, before: None }
    }

    /// The start of a block.
    pub fn at_start(context: &Context, block: Block) -> Self {
        Self {
            block,
            before: block.first_op(context),
        }
    }

    /// Before an operation; `None` if it is detached.
    pub fn before(context: &Context, op: Op) -> Option<Self> {
        Some(Self {
            block: op.block(context)?,
            before: Some(op),
        })
    }

    /// Behind an operation; `None` if it is detached.
    pub fn after(context: &Context, op: Op) -> Option<Self> {
        Some(Self {
            block: op.block(context)?,
            before: op.next(context),
        })
    }

    /// Before the last operation of a block.
    ///
    /// # Errors
    /// The block is empty.
    pub fn at_terminator(context: &Context, block: Block) -> Result<Self, Error> {
        match block.last_op(context) {
            Some(last) => Ok(Self {
                block,
                before: Some(last),
            }),
            None => Err(Error::new("Block has no terminator")),
        }
    }

    /// The block.
    pub const fn block(self) -> Block {
        self.block
    }

    /// The operation before which operations are inserted; `None` for the end.
    pub const fn next_op(self) -> Option<Op> {
        self.before
    }

    /// Inserts a detached operation here.
    ///
    /// # Errors
    /// As [`Block::insert`].
    pub fn insert(self, edit: &mut Exclusive<'_>, op: Op) -> Result<(), Error> {
        self.block.insert(edit, op, self.before)
    }
}

/// Makes operations one behind another at a place; without a place, detached.
pub struct Builder<'e, 'c> {
    edit: &'e mut Exclusive<'c>,
    place: Option<InsertionPoint>,
    location: Location,
}

impl<'e, 'c> Builder<'e, 'c> {
    /// A builder of detached operations with the unknown location.
    pub fn new(edit: &'e mut Exclusive<'c>) -> Self {
        let location = edit.unknown_location();
        Self {
            edit,
            place: None,
            location,
        }
    }

    /// The right to change the IR that the builder uses.
    pub fn edit(&mut self) -> &mut Exclusive<'c> {
        self.edit
    }

    /// The context.
    pub fn context(&self) -> &'c Context {
        self.edit.context()
    }

    /// The place; `None` while operations are detached.
    pub fn insertion_point(&self) -> Option<InsertionPoint> {
        self.place
    }

    /// Changes the place.
    pub fn set_insertion_point(&mut self, place: Option<InsertionPoint>) {
        self.place = place;
    }

    /// The location of new operations.
    pub fn location(&self) -> Location {
        self.location
    }

    /// Changes the location of new operations.
    pub fn set_location(&mut self, location: Location) {
        self.location = location;
    }

    /// Makes an operation from its parts, and inserts it at the place.
    ///
    /// # Errors
    /// The operation cannot be inserted there, because the place is in a region that it takes, or no longer exists; it is
    /// detached then.
    pub fn create(&mut self, state: &OpState<'_>) -> Result<Op, Error> {
        let op = self.edit.create(state);
        self.insert(op)?;
        Ok(op)
    }

    /// Makes an operation with the location of the builder, and inserts it at the place.
    ///
    /// # Errors
    /// As [`create`](Self::create).
    pub fn create_op(
        &mut self,
        name: Identifier,
        operands: &[Value],
        results: &[Type],
        attributes: Option<Attribute>,
        regions: &[Option<Region>],
    ) -> Result<Op, Error> {
        let location = self.location;
        self.create(&OpState {
            operands,
            results,
            attributes,
            regions,
            ..OpState::new(name, location)
        })
    }

    /// Inserts a detached operation at the place, if there is one.
    ///
    /// # Errors
    /// As [`Block::insert`].
    pub fn insert(&mut self, op: Op) -> Result<(), Error> {
        match self.place {
            Some(place) => place.insert(self.edit, op),
            None => Ok(()),
        }
    }

    /// Makes a block at the end of a region, and moves the place to its end.
    ///
    /// # Errors
    /// As [`Region::append`].
    pub fn create_block(&mut self, region: Region, arguments: &[(Type, Location)]) -> Result<Block, Error> {
        let block = self.edit.create_block(arguments);
        region.append(self.edit, block)?;
        self.place = Some(InsertionPoint::at_end(block));
        Ok(block)
    }
}
