//! Parallel loops over elements that lie next to each other as loops over vectors.
//!
//! The last dimension of an `scf.parallel` is split into groups of as many iterations as a vector has lanes, and a rest. A group
//! reads and writes vectors, and computes with them what the iterations compute with scalars. Loops in the body stay, and pass
//! vectors on. Where memrefs can overlap, the loop stays for the case that they do. Invariant: each lane computes what its
//! iteration computes, in the same order, and iterations do not depend on each other.

mod kinds;
mod lanes;
mod overlap;

use tvmlike_define::OpBuilder;
use tvmlike_ir::{
    Block, Context, InsertionPoint, Location, Mapping, Op, Rewriter, Value, WalkOrder, WalkResult,
};

use crate::make::{Make, branch_of_choice, build, index_constant, make_block, make_for};
use crate::number::constant;
use kinds::Kinds;
use lanes::{Copies, Lanes};

/// The vectors of the machine in a group whose body is a loop: sums that do not wait for each other.
const SUMS: i64 = 4;

/// How loops are vectorized.
#[derive(Clone, Copy)]
pub(crate) struct Vectors {
    /// The bytes of a vector of the machine.
    pub(crate) register: i64,
    /// Whether loops without a loop in them stay.
    pub(crate) only_nests: bool,
}

/// Replaces a parallel loop without results, whose body is one that vectors can compute.
pub(crate) fn vectorize(rewriter: &mut Rewriter<'_, '_>, op: Op, vectors: Vectors) -> Option<()> {
    let context = rewriter.context();
    let parallel = Parallel::of(context, op)?;
    let (variable, [.., step]) = parallel.last()?;
    if constant(context, step) != Some(1) {
        return None;
    }
    let kinds = Kinds::of(context, op, parallel.body, variable)?;
    if vectors.only_nests && !kinds.has_loop() {
        return None;
    }
    rewriter.set_before(op);
    if let Some(apart) = overlap::condition(rewriter, op, kinds.accesses())? {
        let yes = branch_of_choice(rewriter, parallel.location, |rewriter| {
            split(rewriter, &parallel, &kinds, vectors).map(|()| Vec::new())
        })?;
        let no = branch_of_choice(rewriter, parallel.location, |rewriter| {
            let copy = rewriter.clone_op(op, &mut Mapping::new());
            mark_loops(rewriter, copy);
            Some(Vec::new())
        })?;
        let choice = OpBuilder::new("scf.if")
            .operand("condition", [apart])
            .result("results", [])
            .region("thenRegion", [yes])
            .region("elseRegion", [no]);
        build(rewriter, choice, parallel.location);
    } else {
        split(rewriter, &parallel, &kinds, vectors)?;
    }
    rewriter.erase_op(op);
    Some(())
}

/// Makes loops over groups, and one over the rest.
fn split(
    rewriter: &mut Rewriter<'_, '_>,
    parallel: &Parallel,
    kinds: &Kinds,
    vectors: Vectors,
) -> Option<()> {
    let context = rewriter.context();
    let (variable, [lower, upper, step]) = parallel.last()?;
    let place = rewriter.insertion_point();
    let mut copies = Copies::default();
    if parallel.dims > 1 {
        let body = parallel.make_outer(rewriter)?;
        copies.extend(parallel.variables.iter().copied().zip(body.arguments(context)));
    }
    let register = (vectors.register / kinds.bytes()).max(1);
    let widths = [SUMS * register, register];
    let mut from = lower;
    for width in &widths[usize::from(!kinds.has_loop())..] {
        let end = end_of_groups(rewriter, parallel.location, [from, upper], *width);
        if constant(context, end).is_some() && constant(context, end) == constant(context, from) {
            continue;
        }
        let step = index_constant(rewriter, parallel.location, *width);
        let body = make_parallel(rewriter, parallel.location, [&[from], &[end], &[step]])?;
        copies.insert(variable, body.argument(context, 0)?);
        rewriter.at(InsertionPoint::at_terminator(context, body).ok(), |rewriter| {
            Lanes::new(kinds, *width, copies.clone()).copy(rewriter, parallel.body)
        })?;
        from = end;
    }
    if constant(context, from).is_none() || constant(context, from) != constant(context, upper) {
        let body = make_rest(rewriter, parallel.location, [from, upper, step])?;
        copies.insert(variable, body.argument(context, 0)?);
        let mut copied = Mapping::new();
        for (from, to) in copies {
            copied.map_value(context, from, to);
        }
        rewriter.at(InsertionPoint::at_terminator(context, body).ok(), |rewriter| {
            let all: Vec<Op> = parallel.body.operations(context).collect();
            for op in &all[..all.len() - 1] {
                let copy = rewriter.clone_op(*op, &mut copied);
                mark_loops(rewriter, copy);
            }
        });
    }
    rewriter.set_insertion_point(place);
    Some(())
}

/// A parallel loop.
struct Parallel {
    body: Block,
    dims: usize,
    operands: Vec<Value>,
    variables: Vec<Value>,
    location: Location,
}

impl Parallel {
    fn of(context: &Context, op: Op) -> Option<Self> {
        let body = op.region(context, 0)?.first_block(context)?;
        let variables: Vec<Value> = body.arguments(context).collect();
        let operands: Vec<Value> = op.operands(context).collect();
        let is_known = op.num_results(context) == 0
            && operands.len() == 3 * variables.len()
            && body.last_op(context)?.is_named(context, "scf.reduce");
        is_known.then_some(Self {
            body,
            dims: variables.len(),
            operands,
            variables,
            location: op.location(context),
        })
    }

    /// The variable of the last dimension and its bounds: lower, upper and step.
    fn last(&self) -> Option<(Value, [Value; 3])> {
        let bounds = [1, 2, 3].map(|count| self.operands.get((count * self.dims).checked_sub(1)?).copied());
        let [Some(lower), Some(upper), Some(step)] = bounds else {
            return None;
        };
        Some((*self.variables.last()?, [lower, upper, step]))
    }

    /// Makes the loop over the other dimensions; what follows comes into its body.
    fn make_outer(&self, rewriter: &mut Rewriter<'_, '_>) -> Option<Block> {
        let context = rewriter.context();
        let of = |kind: usize| &self.operands[kind * self.dims..(kind + 1) * self.dims - 1];
        let body = make_parallel(rewriter, self.location, [of(0), of(1), of(2)])?;
        rewriter.set_insertion_point(InsertionPoint::at_terminator(context, body).ok());
        Some(body)
    }
}

/// Makes a parallel loop with lower bounds, upper bounds and steps. Its body, which only ends.
fn make_parallel(
    rewriter: &mut Rewriter<'_, '_>,
    location: Location,
    [lower, upper, step]: [&[Value]; 3],
) -> Option<Block> {
    let types = vec![rewriter.context().index_type(); lower.len()];
    let (region, body) = make_block(rewriter, location, &types)?;
    rewriter.at(Some(InsertionPoint::at_end(body)), |rewriter| {
        Make::new("scf.reduce", &[], &[]).at(rewriter, location);
    });
    let made = OpBuilder::new("scf.parallel")
        .operand("lowerBound", lower.iter().copied())
        .operand("upperBound", upper.iter().copied())
        .operand("step", step.iter().copied())
        .result("results", [])
        .region("region", [region]);
    build(rewriter, made, location);
    Some(body)
}

/// Marks a loop as one that is executed seldom, or in which there is enough to do at once: it is not unrolled.
pub(crate) const MARK: &str = "vectorized";

fn mark(rewriter: &mut Rewriter<'_, '_>, op: Op) {
    let context = rewriter.context();
    let name = context.identifier(MARK);
    rewriter.modify(op, |edit| {
        op.set_discardable_attribute(edit, name, context.unit_attribute())
    });
}

/// Marks the loops of an operation.
fn mark_loops(rewriter: &mut Rewriter<'_, '_>, op: Op) {
    let mut loops = Vec::new();
    op.walk(rewriter.context(), WalkOrder::PreOrder, |nested| {
        if nested.is_named(rewriter.context(), "scf.for") {
            loops.push(nested);
        }
        WalkResult::Advance
    });
    for op in loops {
        mark(rewriter, op);
    }
}

/// Makes the loop over the rest. Its body, which only ends.
fn make_rest(rewriter: &mut Rewriter<'_, '_>, location: Location, bounds: [Value; 3]) -> Option<Block> {
    let (made, body) = make_for(rewriter, location, bounds, &[])?;
    rewriter.at(Some(InsertionPoint::at_end(body)), |rewriter| {
        Make::new("scf.yield", &[], &[]).at(rewriter, location);
    });
    mark(rewriter, made);
    Some(body)
}

/// Where the last whole group of so many iterations ends; where it begins if there is none.
fn end_of_groups(
    rewriter: &mut Rewriter<'_, '_>,
    location: Location,
    [from, to]: [Value; 2],
    width: i64,
) -> Value {
    let context = rewriter.context();
    if let (Some(from), Some(to)) = (constant(context, from), constant(context, to)) {
        // Bounds that are further from each other are not those of memory.
        let count = to.saturating_sub(from).max(0);
        return index_constant(rewriter, location, from + count / width * width);
    }
    let index = context.index_type();
    let zero = index_constant(rewriter, location, 0);
    let mask = index_constant(rewriter, location, -width);
    let mut binary =
        |name: &str, lhs: Value, rhs: Value| Make::new(name, &[lhs, rhs], &[index]).value(rewriter, location);
    let count = binary("arith.subi", to, from);
    let count = binary("arith.maxsi", count, zero);
    let count = binary("arith.andi", count, mask);
    binary("arith.addi", from, count)
}
