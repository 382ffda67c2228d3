//! The worklist of the greedy driver, which follows the changes.
//!
//! Invariant: every operation in the worklist exists.

use tvmlike_ir::{Block, Context, InsertionPoint, Listener, Op, Region, SideTable, Value};

use super::config::{GreedyConfig, Strictness};
use super::kept::Kept;
use super::plans::Plans;
use super::worklist::Worklist;
use crate::applicator::FrozenPatterns;

/// The worklist, which follows the changes.
pub(super) struct Driver<'a, 'l> {
    pub(super) worklist: Worklist,
    pub(super) kept: Kept,
    pub(super) plans: Plans<'a>,
    strictness: Strictness,
    /// The operations that can be visited, unless all can.
    pub(super) given: SideTable<Op, bool>,
    pub(super) scope: Option<Region>,
    /// The block of the operation before, if the order of operations counts in it.
    pub(super) ordered: Option<Block>,
    outer: Option<&'l mut dyn Listener>,
}

impl<'a, 'l> Driver<'a, 'l> {
    pub(super) fn new(
        patterns: &'a FrozenPatterns,
        config: &GreedyConfig,
        scope: Option<Region>,
        outer: Option<&'l mut dyn Listener>,
    ) -> Self {
        Self {
            worklist: Worklist::default(),
            kept: Kept::new(),
            // Whether a limit leaves something to be visited includes what no visit changes.
            plans: Plans::new(patterns, config.max_rewrites.is_none()),
            strictness: config.strictness,
            given: SideTable::new(),
            scope,
            ordered: None,
            outer,
        }
    }

    #[inline]
    pub(super) fn add_one(&mut self, context: &Context, op: Op) {
        let is_visited = self.strictness == Strictness::AnyOp || self.given.get(op);
        if is_visited && !self.plans.is_skipped(context, op) {
            self.worklist.push(context, op);
        }
    }

    /// Adds an operation and those around it, if it is in the scope.
    pub(super) fn add(&mut self, context: &Context, op: Op) {
        let parent = |op: Op| op.parent_region(context)?.parent_op(context);
        let is_last = |op: Op| op.parent_region(context) == self.scope;
        let mut outermost = op;
        while !is_last(outermost) {
            match parent(outermost) {
                Some(parent) => outermost = parent,
                None => return,
            }
        }
        let mut at = op;
        loop {
            self.add_one(context, at);
            if at == outermost {
                return;
            }
            match parent(at) {
                Some(parent) => at = parent,
                None => return,
            }
        }
    }

    /// Whether an operation in a graph region uses one of its own results, itself or inside of it: nothing can replace it.
    #[inline]
    pub(super) fn needs_itself(&mut self, context: &Context, op: Op) -> bool {
        let Some(block) = op.block(context) else {
            return false;
        };
        if self.ordered == Some(block) {
            return false;
        }
        if block.is_ordered(context) {
            self.ordered = Some(block);
            return false;
        }
        let inside = |user: Op| user == op || user.is_inside(context, op);
        op.results(context)
            .any(|result| result.uses(context).any(|at| inside(at.owner(context))))
    }

    /// Adds what defines the operands of an operation that is erased, if few others use them.
    fn add_operands(&mut self, context: &Context, op: Op) {
        for operand in op.operands(context) {
            let Some(definition) = operand.defining_op(context) else {
                continue;
            };
            let mut other = None;
            let mut users = operand.uses(context).map(|at| at.owner(context));
            let has_many = users.any(|user| {
                if user == op || other == Some(user) {
                    return false;
                }
                other.replace(user).is_some()
            });
            if !has_many {
                self.add(context, definition);
            }
        }
    }
}

impl Listener for Driver<'_, '_> {
    fn op_inserted(&mut self, context: &Context, op: Op, from: Option<InsertionPoint>) {
        if let Some(outer) = &mut self.outer {
            outer.op_inserted(context, op, from);
        }
        if self.strictness == Strictness::ExistingAndNew {
            self.given.set(op, true);
        }
        if from.is_some() {
            self.kept.changed(op);
        }
        self.add(context, op);
    }

    fn op_modified(&mut self, context: &Context, op: Op) {
        if let Some(outer) = &mut self.outer {
            outer.op_modified(context, op);
        }
        self.kept.modified(context, op);
        self.add(context, op);
    }

    fn op_replaced(&mut self, context: &Context, op: Op, values: &[Value]) {
        if let Some(outer) = &mut self.outer {
            outer.op_replaced(context, op, values);
        }
    }

    fn op_erased(&mut self, context: &Context, op: Op) {
        if let Some(outer) = &mut self.outer {
            outer.op_erased(context, op);
        }
        self.kept.changed(op);
        if op.num_regions(context) > 0 {
            self.ordered = None;
        }
        self.add_operands(context, op);
        self.worklist.remove(op);
        if self.strictness != Strictness::AnyOp {
            self.given.set(op, false);
        }
    }

    fn block_inserted(&mut self, context: &Context, block: Block, from: Option<Region>) {
        if let Some(outer) = &mut self.outer {
            outer.block_inserted(context, block, from);
        }
        self.ordered = None;
        if from.is_some() {
            self.kept.clear();
        }
    }

    fn block_erased(&mut self, context: &Context, block: Block) {
        if let Some(outer) = &mut self.outer {
            outer.block_erased(context, block);
        }
        self.ordered = None;
    }

    fn op_gone(&mut self, op: Op) {
        if let Some(outer) = &mut self.outer {
            outer.op_gone(op);
        }
        self.ordered = None;
        self.kept.changed(op);
        self.worklist.remove(op);
        self.given.set(op, false);
    }

    fn match_failed(&mut self, context: &Context, op: Op, reason: &str) {
        if let Some(outer) = &mut self.outer {
            outer.match_failed(context, op, reason);
        }
    }
}
