//! The order of operations within a block.
//!
//! Operations have order numbers with gaps, so that an insertion rarely renumbers the block. They are computed when they
//! are asked for, also by several readers at once. Invariant: the numbers that are not 0 ascend within a block whose
//! version is even and not 0. Numbers are written under a lock of the block; a reader that finds a version odd or changed asks
//! again under the lock.

use std::sync::PoisonError;
use std::sync::atomic::{Ordering, fence};

use crate::context::{Context, NUMBERING_LOCKS};
use crate::id::{Block, Op};
use crate::record::{block, op};

/// The distance of neighbours in a block that was numbered at once.
const STRIDE: u32 = 8;

impl Context {
    #[inline]
    fn order(&self, op: Op) -> u32 {
        self.space.get(op.raw() + op::ORDER)
    }

    #[inline]
    fn order_version(&self, block: Block) -> u32 {
        self.space.get(block.raw() + block::ORDER_VERSION)
    }

    /// Numbers all operations of a block. The caller holds the lock.
    fn number_block(&self, block: Block) {
        let version = self.order_version(block);
        let word = block.raw() + block::ORDER_VERSION;
        self.space.set(word, version | 1);
        fence(Ordering::SeqCst);
        let mut number = STRIDE;
        for op in block.operations(self) {
            self.space.set(op.raw() + op::ORDER, number);
            // The space has no room for so many operations that this saturates.
            number = number.saturating_add(STRIDE);
        }
        fence(Ordering::SeqCst);
        self.space.set(word, (version | 1).wrapping_add(1));
    }

    /// The number of an operation, between those of its neighbours. `None` if there is no gap. The caller holds the lock.
    fn number_op(&self, op: Op) -> Option<u32> {
        let number = self.order(op);
        if number != 0 {
            return Some(number);
        }
        let before = match op.previous(self) {
            Some(previous) => Some(self.order(previous)).filter(|number| *number != 0)?,
            None => 0,
        };
        let number = match op.next(self).map(|next| self.order(next)) {
            Some(after) if after <= before + 1 => return None,
            Some(after) => before + (after - before) / 2,
            None => before.checked_add(STRIDE)?,
        };
        self.space.set(op.raw() + op::ORDER, number);
        Some(number)
    }

    #[cold]
    fn number_and_compare(&self, block: Block, first: Op, second: Op) -> bool {
        // The blocks of functions that are alike have the same distance; the product spreads them over the locks.
        let spread = block.raw().wrapping_mul(0x9e37_79b1) >> 16;
        let lock = &self.numbering[spread as usize % NUMBERING_LOCKS];
        let _numbering = lock.lock().unwrap_or_else(PoisonError::into_inner);
        if self.order_version(block) != 0
            && let Some(first) = self.number_op(first)
            && let Some(second) = self.number_op(second)
        {
            return first < second;
        }
        self.number_block(block);
        self.order(first) < self.order(second)
    }
}

impl Op {
    /// Whether the operation comes before another one of the same block. Takes constant time while few operations are
    /// inserted.
    ///
    /// # Panics
    /// The operations are not in one block.
    #[inline]
    pub fn is_before_in_block(self, context: &Context, other: Self) -> bool {
        let block = self.block(context);
        assert!(
            block.is_some() && block == other.block(context),
            "is_before_in_block: the operations are not in one block"
        );
        block.is_some_and(|block| self.is_before(context, other, block))
    }

    /// As [`is_before_in_block`](Self::is_before_in_block), for operations that are known to be in `block`.
    #[inline]
    pub(crate) fn is_before(self, context: &Context, other: Self, block: Block) -> bool {
        let version = context.order_version(block);
        fence(Ordering::Acquire);
        let (first, second) = (context.order(self), context.order(other));
        fence(Ordering::Acquire);
        let stable = version & 1 == 0 && version != 0 && version == context.order_version(block);
        if stable && first != 0 && second != 0 {
            return first < second;
        }
        context.number_and_compare(block, self, other)
    }
}
