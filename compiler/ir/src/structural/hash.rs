//! Structural hashes of operations with everything in them.

use smallvec::SmallVec;

use super::{Equivalence, Order};
use crate::context::Context;
use crate::id::{Block, Location, Op, Value, raw};
use crate::side_table::SideTable;
use crate::value::ValueOwner;

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

impl Op {
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
