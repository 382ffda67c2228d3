//! Structural equality and hashes of operations with everything in them, as in MLIR's `OperationEquivalence`.
//!
//! Invariant: operations that are equal have equal hashes under the same flags. Both walk without recursion. Values and
//! blocks from outside of the compared operations are equal only to themselves.

mod hash;

use smallvec::SmallVec;

use crate::context::Context;
use crate::context::dialect::Traits;
use crate::id::{Attribute, Block, Identifier, Location, Op, Value};
use crate::side_table::SideTable;
use crate::value::ValueOwner;

/// What structural equality and hashes leave out, a set.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Equivalence(u8);

impl Equivalence {
    /// Leaves out nothing.
    pub const NONE: Self = Self(0);
    /// Leaves out the locations of operations and arguments.
    pub const IGNORE_LOCATIONS: Self = Self(1);
    /// Leaves out discardable attributes.
    pub const IGNORE_DISCARDABLE_ATTRS: Self = Self(1 << 1);
    /// Leaves out properties.
    pub const IGNORE_PROPERTIES: Self = Self(1 << 2);
    /// Takes the operands of commutative operations in their order.
    pub const IGNORE_COMMUTATIVITY: Self = Self(1 << 3);

    /// Whether all of `other` are in the set.
    #[inline]
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

impl std::ops::BitOr for Equivalence {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// Whether the order of an operation's operands counts; remembers the answer for the last name.
struct Order {
    flags: Equivalence,
    last: Option<Identifier>,
    is_ordered: bool,
}

impl Order {
    const fn new(flags: Equivalence) -> Self {
        Self {
            flags,
            last: None,
            is_ordered: true,
        }
    }

    #[inline]
    fn is_ordered(&mut self, context: &Context, op: Op) -> bool {
        let name = op.name(context);
        if self.last != Some(name) {
            self.last = Some(name);
            self.is_ordered = self.flags.contains(Equivalence::IGNORE_COMMUTATIVITY)
                || !op.has_trait(context, Traits::COMMUTATIVE);
        }
        self.is_ordered
    }
}

/// A comparison in progress.
struct Comparison<'c> {
    context: &'c Context,
    flags: Equivalence,
    order: Order,
    /// The operations and blocks on the right that correspond to those on the left.
    ops: SideTable<Op, Option<Op>>,
    blocks: SideTable<Block, Option<Block>>,
    /// Pairs of which the left one was not known yet.
    pending: Vec<(Value, Value)>,
    pending_blocks: Vec<(Block, Block)>,
}

impl Comparison<'_> {
    fn locations(&self, left: Location, right: Location) -> bool {
        left == right
            || self.flags.contains(Equivalence::IGNORE_LOCATIONS)
            || left.canonical(self.context) == right.canonical(self.context)
    }

    fn dictionaries(&self, ignore: Equivalence, left: Option<Attribute>, right: Option<Attribute>) -> bool {
        left == right || self.flags.contains(ignore)
    }

    /// The value on the right that corresponds to one on the left.
    #[inline]
    fn value(&self, left: Value) -> Option<Value> {
        match left.owner(self.context) {
            ValueOwner::Result { op, index } => self.ops.get(op)?.result(self.context, index),
            ValueOwner::Argument { block, index } => self.blocks.get(block)?.argument(self.context, index),
        }
    }

    #[inline]
    fn operands(&mut self, left: Op, right: Op) -> bool {
        let context = self.context;
        let pairs = left.operands(context).zip(right.operands(context));
        if !self.order.is_ordered(context, left) {
            let known = |value| self.value(value).unwrap_or(value);
            let mut expected: SmallVec<[Value; 8]> = left.operands(context).map(known).collect();
            let mut given: SmallVec<[Value; 8]> = right.operands(context).collect();
            expected.sort_unstable();
            given.sort_unstable();
            if expected == given {
                // A value that is not known must turn out to come from outside.
                let unknown = left
                    .operands(context)
                    .filter(|value| self.value(*value).is_none());
                let unknown: SmallVec<[Value; 8]> = unknown.collect();
                self.pending
                    .extend(unknown.into_iter().map(|value| (value, value)));
                return true;
            }
        }
        for (left, right) in pairs {
            match self.value(left) {
                Some(known) if known == right => {}
                Some(_) => return false,
                None => self.pending.push((left, right)),
            }
        }
        true
    }

    fn successors(&mut self, left: Op, right: Op) -> bool {
        let context = self.context;
        for (left, right) in left.successors(context).zip(right.successors(context)) {
            match self.blocks.get(left) {
                Some(known) if known == right => {}
                Some(_) => return false,
                None => self.pending_blocks.push((left, right)),
            }
        }
        true
    }

    #[inline]
    fn results(&mut self, left: Op, right: Op) -> bool {
        let context = self.context;
        self.ops.set(left, Some(right));
        let mut pairs = left.results(context).zip(right.results(context));
        pairs.all(|(left, right)| left.ty(context) == right.ty(context))
    }

    /// Compares two operations and the outline of their regions.
    fn ops(&mut self, left: Op, right: Op) -> bool {
        let context = self.context;
        left.name(context) == right.name(context)
            && self.locations(left.location(context), right.location(context))
            && self.dictionaries(
                Equivalence::IGNORE_DISCARDABLE_ATTRS,
                left.attributes(context),
                right.attributes(context),
            )
            && self.dictionaries(
                Equivalence::IGNORE_PROPERTIES,
                left.properties(context),
                right.properties(context),
            )
            && left.num_operands(context) == right.num_operands(context)
            && left.num_results(context) == right.num_results(context)
            && left.num_successors(context) == right.num_successors(context)
            && left.num_regions(context) == right.num_regions(context)
            && self.operands(left, right)
            && self.results(left, right)
            && self.successors(left, right)
            && self.regions(left, right)
    }

    fn regions(&mut self, left: Op, right: Op) -> bool {
        let context = self.context;
        for (left, right) in left.regions(context).zip(right.regions(context)) {
            let (mut lefts, mut rights) = (left.blocks(context), right.blocks(context));
            loop {
                match (lefts.next(), rights.next()) {
                    (Some(left), Some(right)) if self.headers(left, right) => {}
                    (None, None) => break,
                    _ => return false,
                }
            }
        }
        true
    }

    /// Compares the arguments of two blocks, and whether they are empty.
    fn headers(&mut self, left: Block, right: Block) -> bool {
        let context = self.context;
        if left.num_arguments(context) != right.num_arguments(context)
            || left.first_op(context).is_some() != right.first_op(context).is_some()
        {
            return false;
        }
        self.blocks.set(left, Some(right));
        for (left, right) in left.arguments(context).zip(right.arguments(context)) {
            if left.ty(context) != right.ty(context)
                || !self.locations(left.location(context), right.location(context))
            {
                return false;
            }
        }
        true
    }

    /// Compares what was used before it was defined, or comes from outside.
    fn late(&self) -> bool {
        let mut values = self.pending.iter();
        let mut blocks = self.pending_blocks.iter();
        values.all(|(left, right)| self.value(*left).unwrap_or(*left) == *right)
            && blocks.all(|(left, right)| self.blocks.get(*left).unwrap_or(*left) == *right)
    }
}

impl Op {
    /// Whether two operations with everything in them are the same but for the identity of values, blocks and operations.
    pub fn is_structurally_equal(self, context: &Context, other: Self, flags: Equivalence) -> bool {
        let mut comparison = Comparison {
            context,
            flags,
            order: Order::new(flags),
            ops: SideTable::new(),
            blocks: SideTable::new(),
            pending: Vec::new(),
            pending_blocks: Vec::new(),
        };
        let (mut left, mut right) = (self, other);
        if !comparison.ops(left, right) {
            return false;
        }
        loop {
            // Equal outlines and equally long blocks keep both walks in step.
            let nested = left.first_nested(context).zip(right.first_nested(context));
            let next = match nested {
                Some(pair) => Some(pair),
                None => {
                    let pair = (left.next_after(context, self), right.next_after(context, other));
                    match pair {
                        (Some(left), Some(right)) => Some((left, right)),
                        (None, None) => None,
                        _ => return false,
                    }
                }
            };
            let Some((next_left, next_right)) = next else {
                return comparison.late();
            };
            (left, right) = (next_left, next_right);
            if left.next(context).is_some() != right.next(context).is_some() || !comparison.ops(left, right) {
                return false;
            }
        }
    }
}
