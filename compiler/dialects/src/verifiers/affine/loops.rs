//! The checks of `affine.for`, `affine.if` and `affine.yield`.

use tvmlike_define::Instance;
use tvmlike_ir::{AffineExprKind, AttributeKind, Block, Failure, Op, Region, Value};

use super::super::region_branch::{self, Edge};
use super::super::scf;
use super::{map_of, values, verify_inputs};

/// The bounds: operands, map, and the word in messages.
const BOUNDS: [(&str, &str, &str); 2] = [
    ("lowerBoundOperands", "lowerBoundMap", "lower"),
    ("upperBoundOperands", "upperBoundMap", "upper"),
];

pub(super) fn carried(instance: &Instance<'_>) -> Result<(), Failure> {
    scf::carried(instance, "inits", false)
}

fn loop_body(instance: &Instance<'_>) -> Option<(Region, Block)> {
    let region = instance.op.region(instance.context, 0)?;
    Some((region, region.first_block(instance.context)?))
}

/// The number of turns of a loop whose bounds are numbers.
fn trip_count(instance: &Instance<'_>) -> Option<i128> {
    let context = instance.context;
    let bound = |map: &str| {
        let map = map_of(instance, map)?;
        let mut results = map.results(context).iter();
        match (results.next()?.kind(context), results.next()) {
            (AffineExprKind::Constant(bound), None) => Some(i128::from(bound)),
            _ => None,
        }
    };
    let (lower, upper) = (bound(BOUNDS[0].1)?, bound(BOUNDS[1].1)?);
    let step = i128::from(instance.integer("step").filter(|step| *step > 0)?);
    Some((upper - lower + step - 1).div_euclid(step).max(0))
}

/// Checks the edges that the number of turns allows.
pub(super) fn edges(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let Some((region, body)) = loop_body(instance) else {
        return Ok(());
    };
    let turns = trip_count(instance);
    let initial: Vec<Value> = instance.operands("inits").collect();
    let points = std::iter::once((None, initial));
    let returns = region_branch::returns(context, region).map(|(op, operands)| (Some(op), operands));
    let edges = points
        .chain(returns)
        .flat_map(|(from, operands): (Option<Op>, Vec<Value>)| {
            let is_entry = from.is_none();
            let [again, leave] = region_branch::of_loop(instance, from, (region, body), operands);
            match (is_entry, turns) {
                (true, Some(0)) | (false, Some(1)) => vec![leave],
                (true, Some(_)) => vec![again],
                _ => vec![again, leave],
            }
        });
    region_branch::verify(instance, edges)
}

pub(super) fn body(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let Some((_, body)) = loop_body(instance) else {
        return Ok(());
    };
    let variable = body.argument(context, 0);
    if !variable.is_some_and(|variable| variable.ty(context).is_index(context)) {
        return instance.refuse("expected body to have a single index argument for the induction variable");
    }
    let scope = values::scope(context, instance.op);
    for (operands, map, _) in BOUNDS {
        if let Some(map) = map_of(instance, map).filter(|map| map.num_inputs(context) > 0) {
            let operands = instance.operands(operands);
            verify_inputs(instance, scope, operands, map.num_dims(context))?;
        }
    }
    for (_, map, side) in BOUNDS {
        if map_of(instance, map).is_some_and(|map| map.results(context).is_empty()) {
            return instance.refuse(format!("expected {side} bound map to have at least one result"));
        }
    }
    let results = instance.op.num_results(context);
    if results == 0 {
        return Ok(());
    }
    if instance.operands("inits").len() != results {
        return instance.refuse("mismatch between the number of loop-carried values and results");
    }
    if body.num_arguments(context) - 1 != results {
        return instance.refuse("mismatch between the number of basic block args and results");
    }
    Ok(())
}

pub(super) fn condition(instance: &Instance<'_>) -> Result<(), Failure> {
    let (context, op) = (instance.context, instance.op);
    let condition = instance.attribute("condition");
    let Some(AttributeKind::IntegerSet(set)) = condition.map(|set| set.kind(context)) else {
        return Ok(());
    };
    if op.num_operands(context) != set.num_inputs(context) {
        return instance
            .refuse("operand count and condition integer set dimension and symbol count must match");
    }
    let scope = values::scope(context, op);
    verify_inputs(instance, scope, op.operands(context), set.num_dims(context))
}

/// Checks that both branches give the results, or that there are none without a second branch.
pub(super) fn if_edges(instance: &Instance<'_>) -> Result<(), Failure> {
    let (context, op) = (instance.context, instance.op);
    let has_else = instance
        .regions("elseRegion")
        .any(|region| !region.is_empty(context));
    let skipped = (!has_else).then(|| Edge {
        from: None,
        to: None,
        operands: Vec::new(),
        inputs: op.results(context).collect(),
    });
    let returned = op
        .regions(context)
        .flat_map(|region| region_branch::to_results(instance, region));
    region_branch::verify(instance, skipped.into_iter().chain(returned))
}

pub(super) fn end(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let parent = instance.op.parent_op(context);
    let is_affine = |op: &Op| {
        let names = [b"affine.for".as_slice(), b"affine.if", b"affine.parallel"];
        names.contains(&op.name(context).bytes(context))
    };
    let Some(parent) = parent.filter(is_affine) else {
        return instance.refuse("only terminates affine.if/for/parallel regions");
    };
    let (mut results, operands) = (parent.results(context), instance.op.operands(context));
    if results.len() != operands.len() {
        return instance.refuse("parent of yield must have same number of results as the yield operands");
    }
    let mut pairs = results.by_ref().zip(operands);
    match pairs.all(|(result, operand)| result.ty(context) == operand.ty(context)) {
        true => Ok(()),
        false => instance.refuse("types mismatch between yield op and its parent"),
    }
}
