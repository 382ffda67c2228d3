//! Patterns of `scf.forall`.

use std::cmp::Ordering;

use tvmlike_define::OpBuilder;
use tvmlike_ir::{AttributeKind, Block, Context, FoldResult, InsertionPoint, Op, OpState, Rewriter, Value};

use super::super::rewrite::{constant, defined_by};
use super::super::slices::{mixed_of, split, use_constants};
use super::loops::trip_count_of;

/// The names of the bounds.
const BOUNDS: [&str; 3] = ["LowerBound", "UpperBound", "Step"];

/// A loop: its bounds, and what it writes to.
struct Forall {
    op: Op,
    body: Block,
    /// Lower bounds, upper bounds and steps.
    bounds: [Vec<FoldResult>; 3],
    outputs: Vec<Value>,
}

impl Forall {
    fn of(context: &Context, op: Op) -> Option<Self> {
        let body = op.region(context, 0)?.first_block(context)?;
        let bounds = BOUNDS.map(|name| {
            let (values, constants) = (format!("dynamic{name}"), format!("static{name}"));
            mixed_of(context, op, &values, &constants)
        });
        let [Some(lower), Some(upper), Some(step)] = bounds else {
            return None;
        };
        let inputs = op.num_operands(context).checked_sub(op.num_results(context))?;
        let outputs: Vec<Value> = op.operands(context).skip(inputs).collect();
        let is_known = body.num_arguments(context) == lower.len() + outputs.len();
        is_known.then_some(Self {
            op,
            body,
            bounds: [lower, upper, step],
            outputs,
        })
    }

    fn dims(&self) -> usize {
        self.bounds[0].len()
    }

    /// The number of iterations of a dimension, if its bounds are known: none, one, or more.
    fn count(&self, context: &Context, dim: usize) -> Option<Ordering> {
        let [lower, upper, step] = &self.bounds;
        trip_count_of(
            context,
            [*lower.get(dim)?, *upper.get(dim)?, *step.get(dim)?],
            true,
        )
    }

    /// The value of a lower bound.
    fn lower(&self, rewriter: &mut Rewriter<'_, '_>, dim: usize) -> Option<Value> {
        match self.bounds[0].get(dim)? {
            FoldResult::Value(value) => Some(*value),
            FoldResult::Attribute(number) => {
                let ty = rewriter.context().index_type();
                constant(rewriter, self.op, *number, ty)
            }
        }
    }

    /// Whether dimensions belong to processors.
    fn is_mapped(&self, context: &Context) -> bool {
        let mapping = self.op.property(context, context.identifier("mapping"));
        matches!(mapping.map(|mapping| mapping.kind(context)), Some(AttributeKind::Array(all)) if !all.is_empty())
    }

    /// The operations at the end that write to an argument.
    fn writers(&self, context: &Context, argument: Value) -> Vec<Op> {
        let end = self.body.last_op(context);
        argument
            .uses(context)
            .map(|each| each.owner(context))
            .filter(|user| user.parent_op(context) == end && end.is_some())
            .collect()
    }

    /// Makes a loop before it, with an empty body; its arguments.
    fn make(
        &self,
        rewriter: &mut Rewriter<'_, '_>,
        bounds: [&[FoldResult]; 3],
        outputs: &[Value],
    ) -> Option<(Op, Vec<Value>)> {
        let context = rewriter.context();
        let location = self.op.location(context);
        let types = outputs.iter().map(|output| output.ty(context));
        let mut arguments = vec![(context.index_type(), location); bounds[0].len()];
        arguments.extend(types.clone().map(|ty| (ty, location)));
        let edit = rewriter.edit();
        let region = edit.create_region();
        let block = edit.create_block(&arguments);
        region.append(edit, block).ok()?;
        let [lower, upper, step] = bounds.map(|list| split(context, list));
        let mut op = OpBuilder::new("scf.forall")
            .operand("dynamicLowerBound", lower.0)
            .operand("dynamicUpperBound", upper.0)
            .operand("dynamicStep", step.0)
            .operand("outputs", outputs.iter().copied())
            .attribute("staticLowerBound", context.dense_i64_array(&lower.1))
            .attribute("staticUpperBound", context.dense_i64_array(&upper.1))
            .attribute("staticStep", context.dense_i64_array(&step.1))
            .result("results", types)
            .region("region", [region]);
        let mapping = self.op.property(context, context.identifier("mapping"));
        if let Some(mapping) = mapping.filter(|_| bounds[0].len() == self.dims()) {
            op = op.attribute("mapping", mapping);
        }
        let made = op.create_at(rewriter, location).ok()?;
        if let Some(attributes) = self.op.attributes(context)
            && let AttributeKind::Dictionary(entries) = attributes.kind(context)
        {
            let entries: Vec<_> = entries.iter().collect();
            rewriter.modify(made, |edit| {
                for entry in entries {
                    made.set_discardable_attribute(edit, entry.name, entry.value);
                }
            });
        }
        Some((made, block.arguments(context).collect()))
    }

    /// Moves the body into another loop, with values for its arguments.
    fn move_body(&self, rewriter: &mut Rewriter<'_, '_>, to: Op, arguments: &[Value]) -> Option<()> {
        let context = rewriter.context();
        let target = to.region(context, 0)?.first_block(context)?;
        rewriter.inline_block(self.body, InsertionPoint::at_end(target), arguments);
        Some(())
    }
}

/// Bounds that are constants.
pub(super) fn fold_bounds(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let mut forall = Forall::of(context, op)?;
    let changed = forall
        .bounds
        .each_mut()
        .map(|list| use_constants(context, list, |_| true));
    if !changed.contains(&true) {
        return None;
    }
    let [lower, upper, step] = &forall.bounds;
    let (made, arguments) = forall.make(rewriter, [lower, upper, step], &forall.outputs)?;
    forall.move_body(rewriter, made, &arguments)?;
    let results: Vec<Value> = made.results(context).collect();
    rewriter.replace_op(op, &results);
    Some(())
}

/// Outputs that nothing writes to, or whose results nothing uses.
pub(super) fn drop_outputs(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let forall = Forall::of(context, op)?;
    let arguments: Vec<Value> = forall.body.arguments(context).skip(forall.dims()).collect();
    let stays: Vec<bool> = op
        .results(context)
        .zip(&arguments)
        .map(|(result, argument)| result.has_uses(context) && !forall.writers(context, *argument).is_empty())
        .collect();
    if stays.iter().all(|stays| *stays) {
        return None;
    }
    for (argument, _) in arguments.iter().zip(&stays).filter(|(_, stays)| !**stays) {
        for writer in forall.writers(context, *argument) {
            rewriter.erase_op(writer);
        }
    }
    let kept = forall.outputs.iter().zip(&stays).filter(|(_, stays)| **stays);
    let outputs: Vec<Value> = kept.map(|(output, _)| *output).collect();
    let [lower, upper, step] = &forall.bounds;
    let (made, new) = forall.make(rewriter, [lower, upper, step], &outputs)?;
    let (variables, kept) = new.split_at(forall.dims());
    let mut kept = kept.iter().copied();
    let mut results = made.results(context);
    let mut values = variables.to_vec();
    let mut replaced = Vec::new();
    for (output, stays) in forall.outputs.iter().zip(&stays) {
        values.push(if *stays { kept.next()? } else { *output });
        replaced.push(if *stays { results.next()? } else { *output });
    }
    forall.move_body(rewriter, made, &values)?;
    rewriter.replace_op(op, &replaced);
    Some(())
}

/// Dimensions of one iteration, and loops of none; not where dimensions belong to processors.
pub(super) fn fold_dims(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let forall = Forall::of(context, op)?;
    if forall.is_mapped(context) {
        return None;
    }
    let counts: Vec<_> = (0..forall.dims()).map(|dim| forall.count(context, dim)).collect();
    if counts.contains(&Some(Ordering::Less)) {
        rewriter.replace_op(op, &forall.outputs);
        return Some(());
    }
    let left: Vec<usize> = (0..forall.dims())
        .filter(|dim| counts[*dim] != Some(Ordering::Equal))
        .collect();
    if left.len() == forall.dims() {
        return None;
    }
    let mut variables = Vec::new();
    for dim in 0..forall.dims() {
        variables.push(match left.contains(&dim) {
            true => None,
            false => Some(forall.lower(rewriter, dim)?),
        });
    }
    if left.is_empty() {
        let variables: Vec<Value> = variables.into_iter().collect::<Option<_>>()?;
        return run_once(rewriter, &forall, variables);
    }
    let lists = [0, 1, 2].map(|kind| {
        let kept = left.iter().map(|dim| forall.bounds[kind][*dim]);
        kept.collect::<Vec<FoldResult>>()
    });
    let (made, new) = forall.make(rewriter, [&lists[0], &lists[1], &lists[2]], &forall.outputs)?;
    let mut arguments = new.into_iter();
    let mut values = Vec::new();
    for variable in variables {
        values.push(match variable {
            Some(value) => value,
            None => arguments.next()?,
        });
    }
    values.extend(arguments);
    forall.move_body(rewriter, made, &values)?;
    let results: Vec<Value> = made.results(context).collect();
    rewriter.replace_op(op, &results);
    Some(())
}

/// A loop of one iteration: what it inserts in parallel is inserted one after the other.
fn run_once(rewriter: &mut Rewriter<'_, '_>, forall: &Forall, mut values: Vec<Value>) -> Option<()> {
    let context = rewriter.context();
    let arguments: Vec<Value> = forall.body.arguments(context).skip(forall.dims()).collect();
    let end = forall.body.last_op(context)?;
    let block = end.region(context, 0)?.first_block(context)?;
    let mut writes = Vec::new();
    for write in block.operations(context) {
        let target = write.operand(context, 1)?;
        let output = arguments.iter().position(|argument| *argument == target)?;
        write
            .is_named(context, "tensor.parallel_insert_slice")
            .then_some(())?;
        writes.push((write, output));
    }
    let mut results = forall.outputs.clone();
    values.extend(&results);
    rewriter.inline_block(forall.body, InsertionPoint::before(context, forall.op)?, &values);
    for (write, output) in writes {
        let mut operands: Vec<Value> = write.operands(context).collect();
        operands[1] = results[output];
        let name = context.identifier("tensor.insert_slice");
        context.load_op_info(name)?;
        rewriter.set_before(end);
        let made = rewriter.create(&OpState {
            operands: &operands,
            results: &[results[output].ty(context)],
            properties: write.properties(context),
            ..OpState::new(name, write.location(context))
        });
        results[output] = made.result(context, 0)?;
    }
    rewriter.erase_op(end);
    rewriter.replace_op(forall.op, &results);
    Some(())
}

/// Variables of dimensions of one iteration.
pub(super) fn replace_variables(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let forall = Forall::of(context, op)?;
    let mut changed = None;
    for dim in 0..forall.dims() {
        let variable = forall.body.argument(context, dim)?;
        if forall.count(context, dim) != Some(Ordering::Equal) || !variable.has_uses(context) {
            continue;
        }
        let value = forall.lower(rewriter, dim)?;
        rewriter.replace_all_uses(variable, value);
        changed = Some(());
    }
    changed
}

/// The size of a result is that of what the loop writes to.
pub(super) fn size_of_result(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let source = op.operand(context, 0)?;
    let made = defined_by(context, source, "scf.forall")?;
    let index = made.results(context).position(|result| result == source)?;
    let output = *Forall::of(context, made)?.outputs.get(index)?;
    rewriter.set_operand(op, 0, output);
    Some(())
}
