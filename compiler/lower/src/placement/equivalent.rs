//! Results of private functions that are arguments: callers use what they pass.

use std::collections::HashMap;

use tvmlike_ir::{
    AttributeKind, Context, Exclusive, Failure, NamedAttribute, Op, OpState, Rewriter, SymbolTables, Type,
    Value, Visibility, WalkOrder, WalkResult,
};

use crate::bufferize::{callee, has_body, returns, set_signature, signature};
use crate::make::{Make, property};

/// The functions directly in a module.
pub(super) fn functions(context: &Context, module: Op) -> Vec<Op> {
    let block = module
        .region(context, 0)
        .and_then(|region| region.first_block(context));
    let ops = block.into_iter().flat_map(|block| block.operations(context));
    ops.filter(|op| op.is_named(context, "func.func")).collect()
}

/// The argument of a function that a value is, or is a cast of.
fn argument_of(context: &Context, function: Op, value: Value) -> Option<usize> {
    let mut value = value;
    while let Some(cast) = value
        .defining_op(context)
        .filter(|op| op.is_named(context, "memref.cast"))
    {
        value = cast.operand(context, 0)?;
    }
    let entry = function.region(context, 0)?.first_block(context)?;
    entry.arguments(context).position(|argument| argument == value)
}

/// Removes results of a function from its type, and what is known of them.
pub(super) fn drop_results(edit: &mut Exclusive<'_>, function: Op, is_dropped: impl Fn(usize) -> bool) {
    let context = edit.context();
    let Some((inputs, results)) = signature(context, function) else {
        return;
    };
    let kept = |index: &usize| !is_dropped(*index);
    let types: Vec<Type> = (0..results.len())
        .filter(kept)
        .map(|index| results[index])
        .collect();
    set_signature(edit, function, &inputs, &types);
    let name = context.identifier("res_attrs");
    if let Some(AttributeKind::Array(all)) =
        property(context, function, "res_attrs").map(|it| it.kind(context))
    {
        let all: Vec<_> = (0..results.len())
            .filter(kept)
            .filter_map(|index| all.get(index))
            .collect();
        let is_empty = all
            .iter()
            .all(|each| crate::make::entries(context, Some(*each)).is_empty());
        if is_empty {
            function.remove_attribute(edit, name);
        } else {
            let all = context.array_attribute(&all);
            function.set_attribute(edit, name, all);
        }
    }
}

/// Drops results that are arguments.
///
/// # Errors
/// None; passes return it.
pub(crate) fn drop_equivalent_results(edit: &mut Exclusive<'_>, module: Op) -> Result<(), Failure> {
    let context = edit.context();
    let mut callers: HashMap<Op, Vec<Op>> = HashMap::new();
    let mut tables = SymbolTables::new();
    module.walk(context, WalkOrder::PostOrder, |op| {
        if op.is_named(context, "func.call")
            && let Some(function) = callee(context, &mut tables, op)
        {
            callers.entry(function).or_default().push(op);
        }
        WalkResult::Advance
    });
    for function in functions(context, module) {
        let ends = returns(context, function);
        let is_private = function.symbol_visibility(context) == Visibility::Private;
        if !has_body(context, function) || !is_private || ends.is_empty() {
            continue;
        }
        let count = signature(context, function).map_or(0, |(_, results)| results.len());
        let argument = |index: usize| {
            let mut all = ends.iter().map(|end| {
                end.operand(context, index)
                    .and_then(|value| argument_of(context, function, value))
            });
            let first = all.next()??;
            all.all(|other| other == Some(first)).then_some(first)
        };
        let arguments: Vec<Option<usize>> = (0..count).map(argument).collect();
        let is_dropped = |index: usize| arguments.get(index).copied().flatten().is_some();
        drop_results(edit, function, is_dropped);
        for end in ends {
            let kept = end
                .operands(context)
                .enumerate()
                .filter(|(index, _)| !is_dropped(*index));
            let kept: Vec<Value> = kept.map(|(_, value)| value).collect();
            end.set_operands(edit, &kept);
        }
        for call in callers.get_mut(&function).map(std::mem::take).unwrap_or_default() {
            let new = replace_call(edit, call, &arguments);
            // A call in a function that comes later is known by its new name.
            callers.entry(function).or_default().push(new);
        }
    }
    Ok(())
}

/// Makes a call of the same function with other operands and results.
pub(super) fn call_again(
    rewriter: &mut Rewriter<'_, '_>,
    call: Op,
    operands: &[Value],
    results: &[Type],
) -> Op {
    let context = rewriter.context();
    let name = context.identifier("callee");
    let callee = call
        .property(context, name)
        .map(|value| NamedAttribute { name, value });
    let properties = context.dictionary_attribute(callee.as_slice());
    rewriter.create(&OpState {
        operands,
        results,
        properties: properties.ok(),
        ..OpState::new(call.name(context), call.location(context))
    })
}

fn replace_call(edit: &mut Exclusive<'_>, call: Op, arguments: &[Option<usize>]) -> Op {
    let context = edit.context();
    let location = call.location(context);
    let operands: Vec<Value> = call.operands(context).collect();
    let old: Vec<Value> = call.results(context).collect();
    let kept = old
        .iter()
        .zip(arguments)
        .filter(|(_, argument)| argument.is_none());
    let types: Vec<Type> = kept.map(|(value, _)| value.ty(context)).collect();
    let mut rewriter = Rewriter::new(edit);
    rewriter.set_before(call);
    let new = call_again(&mut rewriter, call, &operands, &types);
    let mut results = new.results(context).collect::<Vec<Value>>().into_iter();
    let mut values = Vec::new();
    for (value, argument) in old.iter().zip(arguments) {
        let wanted = value.ty(context);
        let replacement = match argument {
            None => results.next(),
            Some(index) => operands.get(*index).copied(),
        };
        let replacement = replacement.unwrap_or(*value);
        values.push(match replacement.ty(context) == wanted {
            true => replacement,
            false => Make::new("memref.cast", &[replacement], &[wanted]).value(&mut rewriter, location),
        });
    }
    rewriter.replace_op(call, &values);
    new
}
