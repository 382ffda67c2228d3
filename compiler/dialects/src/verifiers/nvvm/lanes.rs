//! What the lanes of a warp do together, permutations of bytes, and answers to requests for work.

use tvmlike_define::Instance;
use tvmlike_ir::{Failure, Type};

use super::{Struct, is_set, keyword};

pub(super) fn reduce(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let ty = instance.result_type("res");
    if ty != context.f32() {
        for name in ["abs", "nan"] {
            if is_set(instance, name) {
                return instance.refuse(format!("{name} attribute is supported only for f32 type"));
            }
        }
    }
    let kind = keyword(instance, "kind", "");
    let needed = match kind {
        "fmin" | "fmax" => context.f32(),
        _ => context.i32(),
    };
    if ty == needed {
        return Ok(());
    }
    let [ty, needed] = [ty, needed].map(|ty| instance.quote(ty));
    instance.refuse(format!(
        "'{kind}' redux kind unsupported with {ty} type. Only supported type is {needed}."
    ))
}

/// Checks that a value has a type.
fn has_type(instance: &Instance<'_>, what: &str, found: Type, expected: Type) -> Result<(), Failure> {
    if found == expected {
        return Ok(());
    }
    let [found, expected] = [found, expected].map(|ty| instance.quote(ty));
    instance.refuse(format!(
        "expected {what} to be of type {expected} but got {found} instead"
    ))
}

pub(super) fn shuffle(instance: &Instance<'_>) -> Result<(), Failure> {
    const TWO: &str = "expected return type to be a two-element struct";
    let context = instance.context;
    let (value, result) = (instance.operand_type("val"), instance.result_type("res"));
    let tells = instance.has("return_value_and_is_valid");
    let Some(parts) = Struct::of(context, result) else {
        return match tells {
            true => instance.refuse(TWO),
            false => has_type(instance, "return type", result, value),
        };
    };
    if !tells {
        return instance.refuse(
            "\"return_value_and_is_valid\" attribute must be specified when the return type is a struct type",
        );
    }
    let [first, second] = parts.elements[..] else {
        return instance.refuse(TWO);
    };
    has_type(instance, "first element in the returned struct", first, value)?;
    let what = "second element in the returned struct";
    has_type(instance, what, second, context.i1())
}

pub(super) fn vote(instance: &Instance<'_>) -> Result<(), Failure> {
    let (context, result) = (instance.context, instance.result_type("res"));
    match keyword(instance, "kind", "") {
        "ballot" if result != context.i32() => instance.refuse("vote.sync 'ballot' returns an i32"),
        "any" | "all" | "uni" if result != context.i1() => {
            instance.refuse("vote.sync 'any', 'all' and 'uni' returns an i1")
        }
        _ => Ok(()),
    }
}

pub(super) fn matches(instance: &Instance<'_>) -> Result<(), Failure> {
    let (context, result) = (instance.context, instance.result_type("res"));
    if keyword(instance, "kind", "") == "any" {
        return match result == context.i32() {
            true => Ok(()),
            false => instance.refuse("match.sync 'any' returns an i32"),
        };
    }
    let elements = Struct::of(context, result).map(|parts| parts.elements);
    match elements.is_some_and(|elements| elements == [context.i32(), context.i1()]) {
        true => Ok(()),
        false => instance.refuse(
            "match.sync 'all' returns a two element struct with first element as i32 and second element as i1",
        ),
    }
}

pub(super) fn query_cancel(instance: &Instance<'_>) -> Result<(), Failure> {
    let (context, result) = (instance.context, instance.result_type("res"));
    match keyword(instance, "query_type", "") {
        "is_canceled" if result != context.i1() => instance.refuse("is_canceled query type returns an i1"),
        "is_canceled" => Ok(()),
        _ if result != context.i32() => instance
            .refuse("get_first_cta_id_x, get_first_cta_id_y, get_first_cta_id_z query types return an i32"),
        _ => Ok(()),
    }
}

pub(super) fn permute(instance: &Instance<'_>) -> Result<(), Failure> {
    let mode = keyword(instance, "mode", "");
    let needs_high = matches!(mode, "default" | "f4e" | "b4e");
    match (needs_high, instance.optional_operand("hi").is_some()) {
        (true, false) => instance.refuse_plainly(format!("mode '{mode}' requires 'hi' operand.")),
        (false, true) => instance.refuse_plainly(format!("mode '{mode}' does not accept 'hi' operand.")),
        _ => Ok(()),
    }
}
