//! Which values are constants: the sparse analysis that `sccp` applies, and that other analyses ask which branches are taken.
//!
//! Invariant: an operation that the analysis folds does the same afterwards; it is the same if the fold gives no values.

use smallvec::{SmallVec, smallvec};
use tvmlike_ir::{Attribute, Context, Exclusive, FoldResult, Folded, Identifier, Op, Value};

use crate::dataflow::{Facts, SparseAnalysis, Transfer};

/// What is known of a value.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Known {
    /// No execution has reached it yet.
    #[default]
    Nothing,
    /// It is this constant, which a dialect can make.
    Constant(Attribute, Identifier),
    /// It can be anything.
    Anything,
}

impl Known {
    /// What is known if one of two holds.
    pub fn join(self, other: Self) -> Self {
        match (self, other) {
            (Self::Nothing, known) | (known, Self::Nothing) => known,
            (Self::Constant(a, _), Self::Constant(b, _)) if a == b => self,
            _ => Self::Anything,
        }
    }

    /// The constant, if something is known yet.
    pub fn constant(self) -> Option<Option<Attribute>> {
        match self {
            Self::Nothing => None,
            Self::Constant(value, _) => Some(Some(value)),
            Self::Anything => Some(None),
        }
    }
}

/// Finds constants.
#[derive(Debug)]
pub(crate) struct Constants;

/// The namespace of an operation's dialect.
pub fn namespace(context: &Context, op: Op) -> Option<Identifier> {
    let bytes = op.name(context).dialect_namespace(context)?;
    Some(context.identifier(bytes))
}

impl SparseAnalysis for Constants {
    type Fact = Known;

    fn anything(&mut self, _: &Context, _: Value) -> Known {
        Known::Anything
    }

    fn join(&mut self, first: &Known, second: &Known) -> Known {
        first.join(*second)
    }

    fn transfer(&mut self, edit: &mut Exclusive<'_>, op: Op, facts: &Facts<Known>) -> Transfer<Known> {
        fold_known(edit, op, Changes::Keep, |value| facts.get(value))
    }

    fn constant(&self, fact: &Known) -> Option<Option<Attribute>> {
        fact.constant()
    }
}

/// What becomes of what a fold changes in an operation before it gives values, as that of a cast of a cast.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Changes {
    /// It stays, as MLIR's analysis leaves it.
    Keep,
    /// It is undone.
    Undo,
}

/// What the results of an operation are if its operands are what is known of them.
pub fn fold_known(
    edit: &mut Exclusive<'_>,
    op: Op,
    changes: Changes,
    known: impl Fn(Value) -> Known,
) -> Transfer<Known> {
    let context = edit.context();
    let Some(dialect) = namespace(context, op) else {
        return Transfer::Anything;
    };
    if op.num_regions(context) > 0 {
        return Transfer::Anything;
    }
    if let Some(value) = op.constant_value(context) {
        return Transfer::Results(smallvec![Known::Constant(value, dialect)]);
    }
    let mut constants: SmallVec<[Option<Attribute>; 4]> = SmallVec::new();
    for operand in op.operands(context) {
        match known(operand) {
            Known::Nothing => return Transfer::Later,
            Known::Constant(value, _) => constants.push(Some(value)),
            Known::Anything => constants.push(None),
        }
    }
    match simulate_fold(edit, op, changes, &constants) {
        Some(results) => Transfer::Results(
            results
                .into_iter()
                .map(|result| match result {
                    FoldResult::Attribute(value) => Known::Constant(value, dialect),
                    FoldResult::Value(value) => known(value),
                })
                .collect(),
        ),
        None => Transfer::Anything,
    }
}

/// Folds an operation as if its operands had constant values, and undoes what the fold changed in place.
fn simulate_fold(
    edit: &mut Exclusive<'_>,
    op: Op,
    changes: Changes,
    constants: &[Option<Attribute>],
) -> Option<SmallVec<[FoldResult; 1]>> {
    let context = edit.context();
    let operands: SmallVec<[Value; 4]> = op.operands(context).collect();
    let (properties, attributes) = (op.properties(context), op.attributes(context));
    let folded = match op.fold_with(edit, constants) {
        Some(Folded::Results(results)) if changes == Changes::Keep => return Some(results),
        folded => folded,
    };
    if !op.operands(context).eq(operands.iter().copied()) {
        op.set_operands(edit, &operands);
    }
    if op.properties(context) != properties {
        op.set_properties(edit, properties);
    }
    if op.attributes(context) != attributes {
        op.set_attributes(edit, attributes);
    }
    match folded {
        Some(Folded::Results(results)) => Some(results),
        _ => None,
    }
}
