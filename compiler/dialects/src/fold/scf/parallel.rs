//! Patterns of `scf.parallel`.

use std::cmp::Ordering;

use tvmlike_define::OpBuilder;
use tvmlike_ir::{Context, FoldResult, InsertionPoint, Op, Rewriter, Value};

use super::loops::trip_count_of;

/// The bounds of the dimensions, and the initial values.
struct Parallel {
    /// Lower bound, upper bound and step of each dimension.
    dims: Vec<[Value; 3]>,
    inits: Vec<Value>,
    variables: Vec<Value>,
}

impl Parallel {
    fn of(context: &Context, op: Op) -> Option<Self> {
        let body = op.region(context, 0)?.first_block(context)?;
        let variables: Vec<Value> = body.arguments(context).collect();
        let operands: Vec<Value> = op.operands(context).collect();
        let count = variables.len();
        let dims = (0..count)
            .map(|dim| Some([0, 1, 2].map(|kind| operands.get(kind * count + dim).copied())))
            .map(|bounds| match bounds? {
                [Some(lower), Some(upper), Some(step)] => Some([lower, upper, step]),
                _ => None,
            });
        Some(Self {
            dims: dims.collect::<Option<_>>()?,
            inits: operands.get(3 * count..)?.to_vec(),
            variables,
        })
    }
}

/// Makes a loop with other dimensions around the body of one, whose variables are replaced.
fn with_dims(
    rewriter: &mut Rewriter<'_, '_>,
    op: Op,
    dims: &[[Value; 3]],
    inits: &[Value],
) -> Option<(Op, Vec<Value>)> {
    let context = rewriter.context();
    let location = op.location(context);
    let types = vec![(context.index_type(), location); dims.len()];
    let edit = rewriter.edit();
    let region = edit.create_region();
    let block = edit.create_block(&types);
    region.append(edit, block).ok()?;
    let made = OpBuilder::new("scf.parallel")
        .operand("lowerBound", dims.iter().map(|bounds| bounds[0]))
        .operand("upperBound", dims.iter().map(|bounds| bounds[1]))
        .operand("step", dims.iter().map(|bounds| bounds[2]))
        .operand("initVals", inits.iter().copied())
        .result("results", op.results(context).map(|result| result.ty(context)))
        .region("region", [region]);
    let made = made.create_at(rewriter, location).ok()?;
    Some((made, block.arguments(context).collect()))
}

/// Dimensions of one iteration, and loops of none.
pub(super) fn fold_dims(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let parallel = Parallel::of(context, op)?;
    let mut left = Vec::new();
    for (dim, bounds) in parallel.dims.iter().enumerate() {
        match trip_count_of(context, bounds.map(FoldResult::Value), true) {
            Some(Ordering::Less) => {
                rewriter.replace_op(op, &parallel.inits);
                return Some(());
            }
            Some(Ordering::Equal) => {}
            _ => left.push(dim),
        }
    }
    if left.len() == parallel.dims.len() {
        return None;
    }
    if left.is_empty() {
        return run_once(rewriter, op, &parallel);
    }
    let dims: Vec<[Value; 3]> = left.iter().map(|dim| parallel.dims[*dim]).collect();
    let (made, arguments) = with_dims(rewriter, op, &dims, &parallel.inits)?;
    let mut variables: Vec<Value> = parallel.dims.iter().map(|bounds| bounds[0]).collect();
    for (dim, argument) in left.iter().zip(arguments) {
        variables[*dim] = argument;
    }
    move_body(rewriter, op, made, &variables)?;
    let results: Vec<Value> = made.results(context).collect();
    rewriter.replace_op(op, &results);
    Some(())
}

/// Moves the operations of a loop into another one, which is empty.
fn move_body(rewriter: &mut Rewriter<'_, '_>, from: Op, to: Op, variables: &[Value]) -> Option<()> {
    let context = rewriter.context();
    let body = from.region(context, 0)?.first_block(context)?;
    let target = to.region(context, 0)?.first_block(context)?;
    rewriter.inline_block(body, InsertionPoint::at_end(target), variables);
    Some(())
}

/// A loop of one iteration.
fn run_once(rewriter: &mut Rewriter<'_, '_>, op: Op, parallel: &Parallel) -> Option<()> {
    let context = rewriter.context();
    let body = op.region(context, 0)?.first_block(context)?;
    let reduce = body.last_op(context)?;
    let variables: Vec<Value> = parallel.dims.iter().map(|bounds| bounds[0]).collect();
    rewriter.inline_block(body, InsertionPoint::before(context, op)?, &variables);
    let mut results = Vec::new();
    for (index, region) in reduce.regions(context).into_iter().enumerate() {
        let block = region.first_block(context)?;
        let end = block.last_op(context)?;
        let arguments = [reduce.operand(context, index)?, *parallel.inits.get(index)?];
        rewriter.inline_block(block, InsertionPoint::before(context, reduce)?, &arguments);
        results.push(end.operand(context, 0)?);
        rewriter.erase_op(end);
    }
    rewriter.erase_op(reduce);
    rewriter.replace_op(op, &results);
    Some(())
}

/// A loop that is all of the body of another one.
pub(super) fn merge_nested(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let body = op.region(context, 0)?.first_block(context)?;
    let inner = body.first_op(context)?;
    let is_all = inner.is_named(context, "scf.parallel") && inner.next(context) == body.last_op(context);
    if !is_all || inner == body.last_op(context)? {
        return None;
    }
    let (outer, nested) = (Parallel::of(context, op)?, Parallel::of(context, inner)?);
    let depends = nested
        .dims
        .iter()
        .flatten()
        .any(|bound| outer.variables.contains(bound));
    if depends || !outer.inits.is_empty() || !nested.inits.is_empty() {
        return None;
    }
    let dims = [outer.dims, nested.dims].concat();
    let (made, arguments) = with_dims(rewriter, op, &dims, &[])?;
    for (old, new) in outer.variables.iter().zip(&arguments) {
        rewriter.replace_all_uses(*old, *new);
    }
    move_body(rewriter, inner, made, &arguments[outer.variables.len()..])?;
    rewriter.erase_op(op);
    Some(())
}
