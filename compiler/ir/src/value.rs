//! Values: results of operations and arguments of blocks.

use crate::access::Exclusive;
use crate::context::Context;
use crate::domain::EVERYTHING;
use crate::id::{Block, Location, Op, OpOperand, Type, Value};
use crate::record::{op, value};
use crate::usage::Uses;

/// What defines a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ValueOwner {
    /// A result of an operation.
    Result {
        /// The operation.
        op: Op,
        /// The number of the result.
        index: usize,
    },
    /// An argument of a block.
    Argument {
        /// The block.
        block: Block,
        /// The number of the argument.
        index: usize,
    },
}

impl Value {
    /// The type.
    #[inline]
    pub fn ty(self, context: &Context) -> Type {
        Type::new(context.space.get(self.raw() + value::TYPE))
    }

    /// What defines the value.
    #[inline]
    pub fn owner(self, context: &Context) -> ValueOwner {
        let index = context.space.get(self.raw() + value::INDEX);
        if index & value::IS_ARGUMENT == 0 {
            let op = self.raw() - op::HEADER - value::RESULT * index;
            ValueOwner::Result {
                op: Op::new(op),
                index: index as usize,
            }
        } else {
            let block = Block::new(context.space.get(self.raw() + value::BLOCK));
            ValueOwner::Argument {
                block,
                index: (index & !value::IS_ARGUMENT) as usize,
            }
        }
    }

    /// The operation that defines the value; `None` for an argument.
    #[inline]
    pub fn defining_op(self, context: &Context) -> Option<Op> {
        match self.owner(context) {
            ValueOwner::Result { op, .. } => Some(op),
            ValueOwner::Argument { .. } => None,
        }
    }

    /// The block that has the value as an argument, or has the operation that defines it.
    pub fn parent_block(self, context: &Context) -> Option<Block> {
        match self.owner(context) {
            ValueOwner::Result { op, .. } => op.block(context),
            ValueOwner::Argument { block, .. } => Some(block),
        }
    }

    /// The location of the argument, or of the operation that defines the value.
    pub fn location(self, context: &Context) -> Location {
        match self.owner(context) {
            ValueOwner::Result { op, .. } => op.location(context),
            ValueOwner::Argument { .. } => Location::new(context.space.get(self.raw() + value::LOCATION)),
        }
    }

    /// The uses, the newest first.
    #[inline]
    pub fn uses(self, context: &Context) -> Uses<'_> {
        Uses::new(context, self.raw() + value::FIRST_USE)
    }

    /// Whether an operation uses the value.
    #[inline]
    pub fn has_uses(self, context: &Context) -> bool {
        context.space.get(self.raw() + value::FIRST_USE) != 0
    }

    fn check(self, edit: &Exclusive<'_>) {
        match self.owner(edit) {
            ValueOwner::Result { op, .. } => edit.check_op(op),
            ValueOwner::Argument { block, .. } => edit.check_block(block),
        }
    }

    /// Changes the type.
    pub fn set_type(self, edit: &mut Exclusive<'_>, ty: Type) {
        self.check(edit);
        edit.space.set(self.raw() + value::TYPE, ty.raw());
    }

    /// Changes the location of an argument. The location of a result is that of its operation, and is changed there.
    pub fn set_location(self, edit: &mut Exclusive<'_>, location: Location) {
        self.check(edit);
        match self.owner(edit) {
            ValueOwner::Result { op, .. } => op.set_location(edit, location),
            ValueOwner::Argument { .. } => {
                edit.space.set(self.raw() + value::LOCATION, location.raw());
            }
        }
    }

    /// Makes all uses of this value uses of another.
    pub fn replace_all_uses_with(self, edit: &mut Exclusive<'_>, other: Self) {
        if self != other {
            edit.move_uses(self, other);
        }
    }

    /// Makes those uses of this value uses of another for which the predicate holds.
    pub fn replace_uses_if(
        self,
        edit: &mut Exclusive<'_>,
        other: Self,
        mut predicate: impl FnMut(&Context, OpOperand) -> bool,
    ) {
        let uses: Vec<_> = self.uses(edit).collect();
        for at in uses {
            if predicate(edit, at) {
                at.set(edit, other);
            }
        }
    }
}

impl Exclusive<'_> {
    /// Checks that values may be used: they are where the editor may change something.
    ///
    /// # Panics
    /// A value belongs to another isolated operation than the editor does, or to no place.
    #[inline]
    pub(crate) fn check_values(&self, values: impl IntoIterator<Item = Value>) {
        if self.scope != EVERYTHING {
            for value in values {
                match value.owner(self) {
                    ValueOwner::Result { op, .. } => self.check_links(op),
                    ValueOwner::Argument { block, .. } => self.check_block(block),
                }
            }
        }
    }
}
