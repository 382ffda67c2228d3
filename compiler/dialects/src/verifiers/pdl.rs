//! `pdl`: patterns, of which each part is used, and their rewrites.

use std::collections::HashSet;

use tvmlike_define::{Definition, Hook, Instance, infers_result_types, type_parameter};
use tvmlike_ir::{Attribute, AttributeKind, Block, Context, Failure, Op, Type, Value};

pub(super) const CHECKS: super::Table = &[
    ("pdl.apply_native_constraint", Hook::Verify(native_constraint)),
    ("pdl.apply_native_rewrite", Hook::Verify(native_rewrite)),
    ("pdl.attribute", Hook::Verify(attribute)),
    ("pdl.operand", Hook::Verify(binding_use)),
    ("pdl.operands", Hook::Verify(binding_use)),
    ("pdl.operation", Hook::Verify(operation)),
    ("pdl.pattern", Hook::VerifyRegions(pattern)),
    ("pdl.range", Hook::Verify(range)),
    ("pdl.replace", Hook::Verify(replace)),
    ("pdl.results", Hook::Verify(results)),
    ("pdl.rewrite", Hook::VerifyRegions(rewrite)),
    ("pdl.type", Hook::Verify(ty)),
    ("pdl.types", Hook::Verify(types)),
];

fn is(context: &Context, op: Op, names: &[&str]) -> bool {
    let name = op.name(context);
    let name = name.bytes(context);
    names
        .iter()
        .any(|each| name.strip_prefix(b"pdl.") == Some(each.as_bytes()))
}

fn is_in(instance: &Instance<'_>, parent: &str) -> bool {
    let op = instance.op.parent_op(instance.context);
    op.is_some_and(|op| is(instance.context, op, &[parent]))
}

/// The operations that use the results of one, the last first.
fn users(context: &Context, op: Op) -> Vec<Op> {
    let uses = op.results(context).flat_map(|result| result.uses(context));
    uses.map(|one| one.owner(context)).collect()
}

/// Whether something but results that nothing uses uses an operation.
fn has_binding_use(context: &Context, op: Op) -> bool {
    let mut pending = vec![op];
    while let Some(op) = pending.pop() {
        for user in users(context, op) {
            match is(context, user, &["result", "results"]) {
                true => pending.push(user),
                false => return true,
            }
        }
    }
    false
}

fn binding_use(instance: &Instance<'_>) -> Result<(), Failure> {
    match !is_in(instance, "pattern") || has_binding_use(instance.context, instance.op) {
        true => Ok(()),
        false => {
            instance.refuse("expected a bindable user when defined in the matcher body of a `pdl.pattern`")
        }
    }
}

fn native_constraint(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    if instance.op.num_operands(context) == 0 {
        return instance.refuse("expected at least one argument");
    }
    let is_operation = |result: Value| result.ty(context).is_symbol(context, "pdl", "operation");
    match instance.op.results(context).any(is_operation) {
        true => instance.refuse("returning an operation from a constraint is not supported"),
        false => Ok(()),
    }
}

fn native_rewrite(instance: &Instance<'_>) -> Result<(), Failure> {
    let (context, op) = (instance.context, instance.op);
    match op.num_operands(context) == 0 && op.num_results(context) == 0 {
        true => instance.refuse("expected at least one argument or result"),
        false => Ok(()),
    }
}

fn attribute(instance: &Instance<'_>) -> Result<(), Failure> {
    if !instance.has("value") {
        return match is_in(instance, "rewrite") {
            true => instance.refuse("expected constant value when specified within a `pdl.rewrite`"),
            false => binding_use(instance),
        };
    }
    match instance.optional_operand("valueType") {
        Some(_) => instance.refuse("expected only one of [`type`, `value`] to be set"),
        None => Ok(()),
    }
}

fn operation(instance: &Instance<'_>) -> Result<(), Failure> {
    let in_rewrite = is_in(instance, "rewrite");
    if in_rewrite && !instance.has("opName") {
        return instance.refuse("must have an operation name when nested within a `pdl.rewrite`");
    }
    let names = instance.elements("attributeValueNames").len();
    let values = instance.operands("attributeValues").len();
    if names != values {
        return instance.refuse(format!(
            "expected the same number of attribute values and attribute names, got {names} names and {values} values"
        ));
    }
    if in_rewrite {
        inferable(instance)?;
    }
    binding_use(instance)
}

/// Checks that the types of results follow from something, if the operation that is made is known not to infer them.
fn inferable(instance: &Instance<'_>) -> Result<(), Failure> {
    const MESSAGE: &str = "must have inferable or constrained result types when nested within `pdl.rewrite`";
    let (context, op) = (instance.context, instance.op);
    let Some(AttributeKind::String { bytes, .. }) = instance
        .attribute("opName")
        .map(|name: Attribute| name.kind(context))
    else {
        return Ok(());
    };
    let Some(info) = context.op_info(context.identifier(bytes)) else {
        return Ok(());
    };
    if infers_result_types(context, info) {
        return Ok(());
    }
    let block = op.block(context);
    // A later replacement of an earlier operation gives the types.
    let replaces = |user: Op| {
        let replaced = user
            .operand(context, 0)
            .and_then(|value| value.defining_op(context));
        is(context, user, &["replace"])
            && user
                .operands(context)
                .skip(1)
                .any(|operand| operand.defining_op(context) == Some(op))
            && replaced.is_some_and(|replaced| {
                replaced.block(context) != block || replaced.is_before_in_block(context, op)
            })
    };
    if users(context, op).into_iter().any(replaces) {
        return Ok(());
    }
    let mut types = instance.operands("typeValues").peekable();
    if types.peek().is_none() {
        let definition = info.extensions().get::<Definition>();
        let has_result = definition.is_some_and(|definition| {
            let results = &definition.record().results;
            results
                .iter()
                .any(|result| result.arity == tvmlike_define::Arity::One)
        });
        return match has_result {
            true => instance.refuse(MESSAGE),
            false => Ok(()),
        };
    }
    match types.all(|ty| is_constrained(context, block, ty)) {
        true => Ok(()),
        false => instance.refuse(MESSAGE),
    }
}

/// Whether a type is a constant, native code makes it, or an operand or an operation that is matched has it.
fn is_constrained(context: &Context, rewrite: Option<Block>, ty: Value) -> bool {
    let Some(definition) = ty.defining_op(context) else {
        return true;
    };
    let has = |name: &str| definition.property(context, context.identifier(name)).is_some();
    let constrains =
        |user: Op| user.block(context) != rewrite && is(context, user, &["operand", "operands", "operation"]);
    is(context, definition, &["apply_native_rewrite"])
        || has("constantType")
        || has("constantTypes")
        || users(context, definition).into_iter().any(constrains)
}

fn pattern(instance: &Instance<'_>) -> Result<(), Failure> {
    let (context, op) = (instance.context, instance.op);
    let Some(body) = instance
        .regions("bodyRegion")
        .next()
        .and_then(|region| region.first_block(context))
    else {
        return Ok(());
    };
    let Some(last) = body.last_op(context) else {
        return Ok(());
    };
    let noted = |message: &str, place: Op, note: &str| {
        let error = op.emit_op_error(context, message.to_owned());
        Err(error.note(place.location(context), note).emit())
    };
    if !is(context, last, &["rewrite"]) {
        let note = "see terminator defined here";
        return noted("expected body to terminate with `pdl.rewrite`", last, note);
    }
    let mut pending: Vec<Op> = body.operations(context).collect();
    pending.reverse();
    while let Some(inner) = pending.pop() {
        if !inner.name(context).bytes(context).starts_with(b"pdl.") {
            let message = "expected only `pdl` operations within the pattern body";
            return noted(message, inner, "see non-`pdl` operation defined here");
        }
        let blocks = inner.regions(context).flat_map(|region| region.blocks(context));
        let nested: Vec<Op> = blocks.flat_map(|block| block.operations(context)).collect();
        pending.extend(nested.into_iter().rev());
    }
    if !body
        .operations(context)
        .any(|inner| is(context, inner, &["operation"]))
    {
        return instance.refuse("the pattern must contain at least one `pdl.operation`");
    }
    let parts = ["operand", "operands", "result", "results", "operation"];
    let mut connected: Option<HashSet<Op>> = None;
    for part in body.operations(context).filter(|part| is(context, *part, &parts)) {
        let connected = connected.get_or_insert_with(|| reached(context, op, part));
        if !connected.contains(&part) {
            let message = "the operations must form a connected component";
            return noted(message, part, "see a disconnected value / operation here");
        }
    }
    Ok(())
}

/// The operations of a pattern that one reaches by what uses it and what it uses.
fn reached(context: &Context, pattern: Op, first: Op) -> HashSet<Op> {
    let mut found = HashSet::new();
    let mut pending = vec![first];
    while let Some(op) = pending.pop() {
        let is_part = op.parent_op(context) == Some(pattern) && !is(context, op, &["rewrite"]);
        if !is_part || !found.insert(op) {
            continue;
        }
        let definitions =
            |values: Vec<Value>| values.into_iter().filter_map(|value| value.defining_op(context));
        if is(context, op, &["operation"]) {
            let is_value = |value: &Value| !is_handle(context, value.ty(context));
            pending.extend(definitions(op.operands(context).filter(is_value).collect()));
        } else if is(context, op, &["result", "results"]) {
            pending.extend(definitions(op.operands(context).take(1).collect()));
        }
        pending.extend(users(context, op));
    }
    found
}

/// Whether an operand of an operation is an attribute or a type, not a value.
fn is_handle(context: &Context, ty: Type) -> bool {
    let element = element(context, ty);
    ["attribute", "type"]
        .iter()
        .any(|name| element.is_symbol(context, "pdl", name))
}

/// The type of the elements of a range, or the type itself.
fn element(context: &Context, ty: Type) -> Type {
    type_parameter(context, ty, 0).unwrap_or(ty)
}

/// Checks that a range is made of what it contains.
pub(super) fn range(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let wanted = element(context, instance.result_type("result"));
    for operand in instance.operands("arguments") {
        let given = element(context, operand.ty(context));
        if given != wanted {
            let (wanted, given) = (instance.quote(wanted), instance.quote(given));
            return instance.refuse(format!(
                "expected operand to have element type {wanted}, but got {given}"
            ));
        }
    }
    Ok(())
}

fn replace(instance: &Instance<'_>) -> Result<(), Failure> {
    match instance.optional_operand("replOperation").is_some() && instance.operands("replValues").len() > 0 {
        true => instance.refuse(
            "expected no replacement values to be provided when the replacement operation is present",
        ),
        false => Ok(()),
    }
}

fn results(instance: &Instance<'_>) -> Result<(), Failure> {
    let ty = instance.result_type("val");
    match !instance.has("index") && ty.is_symbol(instance.context, "pdl", "value") {
        true => instance.refuse(format!(
            "expected `pdl.range<value>` result type when no index is specified, but got: {}",
            instance.quote(ty)
        )),
        false => Ok(()),
    }
}

fn rewrite(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let mut region = instance.regions("bodyRegion");
    let is_empty = region.next().is_none_or(|region| region.is_empty(context));
    match (instance.has("name"), is_empty) {
        (true, false) => instance.refuse("expected rewrite region to be empty when rewrite is external"),
        (true, true) => Ok(()),
        (false, true) => {
            instance.refuse("expected rewrite region to be non-empty if external name is not specified")
        }
        (false, false) if instance.operands("externalArgs").len() > 0 => {
            instance.refuse("expected no external arguments when the rewrite is specified inline")
        }
        (false, false) => Ok(()),
    }
}

fn ty(instance: &Instance<'_>) -> Result<(), Failure> {
    match instance.has("constantType") {
        true => Ok(()),
        false => binding_use(instance),
    }
}

fn types(instance: &Instance<'_>) -> Result<(), Failure> {
    match instance.has("constantTypes") {
        true => Ok(()),
        false => binding_use(instance),
    }
}
