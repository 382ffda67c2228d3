//! The checks of `scf.parallel`, `scf.reduce` and `scf.forall`.

use tvmlike_define::{Definition, Instance};
use tvmlike_ir::{Attribute, Context, DYNAMIC, Failure, Op, Region};
use tvmlike_text::quote_attribute;

use crate::constant::constant;

pub(super) fn parallel(instance: &Instance<'_>) -> Result<(), Failure> {
    let (context, op) = (instance.context, instance.op);
    let steps = instance.operands("step");
    if steps.len() == 0 {
        return instance.refuse("needs at least one tuple element for lowerBound, upperBound and step");
    }
    let mut known = steps.clone().filter_map(|step| constant(context, step));
    if known.any(|step| step <= 0) {
        return instance.refuse("constant step operand must be positive");
    }
    let Some(body) = op
        .region(context, 0)
        .and_then(|region| region.first_block(context))
    else {
        return Ok(());
    };
    let (variables, steps) = (body.num_arguments(context), steps.len());
    if variables != steps {
        return instance.refuse(format!(
            "expects the same number of induction variables: {variables} as bound and step values: {steps}"
        ));
    }
    if body
        .arguments(context)
        .any(|variable| !variable.ty(context).is_index(context))
    {
        return instance.refuse("expects arguments for the induction variable to be of index type");
    }
    let reduce = body.last_op(context);
    let Some(reduce) = reduce.filter(|op| op.is_named(context, "scf.reduce")) else {
        let error = op.emit_op_error(context, "expects body to terminate with 'scf.reduce'");
        return Err(match reduce {
            Some(last) => error.note(last.location(context), "terminator here").emit(),
            None => error.emit(),
        });
    };
    let results = op.num_results(context);
    let (reductions, initial) = (reduce.num_regions(context), instance.operands("initVals").len());
    for (count, what) in [(reductions, "reductions"), (initial, "initial values")] {
        if results != count {
            return instance.refuse(format!(
                "expects number of results: {results} to be the same as number of {what}: {count}"
            ));
        }
    }
    for (index, (result, operand)) in op.results(context).zip(reduce.operands(context)).enumerate() {
        let (result, operand) = (result.ty(context), operand.ty(context));
        if result != operand {
            let (result, operand) = (instance.quote(result), instance.quote(operand));
            let message = format!(
                "expects type of {index}-th reduction operand: {operand} to be the same as the {index}-th result \
                 type: {result}"
            );
            return Err(reduce.emit_op_error(context, message).emit());
        }
    }
    Ok(())
}

pub(super) fn reduce(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let operands = instance.operands("operands");
    let regions: Vec<Region> = instance.regions("reductions").collect();
    if regions.len() != operands.len() {
        return instance.refuse(format!(
            "expects number of reduction regions: {} to be the same as number of reduction operands: {}",
            regions.len(),
            operands.len()
        ));
    }
    for (index, (region, operand)) in regions.into_iter().zip(operands).enumerate() {
        let ty = operand.ty(context);
        let Some(body) = region.first_block(context) else {
            continue;
        };
        let Some(last) = body.last_op(context) else {
            return instance.refuse(format!("{index}-th reduction has an empty body"));
        };
        let fits = body.num_arguments(context) == 2
            && body.arguments(context).all(|argument| argument.ty(context) == ty);
        if !fits {
            let ty = instance.quote(ty);
            return instance.refuse(format!(
                "expected two block arguments with type {ty} in the {index}-th reduction region"
            ));
        }
        if !last.is_named(context, "scf.reduce.return") {
            let message = "reduction bodies must be terminated with an 'scf.reduce.return' op";
            return instance.refuse(message);
        }
    }
    Ok(())
}

pub(super) fn reduce_return(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let block = instance.op.block(context);
    let expected = block
        .and_then(|block| block.argument(context, 0))
        .map(|argument| argument.ty(context));
    match expected {
        Some(expected) if expected != instance.operand_type("result") => {
            let expected = instance.quote(expected);
            instance.refuse(format!(
                "must have type {expected} (the type of the reduction inputs)"
            ))
        }
        _ => Ok(()),
    }
}

pub(super) fn forall(instance: &Instance<'_>) -> Result<(), Failure> {
    let (context, op) = (instance.context, instance.op);
    let outputs = instance.operands("outputs");
    let (results, count) = (op.num_results(context), outputs.len());
    if results != count {
        return instance.refuse(format!(
            "produces {results} results, but has only {count} outputs"
        ));
    }
    let rank = instance.integers("staticLowerBound").len();
    let Some(body) = op
        .region(context, 0)
        .and_then(|region| region.first_block(context))
    else {
        return Ok(());
    };
    if body.num_arguments(context) != rank + count {
        return instance.refuse(format!("region expects {rank} arguments"));
    }
    let mut arguments = body.arguments(context).enumerate();
    for (index, argument) in arguments.by_ref().take(rank) {
        if !argument.ty(context).is_index(context) {
            return instance.refuse(format!("expects {index}-th block argument to be an index"));
        }
    }
    for (index, ((_, argument), output)) in arguments.zip(outputs).enumerate() {
        if argument.ty(context) != output.ty(context) {
            return instance.refuse(format!(
                "type mismatch between {index}-th output and corresponding block argument"
            ));
        }
    }
    let mapping = instance.elements("mapping");
    let masks = mapping.iter().filter(|each| is_mask(context, **each)).count();
    if !mapping.is_empty() && mapping.len() - masks != rank {
        return instance.refuse("mapping attribute size must match op rank");
    }
    if masks > 1 {
        return instance.refuse("\"mapping\" supports at most one device masking attribute");
    }
    for (what, numbers, operands) in [
        ("lower bound", "staticLowerBound", "dynamicLowerBound"),
        ("upper bound", "staticUpperBound", "dynamicUpperBound"),
        ("step", "staticStep", "dynamicStep"),
    ] {
        verify_indices(instance, what, rank, &instance.integers(numbers), operands)?;
    }
    Ok(())
}

/// Whether an attribute selects the devices that execute a loop.
fn is_mask(context: &Context, attribute: Attribute) -> bool {
    quote_attribute(context, attribute).starts_with("#gpu.mask")
}

/// Checks a list of numbers with operands for those that are dynamic.
fn verify_indices(
    instance: &Instance<'_>,
    what: &str,
    rank: usize,
    numbers: &[i64],
    operands: &str,
) -> Result<(), Failure> {
    if numbers.len() != rank {
        let got = numbers.len();
        return instance.refuse_plainly(format!("expected {rank} {what} values, got {got}"));
    }
    let dynamic = numbers.iter().filter(|number| **number == DYNAMIC).count();
    if instance.operands(operands).len() != dynamic {
        return instance.refuse_plainly(format!("expected {dynamic} dynamic {what} values"));
    }
    Ok(())
}

pub(super) fn forall_outputs(instance: &Instance<'_>) -> Result<(), Failure> {
    let (context, op) = (instance.context, instance.op);
    let first = op.num_operands(context) - instance.operands("outputs").len();
    for (index, (output, result)) in instance.operands("outputs").zip(op.results(context)).enumerate() {
        let (output, result) = (output.ty(context), result.ty(context));
        if output != result {
            let (output, result) = (instance.quote(output), instance.quote(result));
            return instance.refuse(format!(
                "expected type of operand #{} ({output}) to match type of corresponding result ({result})",
                first + index
            ));
        }
    }
    Ok(())
}

pub(super) fn in_parallel(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let body = instance
        .op
        .region(context, 0)
        .and_then(|region| region.first_block(context));
    let mut nested = body.into_iter().flat_map(|body| body.operations(context));
    match nested.all(|op| combines(context, op)) {
        true => Ok(()),
        false => instance.refuse("expected only ParallelCombiningOpInterface ops"),
    }
}

/// Whether an operation stores what the threads of a parallel loop have computed.
fn combines(context: &Context, op: Op) -> bool {
    op.info(context)
        .and_then(|info| info.extensions().get::<Definition>())
        .is_some_and(|definition| {
            let mut traits = definition.record().traits.iter();
            traits.any(|each| &*each.name == "ParallelCombiningOpInterface")
        })
}
