//! Operations: what one is made of, and its parts. The child `change` changes them.
//!
//! Invariant: an operation's counts of results, regions and successors never change; its operands can outgrow their
//! place and move to a list of their own.

mod change;

use crate::context::Context;
use crate::id::{Attribute, Block, Identifier, Location, Op, OpOperand, Region, Type, Value};
use crate::record::{op, region, usage, value};

/// The parts of an operation that is to be made.
#[derive(Clone, Debug)]
pub struct OpState<'a> {
    /// The name, with its dialect: `arith.addi`.
    pub name: Identifier,
    /// Where it comes from.
    pub location: Location,
    /// The operands.
    pub operands: &'a [Value],
    /// The types of the results.
    pub results: &'a [Type],
    /// The discardable attributes, a dictionary.
    pub attributes: Option<Attribute>,
    /// The properties, a dictionary.
    pub properties: Option<Attribute>,
    /// The successors, of a terminator.
    pub successors: &'a [Block],
    /// The bodies of the regions: a region that stands on its own is moved into the operation, `None` is an empty one.
    pub regions: &'a [Option<Region>],
}

impl<'a> OpState<'a> {
    /// The most regions, and the most successors, that an operation can have.
    pub const MAX_REGIONS: usize = op::MAX_REGIONS;

    /// The state of an operation without operands, results, attributes, successors and regions.
    pub const fn new(name: Identifier, location: Location) -> Self {
        Self {
            name,
            location,
            operands: &[],
            results: &[],
            attributes: None,
            properties: None,
            successors: &[],
            regions: &[],
        }
    }
}

/// A run of ids that stand at equal distances, such as the results of an operation.
macro_rules! runs {
    ($($(#[$doc:meta])* $name:ident($id:ident) = |$context:ident, $index:ident| $read:expr;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy)]
        pub struct $name<'c> {
            context: &'c Context,
            next: u32,
            end: u32,
        }

        impl Iterator for $name<'_> {
            type Item = $id;

            #[inline]
            fn next(&mut self) -> Option<$id> {
                if self.next == self.end {
                    return None;
                }
                let ($context, $index) = (self.context, self.next);
                self.next += Self::STEP;
                let _ = $context;
                Some($read)
            }

            #[inline]
            fn size_hint(&self) -> (usize, Option<usize>) {
                let len = ((self.end - self.next) / Self::STEP) as usize;
                (len, Some(len))
            }

            #[inline]
            fn nth(&mut self, n: usize) -> Option<$id> {
                if n >= self.len() {
                    self.next = self.end;
                    return None;
                }
                self.next += n as u32 * Self::STEP;
                self.next()
            }
        }

        impl DoubleEndedIterator for $name<'_> {
            #[inline]
            fn next_back(&mut self) -> Option<$id> {
                if self.next == self.end {
                    return None;
                }
                self.end -= Self::STEP;
                let ($context, $index) = (self.context, self.end);
                let _ = $context;
                Some($read)
            }
        }

        impl ExactSizeIterator for $name<'_> {}
        impl std::iter::FusedIterator for $name<'_> {}
    )*};
}

runs! {
    /// The results of an operation.
    Results(Value) = |_context, index| Value::new(index);
    /// The values of an operation's operands.
    Operands(Value) = |context, index| Value::new(context.space.get(index + usage::TARGET));
    /// The operands of an operation, as uses.
    OpOperands(OpOperand) = |_context, index| OpOperand::new(index);
    /// The successors of an operation.
    Successors(Block) = |context, index| Block::new(context.space.get(index + usage::TARGET));
    /// The regions of an operation.
    Regions(Region) = |_context, index| Region::new(index);
}

impl Results<'_> {
    const STEP: u32 = value::RESULT;
}
impl Operands<'_> {
    const STEP: u32 = usage::SIZE;
}
impl OpOperands<'_> {
    const STEP: u32 = usage::SIZE;
}
impl Successors<'_> {
    const STEP: u32 = usage::SIZE;
}
impl Regions<'_> {
    const STEP: u32 = region::SIZE;
}

/// The places of an operation's parts.
pub(crate) struct Parts {
    pub(crate) regions: u32,
    pub(crate) successors: u32,
    pub(crate) end: u32,
}

impl Context {
    #[inline(always)]
    pub(crate) fn parts(&self, op: Op) -> Parts {
        let at = op.raw();
        let both = self.space.get(at + op::REGIONS_SUCCESSORS);
        let results = at + op::HEADER;
        let regions = results + self.space.get(at + op::RESULTS) * value::RESULT;
        let successors = regions + (both >> 16) * region::SIZE;
        Parts {
            regions,
            successors,
            end: successors + (both & 0xffff) * usage::SIZE,
        }
    }
}

impl Op {
    /// The name, with its dialect.
    #[inline]
    pub fn name(self, context: &Context) -> Identifier {
        Identifier::new(context.space.get(self.raw() + op::NAME))
    }

    /// Whether the operation has this name, with its dialect: `arith.addi`.
    #[inline]
    pub fn is_named(self, context: &Context, name: &str) -> bool {
        self.name(context).bytes(context) == name.as_bytes()
    }

    /// Where the operation comes from.
    #[inline]
    pub fn location(self, context: &Context) -> Location {
        Location::new(context.space.get(self.raw() + op::LOCATION))
    }

    /// The discardable attributes, a dictionary that is not empty.
    #[inline]
    pub fn attributes(self, context: &Context) -> Option<Attribute> {
        Attribute::from_raw(context.space.get(self.raw() + op::ATTRIBUTES))
    }

    /// The properties, a dictionary.
    #[inline]
    pub fn properties(self, context: &Context) -> Option<Attribute> {
        Attribute::from_raw(context.space.get(self.raw() + op::PROPERTIES))
    }

    /// The number of results.
    #[inline]
    pub fn num_results(self, context: &Context) -> usize {
        context.space.get(self.raw() + op::RESULTS) as usize
    }

    /// The results.
    #[inline]
    pub fn results(self, context: &Context) -> Results<'_> {
        let next = self.raw() + op::HEADER;
        let count = context.space.get(self.raw() + op::RESULTS);
        Results {
            context,
            next,
            end: next + count * value::RESULT,
        }
    }

    /// A result by its number.
    #[inline]
    pub fn result(self, context: &Context, index: usize) -> Option<Value> {
        let is_one = index < self.num_results(context);
        is_one.then(|| Value::new(self.raw() + op::HEADER + index as u32 * value::RESULT))
    }

    /// The number of operands.
    #[inline]
    pub fn num_operands(self, context: &Context) -> usize {
        context.space.get(self.raw() + op::OPERANDS) as usize
    }

    #[inline]
    pub(crate) fn operand_range(self, context: &Context) -> (u32, u32) {
        let first = context.space.get(self.raw() + op::FIRST_OPERAND);
        (
            first,
            first + context.space.get(self.raw() + op::OPERANDS) * usage::SIZE,
        )
    }

    /// The values of the operands.
    #[inline]
    pub fn operands(self, context: &Context) -> Operands<'_> {
        let (next, end) = self.operand_range(context);
        Operands { context, next, end }
    }

    /// The value of an operand by its number.
    #[inline]
    pub fn operand(self, context: &Context, index: usize) -> Option<Value> {
        if index >= self.num_operands(context) {
            return None;
        }
        let first = context.space.get(self.raw() + op::FIRST_OPERAND);
        let at = first + index as u32 * usage::SIZE + usage::TARGET;
        Some(Value::new(context.space.get(at)))
    }

    /// The operands, as uses of their values.
    #[inline]
    pub fn op_operands(self, context: &Context) -> OpOperands<'_> {
        let (next, end) = self.operand_range(context);
        OpOperands { context, next, end }
    }

    /// The number of regions.
    #[inline]
    pub fn num_regions(self, context: &Context) -> usize {
        (context.space.get(self.raw() + op::REGIONS_SUCCESSORS) >> 16) as usize
    }

    /// The regions.
    #[inline]
    pub fn regions(self, context: &Context) -> Regions<'_> {
        let parts = context.parts(self);
        Regions {
            context,
            next: parts.regions,
            end: parts.successors,
        }
    }

    /// A region by its number.
    #[inline]
    pub fn region(self, context: &Context, index: usize) -> Option<Region> {
        self.regions(context).nth(index)
    }

    /// The number of successors.
    #[inline]
    pub fn num_successors(self, context: &Context) -> usize {
        (context.space.get(self.raw() + op::REGIONS_SUCCESSORS) & 0xffff) as usize
    }

    /// The successors.
    #[inline]
    pub fn successors(self, context: &Context) -> Successors<'_> {
        let parts = context.parts(self);
        Successors {
            context,
            next: parts.successors,
            end: parts.end,
        }
    }

    /// A successor by its number.
    #[inline]
    pub fn successor(self, context: &Context, index: usize) -> Option<Block> {
        self.successors(context).nth(index)
    }

    /// The block that contains the operation; `None` if it is detached.
    #[inline]
    pub fn block(self, context: &Context) -> Option<Block> {
        Block::from_raw(context.space.get(self.raw() + op::PARENT))
    }

    /// The region that contains the operation.
    #[inline]
    pub fn parent_region(self, context: &Context) -> Option<Region> {
        self.block(context)?.region(context)
    }

    /// The operation that contains this one.
    #[inline]
    pub fn parent_op(self, context: &Context) -> Option<Self> {
        self.parent_region(context)?.parent_op(context)
    }

    /// The next operation of the block.
    #[inline]
    pub fn next(self, context: &Context) -> Option<Self> {
        context.space.prefetch(self.raw());
        Self::from_raw(context.space.get(self.raw() + op::NEXT))
    }

    /// The previous operation of the block.
    #[inline]
    pub fn previous(self, context: &Context) -> Option<Self> {
        Self::from_raw(context.space.get(self.raw() + op::PREVIOUS))
    }

    /// Whether another operation is this one or contains it.
    pub fn is_inside(self, context: &Context, ancestor: Self) -> bool {
        let mut at = Some(self);
        while let Some(op) = at {
            if op == ancestor {
                return true;
            }
            at = op.parent_op(context);
        }
        false
    }
}
