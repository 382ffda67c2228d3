//! Walks over nested operations, in any depth without recursion.

use crate::access::Exclusive;
use crate::context::Context;
use crate::id::{Block, Op, Region};

/// When a walk visits an operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WalkOrder {
    /// Before the operations that are nested in it.
    PreOrder,
    /// After the operations that are nested in it.
    PostOrder,
}

/// What a walk does next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WalkResult {
    /// Goes on.
    Advance,
    /// Leaves out what is nested in the operation. Only a walk in pre-order can.
    Skip,
    /// Ends the walk.
    Interrupt,
}

impl Region {
    /// The first operation of the first block that has one, from a block on.
    fn first_op_from(context: &Context, mut block: Option<Block>) -> Option<Op> {
        while let Some(at) = block {
            if let Some(op) = at.first_op(context) {
                return Some(op);
            }
            block = at.next(context);
        }
        None
    }
}

impl Op {
    /// The first operation that is nested directly in this one.
    #[inline]
    pub fn first_nested(self, context: &Context) -> Option<Self> {
        if self.num_regions(context) == 0 {
            return None;
        }
        self.regions(context)
            .find_map(|region| Region::first_op_from(context, region.first_block(context)))
    }

    /// The operation that follows in the block, or in a later block or region of the parent.
    fn next_nested(self, context: &Context) -> Option<Self> {
        if let Some(next) = self.next(context) {
            return Some(next);
        }
        let block = self.block(context)?;
        if let Some(op) = Region::first_op_from(context, block.next(context)) {
            return Some(op);
        }
        let region = block.region(context)?;
        let parent = region.parent_op(context)?;
        parent
            .regions(context)
            .skip(region.index(context) + 1)
            .find_map(|region| Region::first_op_from(context, region.first_block(context)))
    }

    /// The operation that a walk in post-order over this one visits first.
    pub fn first_in_post_order(self, context: &Context) -> Self {
        let mut op = self;
        while let Some(nested) = op.first_nested(context) {
            op = nested;
        }
        op
    }

    /// The operation that follows in post-order, below `root`.
    #[inline]
    pub fn next_in_post_order(self, context: &Context, root: Self) -> Option<Self> {
        if self == root {
            return None;
        }
        match self.next_nested(context) {
            Some(next) => Some(next.first_in_post_order(context)),
            None => self.parent_op(context),
        }
    }

    /// The operation that follows in pre-order, below `root`, without what is nested in this one.
    #[inline]
    pub fn next_after(self, context: &Context, root: Self) -> Option<Self> {
        let mut op = self;
        while op != root {
            if let Some(next) = op.next_nested(context) {
                return Some(next);
            }
            op = op.parent_op(context)?;
        }
        None
    }

    /// Visits this operation and all that are nested in it. Returns whether no visit interrupted the walk.
    #[inline]
    pub fn walk(
        self,
        context: &Context,
        order: WalkOrder,
        mut visit: impl FnMut(Self) -> WalkResult,
    ) -> bool {
        match order {
            WalkOrder::PreOrder => {
                let mut at = Some(self);
                while let Some(op) = at {
                    at = match visit(op) {
                        WalkResult::Interrupt => return false,
                        WalkResult::Advance => {
                            op.first_nested(context).or_else(|| op.next_after(context, self))
                        }
                        WalkResult::Skip => op.next_after(context, self),
                    };
                }
            }
            WalkOrder::PostOrder => {
                let mut at = Some(self.first_in_post_order(context));
                while let Some(op) = at {
                    at = op.next_in_post_order(context, self);
                    if visit(op) == WalkResult::Interrupt {
                        return false;
                    }
                }
            }
        }
        true
    }

    /// Visits as [`walk`](Self::walk) does, with the right to change the IR. A visit can move the operation that it gets, which
    /// does not change what comes next. In post-order it can also erase it, in pre-order what is nested in it and, when it
    /// returns [`WalkResult::Skip`] and the operation is not the root, the operation itself. It must not erase the operation
    /// that comes next.
    pub fn walk_mut(
        self,
        edit: &mut Exclusive<'_>,
        order: WalkOrder,
        mut visit: impl FnMut(&mut Exclusive<'_>, Self) -> WalkResult,
    ) -> bool {
        let mut at = Some(match order {
            WalkOrder::PreOrder => self,
            WalkOrder::PostOrder => self.first_in_post_order(edit),
        });
        while let Some(op) = at {
            let after = match order {
                WalkOrder::PreOrder => op.next_after(edit, self),
                WalkOrder::PostOrder => op.next_in_post_order(edit, self),
            };
            at = match visit(edit, op) {
                WalkResult::Interrupt => return false,
                WalkResult::Advance if order == WalkOrder::PreOrder => op.first_nested(edit).or(after),
                _ => after,
            };
        }
        true
    }
}
