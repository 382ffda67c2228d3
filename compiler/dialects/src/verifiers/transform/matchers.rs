//! Matchers of `transform`: positions, and predicates of structured operations.

use tvmlike_define::Instance;
use tvmlike_ir::Failure;

use super::kinds::is_handle;
use crate::verifiers::types::has_trait;

/// Checks what `custom<TransformMatchDims>` shows.
pub(super) fn positions(instance: &Instance<'_>, list: &str) -> Result<(), Failure> {
    let mut listed = instance.integers(list);
    match (
        instance.has("is_all"),
        instance.has("is_inverted"),
        listed.is_empty(),
    ) {
        (true, true, _) => {
            return instance.refuse("cannot request both 'all' and 'inverted' values in the list");
        }
        (true, false, false) => {
            return instance.refuse("cannot both request 'all' and specific values in the list");
        }
        (false, _, true) => {
            return instance.refuse("must request specific values in the list if 'all' is not specified");
        }
        _ => {}
    }
    let count = listed.len();
    // Only neighbours are compared.
    listed.dedup();
    match listed.len() == count {
        true => Ok(()),
        false => instance.refuse("expected the listed values to be unique"),
    }
}

pub(super) fn dimensions(instance: &Instance<'_>) -> Result<(), Failure> {
    match instance.has("parallel") && instance.has("reduction") {
        true => instance.refuse("cannot request the same dimension to be both parallel and reduction"),
        false => positions(instance, "raw_dim_list"),
    }
}

/// Checks that a predicate of a structured operation is about the operation that the operation around it matches.
pub(super) fn structured_predicate(instance: &Instance<'_>) -> Result<(), Failure> {
    let (context, op) = (instance.context, instance.op);
    let parent = op.parent_op(context);
    let parent = parent.filter(|parent| parent.is_named(context, "transform.match.structured"));
    let Some(parent) = parent else {
        return instance.refuse("expects parent op to be 'transform.match.structured'");
    };
    let body = parent
        .region(context, 0)
        .and_then(|body| body.first_block(context));
    let argument = body.and_then(|body| body.argument(context, 0));
    match argument.is_some() && op.operand(context, 0) == argument {
        true => Ok(()),
        false => instance.refuse("expected predicate to apply to the surrounding structured op"),
    }
}

/// Checks `transform.match.structured`.
pub(super) fn structured(instance: &Instance<'_>) -> Result<(), Failure> {
    let (context, op) = (instance.context, instance.op);
    let mut regions = instance.regions("body_region");
    let Some(body) = regions.next().and_then(|region| region.first_block(context)) else {
        return Ok(());
    };
    let mut arguments = body.arguments(context);
    let (Some(argument), None) = (arguments.next(), arguments.next()) else {
        return instance.refuse("expected one body argument");
    };
    if !is_handle(context, argument.ty(context)) {
        return instance.refuse("expected body argument to implement TransformHandleTypeInterface");
    }
    let last = body.last_op(context);
    let mut others = body.operations(context).filter(|child| Some(*child) != last);
    match others.find(|child| !has_trait(context, *child, "MatchOpInterface")) {
        None => Ok(()),
        Some(child) => {
            let error = op.emit_op_error(context, "expects nested operations to implement MatchOpInterface");
            Err(error.note(child.location(context), "offending operation").emit())
        }
    }
}

/// Checks `transform.match.structured.body`.
pub(super) fn structured_body(instance: &Instance<'_>) -> Result<(), Failure> {
    const OPTIONS: [&str; 4] = ["reduction_position", "passthrough", "elementwise", "contraction"];
    if OPTIONS.iter().filter(|name| instance.has(name)).count() > 1 {
        let names = OPTIONS.map(|name| format!("\"{name}\"")).join(", ");
        return instance.refuse(format!("only one of {{{names}}} is allowed"));
    }
    match instance.has("contraction") && instance.elements("contraction").len() != 2 {
        true => instance.refuse("expects \"contraction\" to contain two elements"),
        false => Ok(()),
    }
}

/// Checks `transform.match.structured.init` and `transform.match.structured.input`.
pub(super) fn structured_operand(instance: &Instance<'_>) -> Result<(), Failure> {
    if instance.has("permutation") && instance.has("projected_permutation") {
        return instance.refuse("\"permutation\" and \"projected_permutation\" are mutually exclusive");
    }
    if instance.integers("raw_position_list").len() > 1 && instance.results("result").len() > 0 {
        return instance.refuse("cannot bind multiple inputs/inits to the same value");
    }
    positions(instance, "raw_position_list")
}

/// Checks `transform.match.structured.result`.
pub(super) fn structured_result(instance: &Instance<'_>) -> Result<(), Failure> {
    let (any, single) = (instance.has("any"), instance.has("single"));
    if (any || single) != is_handle(instance.context, instance.result_type("result")) {
        return instance.refuse("expects either the any/single keyword or the type value handle result type");
    }
    match any && single {
        true => instance.refuse("'any' and 'single' are mutually exclusive"),
        false => Ok(()),
    }
}
