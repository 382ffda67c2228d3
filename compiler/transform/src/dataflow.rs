//! The sparse data-flow framework: facts about values, and which blocks are executed.
//!
//! Facts flow forward, from definitions to users, only where the program can go: a branch whose operands are known to decide it
//! leads to one block only. A call of a private function whose uses are all calls leads into it and back. Invariant: the fact of
//! a value only grows, from nothing known yet to everything possible, so that the solver ends; at the end it holds in each
//! execution.

mod backward;
mod calls;
mod dense;

use std::collections::{HashMap, HashSet, VecDeque};
use std::ops::Range;

use foldhash::fast::FixedState;
use smallvec::SmallVec;
use tvmlike_ir::{
    Attribute, Block, Branch, Call, Callable, Context, Exclusive, Op, RegionBranch, RegionSuccessor,
    SideTable, SymbolTables, Traits, Value, WalkOrder, WalkResult,
};

pub use backward::{BackwardAnalysis, BackwardFacts, solve_backward};
use calls::Callee;
pub(crate) use calls::{find_open_callees, resolve_call};
pub use dense::{Dense, DenseAnalysis, Direction};

/// What the framework finds out about values.
pub trait SparseAnalysis {
    /// A fact about a value. The default: nothing is known yet, as no execution has reached the value.
    type Fact: Clone + Default + PartialEq;

    /// The fact that always holds of a value.
    fn anything(&mut self, context: &Context, value: Value) -> Self::Fact;

    /// The fact that holds if one of two does.
    fn join(&mut self, first: &Self::Fact, second: &Self::Fact) -> Self::Fact;

    /// What an operation without control flow gives. It must leave what the operation does as it is.
    fn transfer(
        &mut self,
        edit: &mut Exclusive<'_>,
        op: Op,
        facts: &Facts<Self::Fact>,
    ) -> Transfer<Self::Fact>;

    /// The constant that a value with a fact is, for the choice of branches. `None`: nothing is known yet.
    fn constant(&self, fact: &Self::Fact) -> Option<Option<Attribute>>;

    /// The fact about an argument of a region of an operation, or about a result, that no control flow passes: the variable
    /// of a loop.
    fn not_passed(
        &mut self,
        context: &Context,
        op: Op,
        value: Value,
        facts: &Facts<Self::Fact>,
    ) -> Self::Fact {
        let _ = (op, facts);
        self.anything(context, value)
    }
}

/// What an operation gives.
pub enum Transfer<F> {
    /// Nothing yet: what it needs is not known yet.
    Later,
    /// Anything.
    Anything,
    /// Facts about the results.
    Results(SmallVec<[F; 1]>),
}

/// Facts about values.
#[derive(Debug)]
pub struct Facts<F>(HashMap<Value, F, FixedState>);

impl<F: Clone + Default> Facts<F> {
    /// The fact about a value.
    pub fn get(&self, value: Value) -> F {
        self.0.get(&value).cloned().unwrap_or_default()
    }

    /// The fact about a value, if there is one yet.
    pub fn find(&self, value: Value) -> Option<&F> {
        self.0.get(&value)
    }
}

/// The visits of operations after which a solver asks whether it is interrupted.
const VISITS: usize = 64;

/// The result of an analysis, and its solver.
pub struct Sparse<A: SparseAnalysis> {
    root: Op,
    analysis: A,
    facts: Facts<A::Fact>,
    executed: SideTable<Block, bool>,
    edges: HashSet<(Block, Block), FixedState>,
    callees: HashMap<Op, Callee, FixedState>,
    tables: SymbolTables,
    pending: VecDeque<Op>,
    is_pending: SideTable<Op, bool>,
}

impl<A: SparseAnalysis> std::fmt::Debug for Sparse<A> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Sparse")
            .field("root", &self.root)
            .finish_non_exhaustive()
    }
}

impl<A: SparseAnalysis> Sparse<A> {
    /// Analyzes what is in an operation.
    pub fn solve(edit: &mut Exclusive<'_>, root: Op, analysis: A) -> Self {
        Self::solve_unless(edit, root, analysis, &|| false).expect("it is not interrupted")
    }

    /// As [`solve`](Self::solve). `None`: a function that is asked now and then answered yes.
    pub fn solve_unless(
        edit: &mut Exclusive<'_>,
        root: Op,
        analysis: A,
        is_interrupted: &dyn Fn() -> bool,
    ) -> Option<Self> {
        let context = edit.context();
        let mut new = Self {
            root,
            analysis,
            facts: Facts(HashMap::default()),
            executed: SideTable::new(),
            edges: HashSet::default(),
            callees: HashMap::default(),
            tables: SymbolTables::new(),
            pending: VecDeque::new(),
            is_pending: SideTable::new(),
        };
        new.find_open_callees(context);
        new.begin_outside(context);
        for region in root.regions(context) {
            if let Some(entry) = region.first_block(context) {
                new.enter_with_anything(context, entry);
            }
        }
        let mut visits = 0_usize;
        while let Some(op) = new.pending.pop_front() {
            new.is_pending.set(op, false);
            new.visit(edit, op);
            visits += 1;
            if visits.is_multiple_of(VISITS) && is_interrupted() {
                return None;
            }
        }
        Some(new)
    }

    /// The fact about a value.
    pub fn fact(&self, value: Value) -> A::Fact {
        self.facts.get(value)
    }

    /// Whether a block can be executed.
    pub fn is_executed(&self, block: Block) -> bool {
        self.executed.get(block)
    }

    /// The analysis.
    pub fn analysis(&self) -> &A {
        &self.analysis
    }

    /// The facts about values.
    pub fn into_facts(self) -> HashMap<Value, A::Fact, FixedState> {
        self.facts.0
    }

    fn schedule(&mut self, op: Op) {
        if !std::mem::replace(self.is_pending.entry(op), true) {
            self.pending.push_back(op);
        }
    }

    /// Adds to the fact about a value.
    fn add(&mut self, context: &Context, value: Value, fact: &A::Fact) {
        let old = self.facts.get(value);
        let new = self.analysis.join(&old, fact);
        if new == old {
            return;
        }
        self.facts.0.insert(value, new);
        let users: SmallVec<[Op; 8]> = value.uses(context).map(|at| at.owner(context)).collect();
        users.into_iter().for_each(|user| self.schedule(user));
    }

    fn add_anything(&mut self, context: &Context, value: Value) {
        let fact = self.analysis.anything(context, value);
        self.add(context, value, &fact);
    }

    fn add_not_passed(&mut self, context: &Context, op: Op, value: Value) {
        let fact = self.analysis.not_passed(context, op, value, &self.facts);
        self.add(context, value, &fact);
    }

    /// Marks a block as executed.
    fn enter(&mut self, context: &Context, block: Block) {
        if !std::mem::replace(self.executed.entry(block), true) {
            block.operations(context).for_each(|op| self.schedule(op));
        }
    }

    fn enter_with_anything(&mut self, context: &Context, block: Block) {
        self.enter(context, block);
        for argument in block.arguments(context) {
            self.add_anything(context, argument);
        }
    }

    /// Values from outside of what is analyzed can be anything.
    fn begin_outside(&mut self, context: &Context) {
        let root = self.root;
        if root.has_trait(context, Traits::ISOLATED_FROM_ABOVE) {
            return;
        }
        let is_outside = |value: &Value| {
            let around = value
                .parent_block(context)
                .and_then(|block| block.parent_op(context));
            !around.is_some_and(|op| op.is_inside(context, root))
        };
        let mut outside: Vec<Value> = Vec::new();
        root.walk(context, WalkOrder::PreOrder, |op| {
            if op != root {
                outside.extend(op.operands(context).filter(is_outside));
            }
            WalkResult::Advance
        });
        for value in outside {
            self.add_anything(context, value);
        }
    }

    /// The constants that operands are; `None` if one of them is not known yet.
    fn constants(&self, context: &Context, op: Op) -> Option<SmallVec<[Option<Attribute>; 4]>> {
        op.operands(context)
            .map(|operand| match self.facts.0.get(&operand) {
                Some(fact) => self.analysis.constant(fact),
                None => None,
            })
            .collect()
    }

    fn visit(&mut self, edit: &mut Exclusive<'_>, op: Op) {
        let context = edit.context();
        if !op.block(context).is_some_and(|block| self.executed.get(block)) {
            return;
        }
        if let Some(call) = op.interface::<Call>(context) {
            self.visit_call(context, op, call);
        } else if let Some(branch) = op.interface::<RegionBranch>(context) {
            self.visit_region_branch(context, op, branch);
        } else {
            self.visit_regions(context, op);
            self.visit_results(edit, op);
        }
        if op.has_trait(context, Traits::TERMINATOR) {
            self.visit_terminator(context, op);
        }
    }

    /// Enters the regions of an operation that says nothing about them.
    fn visit_regions(&mut self, context: &Context, op: Op) {
        if op.interface::<Callable>(context).is_some() {
            self.enter_callee(context, op);
            return;
        }
        for region in op.regions(context) {
            if let Some(entry) = region.first_block(context) {
                self.enter(context, entry);
                for argument in entry.arguments(context) {
                    self.add_not_passed(context, op, argument);
                }
            }
        }
    }

    fn visit_results(&mut self, edit: &mut Exclusive<'_>, op: Op) {
        let context = edit.context();
        if op.num_results(context) == 0 {
            return;
        }
        match self.analysis.transfer(edit, op, &self.facts) {
            Transfer::Later => {}
            Transfer::Results(facts) if facts.len() == op.num_results(context) => {
                for (result, fact) in op.results(context).zip(&facts) {
                    self.add(context, result, fact);
                }
            }
            _ => op
                .results(context)
                .for_each(|result| self.add_anything(context, result)),
        }
    }

    fn visit_region_branch(&mut self, context: &Context, op: Op, branch: &RegionBranch) {
        let Some(constants) = self.constants(context, op) else {
            return;
        };
        for successor in (branch.successors)(context, op, None, &constants) {
            let passed = (branch.entry_operands)(context, op, &successor);
            self.flow(context, op, op, Some(passed), &successor);
        }
    }

    /// Control goes from an operation, with some of its operands, to a region of `branch` or behind it.
    fn flow(
        &mut self,
        context: &Context,
        branch: Op,
        from: Op,
        passed: Option<Range<usize>>,
        to: &RegionSuccessor,
    ) {
        let targets: SmallVec<[Value; 4]> = match to.region {
            None => branch.results(context).collect(),
            Some(region) => {
                let Some(entry) = region.first_block(context) else {
                    return;
                };
                self.enter(context, entry);
                entry.arguments(context).collect()
            }
        };
        let passed = passed.filter(|passed| passed.len() == to.inputs.len());
        for target in targets {
            let index = to.inputs.iter().position(|input| *input == target);
            let operand = index
                .zip(passed.as_ref())
                .and_then(|(index, passed)| from.operand(context, passed.start + index));
            match operand {
                Some(operand) => {
                    let fact = self.facts.get(operand);
                    self.add(context, target, &fact);
                }
                None => self.add_not_passed(context, branch, target),
            }
        }
    }

    fn visit_terminator(&mut self, context: &Context, op: Op) {
        if op.num_successors(context) > 0 {
            self.visit_branch(context, op);
            return;
        }
        let Some(parent) = op.parent_op(context) else {
            return;
        };
        if let Some(branch) = parent.interface::<RegionBranch>(context) {
            let Some(constants) = self.constants(context, op) else {
                return;
            };
            for successor in op.successors_in(context, parent, branch, &constants) {
                let passed = op.passed_operands(context, &successor);
                self.flow(context, parent, op, passed, &successor);
            }
        } else if parent.interface::<Callable>(context).is_some() {
            self.visit_return(context, op, parent);
        }
    }

    fn visit_branch(&mut self, context: &Context, op: Op) {
        let Some(from) = op.block(context) else {
            return;
        };
        let Some(branch) = op.interface::<Branch>(context) else {
            let blocks: SmallVec<[Block; 4]> = op.successors(context).collect();
            for block in blocks {
                self.enter_with_anything(context, block);
            }
            return;
        };
        let Some(constants) = self.constants(context, op) else {
            return;
        };
        match (branch.taken)(context, op, &constants) {
            Some(block) => {
                self.edges.insert((from, block));
            }
            None => self
                .edges
                .extend(op.successors(context).map(|block| (from, block))),
        }
        for (number, block) in op.successors(context).enumerate() {
            if !self.edges.contains(&(from, block)) {
                continue;
            }
            self.enter(context, block);
            for (index, argument) in block.arguments(context).enumerate() {
                match branch.operand_of(context, op, number, index) {
                    Some(operand) => {
                        let fact = self.facts.get(operand);
                        self.add(context, argument, &fact);
                    }
                    None => self.add_anything(context, argument),
                }
            }
        }
    }
}
