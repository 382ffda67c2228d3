//! Which handles an operation of `transform` consumes: after it, what they stand for may be gone.
//!
//! Invariant: the answer does not depend on whether operations were verified, because a sequence asks about operations in it
//! before these are.

use std::collections::HashSet;

use tvmlike_define::Instance;
use tvmlike_ir::{AttributeKind, Block, Context, Failure, Op, Value};

use crate::verifiers::types::has_trait;

/// The operations that consume their first operand and nothing else, beside those with `FunctionalStyleTransformOpTrait`.
const CONSUME_FIRST: &[&[u8]] = &[
    b"affine.simplify_bounded_affine_ops",
    b"affine.simplify_min_max_affine_ops",
    b"alternatives",
    b"apply_registered_pass",
    b"foreach_match",
    b"func.deduplicate_func_args",
    b"func.replace_func_signature",
    b"loop.promote_if_one_iteration",
    b"memref.alloca_to_global",
    b"nvgpu.create_async_groups",
    b"structured.bufferize_to_allocation",
    b"structured.fuse",
    b"structured.fuse_into_containing_op",
    b"structured.pack",
    b"structured.pack_greedily",
    b"structured.pad",
    b"structured.pad_tiling_interface",
    b"structured.replace",
    b"structured.split",
    b"structured.tile_using_for",
    b"structured.tile_using_forall",
    b"structured.vectorize",
    b"xegpu.set_desc_layout",
];

/// What an operation does with an operand.
enum Effect {
    Reads,
    Consumes,
    /// What operations in its body do with an argument.
    Passes(Value),
}

/// Whether an operation is one of `transform` with `TransformOpInterface`.
pub(super) fn is_transform(context: &Context, op: Op) -> bool {
    // `MatchOpInterface` includes the other.
    has_trait(context, op, "TransformOpInterface") || has_trait(context, op, "MatchOpInterface")
}

/// The named sequence that a `transform.include` refers to.
fn included(context: &Context, include: Op) -> Option<Op> {
    let target = include.property(context, context.identifier("target"))?;
    let found = include.lookup_nearest_symbol(context, target)?;
    (found.is_named(context, "transform.named_sequence")).then_some(found)
}

/// Whether an argument of a named sequence has an attribute, such as `transform.readonly`.
pub(super) fn is_marked(context: &Context, function: Op, argument: usize, mark: &str) -> bool {
    let all = function.property(context, context.identifier("arg_attrs"));
    let Some(AttributeKind::Array(all)) = all.map(|all| all.kind(context)) else {
        return false;
    };
    let entries = all.get(argument).and_then(|one| one.entries(context));
    entries.is_some_and(|entries| entries.get(context, context.identifier(mark)).is_some())
}

fn effect(context: &Context, op: Op, index: usize) -> Effect {
    let consumes = |is_consumed: bool| match is_consumed {
        true => Effect::Consumes,
        false => Effect::Reads,
    };
    let name = op.name(context);
    match name.bytes(context).strip_prefix(b"transform.") {
        Some(b"foreach" | b"sequence" | b"with_pdl_patterns") => {
            let body = op.region(context, 0).and_then(|body| body.first_block(context));
            let argument = body.and_then(|body| body.argument(context, index));
            argument.map_or(Effect::Reads, Effect::Passes)
        }
        Some(b"include") => {
            let sequence = included(context, op);
            consumes(sequence.is_some_and(|sequence| is_marked(context, sequence, index, CONSUMED)))
        }
        Some(b"apply_conversion_patterns") => consumes(
            op.property(context, context.identifier("preserve_handles"))
                .is_none(),
        ),
        Some(b"split_handle") | None => Effect::Reads,
        Some(name) if CONSUME_FIRST.binary_search(&name).is_ok() => consumes(index == 0),
        Some(_) => consumes(has_trait(context, op, "FunctionalStyleTransformOpTrait")),
    }
}

/// The attribute of an argument that is consumed.
pub(super) const CONSUMED: &str = "transform.consumed";
/// The attribute of an argument that is not.
pub(super) const READONLY: &str = "transform.readonly";

/// Whether an operation consumes a handle.
pub(super) fn consumes(context: &Context, op: Op, handle: Value) -> bool {
    // Sequences can pass a handle to several arguments: each argument counts once.
    let mut seen = HashSet::new();
    let mut pending = vec![(op, handle)];
    while let Some((op, handle)) = pending.pop() {
        for (index, operand) in op.operands(context).enumerate() {
            if operand != handle {
                continue;
            }
            match effect(context, op, index) {
                Effect::Reads => {}
                Effect::Consumes => return true,
                Effect::Passes(argument) => {
                    if seen.insert(argument) {
                        pending.extend(users(context, argument).map(|user| (user, argument)));
                    }
                }
            }
        }
    }
    false
}

/// The operations that use an argument of a block, in this block.
fn users(context: &Context, argument: Value) -> impl Iterator<Item = Op> + '_ {
    let block = argument.parent_block(context);
    let all = argument.uses(context).map(move |one| one.owner(context));
    all.filter(move |user| user.block(context) == block)
}

/// Whether an operation in a block consumes an argument of it.
pub(super) fn is_consumed_in(context: &Context, block: Block, argument: usize) -> bool {
    let argument = block.argument(context, argument);
    argument.is_some_and(|argument| users(context, argument).any(|user| consumes(context, user, argument)))
}

/// Checks that the operation does something with each operand, which `has_effect` tells by its number.
fn verify(instance: &Instance<'_>, has_effect: impl Fn(usize) -> bool) -> Result<(), Failure> {
    let (context, op) = (instance.context, instance.op);
    let operands = op.operands(context).enumerate();
    let affected: HashSet<Value> = operands
        .filter(|(index, _)| has_effect(*index))
        .map(|(_, operand)| operand)
        .collect();
    let Some(index) = op
        .operands(context)
        .position(|operand| !affected.contains(&operand))
    else {
        return Ok(());
    };
    let message = "TransformOpInterface requires memory effects on operands to be specified";
    let note = format!("no effects specified for operand #{index}");
    let error = op.emit_error(context, message);
    Err(error.note(op.location(context), note).emit())
}

/// The effects of `transform.foreach` are those on the arguments of its body.
pub(super) fn foreach(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let body = instance
        .regions("body")
        .next()
        .and_then(|body| body.first_block(context));
    let count = body.map_or(0, |body| body.num_arguments(context));
    verify(instance, |index| index < count)
}

/// The effects of `transform.include` are those that the marks of the arguments tell.
pub(super) fn include(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let Some(sequence) = included(context, instance.op) else {
        return Ok(());
    };
    verify(instance, |index| {
        [CONSUMED, READONLY]
            .iter()
            .any(|mark| is_marked(context, sequence, index, mark))
    })
}

/// Checks the marks of the arguments of a named sequence; `is_called`: each argument has to have one.
pub(super) fn verify_marks(context: &Context, sequence: Op, is_called: bool) -> Result<(), Failure> {
    let refuse = |message: String| Err(sequence.emit_error(context, message).emit());
    let body = sequence
        .region(context, 0)
        .and_then(|body| body.first_block(context));
    let inputs = crate::verifiers::function::signature(context, sequence);
    let count = inputs.map_or(0, |(inputs, _)| inputs.len());
    for index in 0..count {
        let is_consumed = is_marked(context, sequence, index, CONSUMED);
        let is_read_only = is_marked(context, sequence, index, READONLY);
        if is_consumed && is_read_only {
            return refuse(format!("argument #{index} cannot be both readonly and consumed"));
        }
        if (is_called || body.is_none()) && !is_consumed && !is_read_only {
            let message = "must provide consumed/readonly status for arguments of external or called ops";
            return refuse(message.to_owned());
        }
        let Some(body) = body else { continue };
        if is_read_only && is_consumed_in(context, body, index) {
            let message = format!("argument #{index} is consumed in the body but is not marked as such");
            return refuse(message);
        }
    }
    Ok(())
}

/// Warns about arguments that are marked as consumed and are not.
pub(super) fn warn_about_marks(context: &Context, sequence: Op) {
    let body = sequence
        .region(context, 0)
        .and_then(|body| body.first_block(context));
    let Some(body) = body else { return };
    for index in 0..body.num_arguments(context) {
        if is_marked(context, sequence, index, CONSUMED) && !is_consumed_in(context, body, index) {
            let message =
                format!("op argument #{index} is not consumed in the body but is marked as consumed");
            sequence.emit_warning(context, message).emit();
        }
    }
}
