//! Structural equality and hashes of operations with everything in them, as in MLIR's `OperationEquivalence`.
//!
//! Invariant: operations that are equal have equal hashes under the same flags. Both walk without recursion. Values and
//! blocks from outside of the compared operations are equal only to themselves.

use smallvec::SmallVec;

use crate::context::Context;
use crate::context::dialect::Traits;
use crate::id::{Attribute, Block, Identifier, Location, Op, Value, raw};
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

/// A hash in progress.
struct Hash<'c> {
    context: &'c Context,
    flags: Equivalence,
    order: Order,
    state: u64,
    /// The numbers, from 1, that operations and blocks got in the order of the walk. A value is the number of what defines
    /// it, and its own.
    ops: SideTable<Op, u32>,
    blocks: SideTable<Block, u32>,
    next_op: u32,
    next_block: u32,
}

/// Two words in one.
#[inline]
fn pair(low: u32, high: u32) -> u64 {
    u64::from(low) | u64::from(high) << 32
}

impl Hash<'_> {
    /// Mixes two words into the state, by a multiplication of which both halves count.
    #[inline]
    fn mix(&mut self, a: u64, b: u64) {
        let product = u128::from(self.state ^ a) * u128::from(b ^ 0x9e37_79b9_7f4a_7c15);
        self.state = (product as u64 ^ (product >> 64) as u64).wrapping_add(0x2545_f491_4f6c_dd1d);
    }

    #[inline]
    fn location(&self, location: Location) -> u32 {
        match self.flags.contains(Equivalence::IGNORE_LOCATIONS) {
            true => 0,
            false => location.canonical(self.context).raw(),
        }
    }

    /// A number for what is used before it is numbered: all that is defined later in `root` is alike, and what comes from
    /// outside is itself.
    #[cold]
    fn unnumbered(&self, owner: Option<Op>, raw: u32, root: Op) -> u64 {
        match owner {
            Some(op) if op.is_inside(self.context, root) => 0,
            _ => pair(0, raw),
        }
    }

    #[inline]
    fn operand(&self, value: Value, root: Op) -> u64 {
        match value.owner(self.context) {
            ValueOwner::Result { op, index } => match self.ops.get(op) {
                0 => self.unnumbered(Some(op), value.raw(), root),
                number => pair(number, index as u32),
            },
            ValueOwner::Argument { block, index } => match self.blocks.get(block) {
                0 => self.unnumbered(block.parent_op(self.context), value.raw(), root),
                number => pair(number, !(index as u32)),
            },
        }
    }

    fn successor(&self, block: Block, root: Op) -> u64 {
        match self.blocks.get(block) {
            0 => self.unnumbered(block.parent_op(self.context), block.raw(), root),
            number => u64::from(number),
        }
    }

    #[inline]
    fn op(&mut self, op: Op, root: Op) {
        let context = self.context;
        let unless = |flag, dictionary| {
            if self.flags.contains(flag) {
                0
            } else {
                raw(dictionary)
            }
        };
        let attributes = unless(Equivalence::IGNORE_DISCARDABLE_ATTRS, op.attributes(context));
        let properties = unless(Equivalence::IGNORE_PROPERTIES, op.properties(context));
        let location = self.location(op.location(context));
        self.mix(
            pair(op.name(context).raw(), location),
            pair(attributes, properties),
        );
        // With the number of regions, the ends of blocks give the shape of the tree.
        let is_last = op != root && op.next(context).is_none();
        let regions = op.num_regions(context) as u32;
        self.mix(
            pair(op.num_operands(context) as u32, op.num_results(context) as u32),
            pair(
                regions << 1 | u32::from(is_last),
                op.num_successors(context) as u32,
            ),
        );
        if self.order.is_ordered(context, op) {
            let mut operands = op.operands(context);
            while let Some(first) = operands.next() {
                let first = self.operand(first, root);
                let second = operands.next().map_or(0, |second| self.operand(second, root));
                self.mix(first, second);
            }
        } else {
            let operands = op.operands(context).map(|operand| self.operand(operand, root));
            let mut numbers: SmallVec<[u64; 8]> = operands.collect();
            numbers.sort_unstable();
            for number in numbers {
                self.mix(number, 0);
            }
        }
        if op.num_successors(context) > 0 {
            for successor in op.successors(context) {
                self.mix(self.successor(successor, root), 0);
            }
        }
        for result in op.results(context) {
            self.mix(u64::from(result.ty(context).raw()), 0);
        }
        self.next_op += 1;
        self.ops.set(op, self.next_op);
        if regions > 0 {
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
                self.mix(block.num_arguments(context) as u64, u64::from(is_empty));
                for argument in block.arguments(context) {
                    let location = self.location(argument.location(context));
                    self.mix(pair(argument.ty(context).raw(), location), 0);
                }
            }
            self.mix(u64::MAX, 0);
        }
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

    /// A hash of the operation with everything in it. It is made of ids, so it compares within one context only.
    pub fn structural_hash(self, context: &Context, flags: Equivalence) -> u64 {
        let mut hash = Hash {
            context,
            flags,
            order: Order::new(flags),
            state: 0x7374_7275_6374_7572,
            ops: SideTable::new(),
            blocks: SideTable::new(),
            next_op: 0,
            next_block: 0,
        };
        hash.op(self, self);
        let mut at = self.first_nested(context);
        while let Some(op) = at {
            hash.op(op, self);
            at = op.first_nested(context).or_else(|| op.next_after(context, self));
        }
        hash.mix(0, 0);
        hash.state
    }
}
