//! `affine`: effects, loops and branches.

use std::ops::Range;

use smallvec::{SmallVec, smallvec};
use tvmlike_ir::EffectKind::{Read, Write};
use tvmlike_ir::{
    Attribute, AttributeKind, Context, FoldResult, LoopLike, Op, Region, RegionBranch, RegionSuccessor,
    RegionSuccessors, Value,
};

use super::effects::At::Operand;
use super::effects::row;
use super::{Interface, Table, groups, loops};

pub(super) const TABLE: Table = Table {
    effects: &[
        ("affine.load", &[row(Read, Operand("memref"))]),
        ("affine.store", &[row(Write, Operand("memref"))]),
        ("affine.vector_load", &[row(Read, Operand("memref"))]),
        ("affine.vector_store", &[row(Write, Operand("memref"))]),
    ],
    interfaces: &[
        ("affine.for", Interface::Loop(FOR)),
        (
            "affine.for",
            Interface::RegionBranch(RegionBranch {
                successors: for_successors,
                entry_operands: |context, op, _| inits(context, op),
                enters_regions_once: false,
            }),
        ),
        (
            "affine.if",
            Interface::RegionBranch(RegionBranch::without_entry_operands(if_successors, false)),
        ),
        ("affine.parallel", Interface::Loop(loops::PARALLEL)),
    ],
};

const FOR: LoopLike = LoopLike {
    regions: |context, op| op.region(context, 0).into_iter().collect(),
    induction_variables: |context, op| arguments(context, op).take(1).collect(),
    bounds: |context, op| constant_bounds(context, op).into_iter().collect(),
    inits,
    iteration_arguments: |context, op| arguments(context, op).skip(1).collect(),
    yielded: |context, op| {
        let entry = op
            .region(context, 0)
            .and_then(|region| region.first_block(context));
        let terminator = entry.and_then(|entry| entry.last_op(context));
        terminator
            .into_iter()
            .flat_map(|op| op.operands(context))
            .collect()
    },
};

/// The bounds of a loop, if they are constants, and its step.
fn constant_bounds(context: &Context, op: Op) -> Option<[FoldResult; 3]> {
    let bound = |name| {
        let map = op.property(context, context.identifier(name))?;
        let AttributeKind::AffineMap(map) = map.kind(context) else {
            return None;
        };
        let mut results = map.results(context).iter();
        let number = results.next()?.constant(context)?;
        results.next().is_none().then_some(())?;
        let made = context.integer_attribute(context.index_type(), number);
        made.ok().map(FoldResult::Attribute)
    };
    let step = op.property(context, context.identifier("step"))?;
    Some([
        bound("lowerBoundMap")?,
        bound("upperBoundMap")?,
        FoldResult::Attribute(step),
    ])
}

/// The numbers of the operands that the first iteration gets.
fn inits(context: &Context, op: Op) -> Range<usize> {
    groups::group(&groups::sizes(context, op, "operandSegmentSizes"), 2)
}

fn arguments(context: &Context, op: Op) -> impl Iterator<Item = Value> + '_ {
    let entry = op
        .region(context, 0)
        .and_then(|region| region.first_block(context));
    entry.into_iter().flat_map(|entry| entry.arguments(context))
}

/// The body or what follows.
fn for_successors(context: &Context, op: Op, _: Option<Region>, _: &[Option<Attribute>]) -> RegionSuccessors {
    let mut all = RegionSuccessors::new();
    if let Some(region) = op.region(context, 0) {
        all.push(RegionSuccessor {
            region: Some(region),
            inputs: arguments(context, op).skip(1).collect(),
        });
    }
    all.push(RegionSuccessor::results(context, op));
    all
}

fn if_successors(
    context: &Context,
    op: Op,
    from: Option<Region>,
    _: &[Option<Attribute>],
) -> RegionSuccessors {
    if from.is_some() {
        return smallvec![RegionSuccessor::results(context, op)];
    }
    let plain = |region| RegionSuccessor {
        region: Some(region),
        inputs: SmallVec::new(),
    };
    let mut all: RegionSuccessors = op.region(context, 0).map(plain).into_iter().collect();
    let other = op.region(context, 1).filter(|other| !other.is_empty(context));
    all.push(other.map_or_else(|| RegionSuccessor::results(context, op), plain));
    all
}
