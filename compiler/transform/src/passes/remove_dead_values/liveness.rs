//! Which values are needed: by an effect, or by a caller that is not known.
//!
//! Need flows backward: from results to operands, from arguments to what is passed to them, and from calls to the returns of
//! what they call. What is not executed, as the constants tell, needs nothing. Invariant: what is marked is needed by the rules
//! of MLIR's liveness analysis.

use std::collections::{HashMap, HashSet};

use foldhash::fast::FixedState;
use tvmlike_ir::{
    Block, Branch, Call, Callable, Context, Failure, Op, RegionBranch, SideTable, SymbolTables, Traits,
    Value, ValueOwner, WalkOrder, WalkResult,
};

use crate::dataflow::{find_open_callees, resolve_call};
use crate::known_constants::Constants;
use crate::pass::Run;

/// What is known of a function with a body.
#[derive(Default)]
pub(super) struct Callee {
    /// Whether there can be callers that are not known.
    pub(super) is_open: bool,
    pub(super) callers: Vec<Op>,
}

/// Which values are needed.
#[derive(Default)]
pub(super) struct Liveness {
    live: SideTable<Value, bool>,
    kept: SideTable<Op, bool>,
    pending: Vec<Value>,
    /// The values that are needed if one is, beside the operands of the operation that it is a result of.
    sources: HashMap<Value, Vec<Value>, FixedState>,
    /// The operands that are needed only if what gets them is.
    forwarded: HashSet<(Op, usize), FixedState>,
    callees: HashMap<Op, Callee, FixedState>,
    /// The calls of functions all of whose callers are known.
    calls: HashSet<Op, FixedState>,
    branched_to: Vec<Block>,
}

impl Liveness {
    /// What is needed in the operation of a run.
    ///
    /// # Errors
    /// The pipeline was interrupted.
    pub(super) fn of(run: &mut Run<'_, '_>) -> Result<Self, Failure> {
        let (context, root) = (run.context(), run.op());
        let known = run.solve_sparse(Constants)?;
        let is_executed = |op: &&Op| op.block(context).is_some_and(|block| known.is_executed(block));
        let mut all = Self::default();
        let mut ops = Vec::new();
        root.walk(context, WalkOrder::PreOrder, |op| {
            if op != root {
                ops.push(op);
            }
            WalkResult::Advance
        });
        all.find_callees(context, root, &ops);
        for op in &ops {
            all.find_sources(context, *op, |op| is_executed(&&op));
        }
        for op in ops.iter().filter(is_executed) {
            all.mark_roots(context, *op);
        }
        while let Some(value) = all.pending.pop() {
            all.spread(context, value);
        }
        Ok(all)
    }

    pub(super) fn is_live(&self, value: Value) -> bool {
        self.live.get(value)
    }

    pub(super) fn any(&self, mut values: impl Iterator<Item = Value>) -> bool {
        values.any(|value| self.is_live(value))
    }

    /// Whether an operation needs a value that is not needed: it is not executed then.
    pub(super) fn lacks_own(&self, context: &Context, op: Op) -> bool {
        let mut operands = op.operands(context).enumerate();
        operands.any(|(index, value)| !self.is_live(value) && !self.forwarded.contains(&(op, index)))
    }

    /// Whether what gets an operand decides that it is needed.
    pub(super) fn is_forwarded(&self, op: Op, operand: usize) -> bool {
        self.forwarded.contains(&(op, operand))
    }

    /// What is known of a function.
    pub(super) fn callee(&self, op: Op) -> Option<&Callee> {
        self.callees.get(&op)
    }

    /// The blocks with arguments that branches pass values to.
    pub(super) fn branched_to(&self) -> &[Block] {
        &self.branched_to
    }

    fn mark(&mut self, value: Value) {
        if !std::mem::replace(self.live.entry(value), true) {
            self.pending.push(value);
        }
    }

    fn mark_all(&mut self, context: &Context, op: Op) {
        op.operands(context).for_each(|operand| self.mark(operand));
    }

    /// Marks the operands of an operation that are not passed on.
    fn mark_own(&mut self, context: &Context, op: Op) {
        for (index, operand) in op.operands(context).enumerate() {
            if !self.forwarded.contains(&(op, index)) {
                self.mark(operand);
            }
        }
    }

    /// An operation with regions stays: what decides where control goes in it is needed.
    fn keep(&mut self, context: &Context, op: Op) {
        if std::mem::replace(self.kept.entry(op), true) {
            return;
        }
        self.mark_own(context, op);
        for block in op.regions(context).flat_map(|region| region.blocks(context)) {
            if let Some(end) = block.last_op(context)
                && end.num_successors(context) == 0
            {
                self.mark_own(context, end);
            }
        }
    }

    fn find_callees(&mut self, context: &Context, root: Op, ops: &[Op]) {
        let mut tables = SymbolTables::new();
        for op in ops.iter().filter(|op| is_function(context, **op)) {
            self.callees.insert(*op, Callee::default());
        }
        for open in find_open_callees(context, root, &mut tables) {
            self.callees.entry(open).or_default().is_open = true;
        }
        for op in ops {
            let callee = op
                .interface::<Call>(context)
                .and_then(|call| resolve_call(context, &mut tables, root, *op, call));
            if let Some(callee) = callee.and_then(|callee| self.callees.get_mut(&callee)) {
                callee.callers.push(*op);
            }
        }
        for (function, callee) in &mut self.callees {
            // One without a name is called by its value.
            callee.is_open |= function.symbol_name(context).is_none();
            if !callee.is_open {
                self.calls.extend(&callee.callers);
            }
        }
    }

    /// A value is needed if another one is.
    fn add_source(&mut self, value: Value, source: Option<Value>) {
        if let Some(source) = source {
            self.sources.entry(value).or_default().push(source);
        }
    }

    fn find_sources(&mut self, context: &Context, op: Op, is_executed: impl Fn(Op) -> bool) {
        for each in op.forwarded_operands(context) {
            self.forwarded.insert((each.op, each.operand));
            if is_executed(each.op) {
                self.add_source(each.input, each.op.operand(context, each.operand));
            }
        }
        if let Some(branch) = op.interface::<Branch>(context) {
            self.find_passed_to_blocks(context, op, branch, is_executed(op));
        }
        let callers = match self.callees.get(&op) {
            Some(callee) if !callee.is_open => callee.callers.clone(),
            _ => return,
        };
        let ends = returns(context, op);
        for end in &ends {
            self.forwarded
                .extend((0..end.num_operands(context)).map(|index| (*end, index)));
        }
        for call in callers {
            self.find_passed_to_function(context, op, call, is_executed(call));
            for end in ends.iter().filter(|end| is_executed(**end)) {
                if end.num_operands(context) != call.num_results(context) {
                    self.mark_all(context, *end);
                    continue;
                }
                for (result, operand) in call.results(context).zip(end.operands(context)) {
                    self.add_source(result, Some(operand));
                }
            }
        }
    }

    fn find_passed_to_blocks(&mut self, context: &Context, op: Op, branch: &Branch, is_executed: bool) {
        for (number, block) in op.successors(context).enumerate() {
            let passed = (branch.operands)(context, op, number);
            self.forwarded.extend(passed.operands.map(|index| (op, index)));
            for (index, argument) in block.arguments(context).enumerate().filter(|_| is_executed) {
                self.add_source(argument, branch.operand_of(context, op, number, index));
            }
            if block.num_arguments(context) > 0 && !self.branched_to.contains(&block) {
                self.branched_to.push(block);
            }
        }
    }

    fn find_passed_to_function(&mut self, context: &Context, function: Op, call: Op, is_executed: bool) {
        let Some(interface) = call.interface::<Call>(context) else {
            return;
        };
        let body = function.region(context, 0);
        let entry = body.and_then(|body| body.first_block(context));
        let arguments = entry.into_iter().flat_map(|entry| entry.arguments(context));
        for (argument, index) in arguments.zip((interface.arguments)(context, call)) {
            self.forwarded.insert((call, index));
            if is_executed {
                self.add_source(argument, call.operand(context, index));
            }
        }
    }

    /// Marks what an operation needs by itself.
    fn mark_roots(&mut self, context: &Context, op: Op) {
        if self.calls.contains(&op) || op.interface::<Branch>(context).is_some() {
            self.mark_own(context, op);
        } else if op.num_successors(context) > 0 {
            self.mark_all(context, op);
        } else if op.has_trait(context, Traits::TERMINATOR) {
            let parent = op.parent_op(context);
            let is_return = op.has_trait(context, Traits::RETURN_LIKE);
            let callee = parent.and_then(|parent| self.callees.get(&parent));
            let is_passed_on = parent
                .is_some_and(|parent| parent.interface::<RegionBranch>(context).is_some())
                || is_return && callee.is_some_and(|callee| !callee.is_open);
            if !is_passed_on {
                self.mark_all(context, op);
            }
        } else if op.interface::<RegionBranch>(context).is_some() {
            if !op.is_memory_effect_free(context) {
                self.keep(context, op);
            }
        } else if !op.would_be_trivially_dead(context) {
            self.mark_all(context, op);
        }
    }

    /// Marks what a value that is needed needs.
    fn spread(&mut self, context: &Context, value: Value) {
        if let Some(sources) = self.sources.remove(&value) {
            sources.into_iter().for_each(|source| self.mark(source));
        }
        let (op, is_result) = match value.owner(context) {
            ValueOwner::Result { op, .. } => (op, true),
            ValueOwner::Argument { block, .. } => match block.parent_op(context) {
                Some(parent) => (parent, false),
                None => return,
            },
        };
        if op.interface::<RegionBranch>(context).is_some() {
            self.keep(context, op);
        } else if is_result && !self.calls.contains(&op) {
            self.mark_all(context, op);
        }
    }
}

/// Whether an operation is a function with a body.
fn is_function(context: &Context, op: Op) -> bool {
    op.interface::<Callable>(context)
        .is_some_and(|callable| (callable.body)(context, op).is_some())
}

/// The terminators of a function that return.
pub(super) fn returns(context: &Context, function: Op) -> Vec<Op> {
    let blocks = function
        .regions(context)
        .flat_map(|region| region.blocks(context));
    let ends = blocks.filter_map(|block| block.last_op(context));
    ends.filter(|end| end.has_trait(context, Traits::RETURN_LIKE))
        .collect()
}
