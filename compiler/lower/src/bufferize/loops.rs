//! Loops: how often their regions are entered, and whether they pass on the memory that they get.

use tvmlike_ir::{Context, Op, Region, Value};

use super::analysis::State;
use super::kinds::Kind;
use super::values::{Use, argument, position, terminator};
use crate::make::{operand_group, property};
use crate::number;
use crate::strided_metadata::{Number, mixed};

/// The lower bound, upper bound and step of a dimension, where they are known.
type Bounds = [Option<i64>; 3];

/// The bounds of the dimensions of `scf.forall`.
fn bounds(context: &Context, op: Op) -> Option<Vec<Bounds>> {
    let known = |number: Number| number.known(context);
    let numbers = |name, known_name| mixed(context, op, name, known_name);
    let lower = numbers("dynamicLowerBound", "staticLowerBound")?;
    let upper = numbers("dynamicUpperBound", "staticUpperBound")?;
    let step = numbers("dynamicStep", "staticStep")?;
    let dims = lower.into_iter().zip(upper).zip(step);
    Some(
        dims.map(|((lower, upper), step)| [lower, upper, step].map(known))
            .collect(),
    )
}

/// The argument of the body of `scf.forall` that is an operand.
pub(super) fn shared(context: &Context, op: Op, index: usize) -> Option<usize> {
    let outputs = operand_group(context, op, "outputs")?;
    let rank = number::list(context, property(context, op, "staticUpperBound")?)?.len();
    Some(index.checked_sub(outputs.start)? + rank)
}

/// The number of the operand of `scf.forall` of which a result or argument is.
pub(super) fn shared_operand(context: &Context, op: Op, value: Value) -> Option<usize> {
    let outputs = operand_group(context, op, "outputs")?;
    let (is_result, index) = position(context, value);
    match is_result {
        true => Some(outputs.start + index),
        false => outputs
            .into_iter()
            .find(|output| shared(context, op, *output) == Some(index)),
    }
}

impl State<'_> {
    /// Whether `scf.for` can have no iteration.
    pub(super) fn may_be_empty(&self, op: Op) -> bool {
        let bound = |index| number::constant(self.context, op.operand(self.context, index)?);
        !matches!((bound(0), bound(1)), (Some(lower), Some(upper)) if lower < upper)
    }

    /// Whether the regions of an operation are entered several times.
    pub(super) fn is_repeated(&self, op: Op) -> bool {
        match self.kind(op) {
            Some(Kind::For | Kind::While) => true,
            Some(Kind::Forall) => bounds(self.context, op).is_none_or(|dims| {
                dims.iter().any(|dim| {
                    !matches!(dim, [Some(lower), Some(upper), Some(step)] if lower.saturating_add(*step) >= *upper)
                })
            }),
            _ => false,
        }
    }

    /// The innermost region around a place of which several threads run one iteration each.
    fn parallel(&self, mut region: Option<Region>) -> Option<Region> {
        let context = self.context;
        while let Some(at) = region {
            let op = at.parent_op(context)?;
            if self.kind(op) == Some(Kind::Forall) && self.is_repeated(op) {
                return Some(at);
            }
            region = op.parent_region(context);
        }
        None
    }

    /// Whether threads would write what was made outside of them.
    pub(super) fn crosses_threads(&self, write: Use) -> bool {
        self.memo
            .of(|memo| &memo.crosses_threads, write, || self.find_crossing(write))
    }

    fn find_crossing(&self, write: Use) -> bool {
        let context = self.context;
        let here = self.parallel(write.0.parent_region(context));
        let origins = self.find_before(write, &|value| self.is_written_where_defined(value), true);
        origins.into_iter().any(|value| {
            let block = value.parent_block(context);
            self.parallel(block.and_then(|block| block.region(context))) != here
        })
    }

    /// Whether each iteration passes on the memory that it gets.
    pub(super) fn for_is_equivalent(&self, op: Op, number: usize) -> bool {
        let context = self.context;
        let argument = argument(context, op, 0, number + 1);
        let yielded = terminator(context, op, 0).and_then(|end| end.operand(context, number));
        matches!((argument, yielded), (Some(a), Some(b)) if self.are_equivalent(a, b))
    }

    /// As [`for_is_equivalent`](Self::for_is_equivalent), through both regions.
    pub(super) fn while_is_equivalent(&self, op: Op, number: usize) -> bool {
        let context = self.context;
        (0..2).all(|region| {
            let passed = terminator(context, op, region)
                .and_then(|end| end.operand(context, number + usize::from(region == 0)));
            let argument = argument(context, op, region, number);
            matches!((argument, passed), (Some(a), Some(b)) if self.are_equivalent(a, b))
        })
    }
}
