//! Whether two accesses are of the same element, one in an earlier iteration than the other.

use tvmlike_ir::{AffineOp, Block, Context, Op, Value};

use super::access::Access;
use super::domain::{Names, enclosing, variables};
use crate::constraints::Constraints;
use crate::make::has_trait;

/// What is known of two accesses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Dependence {
    /// They are never of the same element in this order.
    Never,
    /// They can be. For each loop around both, if it was asked for: how far behind the second iteration is, at least and at most.
    Found(Vec<[Option<i128>; 2]>),
    /// Nothing: something is not linear, or they are not in one function.
    Unknown,
}

/// The operation in which affine values that are symbols are defined: a function, mostly.
pub(super) fn scope(context: &Context, op: Op) -> Option<Op> {
    let mut parents = std::iter::successors(op.parent_op(context), |op| op.parent_op(context));
    parents.find(|op| has_trait(context, *op, "AffineScope"))
}

/// The blocks around an operation up to that of its function, the innermost first.
fn blocks(context: &Context, op: Op) -> Vec<Block> {
    let mut found = Vec::new();
    let mut at = op.block(context);
    while let Some(block) = at {
        found.push(block);
        let parent = block.parent_op(context);
        at = parent
            .filter(|op| !has_trait(context, *op, "AffineScope"))
            .and_then(|op| op.block(context));
    }
    found
}

/// The innermost block around two operations.
fn common_block(context: &Context, first: Op, second: Op) -> Option<Block> {
    let others = blocks(context, second);
    blocks(context, first)
        .into_iter()
        .find(|block| others.contains(block))
}

/// The operation of a block that an operation is, or is in.
fn ancestor_in(context: &Context, block: Block, op: Op) -> Option<Op> {
    let mut parents = std::iter::successors(Some(op), |op| op.parent_op(context));
    parents.find(|op| op.block(context) == Some(block))
}

fn is_before(context: &Context, block: Block, first: Op, second: Op) -> bool {
    let (first, second) = (
        ancestor_in(context, block, first),
        ancestor_in(context, block, second),
    );
    let (Some(first), Some(second)) = (first, second) else {
        return false;
    };
    first != second && first.is_before_in_block(context, second)
}

/// How many loops at the start are around both accesses.
fn num_common(first: &[Value], second: &[Value]) -> usize {
    first
        .iter()
        .zip(second)
        .take_while(|(one, other)| one == other)
        .count()
}

/// How many loops are around two operations.
pub(super) fn num_common_loops(context: &Context, first: Op, second: Op) -> usize {
    let [own, others] = [first, second].map(|op| variables(context, &enclosing(context, op)));
    num_common(&own, &others)
}

/// Whether the second access is of an element of the first one, in a later iteration of the loop at a depth (from 1) and the same
/// one of the loops around that; at a depth behind the last common loop, in the same iteration of all.
pub(super) fn check(context: &Context, first: &Access, second: &Access, depth: usize) -> Dependence {
    find(context, [first, second], depth, false)
}

/// As [`check`], with how far behind the second iteration is.
pub(super) fn distances(context: &Context, first: &Access, second: &Access, depth: usize) -> Dependence {
    find(context, [first, second], depth, true)
}

fn find(context: &Context, [first, second]: [&Access; 2], depth: usize, wants_distances: bool) -> Dependence {
    if first.memref != second.memref || !(first.is_write || second.is_write) {
        return Dependence::Never;
    }
    if scope(context, first.op) != scope(context, second.op) {
        return Dependence::Unknown;
    }
    let Some(block) = common_block(context, first.op, second.op) else {
        return Dependence::Unknown;
    };
    let around = [first, second].map(|access| enclosing(context, access.op));
    let [own, others] = [0, 1].map(|index| variables(context, &around[index]));
    let common = num_common(&own, &others);
    let is_ordered = depth <= common || is_before(context, block, first.op, second.op);
    let Some(mut constraints) = relation(context, [first, second], &around, [&own, &others]) else {
        return Dependence::Unknown;
    };
    if !is_ordered {
        return Dependence::Never;
    }
    for dim in 0..common.min(depth) {
        let dims = [(dim, -1), (own.len() + dim, 1)];
        if dim + 1 == depth {
            constraints.add_inequality(&dims, &[], -1);
        } else {
            constraints.add_equality(&dims, 0);
        }
    }
    if constraints.has_no_solution() {
        return Dependence::Never;
    }
    if !wants_distances {
        return Dependence::Found(Vec::new());
    }
    let dims: Vec<usize> = (0..common)
        .map(|dim| constraints.add_difference(own.len() + dim, dim))
        .collect();
    Dependence::Found(dims.into_iter().map(|dim| constraints.range(dim)).collect())
}

/// The iterations of two accesses that are of the same element. `None`: something is not linear.
fn relation(
    context: &Context,
    accesses: [&Access; 2],
    around: &[Vec<Op>; 2],
    variables: [&[Value]; 2],
) -> Option<Constraints> {
    let mut constraints = Constraints::default();
    for value in variables.into_iter().flatten() {
        constraints.add_dim(Some(*value));
    }
    let names = [(0, 0), (1, variables[0].len())].map(|(index, first)| Names {
        variables: variables[index],
        first,
    });
    for (names, around) in names.iter().zip(around) {
        names.add_domain(context, &mut constraints, around)?;
    }
    let [one, other] =
        [0, 1].map(|index| names[index].exprs(context, &mut constraints, &accesses[index].map));
    for (one, other) in one?.into_iter().zip(other?) {
        let negated = context
            .affine_binary(AffineOp::Mul, other, context.affine_constant(-1))
            .ok()?;
        let difference = context.affine_binary(AffineOp::Add, one, negated).ok()?;
        constraints.add_relation(context, difference, true)?;
    }
    Some(constraints)
}
