//! Liveness: which values are needed at the start and at the end of blocks, and where.
//!
//! Invariant: the sets are those of the IR when it was analyzed. A value that is used in a nested region lives in the blocks
//! around the use, too.

use std::collections::{HashMap, HashSet};

use foldhash::fast::FixedState;
use tvmlike_ir::{Block, Context, Op, Region, Value, ValueOwner, WalkOrder, WalkResult};

use crate::analysis::Analysis;

/// Values in the order in which they were found, each once.
#[derive(Clone, Default, Debug)]
struct Values {
    order: Vec<Value>,
    members: HashSet<Value, FixedState>,
}

impl Values {
    fn add(&mut self, value: Value) {
        self.insert(value);
    }

    fn insert(&mut self, value: Value) -> bool {
        let is_new = self.members.insert(value);
        if is_new {
            self.order.push(value);
        }
        is_new
    }

    fn contains(&self, value: Value) -> bool {
        self.members.contains(&value)
    }

    fn as_slice(&self) -> &[Value] {
        &self.order
    }
}

/// What lives in a block.
#[derive(Default, Debug)]
struct BlockInfo {
    /// What is used in the block or in regions in it, and defined outside.
    used: Vec<Value>,
    defined: Values,
    live_in: Values,
    live_out: Values,
}

/// Which values live in the blocks of an operation.
#[derive(Default, Debug)]
pub struct Liveness(HashMap<Block, BlockInfo, FixedState>);

impl Analysis for Liveness {
    fn build(context: &Context, root: Op) -> Self {
        let mut all = Self::default();
        let mut pending: Vec<Block> = Vec::new();
        let mut collect = |op: Op| {
            for block in op.regions(context).flat_map(|region| region.blocks(context)) {
                let mut info = BlockInfo::of(context, block);
                if info.update_live_in() {
                    pending.extend(block.predecessors(context));
                }
                all.0.insert(block, info);
            }
        };
        root.walk(context, WalkOrder::PreOrder, |op| {
            collect(op);
            WalkResult::Advance
        });
        while let Some(block) = pending.pop() {
            let mut coming: Vec<Value> = Vec::new();
            for next in block.successors(context) {
                coming.extend(all.0.get(&next).iter().flat_map(|info| info.live_in.as_slice()));
            }
            let Some(info) = all.0.get_mut(&block) else {
                continue;
            };
            for value in coming {
                info.live_out.insert(value);
            }
            if info.update_live_in() {
                pending.extend(block.predecessors(context));
            }
        }
        all
    }
}

/// The block of a region that a block is, or is nested in.
fn ancestor_in(context: &Context, region: Region, block: Block) -> Option<Block> {
    let mut at = block;
    loop {
        if at.region(context) == Some(region) {
            return Some(at);
        }
        at = at.parent_op(context)?.block(context)?;
    }
}

/// The operation of a block that an operation is, or is nested in.
fn ancestor_op(context: &Context, block: Block, op: Op) -> Option<Op> {
    let mut at = op;
    while at.block(context) != Some(block) {
        at = at.parent_op(context)?;
    }
    Some(at)
}

impl BlockInfo {
    fn of(context: &Context, block: Block) -> Self {
        let mut info = Self::default();
        let leaves = |value: Value| {
            let region = block.region(context);
            value.uses(context).any(|at| {
                let user = at.owner(context).block(context);
                let here = user
                    .zip(region)
                    .and_then(|(user, region)| ancestor_in(context, region, user));
                here.is_some_and(|here| here != block)
            })
        };
        let own = block.arguments(context);
        let results = block.operations(context).flat_map(|op| op.results(context));
        for value in own.chain(results) {
            info.defined.insert(value);
            if leaves(value) {
                info.live_out.insert(value);
            }
        }
        let mut used = Values::default();
        for op in block.operations(context) {
            op.walk(context, WalkOrder::PreOrder, |op| {
                op.results(context).for_each(|value| info.defined.add(value));
                op.operands(context).for_each(|value| used.add(value));
                let blocks = op.regions(context).flat_map(|region| region.blocks(context));
                for value in blocks.flat_map(|block| block.arguments(context)) {
                    info.defined.insert(value);
                }
                WalkResult::Advance
            });
        }
        let outside = used
            .as_slice()
            .iter()
            .filter(|value| !info.defined.contains(**value));
        info.used = outside.copied().collect();
        info
    }

    /// Adds what is used or leaves, and is not defined here. Whether something was added.
    fn update_live_in(&mut self) -> bool {
        let mut changed = false;
        for value in self.used.iter().chain(self.live_out.as_slice()) {
            if !self.defined.contains(*value) {
                changed |= self.live_in.insert(*value);
            }
        }
        changed
    }

    /// The last operation of a block from `start` on that needs a value.
    fn end(&self, context: &Context, block: Block, value: Value, start: Op) -> Op {
        if self.live_out.contains(value) {
            return block.last_op(context).unwrap_or(start);
        }
        let mut end = start;
        for at in value.uses(context) {
            if let Some(user) = ancestor_op(context, block, at.owner(context))
                && end.is_before_in_block(context, user)
            {
                end = user;
            }
        }
        end
    }
}

impl Liveness {
    /// The values that a block needs from outside; none if the block was not analyzed.
    pub fn live_in(&self, block: Block) -> &[Value] {
        self.0.get(&block).map_or(&[], |info| info.live_in.as_slice())
    }

    /// The values that are needed behind a block.
    pub fn live_out(&self, block: Block) -> &[Value] {
        self.0.get(&block).map_or(&[], |info| info.live_out.as_slice())
    }

    /// Whether a value is not needed behind an operation of its block.
    pub fn is_dead_after(&self, context: &Context, value: Value, op: Op) -> bool {
        let Some((block, info)) = op
            .block(context)
            .and_then(|block| Some((block, self.0.get(&block)?)))
        else {
            return false;
        };
        if info.live_out.contains(value) {
            return false;
        }
        let end = info.end(context, block, value, op);
        end == op || end.is_before_in_block(context, op)
    }

    /// The operations at which a value lives: from its definition to its last use in each block.
    pub fn operations(&self, context: &Context, value: Value) -> Vec<Op> {
        let definition = match value.owner(context) {
            ValueOwner::Result { op, .. } => op.block(context),
            ValueOwner::Argument { block, .. } => Some(block),
        };
        let users = value.uses(context).map(|at| at.owner(context).block(context));
        let mut pending: Vec<Block> = Vec::new();
        for block in std::iter::once(definition).chain(users).flatten() {
            if !pending.contains(&block) {
                pending.push(block);
            }
        }
        let mut seen = pending.clone();
        let mut found = Vec::new();
        while let Some(block) = pending.pop() {
            let (Some(info), Some(first)) = (self.0.get(&block), block.first_op(context)) else {
                continue;
            };
            let start = match value.defining_op(context) {
                Some(op) if !info.live_in.contains(value) && op.block(context) == Some(block) => op,
                _ => first,
            };
            let end = info.end(context, block, value, start);
            let mut at = Some(start);
            while let Some(op) = at {
                found.push(op);
                at = op.next(context).filter(|_| op != end);
            }
            for next in block.successors(context) {
                let lives = self.0.get(&next).is_some_and(|info| info.live_in.contains(value));
                if lives && !seen.contains(&next) {
                    seen.push(next);
                    pending.push(next);
                }
            }
        }
        found
    }

    /// The values that live at an operation: what its block needs, arguments and results whose range contains it.
    pub fn live_at(&self, context: &Context, op: Op) -> Vec<Value> {
        let Some((block, info)) = op
            .block(context)
            .and_then(|block| Some((block, self.0.get(&block)?)))
        else {
            return Vec::new();
        };
        let Some(first) = block.first_op(context) else {
            return Vec::new();
        };
        let lives = |value: &Value| {
            let start = match value.defining_op(context) {
                Some(definition) if !info.live_in.contains(*value) => definition,
                _ => first,
            };
            let end = info.end(context, block, *value, start);
            !op.is_before_in_block(context, start) && !end.is_before_in_block(context, op)
        };
        let results = block.operations(context).flat_map(|op| op.results(context));
        let coming = info.live_in.as_slice().iter().copied();
        let all = block.arguments(context).chain(coming).chain(results);
        let mut found = Values::default();
        all.filter(lives).for_each(|value| found.add(value));
        found.as_slice().to_vec()
    }
}
