//! Structural equality and hashes of operations with everything in them, as in MLIR's `OperationEquivalence`.
//!
//! Invariant: operations that are equal have equal hashes under the same flags. Both walk without recursion. Values and
//! blocks from outside of the compared operations are equal only to themselves.

use std::hash::{BuildHasher, Hasher};

use foldhash::fast::{FixedState, FoldHasher};
use smallvec::SmallVec;

use crate::context::Context;
use crate::dialect::Traits;
use crate::id::{Attribute, Block, Location, Op, Value, raw};
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

/// Whether the order of an operation's operands counts.
fn is_ordered(context: &Context, op: Op, flags: Equivalence) -> bool {
    flags.contains(Equivalence::IGNORE_COMMUTATIVITY)
        || op.num_operands(context) < 2
        || !op.has_trait(context, Traits::COMMUTATIVE)
}

/// A hash in progress.
struct Hash<'c> {
    context: &'c Context,
    flags: Equivalence,
    hasher: FoldHasher<'static>,
    /// The numbers, from 1, that values and blocks got in the order of the walk.
    values: SideTable<Value, u32>,
    blocks: SideTable<Block, u32>,
    next_value: u32,
    next_block: u32,
}

impl Hash<'_> {
    fn location(&mut self, location: Location) {
        if !self.flags.contains(Equivalence::IGNORE_LOCATIONS) {
            self.hasher.write_u32(location.canonical(self.context).raw());
        }
    }

    fn define(&mut self, value: Value) {
        self.next_value += 1;
        self.values.set(value, self.next_value);
    }

    /// A number for what is used before it is numbered: all that is defined later in `root` is alike, and what comes from
    /// outside is itself.
    #[cold]
    fn unnumbered(&self, owner: Option<Op>, raw: u32, root: Op) -> u32 {
        match owner {
            Some(op) if op.is_inside(self.context, root) => 0,
            _ => !raw,
        }
    }

    fn operand(&self, value: Value, root: Op) -> u32 {
        match self.values.get(value) {
            0 => {
                let owner = match value.owner(self.context) {
                    ValueOwner::Result { op, .. } => Some(op),
                    ValueOwner::Argument { block, .. } => block.parent_op(self.context),
                };
                self.unnumbered(owner, value.raw(), root)
            }
            number => number,
        }
    }

    fn successor(&self, block: Block, root: Op) -> u32 {
        match self.blocks.get(block) {
            0 => self.unnumbered(block.parent_op(self.context), block.raw(), root),
            number => number,
        }
    }

    fn op(&mut self, op: Op, root: Op) {
        let context = self.context;
        self.hasher.write_u32(op.name(context).raw());
        self.hasher.write_u32(op.num_regions(context) as u32);
        if !self.flags.contains(Equivalence::IGNORE_DISCARDABLE_ATTRS) {
            self.hasher.write_u32(raw(op.attributes(context)));
        }
        if !self.flags.contains(Equivalence::IGNORE_PROPERTIES) {
            self.hasher.write_u32(raw(op.properties(context)));
        }
        self.location(op.location(context));
        self.hasher.write_u32(op.num_operands(context) as u32);
        if is_ordered(context, op, self.flags) {
            for operand in op.operands(context) {
                let number = self.operand(operand, root);
                self.hasher.write_u32(number);
            }
        } else {
            let operands = op.operands(context).map(|operand| self.operand(operand, root));
            let mut numbers: SmallVec<[u32; 8]> = operands.collect();
            numbers.sort_unstable();
            for number in numbers {
                self.hasher.write_u32(number);
            }
        }
        if op.num_successors(context) > 0 {
            for successor in op.successors(context) {
                let number = self.successor(successor, root);
                self.hasher.write_u32(number);
            }
        }
        for result in op.results(context) {
            self.hasher.write_u32(result.ty(context).raw());
            self.define(result);
        }
        // With the number of regions, the ends of blocks give the shape of the tree.
        let is_last = op != root && op.next(context).is_none();
        self.hasher
            .write_u32((op.num_results(context) as u32) << 1 | u32::from(is_last));
        if op.num_regions(context) > 0 {
            self.regions(op);
        }
    }

    fn regions(&mut self, op: Op) {
        let context = self.context;
        for region in op.regions(context) {
            for block in region.blocks(context) {
                self.next_block += 1;
                self.blocks.set(block, self.next_block);
                let is_empty = block.first_op(context).is_none();
                self.hasher
                    .write_u32((block.num_arguments(context) as u32) << 1 | u32::from(is_empty));
                for argument in block.arguments(context) {
                    self.hasher.write_u32(argument.ty(context).raw());
                    self.location(argument.location(context));
                    self.define(argument);
                }
            }
            self.hasher.write_u32(u32::MAX);
        }
    }
}

/// A comparison in progress.
struct Comparison<'c> {
    context: &'c Context,
    flags: Equivalence,
    /// The values and blocks on the right that correspond to those on the left.
    values: SideTable<Value, Option<Value>>,
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

    fn operands(&mut self, left: Op, right: Op) -> bool {
        let context = self.context;
        let pairs = left.operands(context).zip(right.operands(context));
        if !is_ordered(context, left, self.flags) {
            let known = |value| self.values.get(value).unwrap_or(value);
            let mut expected: SmallVec<[Value; 8]> = left.operands(context).map(known).collect();
            let mut given: SmallVec<[Value; 8]> = right.operands(context).collect();
            expected.sort_unstable();
            given.sort_unstable();
            if expected == given {
                // A value that is not known must turn out to come from outside.
                let unknown = left
                    .operands(context)
                    .filter(|value| self.values.get(*value).is_none());
                self.pending.extend(unknown.map(|value| (value, value)));
                return true;
            }
        }
        for (left, right) in pairs {
            match self.values.get(left) {
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

    fn results(&mut self, left: Op, right: Op) -> bool {
        let context = self.context;
        for (left, right) in left.results(context).zip(right.results(context)) {
            if left.ty(context) != right.ty(context) {
                return false;
            }
            self.values.set(left, Some(right));
        }
        true
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
            self.values.set(left, Some(right));
        }
        true
    }

    /// Compares what was used before it was defined, or comes from outside.
    fn late(&self) -> bool {
        let mut values = self.pending.iter();
        let mut blocks = self.pending_blocks.iter();
        values.all(|(left, right)| self.values.get(*left).unwrap_or(*left) == *right)
            && blocks.all(|(left, right)| self.blocks.get(*left).unwrap_or(*left) == *right)
    }
}

impl Op {
    /// Whether two operations with everything in them are the same but for the identity of values, blocks and operations.
    pub fn is_structurally_equal(self, context: &Context, other: Self, flags: Equivalence) -> bool {
        let mut comparison = Comparison {
            context,
            flags,
            values: SideTable::new(),
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

    /// A hash of the operation with everything in it. It is made of ids, so it compares within one context only.
    pub fn structural_hash(self, context: &Context, flags: Equivalence) -> u64 {
        let mut hash = Hash {
            context,
            flags,
            hasher: FixedState::with_seed(0x7374_7275).build_hasher(),
            values: SideTable::new(),
            blocks: SideTable::new(),
            next_value: 0,
            next_block: 0,
        };
        hash.op(self, self);
        let mut at = self.first_nested(context);
        while let Some(op) = at {
            hash.op(op, self);
            at = op.first_nested(context).or_else(|| op.next_after(context, self));
        }
        hash.hasher.finish()
    }
}
