//! Integer ranges: which numbers values can be, by a sparse data-flow analysis over branches, structured control flow and calls.
//!
//! The rules of operations are extensions of their records (`tvmlike_dialects::InferIntRanges`). Which branches are taken is
//! decided by constants, or by ranges alone, as MLIR does in each pass. Invariant: a value is in its range in each execution;
//! a value without one is never computed, or is no integer.

use std::collections::HashMap;

use foldhash::fast::FixedState;
use smallvec::{SmallVec, smallvec};
use tvmlike_dialects::{InferIntRanges, Int, IntRange, full_int_range, int_range_width};
use tvmlike_ir::{
    Attribute, AttributeKind, Context, Exclusive, Failure, FoldResult, LoopLike, Op, Traits, Value,
};
use tvmlike_transform::{
    Changes, Facts, Known, Run, Sparse, SparseAnalysis, Transfer, fold_known, namespace,
};

/// What is known of a value: the constant that decides branches, and the range.
#[derive(Clone, PartialEq, Default, Debug)]
struct Fact {
    known: Known,
    range: Option<IntRange>,
}

/// What decides which branches are taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Deciders {
    /// Values that are one number by their range, and that do not fold to another value.
    Folds,
    /// Values that are one number by their range.
    Ranges,
}

/// The analysis.
struct Ranges {
    deciders: Deciders,
}

impl SparseAnalysis for Ranges {
    type Fact = Fact;

    fn anything(&mut self, context: &Context, value: Value) -> Fact {
        Fact {
            known: Known::Anything,
            range: full_int_range(context, value.ty(context)),
        }
    }

    fn join(&mut self, first: &Fact, second: &Fact) -> Fact {
        Fact {
            known: first.known.join(second.known),
            range: join(first.range.as_ref(), second.range.as_ref()),
        }
    }

    fn transfer(&mut self, edit: &mut Exclusive<'_>, op: Op, facts: &Facts<Fact>) -> Transfer<Fact> {
        let context = edit.context();
        let ranges = self.results(context, op, facts);
        let folded = match self.deciders {
            Deciders::Folds => folds(edit, op, facts),
            Deciders::Ranges => unfolded(context, op),
        };
        let found = op.results(context).zip(ranges).zip(folded);
        Transfer::Results(
            found
                .map(|((result, range), folded)| Fact {
                    known: folded.join(constant(context, op, result, range.as_ref())),
                    range,
                })
                .collect(),
        )
    }

    fn constant(&self, fact: &Fact) -> Option<Option<Attribute>> {
        fact.known.constant()
    }

    fn not_passed(&mut self, context: &Context, op: Op, value: Value, facts: &Facts<Fact>) -> Fact {
        let range = match op.interface::<LoopLike>(context) {
            Some(interface) => loop_variable(context, op, interface, value, facts),
            None => full_int_range(context, value.ty(context)),
        };
        Fact {
            known: Known::Anything,
            range,
        }
    }
}

/// What the results of an operation fold to.
fn folds(edit: &mut Exclusive<'_>, op: Op, facts: &Facts<Fact>) -> SmallVec<[Known; 1]> {
    let count = op.num_results(edit.context());
    let known = |value| facts.find(value).map_or(Known::Nothing, |fact| fact.known);
    let mut folded = match fold_known(edit, op, Changes::Undo, known) {
        Transfer::Later => smallvec![Known::Nothing; count],
        Transfer::Anything => SmallVec::new(),
        Transfer::Results(all) => all,
    };
    folded.resize(count, Known::Anything);
    folded
}

/// What is known of the results of an operation beside ranges: those that are no integers can be anything.
fn unfolded(context: &Context, op: Op) -> SmallVec<[Known; 1]> {
    op.results(context)
        .map(|result| match int_range_width(context, result.ty(context)) {
            0 => Known::Anything,
            _ => Known::Nothing,
        })
        .collect()
}

/// The numbers of one range or of another.
fn join(first: Option<&IntRange>, second: Option<&IntRange>) -> Option<IntRange> {
    match (first, second) {
        (Some(first), Some(second)) => Some(first.union(second)),
        (one, None) | (None, one) => one.cloned(),
    }
}

impl Ranges {
    /// The ranges of the results of an operation.
    fn results(&mut self, context: &Context, op: Op, facts: &Facts<Fact>) -> SmallVec<[Option<IntRange>; 1]> {
        let Some(rule) = op.interface::<InferIntRanges>(context) else {
            let full = |result: Value| full_int_range(context, result.ty(context));
            return op.results(context).map(full).collect();
        };
        let range = |value| facts.find(value).and_then(|fact| fact.range.clone());
        let operands: SmallVec<[Option<IntRange>; 4]> = op.operands(context).map(range).collect();
        let mut all = rule.infer(context, op, &operands);
        all.resize(op.num_results(context), None);
        for (result, new) in op.results(context).zip(&mut all) {
            // What an iteration passes on could grow by one number in each visit.
            let old = range(result);
            let joined = join(old.as_ref(), new.as_ref());
            if old.is_some() && joined != old && is_passed_on(context, result) {
                *new = full_int_range(context, result.ty(context));
            }
        }
        all
    }
}

/// Whether a terminator uses a value.
fn is_passed_on(context: &Context, value: Value) -> bool {
    let mut users = value.uses(context).map(|at| at.owner(context));
    users.any(|user| user.has_trait(context, Traits::TERMINATOR))
}

/// The constant that a value in a range is.
fn constant(context: &Context, op: Op, value: Value, range: Option<&IntRange>) -> Known {
    let Some(range) = range else {
        return Known::Nothing;
    };
    let ty = value.ty(context);
    let ty = ty.element_type(context).unwrap_or(ty);
    let attribute = range
        .constant_value()
        .and_then(|number| number.to_attribute(context, ty));
    match (attribute, namespace(context, op)) {
        (Some(attribute), Some(dialect)) => Known::Constant(attribute, dialect),
        _ => Known::Anything,
    }
}

/// The numbers that the variable of a loop goes through; all if the bounds are not known, none if there is no iteration.
fn loop_variable(
    context: &Context,
    op: Op,
    interface: &LoopLike,
    value: Value,
    facts: &Facts<Fact>,
) -> Option<IntRange> {
    let width = int_range_width(context, value.ty(context));
    let all = IntRange::all(width)?;
    let variables = (interface.induction_variables)(context, op);
    let bounds = (interface.bounds)(context, op);
    let index = variables.iter().position(|variable| *variable == value);
    let Some([lower, upper, step]) = index.and_then(|index| bounds.get(index)) else {
        return Some(all);
    };
    let bound = |bound: &FoldResult, greatest: bool| {
        let range = match bound {
            FoldResult::Attribute(value) => match value.kind(context) {
                AttributeKind::Integer { value, .. } => IntRange::constant(&Int::of(value)),
                _ => None,
            },
            FoldResult::Value(value) => facts.find(*value).and_then(|fact| fact.range.clone()),
        };
        let range = range.unwrap_or_else(|| all.clone());
        if greatest { range.smax } else { range.smin }
    };
    let (min, max) = (bound(lower, false), bound(upper, true));
    let (min, max) = match bound(step, true).is_negative() {
        true => (max, min),
        // Loops do not include the upper bound.
        false => (min, max.sub(&Int::new(width, 1))),
    };
    match max.cmp_signed(&min).is_ge() {
        true => IntRange::signed(min, max),
        false => None,
    }
}

/// The ranges of the values in an operation.
#[derive(Debug, Default)]
pub struct IntRanges(HashMap<Value, IntRange, FixedState>);

impl IntRanges {
    /// Analyzes what is in an operation, which stays as it is. `None`: a function that is asked now and then answered yes.
    pub fn analyze_unless(
        edit: &mut Exclusive<'_>,
        root: Op,
        is_interrupted: &dyn Fn() -> bool,
    ) -> Option<Self> {
        Sparse::solve_unless(
            edit,
            root,
            Ranges {
                deciders: Deciders::Folds,
            },
            is_interrupted,
        )
        .map(Self::of)
    }

    /// Analyzes the operation of a run, until the pipeline is interrupted.
    pub(crate) fn analyze_in(run: &mut Run<'_, '_>, deciders: Deciders) -> Result<Self, Failure> {
        run.solve_sparse(Ranges { deciders }).map(Self::of)
    }

    fn of(solved: Sparse<Ranges>) -> Self {
        let with_range = |(value, fact): (Value, Fact)| Some((value, fact.range?));
        Self(solved.into_facts().into_iter().filter_map(with_range).collect())
    }

    /// The range of a value; `None`: it is never computed, or is no integer.
    pub fn get(&self, value: Value) -> Option<&IntRange> {
        self.0.get(&value)
    }

    /// Records that one value is what another is.
    pub(crate) fn copy(&mut self, from: Value, to: Value) {
        if let Some(range) = self.0.get(&from).cloned() {
            self.0.insert(to, range);
        }
    }

    /// Forgets the results of an operation, whose ids can become those of others.
    pub(crate) fn forget(&mut self, context: &Context, op: Op) {
        for result in op.results(context) {
            self.0.remove(&result);
        }
    }

    /// Whether all operands and results of an operation are integers that are not negative.
    pub(crate) fn are_not_negative(&self, context: &Context, op: Op) -> bool {
        let mut values = op.operands(context).chain(op.results(context));
        values.all(|value| self.get(value).is_some_and(|range| !range.smin.is_negative()))
    }
}
