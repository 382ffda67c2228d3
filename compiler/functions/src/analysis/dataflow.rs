//! `analysis.SparseForward`, `analysis.SparseBackward`, `analysis.Dense`: data-flow analyses whose rules are functions of any
//! language.
//!
//! Invariant: while rules are called, nothing can change the IR: the analysis holds a guard or the editor.

use std::cell::RefCell;
use std::rc::Rc;

use tvmlike_ir as ir;
use tvmlike_transform as transform;

use super::found::Found;
use super::kept_values::KeptValues;
use crate::api::*;
use crate::errors;
use crate::handles::{Block, OpView, OperationBase, Ref, Value};

/// How often a fact may grow.
const MOST_CHANGES: u32 = 10_000;

/// A fact or a state, and how often it has grown.
#[derive(Clone)]
struct Fact {
    value: Any,
    changes: u32,
}

impl Fact {
    fn new(value: Any) -> Self {
        Self { value, changes: 0 }
    }
}

/// The rules of an analysis.
struct Rules<'r> {
    root: &'r Ref,
    transfer: PackedFunc,
    join: PackedFunc,
    start: PackedFunc,
}

impl Rules<'_> {
    fn join(&self, into: &mut Fact, other: &Fact) -> Result<bool> {
        let joined = self.join.call((into.value.clone(), other.value.clone()))?;
        if joined.is_none() {
            return Ok(false);
        }
        into.value = joined;
        into.changes += 1;
        if into.changes > MOST_CHANGES {
            return Err(Error::runtime_error(format!(
                "a fact of a data-flow analysis has changed {MOST_CHANGES} times; `join` must return None if its first \
                 argument includes the second"
            )));
        }
        Ok(true)
    }

    /// A fact about an operand or a result each; `None`: anything.
    fn list(&self, op: ir::Op, given: Vec<Any>, what: &str, count: usize) -> Result<Option<Vec<Any>>> {
        let answer = self.transfer.call((OpView::make(self.root, op), given))?;
        let Some(facts) = answer.view().convert::<Option<Vec<Any>>>()? else {
            return Ok(None);
        };
        if facts.len() != count {
            let core = &self.root.context().core;
            return Err(errors::value_error(format!(
                "transfer of `{}`: expected {count} facts, one for each {what}, or None, got {}",
                op.name(core).text(core),
                facts.len()
            )));
        }
        Ok(Some(facts))
    }
}

type Facts = KeptValues<ir::Value>;

impl Found<Facts> {
    fn fact(&self, value: &Value) -> Result<Option<Any>> {
        let facts = self.get()?;
        Ok(facts.get(value.in_context(self.root.context())?).cloned())
    }
}

/// A fact in the solver: known by its address, `None` for nothing yet.
#[derive(Clone, Default)]
struct Shared(Option<Rc<Fact>>);

impl PartialEq for Shared {
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Some(one), Some(other)) => Rc::ptr_eq(one, other),
            (None, None) => true,
            _ => false,
        }
    }
}

struct Forward<'r> {
    rules: Rules<'r>,
    failed: RefCell<Option<Error>>,
}

impl Forward<'_> {
    /// The value, unless a function has failed: then the analysis ends soon, as nothing changes any more.
    fn unless_failed<R>(&self, run: impl FnOnce() -> Result<R>) -> Option<R> {
        if self.failed.borrow().is_some() {
            return None;
        }
        run()
            .map_err(|error| *self.failed.borrow_mut() = Some(error))
            .ok()
    }
}

impl transform::SparseAnalysis for Forward<'_> {
    type Fact = Shared;

    fn anything(&mut self, _: &ir::Context, value: ir::Value) -> Shared {
        let fact = self.unless_failed(|| self.rules.start.call((Value::make(self.rules.root, value),)));
        Shared(fact.map(|fact| Rc::new(Fact::new(fact))))
    }

    fn join(&mut self, first: &Shared, second: &Shared) -> Shared {
        let (Some(one), Some(other)) = (&first.0, &second.0) else {
            return if first.0.is_some() {
                first.clone()
            } else {
                second.clone()
            };
        };
        let mut joined = Fact::clone(one);
        match self.unless_failed(|| self.rules.join(&mut joined, other)) {
            Some(true) => Shared(Some(Rc::new(joined))),
            _ => first.clone(),
        }
    }

    fn transfer(
        &mut self,
        edit: &mut ir::Exclusive<'_>,
        op: ir::Op,
        facts: &transform::Facts<Shared>,
    ) -> transform::Transfer<Shared> {
        let given: Option<Vec<Any>> = op
            .operands(edit)
            .map(|operand| facts.get(operand).0.map(|fact| fact.value.clone()))
            .collect();
        let Some(given) = given else {
            return transform::Transfer::Later;
        };
        let count = op.num_results(edit);
        match self.unless_failed(|| self.rules.list(op, given, "result", count)) {
            None => transform::Transfer::Later,
            Some(None) => transform::Transfer::Anything,
            Some(Some(results)) => {
                let shared = |fact| Shared(Some(Rc::new(Fact::new(fact))));
                transform::Transfer::Results(results.into_iter().map(shared).collect())
            }
        }
    }

    fn constant(&self, fact: &Shared) -> Option<Option<ir::Attribute>> {
        fact.0.as_ref().map(|_| None)
    }
}

/// Facts about the values in an operation, found from their definitions, through branches, loops and calls of private
/// functions.
#[derive(Object)]
#[object(key = "analysis.SparseForward")]
pub(crate) struct SparseForward {
    found: Found<Facts>,
}

#[methods]
impl SparseForward {
    /// Analyzes an operation. `transfer(op, facts)` gets the facts about the operands, and returns a list of facts about the results,
    /// or None: anything. `join(fact, other)` returns a fact that includes both, or None if `fact` includes `other`.
    /// `anything(value)` returns the fact about a value of which nothing is known.
    #[init]
    fn new(
        operation: &OperationBase,
        transfer: PackedFunc,
        join: PackedFunc,
        anything: PackedFunc,
    ) -> Result<Self> {
        let root = operation.part();
        let rules = Rules {
            root: &root,
            transfer,
            join,
            start: anything,
        };
        let failed = RefCell::new(None);
        let found = {
            let mut edit = root.context().edit_any()?;
            let op = root.op()?;
            transform::Sparse::solve(&mut edit, op, Forward { rules, failed })
        };
        if let Some(error) = found.analysis().failed.borrow_mut().take() {
            return Err(error);
        }
        let facts = found.into_facts().into_iter();
        let facts: Facts = facts
            .filter_map(|(value, fact)| Some((value, fact.0?.value.clone())))
            .collect();
        Ok(Self {
            found: Found::new(root, facts)?,
        })
    }

    /// The fact about a value. None: the value is never computed.
    fn fact(&self, value: &Value) -> Result<Option<Any>> {
        self.found.fact(value)
    }
}

impl transform::BackwardAnalysis for Rules<'_> {
    type Fact = Fact;
    type Error = Error;

    fn anything(&mut self, _: &ir::Context, value: ir::Value) -> Result<Fact> {
        self.start.call((Value::make(self.root, value),)).map(Fact::new)
    }

    fn join(&mut self, into: &mut Fact, other: &Fact) -> Result<bool> {
        Rules::join(self, into, other)
    }

    fn transfer(
        &mut self,
        context: &ir::Context,
        op: ir::Op,
        results: &[Option<Fact>],
    ) -> Result<Vec<Option<Fact>>> {
        let given = results
            .iter()
            .map(|fact| fact.as_ref().map_or_else(Any::default, |fact| fact.value.clone()));
        let facts = self.list(op, given.collect(), "operand", op.num_operands(context))?;
        match facts {
            Some(facts) => Ok(facts
                .into_iter()
                .map(|fact| (!fact.is_none()).then(|| Fact::new(fact)))
                .collect()),
            None => op
                .operands(context)
                .map(|operand| transform::BackwardAnalysis::anything(self, context, operand).map(Some))
                .collect(),
        }
    }
}

/// Facts about the values in an operation, found from their uses, through branches and loops.
#[derive(Object)]
#[object(key = "analysis.SparseBackward")]
pub(crate) struct SparseBackward {
    found: Found<Facts>,
}

#[methods]
impl SparseBackward {
    /// Analyzes an operation. `transfer(op, facts)` gets the facts about the results, None for what nothing needs, and returns a list
    /// with a fact about each operand, None for nothing, or None: anything. `join(fact, other)` returns a fact that includes
    /// both, or None if `fact` includes `other`. `anything(value)` returns the fact about a value that is returned, or decides
    /// where control goes.
    #[init]
    fn new(
        operation: &OperationBase,
        transfer: PackedFunc,
        join: PackedFunc,
        anything: PackedFunc,
    ) -> Result<Self> {
        let root = operation.part();
        let mut rules = Rules {
            root: &root,
            transfer,
            join,
            start: anything,
        };
        let facts = {
            let reading = root.context().read()?;
            transform::solve_backward(&reading, root.op()?, &mut rules)?
        };
        let facts: Facts = facts
            .into_iter()
            .map(|(value, fact)| (value, fact.value))
            .collect();
        Ok(Self {
            found: Found::new(root, facts)?,
        })
    }

    /// The fact about a value. None: nothing needs the value.
    fn fact(&self, value: &Value) -> Result<Option<Any>> {
        self.found.fact(value)
    }
}

impl transform::DenseAnalysis for Rules<'_> {
    type State = Fact;
    type Error = Error;

    fn boundary(&mut self, _: &ir::Context, block: ir::Block) -> Result<Fact> {
        self.start.call((Block::make(self.root, block),)).map(Fact::new)
    }

    fn join(&mut self, into: &mut Fact, other: &Fact) -> Result<bool> {
        Rules::join(self, into, other)
    }

    fn transfer(&mut self, _: &ir::Context, op: ir::Op, state: &Fact) -> Result<Fact> {
        let view = OpView::make(self.root, op);
        let value = self.transfer.call((view, state.value.clone()))?;
        Ok(Fact { value, changes: 0 })
    }
}

/// States before and behind the operations in an operation, found along the control flow.
#[derive(Object)]
#[object(key = "analysis.Dense")]
pub(crate) struct Dense {
    found: Found<KeptValues<(ir::Op, Side)>>,
}

/// On which side of an operation a state is.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Side {
    Before,
    After,
}

impl Dense {
    fn state(&self, operation: &OperationBase, side: Side) -> Result<Option<Any>> {
        let found = self.found.get()?;
        let op = operation.in_context(self.found.root.context())?;
        Ok(found.get((op, side)).cloned())
    }
}

#[methods]
impl Dense {
    /// Analyzes an operation. `transfer(op, state)` returns the state behind an operation from the one before it; with `backward`, the
    /// one before from the one behind. `join(state, other)` returns a state that includes both, or None if `state` includes
    /// `other`. `boundary(block)` returns the state where a region begins that control enters in an unknown way, with `backward`
    /// where it ends, or never ends.
    #[init]
    fn new(
        operation: &OperationBase,
        transfer: PackedFunc,
        join: PackedFunc,
        boundary: PackedFunc,
        #[default(false)] backward: bool,
    ) -> Result<Self> {
        let root = operation.part();
        let direction = match backward {
            true => transform::Direction::Backward,
            false => transform::Direction::Forward,
        };
        let mut rules = Rules {
            root: &root,
            transfer,
            join,
            start: boundary,
        };
        let found = {
            let reading = root.context().read()?;
            transform::Dense::solve(&reading, root.op()?, direction, &mut rules)?
        };
        let (before, after) = found.into_states();
        let on = |side| move |(op, state): (ir::Op, Fact)| ((op, side), state.value);
        let before = before.into_iter().map(on(Side::Before));
        let found: KeptValues<_> = before.chain(after.into_iter().map(on(Side::After))).collect();
        Ok(Self {
            found: Found::new(root, found)?,
        })
    }

    /// The state before an operation. None: nothing reaches it.
    fn before(&self, operation: &OperationBase) -> Result<Option<Any>> {
        self.state(operation, Side::Before)
    }

    /// The state behind an operation. None: nothing reaches it.
    fn after(&self, operation: &OperationBase) -> Result<Option<Any>> {
        self.state(operation, Side::After)
    }
}
