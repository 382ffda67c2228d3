//! Giving the blocks in an operation a domain of their own, if nothing is used across its border.
//!
//! Invariant: the answer is exact where each operation uses only what is visible to it. Otherwise yes is still right: a value in
//! a region that comes later counts as one outside. Each operand and successor in the operation refers to something in it. Each
//! use of something in it is in the operation: the first of each list is, as there are as many lists as first uses, and so is
//! the one that follows each use in its list.

use smallvec::SmallVec;

use crate::context::Context;
use crate::id::{Block, Op, OpOperand, Value};
use crate::record::{block, usage, value};

/// Makes a new number the domain of all blocks in an operation. False: a value or a block is used across its border.
pub(crate) fn claim(context: &Context, root: Op, domain: u32) -> bool {
    let mut claim = Claim {
        context,
        domain,
        inside: None,
        lists: 0,
        firsts: 0,
        later: SmallVec::new(),
    };
    claim.blocks(root);
    let mut at = root.first_nested(context);
    while let Some(op) = at {
        if !claim.op(op) {
            return false;
        }
        at = op.first_nested(context).or_else(|| op.next_after(context, root));
    }
    let mut later = std::mem::take(&mut claim.later).into_iter();
    claim.lists == claim.firsts && later.all(|at| claim.has_use(at))
}

struct Claim<'c> {
    context: &'c Context,
    domain: u32,
    /// A block of the domain: that of the last value that was looked at, as the next one often has the same.
    inside: Option<Block>,
    /// The lists of uses that are not empty, of all values and blocks of the operation.
    lists: u32,
    /// The uses in the operation that are the first ones of their lists.
    firsts: u32,
    /// Uses whose blocks had not got the domain yet when they were met.
    later: SmallVec<[u32; 8]>,
}

impl Claim<'_> {
    /// Gives the blocks of the regions of an operation the domain.
    fn blocks(&mut self, op: Op) {
        let space = &self.context.space;
        for block in op
            .regions(self.context)
            .flat_map(|region| region.blocks(self.context))
        {
            space.set(block.raw() + block::DOMAIN, self.domain);
            self.lists += u32::from(space.get(block.raw() + block::FIRST_USE) != 0);
            for value in block.arguments(self.context) {
                self.lists += u32::from(value.has_uses(self.context));
            }
        }
    }

    /// Visits an operation. False: it uses something outside.
    #[inline]
    fn op(&mut self, op: Op) -> bool {
        let (space, parts) = (&self.context.space, self.context.parts(op));
        for value in op.results(self.context) {
            self.lists += u32::from(value.has_uses(self.context));
        }
        let (mut at, end) = op.operand_range(self.context);
        while at != end {
            let value = Value::new(space.get(at + usage::TARGET));
            if !self.is_inside(value.parent_block(self.context)) {
                return false;
            }
            self.follow(at, value.raw() + value::FIRST_USE);
            at += usage::SIZE;
        }
        let mut at = parts.successors;
        while at != parts.end {
            let block = Block::new(space.get(at + usage::TARGET));
            if !self.is_inside(Some(block)) {
                return false;
            }
            self.follow(at, block.raw() + block::FIRST_USE);
            at += usage::SIZE;
        }
        if parts.regions != parts.successors {
            self.blocks(op);
        }
        true
    }

    /// Looks at a use and at the one that follows in its list, whose head is given.
    #[inline]
    fn follow(&mut self, at: u32, head: u32) {
        let space = &self.context.space;
        self.firsts += u32::from(space.get(at + usage::BACK) == head);
        let next = space.get(at + usage::NEXT);
        if next != 0 && !self.has_use(next) {
            self.later.push(next);
        }
    }

    #[inline]
    fn is_inside(&mut self, block: Option<Block>) -> bool {
        let Some(block) = block else {
            return false;
        };
        if self.inside == Some(block) {
            return true;
        }
        let is_inside = self.context.space.get(block.raw() + block::DOMAIN) == self.domain;
        if is_inside {
            self.inside = Some(block);
        }
        is_inside
    }

    /// Whether the operation of a use is in a block of the domain.
    #[inline]
    fn has_use(&mut self, at: u32) -> bool {
        let owner = OpOperand::new(at).owner(self.context);
        self.is_inside(owner.block(self.context))
    }
}
