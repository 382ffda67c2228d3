//! Loops that run their iterations in any order.

use smallvec::{SmallVec, smallvec};
use tvmlike_ir::{AttributeKind, Context, Element, FoldResult, LoopLike, Op, Value};

/// The lower bound, the upper bound and the step of each variable.
type Bounds = SmallVec<[[FoldResult; 3]; 1]>;

/// A loop whose bounds are not constants or operands.
pub(super) const PARALLEL: LoopLike = LoopLike {
    regions: |context, op| op.region(context, 0).into_iter().collect(),
    induction_variables: |context, op| arguments(context, op).collect(),
    bounds: |_, _| SmallVec::new(),
    inits: |_, _| 0..0,
    iteration_arguments: |_, _| SmallVec::new(),
    yielded: |_, _| SmallVec::new(),
};

/// `scf.parallel`.
pub(super) const SCF_PARALLEL: LoopLike = LoopLike {
    bounds: |context, op| {
        let count = arguments(context, op).count();
        let operand = |at| op.operand(context, at).map(FoldResult::Value);
        let bounds = |at| Some([operand(at)?, operand(count + at)?, operand(2 * count + at)?]);
        let all: Option<Bounds> = (0..count).map(bounds).collect();
        all.unwrap_or_default()
    },
    ..PARALLEL
};

/// `scf.forall`, whose first arguments count.
pub(super) const FORALL: LoopLike = LoopLike {
    induction_variables: |context, op| {
        let count = numbers(context, op, "staticStep").map_or(0, |all| all.len());
        arguments(context, op).take(count).collect()
    },
    bounds: |context, op| mixed_bounds(context, op).unwrap_or_default(),
    ..PARALLEL
};

fn arguments(context: &Context, op: Op) -> impl Iterator<Item = Value> + '_ {
    let entry = op
        .region(context, 0)
        .and_then(|region| region.first_block(context));
    entry.into_iter().flat_map(|entry| entry.arguments(context))
}

/// The numbers of a property.
fn numbers(context: &Context, op: Op, name: &str) -> Option<SmallVec<[i64; 4]>> {
    let value = op.property(context, context.identifier(name))?;
    let AttributeKind::DenseArray(list) = value.kind(context) else {
        return None;
    };
    list.iter(context)
        .map(|element| match element {
            Element::Integer(value) => value.to_i64(),
            _ => None,
        })
        .collect()
}

/// Bounds of which some are constants and the others operands, in order.
fn mixed_bounds(context: &Context, op: Op) -> Option<Bounds> {
    let mut operands = op.operands(context);
    let mut mixed = |name| {
        let mut all: SmallVec<[FoldResult; 4]> = smallvec![];
        for number in numbers(context, op, name)? {
            all.push(match number {
                tvmlike_ir::DYNAMIC => FoldResult::Value(operands.next()?),
                _ => FoldResult::Attribute(context.integer_attribute(context.index_type(), number).ok()?),
            });
        }
        Some(all)
    };
    let (lower, upper, step) = (
        mixed("staticLowerBound")?,
        mixed("staticUpperBound")?,
        mixed("staticStep")?,
    );
    let each = lower.into_iter().zip(upper).zip(step);
    Some(each.map(|((lower, upper), step)| [lower, upper, step]).collect())
}
