//! `scf-for-loop-specialization` and `scf-parallel-loop-specialization`: make a copy of loops for the case that a bound that is
//! a minimum is its constant, which later passes can unroll or vectorize.
//!
//! Invariant: both copies do the same. A loop whose results are used stays, as the copies have none to give.

use tvmlike_define::OpBuilder;
use tvmlike_ir::{
    AttributeKind, Context, Exclusive, Failure, InsertionPoint, Mapping, Op, Rewriter, Value, WalkOrder,
    WalkResult,
};

use super::make::{and, build, compare, constant_index};
use crate::pass::{Pass, PassRecord, Run};

pub(super) fn of_for() -> PassRecord {
    PassRecord::new(
        "scf-for-loop-specialization",
        "Specialize `for` loops for vectorization",
        |_| {
            Ok(Box::new(Specialize {
                name: "scf.for",
                bounds: |context, op| op.operand(context, 1).into_iter().collect(),
            }))
        },
    )
    .shown_as("SCFForLoopSpecialization")
    .with_dialects(&["arith", "scf"])
}

pub(super) fn of_parallel() -> PassRecord {
    PassRecord::new(
        "scf-parallel-loop-specialization",
        "Specialize parallel loops for vectorization",
        |_| {
            Ok(Box::new(Specialize {
                name: "scf.parallel",
                bounds: |context, op| super::tiling::Bounds::of(context, op).upper,
            }))
        },
    )
    .shown_as("SCFParallelLoopSpecialization")
    .with_dialects(&["arith", "scf"])
}

/// Specializes loops of a name by their upper bounds.
struct Specialize {
    name: &'static str,
    bounds: fn(&Context, Op) -> Vec<Value>,
}

impl Pass for Specialize {
    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        let (context, root) = (run.context(), run.op());
        let mut loops = Vec::new();
        root.walk(context, WalkOrder::PostOrder, |op| {
            if op != root && op.is_named(context, self.name) {
                loops.push(op);
            }
            WalkResult::Advance
        });
        for op in loops {
            let bounds = (self.bounds)(context, op);
            specialize(run.edit(), op, &bounds);
        }
        Ok(())
    }
}

/// The least constant among those that a value is the minimum of.
fn least_constant(context: &Context, value: Value) -> Option<i64> {
    let min = value
        .defining_op(context)
        .filter(|op| op.is_named(context, "affine.min"))?;
    let map = min.property(context, context.identifier("map"))?;
    let AttributeKind::AffineMap(map) = map.kind(context) else {
        return None;
    };
    let results = map.results(context).iter();
    results.filter_map(|result| result.constant(context)).min()
}

/// Replaces a loop by a choice between copies of it.
fn specialize(edit: &mut Exclusive<'_>, op: Op, bounds: &[Value]) -> Option<()> {
    let context = edit.context();
    let least: Option<Vec<i64>> = bounds
        .iter()
        .map(|bound| least_constant(context, *bound))
        .collect();
    let least = least.filter(|least| !least.is_empty())?;
    if op.results(context).any(|result| result.has_uses(context)) {
        return None;
    }
    let location = op.location(context);
    let mut rewriter = Rewriter::new(edit);
    rewriter.set_before(op);
    let mut mapping = Mapping::new();
    let mut condition = None;
    for (bound, least) in bounds.iter().zip(least) {
        let constant = constant_index(&mut rewriter, least, location);
        // Equal.
        let is_least = compare(&mut rewriter, 0, *bound, constant, location);
        condition = Some(match condition {
            Some(before) => and(&mut rewriter, before, is_least, location),
            None => is_least,
        });
        mapping.map_value(context, *bound, constant);
    }
    let regions = [rewriter.edit().create_region(), rewriter.edit().create_region()];
    let choice = OpBuilder::new("scf.if")
        .operand("condition", condition)
        .result("results", [])
        .region("thenRegion", [regions[0]])
        .region("elseRegion", [regions[1]]);
    let choice = build(&mut rewriter, choice, location);
    for (index, mut mapping) in [mapping, Mapping::new()].into_iter().enumerate() {
        let block = rewriter.create_block(choice.region(context, index)?, None, &[]);
        rewriter.set_insertion_point(Some(InsertionPoint::at_end(block)));
        rewriter.clone_op(op, &mut mapping);
        build(
            &mut rewriter,
            OpBuilder::new("scf.yield").operand("results", []),
            location,
        );
    }
    rewriter.erase_op(op);
    Some(())
}
