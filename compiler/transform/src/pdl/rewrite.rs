//! Changing the IR: the actions of a plan, with what was matched.
//!
//! Invariant: what is erased is no longer bound.

use smallvec::SmallVec;
use tvmlike_define::infer_result_types;
use tvmlike_ir::{Attribute, Context, Handle, Location, NamedAttribute, Op, OpState, Type, Value};

use super::bound::Bound;
use super::functions::{PdlRewriter, PdlValue};
use super::matcher::{Bindings, arguments, op, read};
use super::plan::{Action, Call, ResultTypes, Slot};

/// Runs the actions of a pattern. `false`: a rewrite of the program has failed.
///
/// # Errors
/// Something cannot be made, replaced or erased, or a rewrite of the program failed for a reason.
pub(super) fn run(
    bound: &Bound,
    rewriter: &mut PdlRewriter<'_, '_, '_>,
    bindings: &mut Bindings,
) -> Result<bool, String> {
    let context = rewriter.context();
    let matched = bound.plan.matched.iter().filter_map(|slot| op(bindings, *slot));
    let locations: SmallVec<[Location; 8]> = matched.map(|op| op.location(context)).collect();
    let location = context.fused_location(&locations, None);
    for action in &bound.plan.actions {
        match action {
            Action::Bind(slot, source) => bindings[*slot as usize] = read(context, bindings, source),
            Action::Range(slot, parts, is_types) => {
                bindings[*slot as usize] = Some(match is_types {
                    true => PdlValue::Types(types(bindings, parts)?.into_iter().collect()),
                    false => PdlValue::Values(values(context, bindings, parts)?.into_iter().collect()),
                });
            }
            Action::Create { slot, .. } => {
                let made = create(rewriter, bindings, action, location)?;
                bindings[*slot as usize] = Some(PdlValue::Op(made));
            }
            Action::Replace(slot, with) if with.is_empty() => erase(rewriter, bindings, *slot)?,
            Action::Replace(slot, with) => replace(rewriter, bindings, *slot, with)?,
            Action::Erase(slot) => erase(rewriter, bindings, *slot)?,
            Action::Call(call) => {
                if !call_function(bound, rewriter, bindings, call)? {
                    return Ok(false);
                }
            }
        }
    }
    Ok(true)
}

const ABSENT: &str = "the rewrite uses something that is absent or was erased";

fn values(context: &Context, bindings: &Bindings, slots: &[Slot]) -> Result<SmallVec<[Value; 8]>, String> {
    let mut all = SmallVec::new();
    for slot in slots {
        match bindings[*slot as usize].as_ref().ok_or(ABSENT)? {
            PdlValue::Value(value) => all.push(*value),
            PdlValue::Values(values) => all.extend_from_slice(values),
            PdlValue::Op(op) => all.extend(op.results(context)),
            _ => return Err("the rewrite uses as a value what is none".to_owned()),
        }
    }
    Ok(all)
}

fn types(bindings: &Bindings, slots: &[Slot]) -> Result<SmallVec<[Type; 8]>, String> {
    let mut all = SmallVec::new();
    for slot in slots {
        match bindings[*slot as usize].as_ref().ok_or(ABSENT)? {
            PdlValue::Type(ty) => all.push(*ty),
            PdlValue::Types(types) => all.extend_from_slice(types),
            // A range without elements can be one of types.
            PdlValue::Values(values) if values.is_empty() => {}
            _ => return Err("the rewrite uses as a type what is none".to_owned()),
        }
    }
    Ok(all)
}

/// Makes an operation.
fn create(
    rewriter: &mut PdlRewriter<'_, '_, '_>,
    bindings: &Bindings,
    action: &Action,
    location: Location,
) -> Result<Op, String> {
    let context = rewriter.context();
    let Action::Create {
        name,
        operands,
        attributes,
        types: result_types,
        ..
    } = action
    else {
        unreachable!("only `Create` makes an operation");
    };
    let operands = values(context, bindings, operands)?;
    let mut entries: Vec<NamedAttribute> = Vec::new();
    for (name, slot) in attributes {
        // An attribute that is absent is left out.
        if let Some(PdlValue::Attribute(value)) = bindings[*slot as usize] {
            entries.push(NamedAttribute { name: *name, value });
        }
    }
    let info = context.load_op_info(*name);
    let declared = info.map_or(&[][..], |info| info.properties());
    let (mut properties, discardable): (Vec<_>, Vec<_>) = entries
        .into_iter()
        .partition(|entry| declared.contains(&entry.name));
    for (name, value) in info.map_or(&[][..], |info| info.default_properties()) {
        if !properties.iter().any(|given| given.name == *name) {
            properties.push(NamedAttribute {
                name: *name,
                value: *value,
            });
        }
    }
    let dictionary = |entries: &[NamedAttribute]| -> Result<Option<Attribute>, String> {
        let made = (!entries.is_empty()).then(|| context.dictionary_attribute(entries));
        made.transpose().map_err(|error| error.to_string())
    };
    let mut state = OpState {
        operands: &operands,
        properties: dictionary(&properties)?,
        attributes: dictionary(&discardable)?,
        ..OpState::new(*name, location)
    };
    let results: SmallVec<[Type; 8]> = match result_types {
        ResultTypes::Given(slots) => types(bindings, slots)?,
        ResultTypes::Of(slot) => {
            let op = op(bindings, *slot).ok_or(ABSENT)?;
            op.results(context).map(|result| result.ty(context)).collect()
        }
        ResultTypes::Inferred => infer_result_types(context, &state)
            .map_err(|error| {
                let name = name.text(context);
                format!("the types of the results of `{name}` cannot be inferred: {error}")
            })?
            .into_iter()
            .collect(),
    };
    state.results = &results;
    Ok(rewriter.create(&state))
}

fn replace(
    rewriter: &mut PdlRewriter<'_, '_, '_>,
    bindings: &mut Bindings,
    slot: Slot,
    with: &[Slot],
) -> Result<(), String> {
    let context = rewriter.context();
    let old = op(bindings, slot).ok_or(ABSENT)?;
    let with = values(context, bindings, with)?;
    let (name, count) = (old.name(context).text(context), old.num_results(context));
    if with.len() != count {
        return Err(format!(
            "the rewrite replaces `{name}`, which has {count} results, with {} values",
            with.len()
        ));
    }
    if with.iter().any(|value| value.defining_op(context) == Some(old)) {
        return Err(format!("the rewrite replaces `{name}` with its own results"));
    }
    forget(context, bindings, old);
    rewriter.replace_op(old, &with);
    Ok(())
}

fn erase(rewriter: &mut PdlRewriter<'_, '_, '_>, bindings: &mut Bindings, slot: Slot) -> Result<(), String> {
    let context = rewriter.context();
    let old = op(bindings, slot).ok_or(ABSENT)?;
    let is_used = old.results(context).any(|result| result.has_uses(context));
    if is_used && !rewriter.is_conversion() {
        let name = old.name(context).text(context);
        return Err(format!("the rewrite erases `{name}`, of which a result has uses"));
    }
    forget(context, bindings, old);
    rewriter.erase_op(old);
    Ok(())
}

/// Unbinds an operation that is erased, with its results.
fn forget(context: &Context, bindings: &mut Bindings, old: Op) {
    let is_of = |value: &Value| value.defining_op(context) == Some(old);
    for binding in bindings.iter_mut() {
        let is_gone = match binding {
            Some(PdlValue::Op(op)) => *op == old,
            Some(PdlValue::Value(value)) => is_of(value),
            Some(PdlValue::Values(values)) => values.iter().any(is_of),
            _ => false,
        };
        if is_gone {
            *binding = None;
        }
    }
}

/// Calls a rewrite of the program, and unbinds what it erased. Whether it succeeded.
fn call_function(
    bound: &Bound,
    rewriter: &mut PdlRewriter<'_, '_, '_>,
    bindings: &mut Bindings,
    call: &Call,
) -> Result<bool, String> {
    let context = rewriter.context();
    let given = arguments(bindings, call).ok_or(ABSENT)?;
    let handles: Vec<SmallVec<[Handle; 2]>> = bindings.iter().map(|one| handles(context, one)).collect();
    let results = rewriter.call(|rewriter| (bound.functions[call.function])(rewriter, &given))?;
    for (binding, handles) in bindings.iter_mut().zip(handles) {
        if handles.iter().any(|handle| context.resolve_op(*handle).is_err()) {
            *binding = None;
        }
    }
    let Some(results) = results else {
        return Ok(false);
    };
    bound.check_results(call, &results)?;
    for ((slot, _), result) in call.results.iter().zip(results) {
        bindings[*slot as usize] = Some(result);
    }
    Ok(true)
}

/// The handles of the operations on which something that is bound depends.
fn handles(context: &Context, binding: &Option<PdlValue>) -> SmallVec<[Handle; 2]> {
    let of_value = |value: &Value| value.defining_op(context).map(|op| context.op_handle(op));
    match binding {
        Some(PdlValue::Op(op)) => smallvec::smallvec![context.op_handle(*op)],
        Some(PdlValue::Value(value)) => of_value(value).into_iter().collect(),
        Some(PdlValue::Values(values)) => values.iter().filter_map(of_value).collect(),
        _ => SmallVec::new(),
    }
}
