//! The sparse data-flow framework, backward: facts about values from how they are used.
//!
//! A fact flows from the results of an operation to its operands, and from an argument of a block, or a result, to the values
//! that control flow passes to it; within what can be called. Invariant: a fact only grows, by joining; at the end, the fact
//! about a value includes what each of its uses tells. A value that nothing needs has no fact.

use std::collections::{HashMap, VecDeque};

use foldhash::fast::FixedState;
use smallvec::SmallVec;
use tvmlike_ir::{
    Branch, Context, Op, RegionBranch, RegionSuccessor, SideTable, Traits, Value, ValueOwner, WalkOrder,
    WalkResult,
};

/// What the framework finds out about values from their uses.
pub trait BackwardAnalysis {
    /// A fact about a value.
    type Fact: Clone;
    /// Why an analysis ends early.
    type Error;

    /// The fact about an operand of an operation whose use says no more: it is returned, or decides where control goes, or
    /// goes to where the control flow is not known.
    ///
    /// # Errors
    /// The analysis ends.
    fn anything(&mut self, context: &Context, value: Value) -> Result<Self::Fact, Self::Error>;

    /// Makes a fact include another one. Whether that changed it.
    ///
    /// # Errors
    /// The analysis ends.
    fn join(&mut self, into: &mut Self::Fact, other: &Self::Fact) -> Result<bool, Self::Error>;

    /// The facts about the operands of an operation without known control flow, from those about its results; `None`, for an
    /// operand or a result: nothing.
    ///
    /// # Errors
    /// The analysis ends.
    fn transfer(
        &mut self,
        context: &Context,
        op: Op,
        results: &[Option<Self::Fact>],
    ) -> Result<Vec<Option<Self::Fact>>, Self::Error>;
}

/// Facts about values; nothing is known to need the others.
pub type BackwardFacts<F> = HashMap<Value, F, FixedState>;

/// Analyzes what is in an operation.
///
/// # Errors
/// What the analysis returned.
pub fn solve_backward<A: BackwardAnalysis>(
    context: &Context,
    root: Op,
    analysis: &mut A,
) -> Result<BackwardFacts<A::Fact>, A::Error> {
    let mut solver = Solver {
        context,
        root,
        analysis,
        facts: HashMap::default(),
        pending: VecDeque::new(),
        is_pending: SideTable::new(),
    };
    root.walk(context, WalkOrder::PostOrder, |op| {
        if op != root {
            solver.schedule(op);
        }
        WalkResult::Advance
    });
    // What uses the results is not analyzed.
    for result in root.results(context).filter(|result| result.has_uses(context)) {
        solver.add_anything(result)?;
    }
    // Users first: the last operation of the text.
    while let Some(op) = solver.pending.pop_back() {
        solver.is_pending.set(op, false);
        solver.visit(op)?;
    }
    Ok(solver.facts)
}

struct Solver<'a, A: BackwardAnalysis> {
    context: &'a Context,
    root: Op,
    analysis: &'a mut A,
    facts: BackwardFacts<A::Fact>,
    pending: VecDeque<Op>,
    is_pending: SideTable<Op, bool>,
}

impl<A: BackwardAnalysis> Solver<'_, A> {
    fn schedule(&mut self, op: Op) {
        if op != self.root && !std::mem::replace(self.is_pending.entry(op), true) {
            self.pending.push_back(op);
        }
    }

    /// Adds to the fact about a value.
    fn add(&mut self, value: Value, fact: &A::Fact) -> Result<(), A::Error> {
        let changed = match self.facts.get_mut(&value) {
            Some(old) => self.analysis.join(old, fact)?,
            None => {
                self.facts.insert(value, fact.clone());
                true
            }
        };
        if changed {
            self.schedule_sources(value);
        }
        Ok(())
    }

    fn add_anything(&mut self, value: Value) -> Result<(), A::Error> {
        let fact = self.analysis.anything(self.context, value)?;
        self.add(value, &fact)
    }

    /// Visits again what passes something to a value.
    fn schedule_sources(&mut self, value: Value) {
        let context = self.context;
        let parent = match value.owner(context) {
            ValueOwner::Result { op, .. } => {
                self.schedule(op);
                Some(op)
            }
            ValueOwner::Argument { block, .. } => {
                for predecessor in block.predecessors(context).collect::<Vec<_>>() {
                    predecessor
                        .last_op(context)
                        .into_iter()
                        .for_each(|op| self.schedule(op));
                }
                block.parent_op(context)
            }
        };
        let Some(parent) = parent.filter(|op| op.interface::<RegionBranch>(context).is_some()) else {
            return;
        };
        self.schedule(parent);
        for block in parent.regions(context).flat_map(|region| region.blocks(context)) {
            block
                .last_op(context)
                .into_iter()
                .for_each(|op| self.schedule(op));
        }
    }

    fn visit(&mut self, op: Op) -> Result<(), A::Error> {
        let context = self.context;
        if let Some(branch) = op.interface::<RegionBranch>(context) {
            let unknown: SmallVec<[_; 4]> = SmallVec::from_elem(None, op.num_operands(context));
            let successors = (branch.successors)(context, op, None, &unknown);
            return self.visit_passed(
                op,
                successors
                    .iter()
                    .map(|successor| (successor, Some((branch.entry_operands)(context, op, successor)))),
            );
        }
        if op.num_successors(context) > 0 {
            return self.visit_branch(op);
        }
        if op.has_trait(context, Traits::TERMINATOR) {
            return self.visit_end(op);
        }
        let results: SmallVec<[Option<A::Fact>; 4]> = op
            .results(context)
            .map(|result| self.facts.get(&result).cloned())
            .collect();
        let facts = self.analysis.transfer(context, op, &results)?;
        for (operand, fact) in op.operands(context).zip(facts) {
            if let Some(fact) = fact {
                self.add(operand, &fact)?;
            }
        }
        Ok(())
    }

    /// The end of a region.
    fn visit_end(&mut self, op: Op) -> Result<(), A::Error> {
        let context = self.context;
        let around = op.parent_op(context).zip(op.parent_region(context));
        let branch = around.and_then(|(parent, _)| parent.interface::<RegionBranch>(context));
        let (Some((parent, region)), Some(branch)) = (around, branch) else {
            return op
                .operands(context)
                .try_for_each(|operand| self.add_anything(operand));
        };
        let successors = (branch.successors)(context, parent, Some(region), &[]);
        self.visit_passed(
            op,
            successors
                .iter()
                .map(|successor| (successor, op.passed_operands(context, successor))),
        )
    }

    /// Operands that are passed to regions, or behind an operation with regions.
    fn visit_passed<'s>(
        &mut self,
        op: Op,
        successors: impl Iterator<Item = (&'s RegionSuccessor, Option<std::ops::Range<usize>>)>,
    ) -> Result<(), A::Error> {
        let context = self.context;
        let mut is_passed: SmallVec<[bool; 8]> = SmallVec::from_elem(false, op.num_operands(context));
        for (successor, passed) in successors {
            let passed = passed.filter(|passed| passed.len() == successor.inputs.len());
            for (number, target) in passed.into_iter().flatten().zip(&successor.inputs) {
                is_passed[number] = true;
                if let (Some(fact), Some(operand)) =
                    (self.facts.get(target).cloned(), op.operand(context, number))
                {
                    self.add(operand, &fact)?;
                }
            }
        }
        self.add_rest(op, &is_passed)
    }

    fn visit_branch(&mut self, op: Op) -> Result<(), A::Error> {
        let context = self.context;
        let mut is_passed: SmallVec<[bool; 8]> = SmallVec::from_elem(false, op.num_operands(context));
        if let Some(branch) = op.interface::<Branch>(context) {
            for (number, block) in op.successors(context).enumerate() {
                let passed = (branch.operands)(context, op, number);
                let arguments = block.arguments(context).skip(passed.produced);
                for (operand, argument) in passed.operands.zip(arguments) {
                    is_passed[operand] = true;
                    if let (Some(fact), Some(operand)) =
                        (self.facts.get(&argument).cloned(), op.operand(context, operand))
                    {
                        self.add(operand, &fact)?;
                    }
                }
            }
        }
        self.add_rest(op, &is_passed)
    }

    /// What is known of operands that are not passed on: anything.
    fn add_rest(&mut self, op: Op, is_passed: &[bool]) -> Result<(), A::Error> {
        let context = self.context;
        for (operand, is_passed) in op.operands(context).zip(is_passed) {
            if !is_passed {
                self.add_anything(operand)?;
            }
        }
        Ok(())
    }
}
