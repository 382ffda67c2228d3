//! Sequences of `transform` and what is alike: operations at the top, with a body of other transformations.

use tvmlike_define::Instance;
use tvmlike_ir::{Block, Context, Failure, InFlight, Op, Region, Traits, Type, Value};

use super::effects::{consumes, is_transform, verify_marks, warn_about_marks};
use super::kinds::{is_handle, kind};
use crate::verifiers::region_branch::{Edge, verify as verify_edges};
use crate::verifiers::types::has_trait;

const TOP_LEVEL: &str = "PossibleTopLevelTransformOpTrait";

/// The first block of the first region.
fn body(context: &Context, op: Op) -> Option<Block> {
    op.region(context, 0)?.first_block(context)
}

fn types(context: &Context, values: impl Iterator<Item = Value>) -> Vec<Type> {
    values.map(|value| value.ty(context)).collect()
}

/// The innermost operation around one with a property.
fn ancestor(context: &Context, op: Op, has: impl Fn(Op) -> bool) -> Option<Op> {
    let mut at = op.parent_op(context);
    while let Some(parent) = at.filter(|parent| !has(*parent)) {
        at = parent.parent_op(context);
    }
    at
}

/// Emits an error about the operation with a note about another one.
fn noted(instance: &Instance<'_>, message: &str, place: Op, note: &str) -> Result<(), Failure> {
    let context = instance.context;
    let error = instance.op.emit_op_error(context, message);
    Err(error.note(place.location(context), note).emit())
}

/// Checks what operations at the top have in common: the arguments of the body.
pub(super) fn top_level(instance: &Instance<'_>) -> Result<(), Failure> {
    let (context, op) = (instance.context, instance.op);
    if op.num_regions(context) == 0 {
        return instance.refuse("expects at least one region");
    }
    let Some(body) = body(context, op) else {
        return instance.refuse("expects a single-block region");
    };
    let mut arguments = body.arguments(context).map(|argument| argument.ty(context));
    let Some(first) = arguments.next() else {
        return instance.refuse("expects the entry block to have at least one argument");
    };
    if !is_handle(context, first) {
        return instance.refuse(
            "expects the first entry block argument to be of type implementing TransformHandleTypeInterface",
        );
    }
    let operand = op.operand(context, 0).map(|operand| operand.ty(context));
    if operand.is_some_and(|operand| operand != first) {
        return instance.refuse("expects the type of the block argument to match the type of the operand");
    }
    if let Some(index) = arguments.position(|ty| kind(context, ty).is_none()) {
        let message = "expects trailing entry block arguments to be of type implementing \
                       TransformHandleTypeInterface, TransformValueHandleTypeInterface or TransformParamTypeInterface";
        return noted(
            instance,
            message,
            op,
            &format!("argument #{} does not", index + 1),
        );
    }
    match ancestor(context, op, |parent| has_trait(context, parent, TOP_LEVEL)) {
        Some(parent) if op.num_operands(context) != body.num_arguments(context) => {
            let message = "expects operands to be provided for a nested op";
            noted(
                instance,
                message,
                parent,
                "nested in another possible top-level op",
            )
        }
        _ => Ok(()),
    }
}

/// Checks that the operands are what the regions take.
pub(super) fn edges(instance: &Instance<'_>) -> Result<(), Failure> {
    let (context, op) = (instance.context, instance.op);
    let operands: Vec<Value> = op.operands(context).collect();
    if operands.is_empty() {
        return Ok(());
    }
    let inputs = |region: Region| {
        let entry = region.first_block(context).into_iter();
        entry.flat_map(|entry| entry.arguments(context)).collect()
    };
    let edges = op.regions(context).map(|region| Edge {
        from: None,
        to: Some(region),
        operands: operands.clone(),
        inputs: inputs(region),
    });
    verify_edges(instance, edges)
}

/// Checks that not more than one operation consumes a value; `report` makes the error from the rest of its message.
fn consumed_once<'c>(
    context: &'c Context,
    value: Value,
    report: impl FnOnce(&str) -> InFlight<'c>,
) -> Result<(), Failure> {
    let mut uses = value.uses(context).filter(|one| {
        let user = one.owner(context);
        !is_transform(context, user) || consumes(context, user, value)
    });
    let (Some(first), Some(second)) = (uses.next(), uses.next()) else {
        return Ok(());
    };
    let mut error = report("has more than one potential consumer");
    for one in [first, second] {
        let place = one.owner(context).location(context);
        error = error.note(place, format!("used here as operand #{}", one.index(context)));
    }
    Err(error.emit())
}

/// Checks `transform.sequence`.
pub(super) fn sequence(instance: &Instance<'_>) -> Result<(), Failure> {
    let (context, op) = (instance.context, instance.op);
    if instance.optional_operand("root").is_none() && instance.operands("extra_bindings").len() > 0 {
        return instance.refuse("does not expect extra operands when used as top-level");
    }
    let Some(body) = body(context, op) else {
        return Ok(());
    };
    for (index, argument) in body.arguments(context).enumerate() {
        consumed_once(context, argument, |message| {
            op.emit_op_error(context, format!("block argument #{index} {message}"))
        })?;
    }
    let last = body.last_op(context);
    for child in body.operations(context) {
        if Some(child) != last && !is_transform(context, child) {
            let message = "expected children ops to implement TransformOpInterface";
            return noted(instance, message, child, "op without interface");
        }
        for (index, result) in child.results(context).enumerate() {
            consumed_once(context, result, |message| {
                child.emit_error(context, format!("result #{index} {message}"))
            })?;
        }
    }
    let is_terminator = |op: &Op| op.info(context).is_none() || op.has_trait(context, Traits::TERMINATOR);
    let Some(terminator) = last.filter(is_terminator) else {
        return instance.refuse("expects to have a terminator in the body");
    };
    match types(context, terminator.operands(context)) == types(context, op.results(context)) {
        true => Ok(()),
        false => {
            let message = "expects the types of the terminator operands to match the types of the result";
            noted(instance, message, terminator, "terminator")
        }
    }
}

/// Checks `transform.alternatives`.
pub(super) fn alternatives(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let results = types(context, instance.op.results(context));
    for region in instance.regions("alternatives") {
        let block = region.first_block(context);
        let Some(terminator) = block.and_then(|block| block.last_op(context)) else {
            continue;
        };
        if types(context, terminator.operands(context)) != results {
            let message = "expects terminator operands to have the same type as results of the operation";
            return noted(instance, message, terminator, "terminator");
        }
    }
    Ok(())
}

/// Checks `transform.foreach`.
pub(super) fn foreach(instance: &Instance<'_>) -> Result<(), Failure> {
    let (context, op) = (instance.context, instance.op);
    let Some(body) = body(context, op) else {
        return Ok(());
    };
    let targets = types(context, op.operands(context));
    let arguments = types(context, body.arguments(context));
    pairs(
        instance,
        &targets,
        &arguments,
        "expects the same number of targets as the body has block arguments",
        "expects co-indexed targets and the body's block arguments to have the same op/value/param type",
    )?;
    let Some(terminator) = body.last_op(context) else {
        return Ok(());
    };
    let results = types(context, op.results(context));
    let yielded = types(context, terminator.operands(context));
    pairs(
        instance,
        &results,
        &yielded,
        "expects the same number of results as the yield terminator has operands",
        "expects co-indexed results and yield operands to have the same op/value/param type",
    )
}

/// Checks two lists of types, with the messages for different lengths and for different types; the first difference counts.
fn pairs(
    instance: &Instance<'_>,
    one: &[Type],
    other: &[Type],
    lengths: &str,
    kinds: &str,
) -> Result<(), Failure> {
    if one.iter().zip(other).any(|(one, other)| one != other) {
        return instance.refuse(kinds);
    }
    match one.len() == other.len() {
        true => Ok(()),
        false => instance.refuse(lengths),
    }
}

/// Checks `transform.named_sequence`.
pub(super) fn named_sequence(instance: &Instance<'_>) -> Result<(), Failure> {
    let (context, op) = (instance.context, instance.op);
    let emit = |at: Op, message: &str| at.emit_error(context, message);
    let is_table = |parent: Op| parent.has_trait(context, Traits::SYMBOL_TABLE);
    if let Some(table) = ancestor(context, op, is_table) {
        let mark = "transform.with_named_sequence";
        if table.attribute(context, context.identifier(mark)).is_none() {
            let message = format!("expects the parent symbol table to have the '{mark}' attribute");
            let error = emit(op, &message);
            return Err(error
                .note(table.location(context), "symbol table operation")
                .emit());
        }
    }
    if let Some(parent) = ancestor(context, op, |parent| is_transform(context, parent)) {
        let error = emit(op, "cannot be defined inside another transform op");
        return Err(error
            .note(parent.location(context), "ancestor transform op")
            .emit());
    }
    let Some(body) = body(context, op) else {
        return verify_marks(context, op, false);
    };
    let Some(terminator) = body.last_op(context) else {
        return Err(emit(op, "expected a non-empty body block").emit());
    };
    if !terminator.is_named(context, "transform.yield") {
        let error = emit(op, "expected 'transform.yield' as terminator");
        return Err(error.note(terminator.location(context), "terminator").emit());
    }
    let results = crate::verifiers::function::signature(context, op);
    let results: Vec<Type> = results.map_or_else(Vec::new, |(_, results)| results.iter().collect());
    yielded(instance, terminator, &results).map_err(|message| emit(terminator, &message).emit())?;
    verify_marks(context, op, false)?;
    warn_about_marks(context, op);
    Ok(())
}

/// Checks that a terminator has operands of these types.
pub(super) fn yielded(instance: &Instance<'_>, terminator: Op, results: &[Type]) -> Result<(), String> {
    let context = instance.context;
    let operands = types(context, terminator.operands(context));
    if operands.len() != results.len() {
        let message = "expected terminator to have as many operands as the parent op has results";
        return Err(message.to_owned());
    }
    let mut pairs = operands.iter().zip(results).enumerate();
    match pairs.find(|(_, (operand, result))| operand != result) {
        None => Ok(()),
        Some((index, (operand, result))) => Err(format!(
            "the type of the terminator operand #{index} must match the type of the corresponding parent op result \
             ({} vs {})",
            instance.quote(*operand),
            instance.quote(*result)
        )),
    }
}

/// Checks `transform.with_pdl_patterns`.
pub(super) fn with_patterns(instance: &Instance<'_>) -> Result<(), Failure> {
    let (context, op) = (instance.context, instance.op);
    let is_pattern = |op: Op| op.is_named(context, "pdl.pattern");
    let mut found: Option<Op> = None;
    let children = body(context, op).into_iter();
    for child in children.flat_map(|body| body.operations(context)) {
        if is_pattern(child) {
            continue;
        }
        if !has_trait(context, child, TOP_LEVEL) {
            let message = "expects only pattern and top-level transform ops in its body";
            return noted(instance, message, child, "offending op");
        }
        if let Some(first) = found {
            let error = op.emit_op_error(context, "expects only one non-pattern op in its body");
            let error = error.note(first.location(context), "first non-pattern op");
            return Err(error
                .note(child.location(context), "second non-pattern op")
                .emit());
        }
        found = Some(child);
    }
    let name = op.name(context);
    if let Some(parent) = ancestor(context, op, |parent| parent.name(context) == name) {
        return noted(instance, "cannot be nested", parent, "parent operation");
    }
    match found {
        Some(_) => Ok(()),
        None => instance.refuse("expects at least one non-pattern op"),
    }
}
