//! `scf`: structured control flow and loops.

use smallvec::{SmallVec, smallvec};
use tvmlike_ir::{
    Attribute, AttributeKind, Context, FoldResult, LoopLike, Op, Region, RegionBranch, RegionSuccessor,
    RegionSuccessors, RegionTerminator, Value,
};

use super::{Interface, Table};
use crate::common;

pub(super) const TABLE: Table = Table {
    effects: &[],
    interfaces: &[
        (
            "scf.condition",
            Interface::RegionTerminator(RegionTerminator {
                operands: |context, op, _| 1..op.num_operands(context),
                leads_to: |context, to, constants| {
                    let goes_on = number(context, constants.first());
                    goes_on.is_none_or(|goes_on| (goes_on != 0) == to.region.is_some())
                },
            }),
        ),
        (
            "scf.execute_region",
            Interface::RegionBranch(RegionBranch::without_entry_operands(once, false)),
        ),
        ("scf.for", Interface::Loop(FOR)),
        (
            "scf.for",
            Interface::RegionBranch(RegionBranch {
                successors: for_successors,
                entry_operands: |context, op, _| 3..op.num_operands(context),
                enters_regions_once: false,
            }),
        ),
        ("scf.forall", Interface::Loop(super::loops::FORALL)),
        (
            "scf.forall",
            Interface::RegionBranch(RegionBranch::without_entry_operands(once, false)),
        ),
        (
            "scf.if",
            Interface::RegionBranch(RegionBranch::without_entry_operands(if_successors, true)),
        ),
        (
            "scf.index_switch",
            Interface::RegionBranch(RegionBranch::without_entry_operands(switch_successors, true)),
        ),
        ("scf.parallel", Interface::Loop(super::loops::SCF_PARALLEL)),
        (
            "scf.parallel",
            Interface::RegionBranch(RegionBranch::without_entry_operands(body_or_parent, false)),
        ),
        ("scf.while", Interface::Loop(WHILE)),
        (
            "scf.while",
            Interface::RegionBranch(RegionBranch {
                successors: while_successors,
                entry_operands: |context, op, _| 0..op.num_operands(context),
                enters_regions_once: false,
            }),
        ),
    ],
};

const FOR: LoopLike = LoopLike {
    regions: |context, op| op.region(context, 0).into_iter().collect(),
    induction_variables: |context, op| argument(context, op, 0, 0).into_iter().collect(),
    bounds: |context, op| {
        let bound = |index| op.operand(context, index).map(FoldResult::Value);
        match (bound(0), bound(1), bound(2)) {
            (Some(lower), Some(upper), Some(step)) => smallvec![[lower, upper, step]],
            _ => SmallVec::new(),
        }
    },
    inits: |context, op| 3..op.num_operands(context),
    iteration_arguments: |context, op| arguments(context, op, 0).skip(1).collect(),
    yielded: |context, op| yielded(context, op, 0),
};

const WHILE: LoopLike = LoopLike {
    regions: |context, op| op.regions(context).collect(),
    induction_variables: |_, _| SmallVec::new(),
    bounds: |_, _| SmallVec::new(),
    inits: |context, op| 0..op.num_operands(context),
    iteration_arguments: |context, op| arguments(context, op, 0).collect(),
    yielded: |context, op| yielded(context, op, 1),
};

fn arguments(context: &Context, op: Op, region: usize) -> impl Iterator<Item = Value> + '_ {
    let entry = op
        .region(context, region)
        .and_then(|region| region.first_block(context));
    entry.into_iter().flat_map(|entry| entry.arguments(context))
}

fn argument(context: &Context, op: Op, region: usize, index: usize) -> Option<Value> {
    arguments(context, op, region).nth(index)
}

/// The operands of the terminator of a region.
fn yielded(context: &Context, op: Op, region: usize) -> SmallVec<[Value; 4]> {
    let entry = op
        .region(context, region)
        .and_then(|region| region.first_block(context));
    let terminator = entry.and_then(|entry| entry.last_op(context));
    terminator
        .into_iter()
        .flat_map(|terminator| terminator.operands(context))
        .collect()
}

/// What follows the operation.
fn parent(context: &Context, op: Op) -> RegionSuccessor {
    RegionSuccessor::results(context, op)
}

/// A region that gets no values.
fn plain(region: Region) -> RegionSuccessor {
    RegionSuccessor {
        region: Some(region),
        inputs: SmallVec::new(),
    }
}

/// The region, then what follows.
pub(super) fn once(
    context: &Context,
    op: Op,
    from: Option<Region>,
    _: &[Option<Attribute>],
) -> RegionSuccessors {
    match (from, op.region(context, 0)) {
        (None, Some(region)) => smallvec![plain(region)],
        _ => smallvec![parent(context, op)],
    }
}

/// The body, with values of the operation itself, or what follows.
fn body_or_parent(context: &Context, op: Op, _: Option<Region>, _: &[Option<Attribute>]) -> RegionSuccessors {
    let mut all: RegionSuccessors = op.region(context, 0).map(plain).into_iter().collect();
    all.push(RegionSuccessor {
        region: None,
        inputs: SmallVec::new(),
    });
    all
}

/// The number that a constant is.
fn number(context: &Context, constant: Option<&Option<Attribute>>) -> Option<i64> {
    common::number(context, constant.copied().flatten()?)
}

/// The body or what follows, from the start and from the body's end.
fn for_successors(context: &Context, op: Op, _: Option<Region>, _: &[Option<Attribute>]) -> RegionSuccessors {
    let mut all = RegionSuccessors::new();
    if let Some(region) = op.region(context, 0) {
        all.push(RegionSuccessor {
            region: Some(region),
            inputs: arguments(context, op, 0).skip(1).collect(),
        });
    }
    all.push(parent(context, op));
    all
}

fn if_successors(
    context: &Context,
    op: Op,
    from: Option<Region>,
    constants: &[Option<Attribute>],
) -> RegionSuccessors {
    if from.is_some() {
        return smallvec![parent(context, op)];
    }
    let condition = number(context, constants.first());
    let mut all = RegionSuccessors::new();
    if let Some(then) = op.region(context, 0).filter(|_| condition != Some(0)) {
        all.push(plain(then));
    }
    if condition.is_none_or(|condition| condition == 0) {
        let other = op.region(context, 1).filter(|other| !other.is_empty(context));
        all.push(other.map_or_else(|| parent(context, op), plain));
    }
    all
}

fn switch_successors(
    context: &Context,
    op: Op,
    from: Option<Region>,
    constants: &[Option<Attribute>],
) -> RegionSuccessors {
    if from.is_some() {
        return smallvec![parent(context, op)];
    }
    let cases = op.property(context, context.identifier("cases"));
    let Some(value) = number(context, constants.first()) else {
        return op.regions(context).map(plain).collect();
    };
    let is_case =
        |element| matches!(element, tvmlike_ir::Element::Integer(case) if case.to_i64() == Some(value));
    let index = match cases.map(|cases| cases.kind(context)) {
        Some(AttributeKind::DenseArray(cases)) => cases.iter(context).position(is_case),
        _ => None,
    };
    // The first region is the default.
    op.region(context, index.map_or(0, |index| index + 1))
        .map(plain)
        .into_iter()
        .collect()
}

/// The first region, which the second one returns to; the first one's end goes on to the second one or to what follows.
fn while_successors(
    context: &Context,
    op: Op,
    from: Option<Region>,
    _: &[Option<Attribute>],
) -> RegionSuccessors {
    let (before, after) = (op.region(context, 0), op.region(context, 1));
    let region = |region: Option<Region>| region.map(|region| RegionSuccessor::region(context, region));
    match from {
        Some(at) if Some(at) == before => {
            let mut all: RegionSuccessors = smallvec![parent(context, op)];
            all.extend(region(after));
            all
        }
        _ => region(before).into_iter().collect(),
    }
}
