//! The changes of a conversion, in an order in which they can be undone.
//!
//! Invariant: an entry has what it takes to undo one change when all later ones are undone.

use std::rc::Rc;

use smallvec::SmallVec;
use tvmlike_ir::{
    Attribute, Block, Context, Exclusive, Identifier, InsertionPoint, Location, Op, Region, Value,
};

use super::types::TypeConverter;
use super::values::Values;

/// The parts of an operation that a change in place can replace.
pub(super) struct Parts {
    name: Identifier,
    location: Location,
    attributes: Option<Attribute>,
    properties: Option<Attribute>,
    operands: SmallVec<[Value; 4]>,
    successors: SmallVec<[Block; 2]>,
}

impl Parts {
    /// The parts that an operation has.
    pub(super) fn of(context: &Context, op: Op) -> Self {
        Self {
            name: op.name(context),
            location: op.location(context),
            attributes: op.attributes(context),
            properties: op.properties(context),
            operands: op.operands(context).collect(),
            successors: op.successors(context).collect(),
        }
    }

    /// Gives the operation these parts.
    pub(super) fn restore(self, edit: &mut Exclusive<'_>, op: Op) {
        op.set_name(edit, self.name);
        op.set_location(edit, self.location);
        op.set_attributes(edit, self.attributes);
        op.set_properties(edit, self.properties);
        op.set_operands(edit, &self.operands);
        for (index, block) in self.successors.into_iter().enumerate() {
            op.set_successor(edit, index, block);
        }
    }
}

/// A change.
pub(super) enum Change {
    /// An operation was made.
    Created(Op),
    /// An operation in the regions of a copy was made with it.
    Copied(Op),
    /// An operation was moved; it was there.
    Moved(Op, Option<InsertionPoint>),
    /// The last operations of a block became those of a new one.
    Split(Block, Block),
    /// Parts of an operation were replaced; it had these.
    Modified(Op, Box<Parts>),
    /// The value of an operand was replaced.
    Operand(Op, u32, Value),
    /// A successor was replaced.
    Successor(Op, u32, Block),
    /// A block was made.
    BlockCreated(Block),
    /// A block was made in place of one with other arguments.
    BlockConverted(Block),
    /// A block was moved or detached; it was in this region, before this block.
    BlockMoved(Block, Option<Region>, Option<Block>),
    /// An operation was replaced, by a pattern for this converter; these operations are not visited for it.
    Replaced(Op, Option<Rc<TypeConverter>>, Vec<Op>),
    /// An argument of a block was replaced.
    ArgumentReplaced(Value, Option<Rc<TypeConverter>>),
    /// A replacement was noted; there was this one before.
    Mapped(Values, Option<Values>),
    /// An operation became a cast that is to be resolved.
    Cast(Op),
    /// The blocks of a region got a converter; it had this one before.
    RegionConverter(Region, Option<Rc<TypeConverter>>),
}
