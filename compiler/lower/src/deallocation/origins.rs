//! Where memrefs come from, within a function: whether two values are the same allocation.
//!
//! Each value is followed back through views, branches and regions to its origins: allocations, arguments of functions, and
//! what unknown operations make. Invariant: the answers are those of the IR when the origins were found.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};

use foldhash::fast::FixedState;
use tvmlike_ir::{
    Branch, Call, Context, EffectKind, EffectTarget, Op, RegionBranch, Value, ValueOwner, WalkOrder,
    WalkResult,
};

use super::ownership::is_memref;
use super::preconditions::ends_region;
use crate::make::has_trait;

/// What a value is a view of, if an operation makes a view.
pub(super) fn view_source(context: &Context, value: Value) -> Option<Value> {
    match value.owner(context) {
        ValueOwner::Result { op, index: 0 } if has_trait(context, op, "ViewLikeOpInterface") => {
            op.operand(context, 0)
        }
        _ => None,
    }
}

/// What a value is a view of, through several; else the value itself.
pub(super) fn view_base(context: &Context, value: Value) -> Value {
    let mut base = value;
    while let Some(source) = view_source(context, base) {
        base = source;
    }
    base
}

/// Whether an operation allocates the memory of a value.
pub(super) fn is_allocated(context: &Context, value: Value) -> bool {
    let effects = value
        .defining_op(context)
        .and_then(|op| op.memory_effects(context));
    effects.is_some_and(|effects| {
        effects
            .iter()
            .any(|effect| effect.kind == EffectKind::Allocate && effect.target == EffectTarget::Value(value))
    })
}

fn is_function_argument(context: &Context, value: Value) -> bool {
    match value.owner(context) {
        ValueOwner::Argument { block, .. } => {
            let parent = block.parent_op(context);
            block.is_entry(context) && parent.is_some_and(|op| has_trait(context, op, "FunctionOpInterface"))
        }
        ValueOwner::Result { .. } => false,
    }
}

/// What is known of the origins of a value.
#[derive(Debug)]
struct Known {
    terminals: HashSet<Value, FixedState>,
    /// Whether all origins are allocations.
    are_allocated: bool,
    /// Whether all are allocations or arguments of functions.
    are_apart: bool,
}

/// What an origin is: noted when it is found, because a rewrite can erase it.
#[derive(Clone, Copy, Debug)]
struct Terminal {
    is_allocated: bool,
    is_argument: bool,
}

/// Where values come from.
#[derive(Default, Debug)]
pub(crate) struct Origins {
    /// What each value can be.
    sources: HashMap<Value, Vec<Value>, FixedState>,
    /// What can be each value.
    targets: HashMap<Value, Vec<Value>, FixedState>,
    /// What is not followed further.
    terminals: HashMap<Value, Terminal, FixedState>,
    known: Mutex<HashMap<Value, Arc<Known>, FixedState>>,
}

impl Origins {
    pub(crate) fn new(context: &Context, root: Op) -> Self {
        let mut origins = Self::default();
        root.walk(context, WalkOrder::PostOrder, |op| {
            origins.add(context, op);
            WalkResult::Advance
        });
        origins
    }

    fn link(&mut self, from: Value, to: Value) {
        self.sources.entry(to).or_default().push(from);
        self.targets.entry(from).or_default().push(to);
    }

    fn end_at(&mut self, context: &Context, op: Op) {
        let entries = op
            .regions(context)
            .filter_map(|region| region.first_block(context));
        let arguments = entries.flat_map(|block| block.arguments(context));
        for value in op.results(context).chain(arguments) {
            if is_memref(context, value) {
                self.note(context, value);
            }
        }
    }

    fn note(&mut self, context: &Context, value: Value) {
        let terminal = Terminal {
            is_allocated: is_allocated(context, value),
            is_argument: is_function_argument(context, value),
        };
        self.terminals.insert(value, terminal);
    }

    fn add(&mut self, context: &Context, op: Op) {
        if op.is_named(context, "arith.select") {
            if let (Some(yes), Some(no), Some(result)) = (
                op.operand(context, 1),
                op.operand(context, 2),
                op.result(context, 0),
            ) {
                self.link(yes, result);
                self.link(no, result);
            }
        } else if op.is_named(context, "memref.realloc") {
            if let (Some(source), Some(result)) = (op.operand(context, 0), op.result(context, 0)) {
                self.link(source, result);
                self.note(context, result);
            }
        } else if has_trait(context, op, "ViewLikeOpInterface") {
            if let (Some(source), Some(result)) = (op.operand(context, 0), op.result(context, 0)) {
                self.link(source, result);
            }
        } else if let Some(branch) = op.interface::<Branch>(context) {
            for (number, target) in op.successors(context).enumerate() {
                let passed = (branch.operands)(context, op, number);
                let operands = op.operands(context).skip(passed.operands.start);
                let arguments = target.arguments(context).skip(passed.produced);
                let pairs: Vec<_> = operands.take(passed.operands.len()).zip(arguments).collect();
                pairs.into_iter().for_each(|(from, to)| self.link(from, to));
            }
        } else if op.interface::<RegionBranch>(context).is_some() {
            for each in op.forwarded_operands(context) {
                if let Some(from) = each.op.operand(context, each.operand) {
                    self.link(from, each.input);
                }
            }
        } else if ends_region(context, op) {
            // What it passes belongs to the operation around it.
        } else {
            self.end_at(context, op);
            if op.interface::<Call>(context).is_some() {
                for operand in op.operands(context).filter(|value| is_memref(context, *value)) {
                    let results: Vec<Value> = op.results(context).collect();
                    results.into_iter().for_each(|result| self.link(operand, result));
                }
            }
        }
    }

    /// A value with all that can be it.
    pub(crate) fn uses_of(&self, value: Value) -> Vec<Value> {
        let mut found = vec![value];
        let mut seen: HashSet<Value, FixedState> = HashSet::default();
        seen.insert(value);
        let mut next = 0;
        while let Some(value) = found.get(next) {
            let targets = self.targets.get(value).into_iter().flatten();
            let new: Vec<Value> = targets.copied().filter(|value| seen.insert(*value)).collect();
            found.extend(new);
            next += 1;
        }
        found
    }

    fn known(&self, value: Value) -> Arc<Known> {
        let mut cache = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = cache.get(&value) {
            return Arc::clone(known);
        }
        let mut seen: HashSet<Value, FixedState> = HashSet::default();
        let mut pending = vec![value];
        let mut known = Known {
            terminals: HashSet::default(),
            are_allocated: true,
            are_apart: true,
        };
        while let Some(value) = pending.pop() {
            if !seen.insert(value) {
                continue;
            }
            pending.extend(self.sources.get(&value).into_iter().flatten());
            if let Some(terminal) = self.terminals.get(&value) {
                known.are_allocated &= terminal.is_allocated;
                known.are_apart &= terminal.is_allocated || terminal.is_argument;
                known.terminals.insert(value);
            }
        }
        let known = Arc::new(known);
        cache.insert(value, Arc::clone(&known));
        known
    }

    /// Whether two values are in the same allocation; `None` if that is not known.
    pub(super) fn are_same(&self, context: &Context, first: Value, second: Value) -> Option<bool> {
        let bases = [first, second].map(|value| view_base(context, value));
        if bases[0] == bases[1] {
            return Some(true);
        }
        let [a, b] = bases.map(|value| self.known(value));
        if a.terminals.is_empty() || b.terminals.is_empty() {
            return None;
        }
        if a.terminals.len() == 1 && a.terminals == b.terminals {
            return Some(true);
        }
        if !a.terminals.is_disjoint(&b.terminals) {
            return None;
        }
        let are_apart = (a.are_allocated && b.are_apart) || (a.are_apart && b.are_allocated);
        are_apart.then_some(false)
    }
}
